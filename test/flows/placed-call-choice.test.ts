import assert from "node:assert/strict";
import { test } from "node:test";
import { Ending } from "../../src/kernel/ending.js";
import { AttendantError } from "../../src/kernel/errors.js";
import { STALL } from "../support/fakes/requests.js";
import { CHOICE, type Desk, MAX_CALL_MS, startDesk } from "../support/fakes/placed-calls.js";

test("a callee who answers is thanked, hung up on, and their answer told", async (t) => {
  const desk = await startDesk(t);
  const { callId, line } = await desk.asked();
  await desk.says("Sure, why not");
  await desk.hears(900);
  assert.equal(line.signal.aborted, false, "the acknowledgement is heard to its end");
  await desk.hearsAll();
  assert.deepEqual(desk.heard, ["Dinner is ready.", "Will you come?", "Okay."]);
  const { status, choice_response, choice_raw_text, choice_status, error } = desk.result;
  assert.deepEqual(
    [status, choice_response, choice_raw_text, choice_status, error],
    ["completed", "yes", "Sure, why not", "matched", null],
  );
  assert.deepEqual(
    desk.store.transcripts.get(callId)?.map((entry) => entry.who !== "tool" && [entry.who, entry.text]),
    [
      ["assistant", "Dinner is ready."],
      ["assistant", "Will you come?"],
      ["caller", "Sure, why not"],
      ["assistant", "Okay."],
    ],
  );
  desk.assertNothingLeft();
});

test("question, thanks and goodbye are synthesised before anybody is rung", async (t) => {
  const desk = await startDesk(t);
  await desk.places({ choice: CHOICE });
  assert.deepEqual(desk.voice.asked, ["Dinner is ready.", "Will you come?", "Okay.", "Farewell."]);
  assert.equal(desk.dialler.callees.length, 1);
});

test("a callee who never answers is asked as often as said, and taken leave of", async (t) => {
  const desk = await startDesk(t);
  await desk.asked();
  await desk.passes(CHOICE.timeoutMs);
  await desk.hearsAll();
  await desk.passes(CHOICE.timeoutMs);
  await desk.hearsAll();
  assert.deepEqual(desk.heard, ["Dinner is ready.", "Will you come?", "Will you come?", "Farewell."]);
  const { status, choice_response, choice_raw_text, choice_status } = desk.result;
  assert.deepEqual([status, choice_response, choice_raw_text, choice_status], ["completed", null, null, "no_input"]);
});

test("an answer that matches nothing is asked about again, and kept as it was understood last", async (t) => {
  const desk = await startDesk(t);
  await desk.asked();
  await desk.says("Perhaps");
  await desk.hearsAll();
  await desk.says("I don't know");
  await desk.hearsAll();
  assert.deepEqual(desk.heard, ["Dinner is ready.", "Will you come?", "Will you come?", "Farewell."]);
  assert.deepEqual(
    [desk.result.choice_status, desk.result.choice_raw_text, desk.result.choice_response],
    ["no_match", "I don't know", null],
  );
});

test("somebody who falls silent after an answer that matched nothing gave one all the same", async (t) => {
  const desk = await startDesk(t);
  await desk.asked();
  await desk.says("Perhaps");
  await desk.hearsAll();
  await desk.passes(CHOICE.timeoutMs);
  await desk.hearsAll();
  assert.deepEqual([desk.result.choice_status, desk.result.choice_raw_text], ["no_match", "Perhaps"]);
});

test("somebody who answers when they are asked again has answered", async (t) => {
  const desk = await startDesk(t);
  await desk.asked();
  await desk.says("Perhaps");
  await desk.hearsAll();
  await desk.says("yes");
  await desk.hearsAll();
  const { choice_status, choice_response, choice_raw_text } = desk.result;
  assert.deepEqual([choice_status, choice_response, choice_raw_text], ["matched", "yes", "yes"]);
});

test("somebody who hangs up instead of answering is recorded as having hung up", async (t) => {
  const desk = await startDesk(t);
  const { line } = await desk.asked();
  line.leaves();
  await desk.settles();
  const { status, message_played, choice_status, error } = desk.result;
  assert.deepEqual([status, message_played, choice_status, error], ["completed", true, "hung_up", null]);
  desk.assertNothingLeft();
});

