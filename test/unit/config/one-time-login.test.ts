import assert from "node:assert/strict";
import { it } from "node:test";
import { consoleAddress, createLogins, LOGIN_MS, makeLogin } from "../../../src/config/one-time-login.js";

const [KEY, OTHER] = ["0123456789abcdef", "fedcba9876543210"];
const NOON = Date.UTC(2026, 0, 1, 12);

it("takes a login once, whichever of the keys it was made with, and tells two of one moment apart", () => {
  const take = createLogins([KEY, OTHER], () => NOON);
  const logins = [makeLogin(OTHER, NOON), makeLogin(KEY, NOON), makeLogin(KEY, NOON)];
  assert.deepEqual(logins.map(take), [OTHER, KEY, KEY]);
  assert.deepEqual(logins.map(take), [undefined, undefined, undefined]);
});

it("takes none that is too old, of the future, or from before it began: those may have been taken", () => {
  let now = NOON;
  const take = createLogins([KEY], () => now);
  assert.equal(take(makeLogin(KEY, NOON - 1)), undefined);
  assert.equal(take(makeLogin(KEY, NOON + 1)), undefined);
  const [late, later] = [makeLogin(KEY, NOON), makeLogin(KEY, NOON)];
  now = NOON + LOGIN_MS - 1;
  assert.equal(take(late), KEY);
  now = NOON + LOGIN_MS;
  assert.equal(take(later), undefined);
});

it("rejects one that was changed, and any if there is no key", () => {
  const login = makeLogin(KEY, NOON);
  const take = createLogins([KEY], () => NOON);
  for (let at = 0; at < login.length; at++) {
    const changed = `${login.slice(0, at)}${login[at] === "1" ? "2" : "1"}${login.slice(at + 1)}`;
    assert.equal(take(changed), undefined, changed);
  }
  for (const wrong of ["", "..", `${login}.`, ` ${login}`, login.repeat(1_000), "__proto__"])
    assert.equal(take(wrong), undefined);
  assert.equal(createLogins([], () => NOON)(login), undefined);
  assert.equal(take(login), KEY);
});

it("stands behind # in the address, where no log has it, and nowhere where no key is needed", () => {
  assert.match(
    consoleAddress("http://127.0.0.1:8080", KEY, NOON),
    /^http:\/\/127\.0\.0\.1:8080\/console\/#login=[\w.-]+$/,
  );
  assert.ok(!consoleAddress("http://127.0.0.1:8080", KEY, NOON).includes(KEY));
  assert.equal(consoleAddress("http://127.0.0.1:8080", undefined, NOON), "http://127.0.0.1:8080/console/");
});
