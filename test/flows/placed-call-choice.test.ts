import assert from "node:assert/strict";
import { test } from "node:test";
import { HOLD_MS } from "../../src/conversation/hold-watch.js";
import { Ending } from "../../src/kernel/ending.js";
import { AttendantError } from "../../src/kernel/errors.js";
import { STALL } from "../support/fakes/requests.js";
import { NOISES } from "../support/listening/noises.js";
import { CHOICE, type PlacedCalls, MAX_CALL_MS, startPlacedCalls } from "../support/fakes/placed-calls.js";

test("a callee who answers is thanked and hung up on, and their answer reported", async (t) => {
  const calls = await startPlacedCalls(t);
  const { callId, line } = await calls.asked();
  await calls.says("Sure, why not");
  await calls.hears(900);
  assert.equal(line.signal.aborted, false, "the acknowledgement is heard to its end");
  await calls.hearsAll();
  assert.deepEqual(calls.heard, ["Dinner is ready.", "Will you come?", "Okay."]);
  const { status, choice_response, choice_raw_text, choice_status, error } = calls.result;
  assert.deepEqual(
    [status, choice_response, choice_raw_text, choice_status, error],
    ["completed", "yes", "Sure, why not", "matched", null],
  );
  assert.deepEqual(
    calls.store.transcripts.get(callId)?.map((entry) => entry.who !== "tool" && [entry.who, entry.text]),
    [
      ["assistant", "Dinner is ready."],
      ["assistant", "Will you come?"],
      ["caller", "Sure, why not"],
      ["assistant", "Okay."],
    ],
  );
  calls.assertNothingLeft();
});

test("question, thanks and goodbye are synthesised before the call is placed", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.places({ choice: CHOICE });
  assert.deepEqual(calls.voice.asked, ["Dinner is ready.", "Will you come?", "Okay.", "Farewell."]);
  assert.equal(calls.dialler.callees.length, 1);
});

test("a callee who never answers is asked the set number of times, then hears a goodbye", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.asked();
  await calls.passes(CHOICE.timeoutMs);
  await calls.hearsAll();
  await calls.passes(CHOICE.timeoutMs);
  await calls.hearsAll();
  assert.deepEqual(calls.heard, ["Dinner is ready.", "Will you come?", "Will you come?", "Farewell."]);
  const { status, choice_response, choice_raw_text, choice_status } = calls.result;
  assert.deepEqual([status, choice_response, choice_raw_text, choice_status], ["completed", null, null, "no_input"]);
});

test("a callee who puts the call on hold has the whole time to answer when they are back", async (t) => {
  const calls = await startPlacedCalls(t);
  const { line } = await calls.asked();
  line.holds(true);
  for (let i = 0; i < 3; i++) await calls.passes(CHOICE.timeoutMs);
  line.holds(false);
  await calls.settles();
  await calls.passes(CHOICE.timeoutMs - 1);
  assert.deepEqual(calls.heard, ["Dinner is ready.", "Will you come?"]);
  await calls.says("Sure");
  await calls.hearsAll();
  assert.equal(calls.result.choice_response, "yes");
});

test("a callee who answers and holds has answered, and is not waited for to be thanked", async (t) => {
  const calls = await startPlacedCalls(t);
  const { line } = await calls.asked();
  line.holds(true);
  line.presses("1");
  await calls.settles();
  await calls.hearsAll();
  assert.deepEqual(calls.heard, ["Dinner is ready.", "Will you come?"]);
  assert.deepEqual([calls.result.status, calls.result.choice_response], ["completed", "yes"]);
});

for (const [where, expected] of [
  ["the message", ["failed", null]],
  ["the question", ["completed", "no_input"]],
] as const) {
  test(`a callee who parks the call in ${where} does not keep it for ever`, async (t) => {
    const calls = await startPlacedCalls(t);
    const { line } = await calls[where === "the message" ? "answered" : "asked"]({ choice: CHOICE });
    line.holds(true);
    await calls.settles();
    await calls.passes(HOLD_MS - 1);
    assert.equal(calls.sent.length, 0);
    await calls.passes(1);
    await calls.passes(200);
    assert.deepEqual([calls.result.status, calls.result.choice_status], expected);
    calls.assertNothingLeft();
  });
}

test("a question that was asked during a hold is asked again, and counts once", async (t) => {
  const calls = await startPlacedCalls(t);
  const { line } = await calls.answered({ choice: CHOICE });
  await calls.hearsAll();
  line.holds(true);
  await calls.hearsAll();
  for (let i = 0; i < 3; i++) await calls.passes(CHOICE.timeoutMs);
  assert.deepEqual(calls.heard, ["Dinner is ready.", "Will you come?"]);
  line.holds(false);
  await calls.settles();
  await calls.hearsAll();
  for (let i = 0; i < CHOICE.attempts; i++) {
    await calls.passes(CHOICE.timeoutMs);
    await calls.hearsAll();
  }
  const asked = new Array<string>(1 + CHOICE.attempts).fill("Will you come?");
  assert.deepEqual(calls.heard, ["Dinner is ready.", ...asked, "Farewell."]);
  assert.equal(calls.result.choice_status, "no_input");
});