test("somebody who hangs up while their answer is recognised has hung up", async (t) => {
  const desk = await startDesk(t);
  const { line } = await desk.asked();
  desk.stt.next(STALL);
  await desk.speaks();
  await desk.pauses();
  line.leaves();
  await desk.settles();
  assert.deepEqual([desk.result.choice_status, desk.result.status], ["hung_up", "completed"]);
  desk.assertNothingLeft();
});

test("somebody who hangs up in the message has left the question unanswered as well", async (t) => {
  const desk = await startDesk(t);
  const { line } = await desk.answered({ choice: CHOICE });
  line.leaves();
  await desk.settles();
  assert.deepEqual([desk.result.message_played, desk.result.choice_status], [false, "hung_up"]);
});

test("of somebody who never answered the telephone nothing is said of the question", async (t) => {
  const desk = await startDesk(t);
  await desk.places({ choice: CHOICE });
  desk.dialler.last.declines("busy", "The number is busy.");
  await desk.settles();
  assert.deepEqual([desk.result.status, desk.result.choice_status], ["busy", null]);
});

/** What breaks a call off other than its callee, and what it comes to before and after the choice was made. */
const BREAKS: readonly (readonly [string, (desk: Desk, callId: string) => unknown, string, string])[] = [
  ["is cancelled", (desk, callId) => desk.desk.hangUp(callId), "cancelled", "cancelled"],
  ["is cut off by the process's end", (desk) => desk.scope.end(new Ending("shutting_down")), "failed", "completed"],
  ["loses its Asterisk", (desk) => desk.dialler.last.breaks(), "failed", "completed"],
  ["takes longer than calls may", (desk) => desk.passes(MAX_CALL_MS), "failed", "completed"],
];

for (const [what, happens, inQuestion, inThanks] of BREAKS) {
  test(`a call that ${what} in the question has no answer, and nobody is said to have hung up`, async (t) => {
    const desk = await startDesk(t);
    const { callId } = await desk.answered({ choice: CHOICE });
    await desk.hears(1_500);
    await happens(desk, callId);
    await desk.settles();
    const { status, message_played, choice_status } = desk.result;
    assert.deepEqual([status, message_played, choice_status], [inQuestion, true, null]);
    desk.assertNothingLeft();
  });

  test(`a call that ${what} in the acknowledgement keeps the answer`, async (t) => {
    const desk = await startDesk(t);
    const { callId } = await desk.asked();
    await desk.says("no");
    await desk.hears(500);
    await happens(desk, callId);
    await desk.settles();
    const { status, choice_response, choice_status, error } = desk.result;
    assert.deepEqual([status, choice_response, choice_status, error], [inThanks, "no", "matched", null]);
    desk.assertNothingLeft();
  });
}

test("somebody who hangs up in the acknowledgement has answered all the same", async (t) => {
  const desk = await startDesk(t);
  const { line } = await desk.asked();
  await desk.says("yes");
  line.leaves();
  await desk.settles();
  const { status, choice_response, choice_status, error } = desk.result;
  assert.deepEqual([status, choice_response, choice_status, error], ["completed", "yes", "matched", null]);
});

test("speech-to-text that fails counts as an answer not understood, and does not hang the call", async (t) => {
  const desk = await startDesk(t);
  await desk.asked();
  for (let i = 0; i < 2; i++) {
    desk.stt.next(new AttendantError("stt_failed", "Speech-to-text is away."));
    await desk.speaks();
    await desk.pauses();
    await desk.hearsAll();
  }
  assert.deepEqual([desk.result.choice_status, desk.result.choice_raw_text], ["no_match", null]);
  assert.equal(desk.events("answer_failed").length, 2);
});

test("a callee whose answer takes long to be recognised is told to wait, and asked again when nothing comes of it", async (t) => {
  const desk = await startDesk(t);
  await desk.asked();
  desk.stt.next(STALL);
  await desk.speaks();
  await desk.pauses();
  const { line } = desk.dialler.last;
  for (const waited of [1, 2, 3]) {
    assert.equal(line.queuedMs, 0);
    await desk.passes(3_000);
    assert.equal(line.queuedMs, 200, `a soft tone, where no phrase is at hand: the ${waited}.`);
    await desk.hearsAll();
  }
  await desk.passes(15_000);
  await desk.hearsAll();
  assert.equal(desk.events("answer_failed")[0]?.data?.code, "stt_failed");
  await desk.passes(10_000);
  assert.deepEqual(desk.voice.asked.filter((text) => text === "Will you come?").length, 1);
  assert.equal(line.queuedMs, 1_000, "the question once more");
});
