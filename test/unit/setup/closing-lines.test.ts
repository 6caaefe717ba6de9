import assert from "node:assert/strict";
import { it } from "node:test";
import { createLogins } from "../../../src/config/one-time-login.js";
import { closingLines } from "../../../src/setup/closing-lines.js";

const KEY = "a-key-of-sixteen-or-more";
const SERVICE = { url: "http://127.0.0.1:8081", apiKey: KEY };
const NOW = 1_000_000;

it("says in three lines whom to call, where to look, with a login that works, and what next", () => {
  const lines = closingLines({ number: "8000" }, SERVICE, true, NOW);
  assert.equal(lines.length, 3);
  assert.match(lines[0] ?? "", /8000$/);
  const [, login = ""] = /http:\/\/127\.0\.0\.1:8081\/console\/#login=(\S+) .*ssh -L 8081:/.exec(lines[1] ?? "") ?? [];
  assert.equal(createLogins([KEY], () => NOW)(login), KEY);
  assert.match(lines[2] ?? "", /scripts\/doctor/);
  assert.ok(!lines.join().includes(KEY));
});

it("names the extension beside a PBX, and gives no login to what does not run yet", () => {
  const sip = { user: "7001", domain: "192.0.2.1", password: "x" };
  const [number, console = ""] = closingLines({ number: "8000", sip }, SERVICE, false, NOW);
  assert.match(number ?? "", /7001$/);
  assert.match(console, /\/console\/ .*key --login/);
});