test("after an answer that matches nothing the question is repeated, and the last answer is kept as understood", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.asked();
  await calls.says("Perhaps");
  await calls.hearsAll();
  await calls.says("I don't know");
  await calls.hearsAll();
  assert.deepEqual(calls.heard, ["Dinner is ready.", "Will you come?", "Will you come?", "Farewell."]);
  assert.deepEqual(
    [calls.result.choice_status, calls.result.choice_raw_text, calls.result.choice_response],
    ["no_match", "I don't know", null],
  );
});

test("a callee who falls silent after an answer that matched nothing has still answered", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.asked();
  await calls.says("Perhaps");
  await calls.hearsAll();
  await calls.passes(CHOICE.timeoutMs);
  await calls.hearsAll();
  assert.deepEqual([calls.result.choice_status, calls.result.choice_raw_text], ["no_match", "Perhaps"]);
});

test("a callee who answers the repeated question has answered", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.asked();
  await calls.says("Perhaps");
  await calls.hearsAll();
  await calls.says("yes");
  await calls.hearsAll();
  const { choice_status, choice_response, choice_raw_text } = calls.result;
  assert.deepEqual([choice_status, choice_response, choice_raw_text], ["matched", "yes", "yes"]);
});

test("doubt, politeness, a question and a cough do not answer the README's question, and yes does", async (t) => {
  const calls = await startPlacedCalls(t);
  const options = [
    { value: "yes", synonyms: ["yes please", "sure"], key: "1" },
    { value: "no", synonyms: ["no thank you"], key: "2" },
  ];
  await calls.asked({ choice: { prompt: "Do you want to keep it?", options, timeoutMs: 8_000, attempts: 5 } });
  for (const said of ["I'm not sure.", "No problem.", "Do you mean tomorrow?"]) {
    await calls.says(said);
    await calls.hearsAll();
  }
  await calls.says("");
  await calls.passes(1_500);
  await calls.says("Yes.");
  await calls.hearsAll();
  const { choice_status, choice_response, choice_matched_by, question_heard } = calls.result;
  assert.deepEqual([choice_status, choice_response], ["matched", "yes"]);
  assert.deepEqual([choice_matched_by, question_heard], ["words", true]);
  assert.equal(calls.heard.filter((text) => text === "Do you want to keep it?").length, 4);
});

test("a cough does not end a question with one attempt", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.asked({ choice: { ...CHOICE, timeoutMs: 8_000, attempts: 1 } });
  await calls.says("");
  await calls.passes(1_500);
  await calls.says("Yes, I will come.");
  await calls.hearsAll();
  const { choice_status, choice_response } = calls.result;
  assert.deepEqual([choice_status, choice_response], ["matched", "yes"]);
});

for (const noise of ["door", "typing", "breath"] as const) {
  test(`${noise} answers no question, whatever words a recogniser finds in it`, async (t) => {
    const calls = await startPlacedCalls(t);
    const { line } = await calls.asked({ choice: { ...CHOICE, timeoutMs: 8_000, attempts: 1 } });
    calls.stt.script = () => ["No. Thank you."];
    line.says(NOISES[noise](1));
    await calls.pauses(1_500);
    await calls.says("Yes, I will come.");
    await calls.hearsAll();
    const { choice_status, choice_response, choice_raw_text } = calls.result;
    assert.deepEqual([choice_status, choice_response, choice_raw_text], ["matched", "yes", "Yes, I will come."]);
  });
}

test("a key pressed during the message does not answer the question", async (t) => {
  const calls = await startPlacedCalls(t);
  const { line } = await calls.answered({ choice: CHOICE });
  await calls.hears(500);
  line.presses("2");
  await calls.hearsAll();
  await calls.hearsAll();
  line.presses("1");
  await calls.settles();
  await calls.hearsAll();
  const { choice_response, choice_matched_by, question_heard } = calls.result;
  assert.deepEqual([choice_response, choice_matched_by, question_heard], ["yes", "key", true]);
});

test("a key pressed during the message answers the question if that is requested", async (t) => {
  const calls = await startPlacedCalls(t);
  const { line } = await calls.answered({ choice: { ...CHOICE, dtmfEarly: true } });
  await calls.hears(500);
  for (const key of ["1", "2", "9"]) line.presses(key);
  await calls.hearsAll();
  await calls.hearsAll();
  assert.deepEqual(calls.heard, ["Dinner is ready.", "Okay."]);
  const { choice_response, choice_raw_text, choice_matched_by, question_heard, message_played } = calls.result;
  assert.deepEqual([choice_response, choice_raw_text, choice_matched_by], ["no", "2", "key"]);
  assert.deepEqual([question_heard, message_played], [false, true]);
  calls.assertNothingLeft();
});

test("a key pressed during the question answers it, and the result says that it was not heard to its end", async (t) => {
  const calls = await startPlacedCalls(t);
  const { line } = await calls.answered({ choice: CHOICE });
  await calls.hears(1_000);
  await calls.hears(400);
  line.presses("1");
  await calls.settles();
  await calls.hearsAll();
  const { choice_response, choice_matched_by, question_heard } = calls.result;
  assert.deepEqual([choice_response, choice_matched_by, question_heard], ["yes", "key", false]);
});

