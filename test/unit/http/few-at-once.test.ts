import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { onAbort } from "../../../src/kernel/abort.js";
import { fewAtOnce } from "../../../src/http/kit/few-at-once.js";

function answer() {
  return new EventEmitter() as never as Parameters<ReturnType<typeof fewAtOnce>>[0] & EventEmitter;
}

/** Work that goes on until it is told to end. */
function work() {
  let end = () => {};
  let isBegun = false;
  const over = new Promise<void>((resolve) => (end = resolve));
  const begin = () => {
    isBegun = true;
    return over;
  };
  return { begin, end: () => end(), isBegun: () => isBegun };
}

test("a few run at a time, and the first to come is next", async () => {
  const inTurn = fewAtOnce("lists", 2);
  const all = [work(), work(), work(), work()];
  const answered = all.map(({ begin }) => inTurn(answer(), begin));
  const begun = () => all.map(({ isBegun }) => isBegun());
  await setImmediate();
  assert.deepEqual(begun(), [true, true, false, false]);
  all[1]?.end();
  await answered[1];
  await setImmediate();
  assert.deepEqual(begun(), [true, true, true, false]);
  for (const each of all) each.end();
  await Promise.all(answered);
});

test("who has left is passed over, and takes nobody's turn", async () => {
  const inTurn = fewAtOnce("lists", 1);
  const [first, second, third] = [work(), work(), work()];
  const leaving = answer();
  const answered = [inTurn(answer(), first.begin), inTurn(leaving, second.begin), inTurn(answer(), third.begin)];
  leaving.emit("close");
  await answered[1];
  first.end();
  await answered[0];
  await setImmediate();
  assert.deepEqual([second.isBegun(), third.isBegun(), leaving.listenerCount("close")], [false, true, 0]);
  third.end();
  await answered[2];
});

test("who waits too long is told when to try again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const inTurn = fewAtOnce("lists", 1, 5_000);
  const long = work();
  const first = inTurn(answer(), long.begin);
  const second = assert.rejects(inTurn(answer(), work().begin), { code: "rate_limited", afterSeconds: 5 });
  t.mock.timers.tick(5_000);
  await second;
  long.end();
  await first;
});

test("work that fails fails for its caller, and the next one runs", async () => {
  const inTurn = fewAtOnce("lists", 1);
  await assert.rejects(
    inTurn(answer(), () => Promise.reject(new Error("the store is away"))),
    /the store is away/,
  );
  const next = work();
  next.end();
  await inTurn(answer(), next.begin);
});

test("work whose client leaves is told to end, and the next one is worked on", async () => {
  const inTurn = fewAtOnce("lists", 1);
  const leaving = answer();
  const first = inTurn(leaving, (signal) => new Promise((_, reject) => onAbort(signal, reject)));
  const next = work();
  const second = inTurn(answer(), next.begin);
  await setImmediate();
  assert.equal(next.isBegun(), false);
  leaving.emit("close");
  await first;
  next.end();
  await second;
  assert.equal(leaving.listenerCount("close"), 0);
});
