import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tool } from "../../src/toolbox/tool.js";
import { calls } from "../support/fakes/fake-model.js";
import { gate, STALL } from "../support/fakes/requests.js";
import { PHRASES, QUICK_BARGE_IN, startTalk, type Talk } from "../support/fakes/talk.js";

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
  talk.stt.next("stop it");
  await talk.speaks();
  assert.equal(talk.line.queuedMs, 0);
  assert.deepEqual(talk.line.flushed, [1_500], "once, when there was something to silence");
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two. –"]);
});

test("the transcript and the model's history keep only what was heard", async (t) => {
  const { talk } = await startTalk(t);
  await inTheMiddle(talk);
  talk.stt.next("sto");
  await talk.speaks();
  assert.deepEqual(talk.lastSaid, { who: "assistant", text: "One.", unheard: "Two. Three." });
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
  assert.equal(talk.stt.requests.length, 3, "what was answered is not transcribed again");
});

test("a history cut before the model had finished contains none of the rest", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next("tell me everything");
  talk.model.next("One. Two and a ha", STALL);
  await talk.asks();
  await talk.hearsAll();
  talk.stt.next("enough");
  await talk.speaks();
  assert.equal(talk.transcript.messages.at(-1)?.content, "One. [the caller interrupted here]");
  assert.ok(talk.model.requests[0]?.cut);
});

test("all requests in progress are aborted when the caller speaks", async (t) => {
  const { talk } = await startTalk(t);
  talk.voice.script = (text) => (text === "One." || text === "Two." ? [200, STALL] : undefined);
  talk.stt.next("count");
  talk.model.next("One. Two. Three.", STALL);
  await talk.asks();
  const [, one, two] = talk.voice.requests;
  assert.deepEqual([one?.open, two?.open, talk.model.requests[0]?.open], [true, true, true]);
  talk.stt.next("enough");
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
  talk.stt.next("never");
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
    talk.stt.next("for ten");
    await talk.speaks();
    const [first] = talk.stt.requests;
    talk.stt.next("set a timer for ten minutes");
    talk.model.next("All right.");
    await talk.pauses();
    const second = talk.stt.requests[2];
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
  talk.stt.next(STALL);
  await talk.asks();
  for (let i = 0; i < 2; i++) {
    talk.stt.next("and more");
    talk.stt.next(STALL);
    await talk.asks();
  }
  talk.stt.next("and the last");
  talk.stt.next("all of it");
  talk.model.next("Good.");
  await talk.asks();
  const lengths = talk.stt.requests.map(({ asked }) => asked.length);
  assert.ok((lengths.at(-1) ?? 0) > 3.5 * (lengths[0] ?? 0), `${lengths}`);
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Good.");
});

test("words that a tool has begun to act on are not repeated to the model", async (t) => {
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
  talk.stt.next("for ten");
  talk.stt.next("for ten minutes");
  await talk.asks();
  const [first, , second] = talk.stt.requests;
  assert.ok(first && second && second.asked.length < 1.5 * first.asked.length, "only what is new");
  assert.equal(talk.history.at(-1), "user for ten minutes");
  assert.equal(talk.history[1], "user set a timer");
});

test("a tool requested at the moment when the caller speaks does not act, and nothing is lost", async (t) => {
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
  talk.stt.next("for ten");
  await talk.asks();
  const [first, , second] = talk.stt.requests;
  assert.ok(first && second && second.asked.length > 1.8 * first.asked.length, "both questions");
  assert.equal(acted, false);
});

test("only a reply that was silenced counts as a barge-in", async (t) => {
  const { talk } = await startTalk(t);
  await inTheMiddle(talk);
  talk.stt.next("stop it");
  await talk.speaks();
  assert.equal(await talk.metric("barge_ins_total"), 1);
  assert.equal(talk.events("barge_in").length, 1);
});

test("a sound over the reply pauses it at once, and noise lets it resume at the same sample", async (t) => {
  const { talk, ended } = await startTalk(t, { listening: QUICK_BARGE_IN });
  await inTheMiddle(talk);
  await talk.speaks(250);
  assert.ok(talk.line.isPaused, "it may be the caller");
  await talk.hears(1_000);
  assert.equal(talk.line.queuedMs, 1_500, "nothing is heard, and nothing thrown away");
  await talk.pauses();
  assert.equal(talk.line.isPaused, false);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two.", "Three."]);
  assert.deepEqual(
    talk.transcript.entries.slice(-1).map(({ who, ...rest }) => [who, "text" in rest && rest.text]),
    [["assistant", "One. Two. Three."]],
  );
  assert.equal(await talk.metric("barge_ins_total"), 0);
  assert.equal(ended(), "still going on");
});

test("a sound as long as a word without recognised words does not end the reply either", async (t) => {
  const { talk } = await startTalk(t);
  await inTheMiddle(talk);
  await talk.asks();
  assert.ok(talk.stt.requests.length > 1, "it was asked whether these are words");
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two.", "Three."]);
  assert.equal(await talk.metric('overlaps_total{kind="nobody"}'), 1);
});

