import assert from "node:assert/strict";
import { test } from "node:test";
import { AttendantError } from "../../src/kernel/errors.js";
import type { Tool } from "../../src/toolbox/tool.js";
import { calls } from "../support/fakes/fake-model.js";
import { gate, STALL } from "../support/fakes/requests.js";
import { startTalk, type Talk } from "../support/fakes/talk.js";

const sttDown = new AttendantError("stt_failed", "The speech-to-text server refused the connection.");
const llmDown = new AttendantError("llm_failed", "The language model server refused the connection.");
const ttsDown = new AttendantError("tts_failed", "The text-to-speech server refused the connection.");

/** Asks once more and expects an answer: whatever failed, the conversation goes on. */
async function assertGoesOn(talk: Talk): Promise<void> {
  talk.voice.script = () => undefined;
  talk.stt.next("still there");
  talk.model.next("Of course.");
  await talk.asks();
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Of course.");
}

test("a caller is told when speech-to-text fails, and can ask again", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next(sttDown);
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "That went wrong."]);
  assert.equal(talk.events("reply_failed")[0]?.data?.code, "stt_failed");
  await assertGoesOn(talk);
  const [first, second] = talk.stt.requests;
  assert.ok(first && second && second.asked.length < 1.5 * first.asked.length, "the question that failed is over");
});

test("a caller is told when the model fails before its first word", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next("hello");
  talk.model.next(llmDown);
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "That went wrong."]);
  assert.deepEqual(
    talk.transcript.messages.slice(2).map(({ role, content }) => `${role} ${content}`),
    ["user hello", "assistant That went wrong."],
    "what was said and what was heard, in this order",
  );
  await assertGoesOn(talk);
});

test("if the model breaks off half-way, its words so far are heard before the error phrase", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next("hello");
  talk.model.next("One. Two. And then the", llmDown);
  await talk.asks();
  await talk.hearsAll();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two.", "That went wrong."]);
  assert.equal(talk.transcript.messages.at(-1)?.content, "One. Two. That went wrong.");
  await assertGoesOn(talk);
});

test("a model that fails after a tool has acted leaves the call and its result in the history", async (t) => {
  const TIMER: Tool = { name: "TIMER", description: "Sets.", execute: () => ({ status: "SUCCESS", message: "Set." }) };
  const { talk } = await startTalk(t, { tools: [TIMER] });
  talk.stt.next("set a timer");
  talk.model.next(calls("TIMER"));
  talk.model.next(llmDown);
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "That went wrong."]);
  await assertGoesOn(talk);
  assert.deepEqual(talk.history.slice(1), [
    "user set a timer",
    "assistant → TIMER",
    'tool {"status":"SUCCESS","message":"Set."}',
    "assistant That went wrong.",
    "user still there",
  ]);
});

test("a caller is told when a sentence cannot be synthesised, and nothing of the reply continues", async (t) => {
  const LATE: Tool = { name: "LATE", description: "Acts.", execute: () => ({ status: "SUCCESS", message: "Acted." }) };
  const { talk } = await startTalk(t, { tools: [LATE] });
  const written = gate();
  talk.voice.script = (text) => (text === "One." ? [ttsDown] : undefined);
  talk.stt.next("hello");
  talk.model.next("One. Two. Three. ", written, calls("LATE"));
  await talk.asks();
  assert.ok(talk.model.requests[0]?.cut, "the model's stream is closed");
  written.open();
  await talk.settles();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "That went wrong."]);
  assert.equal(talk.events("tool_call").length, 0, "no tool acts for a reply that has failed");
  assert.deepEqual(
    talk.voice.requests.filter(({ open }) => open),
    [],
  );
  await assertGoesOn(talk);
});

test("speech that breaks off in the middle of a sentence is heard as far as it was sent, then the error phrase", async (t) => {
  const { talk } = await startTalk(t);
  talk.voice.script = (text) => (text === "Two." ? [200, 200, ttsDown] : undefined);
  talk.stt.next("hello");
  talk.model.next("One. Two. Three.");
  await talk.asks();
  await talk.hearsAll();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two. –", "That went wrong."]);
  assert.deepEqual(talk.lastSaid, { who: "assistant", text: "One. That went wrong." });
  assert.equal(talk.transcript.messages.at(-1)?.content, "One. That went wrong.");
  await assertGoesOn(talk);
});

test("a prefetched sentence that fails is an error only when its turn comes", async (t) => {
  const { talk } = await startTalk(t);
  const rest = gate();
  talk.voice.script = (text) => (text === "One." ? [200, rest, 800] : text === "Two." ? [ttsDown] : undefined);
  talk.stt.next("hello");
  talk.model.next("One. Two.");
  await talk.asks();
  assert.equal(talk.events("reply_failed").length, 0);
  rest.open();
  await talk.settles();
  await talk.hearsAll();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "That went wrong."]);
});

