import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { samplesIn } from "../../src/audio/pcm.js";
import { tone } from "../../src/audio/tone.js";
import type { CallRequest } from "../../src/calls/placed/place-call.js";
import { seemsToReach } from "../../src/scheduling/chain-machine.js";
import { says } from "../support/backends/says.js";
import { CHOICE, startPlacedCalls } from "../support/fakes/placed-calls.js";
import { gate } from "../support/fakes/requests.js";
import { silence } from "../support/fakes/talk.js";

const MAILBOX = "Hello, I can't come to the phone right now. Please leave a message after the beep.";

/** A call that was answered; `greets` is what is understood of the first words. */
async function answered(t: TestContext, request: Partial<CallRequest>) {
  const calls = await startPlacedCalls(t);
  const { callId, line } = await calls.answered(request);
  const beeps = async () => {
    line.says(tone(1_000, 400));
    line.says(silence(200));
    await calls.settles();
  };
  return { calls, callId, line, beeps };
}

test("a person hears the message from the moment of the answer, and is recorded as one", async (t) => {
  const { calls, line } = await answered(t, { onMachine: "hang_up", message: "Dinner is ready. It gets cold." });
  assert.ok(line.queuedMs > 0, "the first sentence is on its way before anything is heard");
  await calls.says("Hello?");
  await calls.hearsAll();
  await calls.hearsAll();
  assert.deepEqual(calls.heard, ["Dinner is ready.", "It gets cold."]);
  const { status, answered_by, answer_evidence, message_played, error } = calls.result;
  assert.deepEqual([status, answered_by, message_played, error], ["completed", "human", true, null]);
  assert.ok(answer_evidence === "words" || answer_evidence === "length");
  calls.assertNothingLeft();
});

test("a person who talks for long is not hung up on when their words tell only while the message is being stopped", async (t) => {
  const calls = await startPlacedCalls(t);
  await calls.places({ onMachine: "hang_up", message: "Dinner is ready. It gets cold." });
  calls.dialler.last.rings();
  const line = calls.dialler.last.answers();
  const [mark, stopped, understood] = [line.mark.bind(line), gate(), gate()];
  line.mark = () => mark().finally(() => stopped);
  calls.stt.script = () => [understood, "Hello, this is Dave speaking, how can I help you?"];
  await calls.settles();
  line.says(silence(500));
  const sentence = await says("What time is it?");
  while (line.flushed.length === 0) line.says(sentence.subarray(0, samplesIn(1_000)));
  await calls.pauses();
  understood.open();
  await calls.settles();
  stopped.open();
  await calls.settles();
  await calls.hearsAll();
  await calls.hearsAll();
  assert.deepEqual(calls.heard, ["Dinner is ready.", "It gets cold."]);
  assert.deepEqual([calls.result.answered_by, calls.result.message_played], ["human", true]);
  calls.assertNothingLeft();
});

test("a mailbox is hung up on when the request says so, and the webhook says why", async (t) => {
  const { calls, line } = await answered(t, { onMachine: "hang_up", choice: CHOICE });
  await calls.says(MAILBOX);
  assert.equal(line.signal.aborted, true);
  const { status, answered_by, answer_evidence, message_played, choice_status, error } = calls.result;
  assert.deepEqual([status, answered_by, answer_evidence], ["completed", "machine", "words"]);
  assert.deepEqual([message_played, choice_status], [false, "not_asked"]);
  assert.equal(error, "A machine answered, and `on_machine` is hang_up.");
  calls.assertNothingLeft();
});

test("the mailbox of an extension is told from a person in a chain, whose next number is then called", async (t) => {
  const { calls, callId } = await answered(t, { extension: "100", chainId: "chain-1", choice: CHOICE });
  await calls.says(MAILBOX);
  await calls.hearsAll();
  const record = await calls.record(callId);
  assert.deepEqual([record.answeredBy, record.status, record.choiceStatus], ["machine", "completed", "not_asked"]);
  assert.equal(seemsToReach({ ...record, status: "in_progress" }, "answered"), false);
  calls.assertNothingLeft();
});

test("a mailbox gets its own message after the beep, and nothing before", async (t) => {
  const { calls, line, beeps } = await answered(t, {
    onMachine: "leave_message",
    machineMessage: "Please call me back.",
    choice: CHOICE,
  });
  await calls.hears(500);
  await calls.says(MAILBOX);
  assert.equal(line.queuedMs, 0, "the announcement is cut off");
  await calls.pauses(500);
  assert.equal(line.queuedMs, 0);
  await beeps();
  await calls.hearsAll();
  assert.deepEqual(calls.heard, ["Dinner is ready. –", "Please call me back."]);
  const { status, answered_by, message_played, choice_status, error } = calls.result;
  assert.deepEqual(
    [status, answered_by, message_played, choice_status, error],
    ["completed", "machine", true, "not_asked", null],
  );
  calls.assertNothingLeft();
});