for (const said of ["Mm-hmm.", "okay", "Yes.", "Right, right", "Uh huh. Go on.", "mmmmm", "Thank you."]) {
  test(`a backchannel ("${said}") does not end the reply`, async (t) => {
    const { talk } = await startTalk(t);
    await inTheMiddle(talk);
    for (let i = 0; i < 3; i++) talk.stt.next(said);
    await talk.asks();
    await talk.hearsAll();
    assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two.", "Three."]);
    assert.equal(await talk.metric('overlaps_total{kind="listening"}'), 1);
    assert.equal(talk.model.requests.length, 1, "nothing was asked");
  });
}

test("over a question, a backchannel counts as the answer", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next("book a table");
  talk.model.next("For six? Or for eight o'clock in the evening?");
  await talk.asks();
  await talk.hears(500);
  talk.stt.next("Yes.");
  talk.stt.next("Yes.");
  talk.model.next("Six it is.");
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "For six? –", "Six it is."]);
});

test("a backchannel followed by more words takes the floor", async (t) => {
  const { talk } = await startTalk(t);
  await inTheMiddle(talk);
  talk.stt.next("Okay.");
  talk.stt.next("Okay.");
  await talk.speaks(500);
  await talk.pauses(300);
  talk.stt.next("but what about");
  talk.stt.next("but what about Sunday");
  talk.model.next("Closed.");
  await talk.asks();
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Closed.");
});

test("a callee who picks up with a greeting hears ours to its end", async (t) => {
  const { talk } = await startTalk(t, { greeted: false });
  await talk.hears(300);
  talk.stt.next("Hello? Yes?");
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome."]);
  assert.equal(talk.model.requests.length, 0);
});

for (const [said, isAnswer] of [
  ["Yes.", true],
  ["Yes, please.", true],
  ["Exactly.", true],
  ["Hello?", false],
  ["Yes, hello?", false],
] as const) {
  test(`over a question in the greeting "${said}" ${isAnswer ? "is an answer" : "is a greeting back"}`, async (t) => {
    const greetings = ["Hello, this is Acme, are you calling about an existing order?"];
    const { talk } = await startTalk(t, { greeted: false, phrases: { ...PHRASES, greetings } });
    await talk.hears(300);
    talk.stt.script = () => [said];
    talk.model.next("What is its number?");
    await talk.asks();
    await talk.hearsAll();
    assert.equal(talk.model.requests.length, isAnswer ? 1 : 0);
  });
}

test("our own words from the caller's loudspeaker do not end the reply", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next("tell me");
  talk.model.next("The shop is open from nine to five. On Sundays it is closed.");
  await talk.asks();
  await talk.hears(500);
  talk.stt.next("shop is open from nine");
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "The shop is open from nine to five.", "On Sundays it is closed."]);
  assert.equal(await talk.metric('overlaps_total{kind="echo"}'), 1);
});

test("a reply that arrives while the caller continues their question answers none of it", async (t) => {
  const { talk } = await startTalk(t);
  const thought = gate();
  talk.stt.next("set a timer");
  talk.model.next(thought, "For how long?");
  await talk.asks();
  const going = gate();
  talk.stt.next(going, "for ten");
  await talk.speaks();
  assert.ok(talk.line.isPaused);
  thought.open();
  await talk.settles();
  going.open();
  await talk.settles();
  talk.stt.next("set a timer for ten minutes");
  talk.model.next("All right.");
  await talk.pauses();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "All right."]);
  assert.deepEqual(talk.history, ["assistant Welcome.", "user set a timer for ten minutes"]);
});

test("a reply that arrives during a cough is heard after it", async (t) => {
  const { talk } = await startTalk(t, { listening: QUICK_BARGE_IN });
  const thought = gate();
  talk.stt.next("what time is it");
  talk.model.next(thought, "Noon.");
  await talk.asks();
  await talk.speaks(250);
  assert.ok(talk.line.isPaused);
  thought.open();
  await talk.settles();
  await talk.pauses();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Noon."]);
});

test("a reply that was paused for long is not followed by a request to wait", async (t) => {
  const { talk } = await startTalk(t);
  await inTheMiddle(talk);
  for (let i = 0; i < 3; i++) {
    const recognised = gate();
    talk.stt.next(recognised, "mhm");
    await talk.speaks();
    assert.ok(talk.line.isPaused);
    await talk.passes(1_900);
    recognised.open();
    await talk.pauses();
  }
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two.", "Three."]);
});

test("repeated coughs do not keep the reply from being said completely, once", async (t) => {
  const { talk } = await startTalk(t, { listening: QUICK_BARGE_IN });
  await inTheMiddle(talk);
  for (let i = 0; i < 3; i++) {
    await coughs(talk);
    await talk.hears(300);
  }
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two.", "Three."]);
});

test("a recogniser that takes too long over a sound does not pause the reply for ever", async (t) => {
  const { talk } = await startTalk(t);
  await inTheMiddle(talk);
  talk.stt.next(STALL);
  await talk.asks();
  assert.ok(talk.line.isPaused);
  await talk.passes(2_000);
  assert.equal(talk.line.isPaused, false, "the caller has the floor");
  assert.deepEqual(talk.line.flushed, [1_500]);
});