test("a callee who hangs up instead of answering is recorded as having hung up", async (t) => {
  const calls = await startPlacedCalls(t);
  const { line } = await calls.asked();
  line.leaves();
  await calls.settles();
  const { status, message_played, choice_status, error } = calls.result;
  assert.deepEqual([status, message_played, choice_status, error], ["completed", true, "hung_up", null]);
  calls.assertNothingLeft();
});

test("a callee who hangs up while their answer is being recognised has hung up", async (t) => {
  const calls = await startPlacedCalls(t);
  const { line } = await calls.asked();
  calls.stt.next(STALL);
  await calls.speaks();
  await calls.pauses();
  line.leaves();
  await calls.settles();
  assert.deepEqual([calls.result.choice_status, calls.result.status], ["hung_up", "completed"]);
  calls.assertNothingLeft();
});

test("a callee who hangs up during the message has left the question unanswered too", async (t) => {
  const calls = await startPlacedCalls(t);
  const { line } = await calls.answered({ choice: CHOICE });
  line.leaves();
  await calls.settles();
  assert.deepEqual([calls.result.message_played, calls.result.choice_status], [false, "hung_up"]);
});

test("if the callee never picks up, the result contains nothing about the question", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.places({ choice: CHOICE });
  calls.dialler.last.declines("busy", "The number is busy.");
  await calls.settles();
  assert.deepEqual([calls.result.status, calls.result.choice_status], ["busy", null]);
});

/** What breaks a call off other than its callee, and what it comes to before and after the choice was made. */
const BREAKS: readonly (readonly [string, (calls: PlacedCalls, callId: string) => unknown, string, string])[] = [
  ["is cancelled", (calls, callId) => calls.callControl.hangUp(callId), "cancelled", "cancelled"],
  ["is cut off by the process's end", (calls) => calls.scope.end(new Ending("shutting_down")), "failed", "completed"],
  ["loses its Asterisk", (calls) => calls.dialler.last.breaks(), "failed", "completed"],
  ["takes longer than calls may", (calls) => calls.passes(MAX_CALL_MS), "failed", "completed"],
];

for (const [what, happens, inQuestion, inThanks] of BREAKS) {
  test(`a call that ${what} during the question has no answer, and is not recorded as hung up`, async (t) => {
    const calls = await startPlacedCalls(t);
    const { callId } = await calls.answered({ choice: CHOICE });
    await calls.hears(1_500);
    await happens(calls, callId);
    await calls.settles();
    const { status, message_played, choice_status } = calls.result;
    assert.deepEqual([status, message_played, choice_status], [inQuestion, true, null]);
    calls.assertNothingLeft();
  });

  test(`a call that ${what} during the acknowledgement keeps the answer`, async (t) => {
    const calls = await startPlacedCalls(t);
    const { callId } = await calls.asked();
    await calls.says("no");
    await calls.hears(500);
    await happens(calls, callId);
    await calls.settles();
    const { status, choice_response, choice_status, error } = calls.result;
    assert.deepEqual([status, choice_response, choice_status, error], [inThanks, "no", "matched", null]);
    calls.assertNothingLeft();
  });
}

test("a callee who hangs up during the acknowledgement has still answered", async (t) => {
  const calls = await startPlacedCalls(t);
  const { line } = await calls.asked();
  await calls.says("yes");
  line.leaves();
  await calls.settles();
  const { status, choice_response, choice_status, error } = calls.result;
  assert.deepEqual([status, choice_response, choice_status, error], ["completed", "yes", "matched", null]);
});

test("a failure of speech-to-text counts as an unrecognised answer, and does not block the call", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.asked();
  for (let i = 0; i < 2; i++) {
    calls.stt.next(new AttendantError("stt_failed", "Speech-to-text is away."));
    await calls.speaks();
    await calls.pauses();
    await calls.hearsAll();
  }
  assert.deepEqual([calls.result.choice_status, calls.result.choice_raw_text], ["no_match", null]);
  assert.equal(calls.events("answer_failed").length, 2);
});

test("a callee whose answer takes long to recognise is told to wait, and asked again if it gives no result", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.asked();
  calls.stt.next(STALL);
  await calls.speaks();
  await calls.pauses();
  const { line } = calls.dialler.last;
  for (const waited of [1, 2, 3]) {
    assert.equal(line.queuedMs, 0);
    await calls.passes(3_000);
    assert.equal(line.queuedMs, 200, `a soft tone, where no phrase is at hand: the ${waited}.`);
    await calls.hearsAll();
  }
  await calls.passes(15_000);
  await calls.hearsAll();
  assert.equal(calls.events("answer_failed")[0]?.data?.code, "stt_failed");
  await calls.passes(10_000);
  assert.deepEqual(calls.voice.asked.filter((text) => text === "Will you come?").length, 1);
  assert.equal(line.queuedMs, 1_000, "the question once more");
});