test("a secretary who sounds like a mailbox at first is told the message, and asked the question", async (t) => {
  const { calls, callId, line } = await answered(t, { onMachine: "leave_message", choice: CHOICE });
  await calls.hears(500);
  const saysAll = async (understood: string) => {
    calls.stt.script = () => [understood]; // Of what is begun, too.
    await calls.speaks();
    await calls.pauses();
  };
  await saysAll("They can't come to the phone.");
  assert.equal((await calls.record(callId)).answeredBy, "machine");
  assert.equal(line.queuedMs, 0, "a mailbox would beep");
  await saysAll("Can I take a message?");
  calls.stt.script = () => [];
  await calls.hearsAll();
  const { answeredBy, messagePlayed, script, choiceStatus } = await calls.record(callId);
  assert.deepEqual([answeredBy, messagePlayed, script?.asked, choiceStatus], ["human", true, 1, null]);
});

test("a mailbox without words of a machine is recognised by its beep, and gets the whole message", async (t) => {
  const { calls, beeps } = await answered(t, { onMachine: "leave_message", message: "Dinner is ready. It gets cold." });
  await calls.says("This is Dave.");
  await calls.hears(1_500);
  await beeps();
  await calls.hearsAll();
  await calls.hearsAll();
  assert.deepEqual(calls.heard, ["Dinner is ready.", "It gets cold. –", "Dinner is ready.", "It gets cold."]);
  assert.deepEqual([calls.result.answered_by, calls.result.answer_evidence], ["machine", "beep"]);
});

test("a mailbox whose greeting outlasts a short message gets it again after the beep", async (t) => {
  const { calls, line, beeps } = await answered(t, { onMachine: "leave_message" });
  await calls.speaks();
  await calls.hearsAll();
  assert.equal(line.signal.aborted, false, "the greeting goes on");
  calls.stt.next(MAILBOX);
  await calls.speaks();
  await calls.pauses();
  await beeps();
  await calls.hearsAll();
  assert.deepEqual(calls.heard, ["Dinner is ready.", "Dinner is ready."]);
});

test("a machine with the usual on_machine hears the message and is not asked the question", async (t) => {
  const { calls } = await answered(t, { extension: "+493012345678", choice: CHOICE });
  await calls.says(MAILBOX);
  await calls.hearsAll();
  assert.deepEqual(calls.heard, ["Dinner is ready."]);
  const { answered_by, message_played, choice_status, error } = calls.result;
  assert.deepEqual([answered_by, message_played, choice_status, error], ["machine", true, "not_asked", null]);
});

test("a machine that begins to greet during the question is not asked on", async (t) => {
  const { calls } = await answered(t, { onMachine: "speak", choice: CHOICE });
  await calls.hearsAll();
  await calls.hearsAll();
  await calls.says(MAILBOX);
  assert.deepEqual(calls.heard, ["Dinner is ready.", "Will you come?"]);
  assert.deepEqual([calls.result.answered_by, calls.result.choice_status], ["machine", "not_asked"]);
});

/** Someone who says this is asked; nothing follows but what is understood next. */
async function asked(t: TestContext, first: string, ...then: readonly string[]) {
  const now = performance.now(); // Sound is the clock here: by any other, their words might begin after ours had ended.
  t.mock.method(performance, "now", () => now);
  const { calls, callId } = await answered(t, { onMachine: "leave_message", choice: CHOICE });
  calls.stt.script = () => [first]; // Of what is begun, too.
  await calls.speaks();
  await calls.pauses();
  await calls.passes(1_500); // The model does not know.
  await calls.pauses(2_500);
  await calls.hearsAll();
  for (const said of ["", ...then]) {
    await calls.hearsAll();
    if (said) await calls.says(said);
    await calls.passes(CHOICE.timeoutMs);
    await calls.hearsAll();
  }
  return { calls, record: await calls.record(callId) };
}

test("someone with an announcement who twice leaves the question without a reply is a machine that records", async (t) => {
  const { calls, record } = await asked(t, "The box office is beside the river.", "");
  assert.deepEqual([record.answeredBy, record.answerEvidence, record.choiceStatus], ["machine", "no_reply", null]);
  await calls.pauses(4_500);
  await calls.hearsAll();
  assert.equal(calls.heard.at(-1), "Dinner is ready.", "left with the machine");
  assert.deepEqual([calls.result.answered_by, calls.result.choice_status], ["machine", "not_asked"]);
});

test("someone with the same words who replies, but does not answer, is a person", async (t) => {
  const { calls } = await asked(t, "The box office is beside the river.", "What a day.");
  assert.deepEqual([calls.result.answered_by, calls.result.choice_status], ["human", "no_match"]);
});

test("a silent callee is asked, and one who presses the key of an answer was a person", async (t) => {
  const { calls } = await answered(t, { onMachine: "leave_message", choice: CHOICE });
  await calls.hearsAll();
  await calls.hearsAll();
  calls.dialler.last.line.presses("1");
  await calls.settles();
  await calls.hearsAll();
  const { answered_by, answer_evidence, choice_status } = calls.result;
  assert.deepEqual([answered_by, answer_evidence, choice_status], ["human", "choice", "matched"]);
});