test("while nothing can be recognised, a caller who speaks over the reply gets the floor", async (t) => {
  const { talk } = await startTalk(t);
  await inTheMiddle(talk);
  talk.away.add("stt");
  await talk.speaks();
  assert.ok(talk.line.isPaused, "silenced");
  await talk.pauses();
  assert.deepEqual(talk.line.flushed, [1_500]);
});

test("words recognised during speech are answered if the whole cannot be recognised", async (t) => {
  const { talk } = await startTalk(t);
  await inTheMiddle(talk);
  talk.stt.next("what about Sunday");
  talk.stt.next("");
  talk.model.next("Closed.");
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard.slice(-1), ["Closed."]);
  assert.equal(talk.history.at(-1), "user what about Sunday");
});

test("a question that was not understood is not put before the next, even if the caller speaks at once", async (t) => {
  const { talk } = await startTalk(t);
  await talk.asks();
  await talk.hears(500);
  talk.stt.next("hello");
  await talk.asks();
  const [first, second] = talk.stt.requests;
  assert.ok(first && second && second.asked.length < 1.5 * first.asked.length);
});

test("a question is answered despite a cough while the assistant thinks", async (t) => {
  const { talk } = await startTalk(t, { listening: QUICK_BARGE_IN });
  const understood = gate();
  talk.stt.next(understood, "what time is it");
  talk.model.next("Noon.");
  await talk.asks();
  await coughs(talk);
  understood.open();
  await talk.settles();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "Noon."]);
  assert.deepEqual(talk.history.slice(-1), ["user what time is it"]);
});

test("a cough during the greeting does not cut it off", async (t) => {
  const { talk } = await startTalk(t, { greeted: false, listening: QUICK_BARGE_IN });
  await talk.hears(300);
  await coughs(talk);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome."]);
});

test("a caller who speaks as the last word fades has missed nothing", async (t) => {
  const { talk } = await startTalk(t);
  talk.stt.next("count");
  talk.model.next("One.");
  await talk.asks();
  // Playback comes to its end in the same moment in which the voice is noticed.
  talk.line.plays();
  talk.stt.next("and");
  await talk.speaks();
  assert.equal(talk.transcript.messages.at(-1)?.content, "One.");
  talk.stt.next("and two");
  talk.model.next("Two.");
  await talk.pauses();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two."]);
});

test("a word too short to be reported as a voice is an answer too", async (t) => {
  const { talk } = await startTalk(t, { listening: { bargeInMs: 5_000 } });
  await inTheMiddle(talk);
  talk.stt.next("no");
  talk.stt.next("no");
  talk.model.next("Then not.");
  await talk.asks();
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two. –", "Then not."]);
});

test("a word that ends before it is recognised ends the reply, and is answered", async (t) => {
  const { talk } = await startTalk(t, { listening: QUICK_BARGE_IN });
  await inTheMiddle(talk);
  talk.stt.next("stop");
  talk.model.next("All right.");
  await coughs(talk);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two. –", "All right."]);
  assert.deepEqual(talk.history.slice(-1), ["user stop"]);
});

test("a noise right after a word over the reply does not lose the word", async (t) => {
  const { talk } = await startTalk(t, { listening: { ...QUICK_BARGE_IN, minSpeechMs: 200 } });
  await inTheMiddle(talk);
  const recognised = gate();
  talk.stt.next(recognised, "no");
  await talk.speaks(350);
  await talk.pauses(1_000);
  await talk.speaks(120);
  await talk.pauses(400);
  talk.model.next("Then not.");
  recognised.open();
  await talk.settles();
  talk.stt.next("no");
  await talk.pauses(1_000);
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Then not.");
});

test("two things said over the reply, the second before the first is recognised, are both answered", async (t) => {
  const { talk } = await startTalk(t);
  await inTheMiddle(talk);
  const recognised = gate();
  talk.stt.next(recognised, "wait a moment");
  await talk.asks();
  await talk.asks();
  talk.stt.next("wait a moment what time is it");
  talk.model.next("Noon.");
  recognised.open();
  await talk.settles();
  await talk.hearsAll();
  assert.equal(talk.heard.at(-1), "Noon.");
  const [first, last] = [talk.stt.requests[1], talk.stt.requests.at(-1)];
  assert.ok(first && last && last.asked.length > 2 * first.asked.length, "both, in one piece");
  assert.equal(talk.history.at(-1), "user wait a moment what time is it");
});

test("a recogniser that fails on a noise leaves the reply playing", async (t) => {
  const { talk } = await startTalk(t, { listening: { ...QUICK_BARGE_IN, lullMs: 60 } });
  await inTheMiddle(talk);
  const failing = gate();
  talk.stt.next(failing, new Error("down"));
  await talk.speaks(250);
  await talk.pauses(1_000);
  failing.open();
  await talk.settles();
  assert.equal(talk.line.isPaused, false);
  await talk.hearsAll();
  assert.deepEqual(talk.heard, ["Welcome.", "One.", "Two.", "Three."]);
});
