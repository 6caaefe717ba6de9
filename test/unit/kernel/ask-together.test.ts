import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { askTogether } from "../../../src/kernel/ask-together.js";

/** Somebody whose answers come when the test says so. */
function slow() {
  const put: { readonly about: string; answer(is: string): void; fail(why: Error): void }[] = [];
  const ask = askTogether((about) => new Promise<string>((answer, fail) => put.push({ about, answer, fail })));
  return { ask, put };
}

test("who asks while the question is being answered shares the next answer, not that one", async () => {
  const { ask, put } = slow();
  const first = ask("a");
  const others = [ask("a"), ask("a"), ask("a")];
  await setImmediate();
  assert.equal(put.length, 1);
  put[0]?.answer("old");
  assert.equal(await first, "old");
  await setImmediate();
  assert.equal(put.length, 2);
  put[1]?.answer("new");
  assert.deepEqual(await Promise.all(others), ["new", "new", "new"]);
  void ask("a");
  assert.equal(put.length, 3, "nothing is under way any more");
});

test("each thing that is asked about has questions of its own", async () => {
  const { ask, put } = slow();
  const [a, b] = [ask("a"), ask("b")];
  put[1]?.answer("of b");
  put[0]?.answer("of a");
  assert.deepEqual(await Promise.all([a, b]), ["of a", "of b"]);
});

test("a failure is told to those who asked, and the next question is put all the same", async () => {
  const { ask, put } = slow();
  const first = ask("a");
  const second = ask("a");
  put[0]?.fail(new Error("away"));
  await assert.rejects(first, /away/);
  await setImmediate();
  put[1]?.answer("back");
  assert.equal(await second, "back");
});
