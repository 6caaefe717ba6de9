import assert from "node:assert/strict";
import { beforeEach, type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { PendingMarks } from "../../../src/telephony/pending-marks.js";

const LATE_MS = 14_000;

let marks: PendingMarks;

beforeEach((t) => {
  (t as TestContext).mock.timers.enable({ apis: ["setTimeout"] });
  marks = new PendingMarks(LATE_MS);
});

/** A mark that is waited for, by what became of it. */
function mark() {
  const { id, played } = marks.add();
  const state = { id, became: "pending" };
  void played.then((value) => (state.became = String(value)));
  return state;
}

async function passes(t: TestContext, ms: number): Promise<void> {
  t.mock.timers.tick(ms);
  await setImmediate();
}

test("a mark that is not reported in time is lost, and so are those behind it", async (t) => {
  const [first, second] = [mark(), mark()];
  await passes(t, LATE_MS - 1);
  assert.deepEqual([first.became, second.became], ["pending", "pending"]);
  await passes(t, 1);
  assert.deepEqual([first.became, second.became], ["false", "false"]);
});

test("each mark that comes is another reason to wait for the next", async (t) => {
  const [first, second] = [mark(), mark()];
  await passes(t, LATE_MS - 1);
  marks.processed(first.id);
  await passes(t, LATE_MS - 1);
  assert.deepEqual([first.became, second.became], ["true", "pending"]);
  await passes(t, 1);
  assert.equal(second.became, "false");
});

test("a mark that is set later does not delay the loss of the first", async (t) => {
  const first = mark();
  await passes(t, LATE_MS - 1);
  mark();
  await passes(t, 1);
  assert.equal(first.became, "false");
});

test("no pause uses up the time of a mark, whether it was set before or meanwhile", async (t) => {
  const before = mark();
  await passes(t, 1_000);
  marks.pause();
  marks.pause();
  const meanwhile = mark();
  await passes(t, 3_600_000);
  marks.resume();
  await passes(t, LATE_MS - 1);
  assert.deepEqual([before.became, meanwhile.became], ["pending", "pending"]);
  marks.processed(meanwhile.id);
  await setImmediate();
  assert.deepEqual([before.became, meanwhile.became], ["true", "true"]);
});

test("going on without a pause gives no mark more time", async (t) => {
  const only = mark();
  await passes(t, LATE_MS - 1);
  marks.resume();
  await passes(t, 1);
  assert.equal(only.became, "false");
});

test("reports that repeat, or have no mark, are ignored", async () => {
  const first = mark();
  marks.processed(first.id);
  const second = mark();
  for (const id of [first.id, undefined, "", 2, {}]) marks.processed(id);
  await setImmediate();
  assert.deepEqual([first.became, second.became], ["true", "pending"]);
  marks.giveUp();
  await setImmediate();
  assert.equal(second.became, "false");
});
