import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tool } from "../../src/toolbox/tool.js";
import { calls } from "../support/fakes/fake-model.js";
import { STALL } from "../support/fakes/requests.js";
import { QUICK_BARGE_IN, startTalk, type Talk } from "../support/fakes/talk.js";

/** A conversation in which the assistant is speaking three sentences, the first of them heard and the second begun. */
async function inTheMiddle(talk: Talk): Promise<void> {
  talk.stt.next("count to three");
  talk.model.next("One. Two. Three.");
  await talk.asks();
  await talk.hears(1_500);
}

/** The caller coughs: voiced, loud, too short to be speech. */
async function coughs(talk: Talk): Promise<void> {
  await talk.speaks(250);
  await talk.pauses();
}

test("a caller who speaks over the reply silences it", async (t) => {
  const { talk } = await startTalk(t);
  await inTheMiddle(talk);
  assert.equal(talk.line.queuedMs, 1_500);
  await talk.speaks();
  assert.equal(talk.line.queuedMs, 0);
  assert.deepEqual(talk.line.flushed, [1_500], "once, when there was something to silence");
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two. –"]);
});

test("the transcript and the model's history keep only what was heard", async (t) => {
  const { talk } = await startTalk(t);
  await inTheMiddle(talk);
  await talk.speaks();
  const { at: _, ...last } = talk.transcript.entries.at(-1) ?? { at: 0 };
  assert.deepEqual(last, { who: "assistant", text: "One.", unheard: "Two. Three." });
  talk.stt.next("stop");
  talk.model.next("All right.");
  await talk.pauses();
  assert.deepEqual(talk.history, [
    "assistant Welcome.",
    "user count to three",
    "assistant One. [the caller interrupted here]",
    "user stop",
  ]);
  await talk.hearsAll();
  assert.deepEqual(talk.heard.slice(-1), ["All right."]);
  assert.equal(talk.stt.requests.length, 2, "what was answered is not transcribed again");
});

test("a history that was cut before the model had written all of it holds none of the rest", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next("tell me everything");
  talk.model.next("One. Two and a ha", STALL);
  await talk.asks();
  await talk.hearsAll();
  await talk.speaks();
  assert.equal(talk.transcript.messages.at(-1)?.content, "One. [the caller interrupted here]");
  assert.ok(talk.model.requests[0]?.cut);
});

test("everything that was on its way is broken off when the caller speaks", async (t) => {
  const { talk } = await startTalk(t);
  talk.voice.script = (text) => (text === "One." || text === "Two." ? [200, STALL] : undefined);
  talk.stt.next("count");
  talk.model.next("One. Two. Three.", STALL);
  await talk.asks();
  const [, one, two] = talk.voice.requests;
  assert.deepEqual([one?.open, two?.open, talk.model.requests[0]?.open], [true, true, true]);
  await talk.speaks();
  assert.deepEqual([one?.cut, two?.cut, talk.model.requests[0]?.cut], [true, true, true]);
  assert.deepEqual([one?.open, two?.open, talk.model.requests[0]?.open], [false, false, false]);
  assert.equal(talk.line.queuedMs, 0);
});

test("tool calls stay together with their results, whenever the caller speaks", async (t) => {
  const SLOW: Tool = { name: "SLOW", description: "Never ends.", execute: () => new Promise(() => {}) };
  const QUICK: Tool = { name: "QUICK", description: "Ends.", execute: () => ({ status: "SUCCESS", message: "Done." }) };
  const { talk } = await startTalk(t, { tools: [SLOW, QUICK] });
  talk.stt.next("do both");
  talk.model.next("Right away. ", {
    kind: "tool_calls",
    calls: [
      { id: "a", name: "QUICK", arguments: "{}" },
      { id: "b", name: "SLOW", arguments: "{}" },
    ],
  });
  await talk.asks();
  await talk.speaks();
  talk.stt.next("never mind");
  await talk.pauses();
  assert.deepEqual(talk.history, [
    "assistant Welcome.",
    "user do both",
    "assistant → QUICK,SLOW",
    'tool {"status":"SUCCESS","message":"Done."}',
    'tool {"status":"FAILED","message":"Interrupted before it finished."}',
    "assistant [the caller interrupted before hearing anything]",
    "user never mind",
  ]);
});