test("a person who asks who is calling is told, and hears the message", async (t) => {
  const { calls } = await answered(t, { onMachine: "speak", message: "Dinner is ready. It gets cold." });
  calls.stt.script = () => ["Who is this?"];
  await calls.speaks();
  await calls.pauses();
  await calls.hearsAll();
  await calls.hearsAll();
  await calls.hearsAll();
  assert.match(calls.heard.join(" "), /This is .+\. I am calling about this\. Dinner is ready\. It gets cold\.$/);
  assert.equal(calls.result.answered_by, "human");
});

test("a screener is told who is calling and why, and the person put through hears it all", async (t) => {
  const { calls } = await answered(t, { onMachine: "hang_up", choice: CHOICE });
  await calls.says("Please state your name and the reason for your call.");
  await calls.hearsAll();
  await calls.hearsAll();
  await calls.hearsAll();
  assert.match(calls.heard.join(" "), /This is .+\. I am calling about this\. Dinner is ready\.$/);
  const before = calls.heard.length;
  calls.stt.script = () => ["Hello?"];
  await calls.speaks();
  await calls.pauses();
  await calls.hearsAll();
  await calls.hearsAll();
  await calls.says("yes");
  await calls.hearsAll();
  assert.deepEqual(calls.heard.slice(before), ["Dinner is ready.", "Will you come?", "Okay."]);
  assert.deepEqual([calls.result.answered_by, calls.result.choice_response], ["human", "yes"]);
});

test("a screener that only says to wait is given up 40 seconds after it was told who is calling", async (t) => {
  const { calls, line } = await answered(t, { onMachine: "hang_up" });
  await calls.says("Please state your name and the reason for your call.");
  await calls.hearsAll();
  await calls.hearsAll();
  await calls.hearsAll();
  await calls.speaks();
  await calls.pauses(30_000);
  await calls.passes(7_000);
  assert.equal(line.signal.aborted, false);
  await calls.passes(2_000);
  assert.equal(line.signal.aborted, true);
  assert.equal(calls.result.error, "The call was screened, and no person took it.");
  calls.assertNothingLeft();
});

test("an extension inside is not listened to unless the request says so", async (t) => {
  const { calls } = await answered(t, {});
  await calls.says(MAILBOX);
  await calls.hearsAll();
  assert.equal(calls.stt.requests.length, 0);
  assert.equal(calls.result.answered_by, null);
});

test("a callee who hangs up before anything was heard leaves it unknown who answered", async (t) => {
  const { calls, line } = await answered(t, { onMachine: "hang_up" });
  line.leaves();
  await calls.settles();
  assert.deepEqual([calls.result.answered_by, calls.result.answer_evidence], ["unknown", null]);
  calls.assertNothingLeft();
});

test("a recogniser that fails delays no one, and the length of the first words tells", async (t) => {
  const { calls } = await answered(t, { onMachine: "leave_message" });
  calls.stt.script = () => [new Error("The server is away.")];
  await calls.speaks();
  await calls.pauses();
  await calls.hearsAll();
  await calls.pauses(3_000);
  assert.deepEqual(calls.heard, ["Dinner is ready."]);
  assert.deepEqual([calls.result.answered_by, calls.result.answer_evidence], ["human", "length"]);
});

test("a mailbox whose call returns from a dead controller gets the message, although no beep is heard again", async (t) => {
  const { calls, callId } = await answered(t, {
    onMachine: "leave_message",
    machineMessage: "Call me.",
    choice: CHOICE,
  });
  await calls.hears(500);
  await calls.says(MAILBOX);
  calls.life.kill();
  const next = await calls.comesBack();
  next.line.says(silence(3_000));
  await calls.settles();
  assert.deepEqual(next.heard(), []);
  next.line.says(silence(1_500));
  await calls.settles();
  next.line.plays();
  await calls.settles();
  assert.deepEqual(next.heard(), ["Call me."]);
  const record = await calls.store.findCall(callId);
  assert.deepEqual([record?.answeredBy, record?.choiceStatus, record?.messagePlayed], ["machine", "not_asked", true]);
});

test("a mailbox that hangs up before its beep was not left a message", async (t) => {
  const { calls, line } = await answered(t, { onMachine: "leave_message" });
  await calls.says(MAILBOX);
  line.leaves();
  await calls.settles();
  const { status, answered_by, message_played, error } = calls.result;
  assert.deepEqual([status, answered_by, message_played], ["completed", "machine", false]);
  assert.match(String(error), /hung up/);
  calls.assertNothingLeft();
});

test("a menu without a beep is given up after a minute", async (t) => {
  const { calls } = await answered(t, { onMachine: "leave_message" });
  await calls.says("For sales, press one.");
  await calls.passes(60_000);
  await calls.passes(1_000);
  assert.deepEqual([calls.result.answered_by, calls.result.message_played], ["menu", false]);
  assert.equal(calls.result.error, "A machine answered, and no message could be left.");
});