test("a sentence synthesised without a sound counts as a failure, not as silence", async (t) => {
  const { talk } = await startTalk(t);
  talk.voice.script = (text) => (text === "Hush." ? [] : undefined);
  talk.stt.next("hello");
  talk.model.next("Hush.");
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "That went wrong."]);
});

test("when not even the error phrase can be synthesised, a tone is heard", async (t) => {
  const { talk } = await startTalk(t);
  talk.voice.script = () => [ttsDown];
  talk.stt.next("hello");
  talk.model.next("Hi.");
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "(another sound)"]);
  assert.equal(talk.events("phrase_failed").length, 1);
  await assertGoesOn(talk);
});

test("a call whose greeting cannot be synthesised begins with a tone and continues", async (t) => {
  const { talk } = await startTalk(t, { greeted: false });
  assert.equal(talk.line.queuedMs, 1_000);
  await talk.hearsAll();
  talk.voice.script = () => [ttsDown];
  await talk.passes(15_000);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "(another sound)"]);
  assert.deepEqual(
    talk.transcript.entries.slice(-1).map(({ at: _, ...entry }) => entry),
    [{ who: "assistant", text: "", unheard: "Are you still there?" }],
  );
  await assertGoesOn(talk);
});

test("a caller who speaks over the tone silences it", async (t) => {
  const { talk } = await startTalk(t);
  talk.voice.script = () => [ttsDown];
  talk.stt.next("hello");
  talk.model.next("Hi.");
  await talk.asks();
  assert.equal(talk.line.queuedMs, 600);
  talk.stt.next("what was that");
  await talk.speaks();
  assert.equal(talk.line.queuedMs, 0);
  assert.equal(await talk.metric("barge_ins_total"), 1);
});

test("a caller who speaks over the error phrase is answered", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next("hello");
  talk.model.next(llmDown);
  await talk.asks();
  await talk.hears(500);
  talk.stt.next("again");
  await talk.speaks();
  talk.stt.next("again");
  talk.model.next("Hi.");
  await talk.pauses();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "That went wrong. –", "Hi."]);
  assert.deepEqual(talk.history.slice(1), [
    "user hello",
    "assistant [the caller interrupted before hearing anything]",
    "user again",
  ]);
});

test("a defect in our own code ends the turn and is logged, and the conversation continues", async (t) => {
  const { talk } = await startTalk(t);
  const { assistantReplied } = talk.transcript;
  talk.transcript.assistantReplied = () => {
    talk.transcript.assistantReplied = assistantReplied;
    throw new TypeError("undefined is not a function");
  };
  talk.stt.next("hello");
  talk.model.next("Hi.");
  await talk.asks();
  await talk.hearsAll();
  assert.equal(talk.events("turn_failed").length, 1);
  await assertGoesOn(talk);
});

test("playback that hangs is abandoned, so that the call can end", async (t) => {
  const { talk, ended } = await startTalk(t);
  talk.line.plays = () => {};
  talk.windDown.abort();
  await talk.settles();
  assert.equal(ended(), "still going on");
  talk.line.losesMarks();
  await talk.settles();
  assert.equal(ended(), "wound_down");
});

test("a stalled back end does not delay a caller who speaks", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next("hello");
  talk.model.next("Hi.");
  talk.voice.script = (text) => (text === "Hi." ? [STALL] : undefined);
  await talk.asks();
  await assertGoesOn(talk);
});

test("the result of a recogniser that ignores an abort is discarded", async (t) => {
  const { talk } = await startTalk(t);
  const late = gate();
  const { transcribe } = talk.stt;
  talk.stt.transcribe = async () => {
    await late;
    return "what was said first";
  };
  await talk.asks();
  talk.stt.transcribe = transcribe;
  talk.stt.next("and more");
  await talk.speaks();
  late.open();
  await talk.settles();
  assert.deepEqual(talk.model.requests, []);
  assert.equal(talk.events("stt_result").length, 0);
});

test("the next turn begins when the previous one has unwound", async (t) => {
  const { talk } = await startTalk(t);
  const closed = gate();
  talk.stt.next("hello");
  talk.model.stream = async function* (_messages, _tools, signal) {
    try {
      yield { kind: "text", text: "Hi. And" };
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    } finally {
      await closed;
    }
  };
  await talk.asks();
  talk.stt.next("wait");
  await talk.asks();
  assert.equal(talk.stt.requests.length, 2, "the words that took the floor");
  closed.open();
  await talk.settles();
  assert.equal(talk.stt.requests.length, 3, "all that was said");
});