for (const phase of ["speech-to-text", "the model", "text-to-speech"] as const) {
  test(`what was said while the assistant still waited for ${phase} is put before what comes next`, async (t) => {
    const { talk } = await startTalk(t);
    talk.stt.next(...(phase === "speech-to-text" ? [STALL] : ["set a timer"]));
    talk.model.next(...(phase === "the model" ? [STALL] : ["Done."]));
    if (phase === "text-to-speech") talk.voice.script = (text) => (text === "Done." ? [STALL] : undefined);
    await talk.asks();
    await talk.speaks();
    const [first] = talk.stt.requests;
    talk.stt.next("set a timer for ten minutes");
    talk.model.next("All right.");
    await talk.pauses();
    const second = talk.stt.requests[1];
    assert.ok(first && second);
    assert.ok(second.asked.length > 1.8 * first.asked.length, "both, in one piece");
    assert.deepEqual(second.asked.subarray(0, first.asked.length), first.asked);
    assert.deepEqual(talk.history, ["assistant Welcome.", "user set a timer for ten minutes"]);
    assert.equal(await talk.metric("barge_ins_total"), 0, "nothing was silenced");
    assert.equal(talk.events("barge_in").length, 0);
  });
}

test("three pauses for thought make one question", async (t) => {
  const { talk } = await startTalk(t);
  for (let i = 0; i < 3; i++) {
    talk.stt.next(STALL);
    await talk.asks();
  }
  talk.stt.next("all of it");
  talk.model.next("Good.");
  await talk.asks();
  const lengths = talk.stt.requests.map(({ asked }) => asked.length);
  assert.ok((lengths[3] ?? 0) > 3.5 * (lengths[0] ?? 0), `${lengths}`);
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Good.");
});

test("what a tool has begun to act on is not said to it again", async (t) => {
  const done: string[] = [];
  const TIMER: Tool = {
    name: "TIMER",
    description: "Takes its time.",
    execute: () => {
      done.push("timer");
      return new Promise(() => {});
    },
  };
  const { talk } = await startTalk(t, { tools: [TIMER] });
  talk.stt.next("set a timer");
  talk.model.next(calls("TIMER"));
  await talk.asks();
  assert.deepEqual(done, ["timer"]);
  talk.stt.next("for ten minutes");
  await talk.asks();
  const [first, second] = talk.stt.requests;
  assert.ok(first && second && second.asked.length < 1.5 * first.asked.length, "only what is new");
  assert.equal(talk.history.at(-1), "user for ten minutes");
  assert.equal(talk.history[1], "user set a timer");
});

test("a tool that is asked for in the moment in which the caller speaks has not acted, and nothing is lost", async (t) => {
  let acted = false;
  const TIMER: Tool = {
    name: "TIMER",
    description: "Acts.",
    execute: () => {
      acted = true;
      return { status: "SUCCESS", message: "Set." };
    },
  };
  const { talk } = await startTalk(t, { tools: [TIMER] });
  const { stream } = talk.model;
  talk.stt.next("set a timer");
  talk.model.stream = async function* (_messages, _tools, signal) {
    await new Promise((resolve) => signal.addEventListener("abort", resolve)); // And then goes on, too late.
    yield calls("TIMER");
  };
  await talk.asks();
  talk.model.stream = stream;
  await talk.asks();
  const [first, second] = talk.stt.requests;
  assert.ok(first && second && second.asked.length > 1.8 * first.asked.length, "both questions");
  assert.equal(acted, false);
});

test("only a reply that was silenced counts as a barge-in", async (t) => {
  const { talk } = await startTalk(t);
  await inTheMiddle(talk);
  await talk.speaks();
  assert.equal(await talk.metric("barge_ins_total"), 1);
  assert.equal(talk.events("barge_in").length, 1);
});

test("after a cough the assistant goes on with the sentence it was saying", async (t) => {
  const { talk, ended } = await startTalk(t, { listening: QUICK_BARGE_IN });
  await inTheMiddle(talk);
  await coughs(talk);
  assert.equal(talk.stt.requests.length, 1, "it was no utterance");
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two. –", "Two.", "Three."]);
  assert.deepEqual(
    talk.transcript.entries.slice(-1).map(({ who, ...rest }) => [who, "text" in rest && rest.text]),
    [["assistant", "Two. Three."]],
  );
  assert.equal(ended(), "still going on");
});

test("a cough as long as a word, of which nothing is understood, does not end the reply either", async (t) => {
  const { talk } = await startTalk(t);
  await inTheMiddle(talk);
  await talk.asks();
  assert.equal(talk.stt.requests.length, 2);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two. –", "Two.", "Three."]);
});

test("one cough after the other, and still all is said", async (t) => {
  const { talk } = await startTalk(t, { listening: QUICK_BARGE_IN });
  await inTheMiddle(talk);
  await coughs(talk);
  await talk.hears(0);
  await coughs(talk);
  await talk.hears(500);
  await coughs(talk);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two. –", "Two. –", "Two.", "Three."]);
});

test("however often a long reply is coughed at, none of it is lost", async (t) => {
  const { talk } = await startTalk(t, { listening: QUICK_BARGE_IN });
  talk.stt.next("count");
  talk.model.next("One. Two. Three. Four. Five.");
  await talk.asks();
  // The first two are all that is asked for while the first is being made.
  talk.voice.script = (text) => (text === "Two." ? [200, STALL] : undefined);
  await talk.hears(500);
  await coughs(talk);
  await talk.hears(1_000);
  await coughs(talk);
  talk.voice.script = () => undefined;
  await coughs(talk);
  await talk.hearsAll();
  assert.deepEqual(talk.heard.slice(-4), ["Two.", "Three.", "Four.", "Five."]);
});

test("two sounds in a row of which nothing is understood do not end the reply either", async (t) => {
  const { talk } = await startTalk(t);
  await inTheMiddle(talk);
  talk.stt.next(STALL);
  await talk.asks();
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two. –", "Two.", "Three."]);
});

test("what was cut short long ago is not taken up again", async (t) => {
  const { talk } = await startTalk(t);
  await inTheMiddle(talk);
  talk.stt.next("stop");
  talk.model.next("All right.");
  await talk.asks();
  await talk.hearsAll();
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard.slice(-2), ["All right.", "Sorry, I did not catch that. Could you say it again?"]);
});

test("a question that was not understood is not put before the next, even when the caller speaks at once", async (t) => {
  const { talk } = await startTalk(t);
  await talk.asks();
  await talk.hears(500);
  talk.stt.next("hello");
  await talk.asks();
  const [first, second] = talk.stt.requests;
  assert.ok(first && second && second.asked.length < 1.5 * first.asked.length);
});

test("a cough while the assistant thinks has the question answered all the same", async (t) => {
  const { talk } = await startTalk(t, { listening: QUICK_BARGE_IN });
  talk.stt.next(STALL);
  await talk.asks();
  talk.stt.next("what time is it");
  talk.model.next("Noon.");
  await coughs(talk);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Noon."]);
  assert.deepEqual(talk.stt.requests[1]?.asked, talk.stt.requests[0]?.asked);
});

test("a cough during the greeting does not swallow it", async (t) => {
  const { talk } = await startTalk(t, { greeted: false, listening: QUICK_BARGE_IN });
  await talk.hears(300);
  await coughs(talk);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome. –", "Welcome."]);
});

test("a caller who speaks as the last word fades has not missed any of it", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next("count");
  talk.model.next("One.");
  await talk.asks();
  // Playback comes to its end in the same moment in which the voice is noticed.
  talk.line.plays();
  await talk.speaks();
  assert.equal(talk.transcript.messages.at(-1)?.content, "One.");
  talk.stt.next("and two");
  talk.model.next("Two.");
  await talk.pauses();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two."]);
});

test("a word that is too short to announce itself is an answer too", async (t) => {
  const { talk } = await startTalk(t, { listening: { bargeInMs: 5_000 } });
  await inTheMiddle(talk);
  talk.stt.next("no");
  talk.model.next("Then not.");
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two. –", "Then not."]);
});
