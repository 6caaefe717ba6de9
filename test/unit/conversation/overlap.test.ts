import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { HeardAt, Lull, Utterance } from "../../../src/conversation/hear-caller.js";
import { watchOverlap } from "../../../src/conversation/overlap.js";
import { beginTurn } from "../../../src/conversation/turn.js";
import { Scope } from "../../../src/kernel/scope.js";
import type { PartialWords } from "../../../src/speech/ports.js";
import { recogniseInBatch } from "../../../src/speech/recognise-in-batch.js";
import { FakeLine } from "../../support/fakes/fake-line.js";
import { FakeSpeechToText } from "../../support/fakes/fake-speech-to-text.js";
import { gate, STALL } from "../../support/fakes/requests.js";

const LISTENING = ["yeah", "yeah yeah", "thank you", "no problem"];
/** Longer than a reply is held back for what may be nothing, ms. */
const IN_TIME_MS = 700;

/** What sounds over a turn that is never over by itself, and what comes of it. */
function overTurn(t: TestContext, hasPartials = false) {
  const scope = new Scope("call");
  t.after(() => scope.end());
  const stt = new FakeSpeechToText();
  const turn = beginTurn(scope);
  const line = new FakeLine(scope);
  const hearing = { dismiss() {}, startedAt: 0, isVoice: false };
  let tellPartial: (words: PartialWords) => void = () => {};
  const words: { text: string | undefined; endedAt: number }[] = [];
  const utterances: Utterance[] = [];
  const overlap = watchOverlap({
    line,
    hearing,
    scope,
    metrics: { overlapped() {}, pausedReply() {} },
    recogniser: {
      ...recogniseInBatch(stt),
      hasPartials,
      onPartial(tell) {
        tellPartial = tell;
        return () => {};
      },
    },
    isAvailable: () => true,
    language: "en",
    isListening: (text, _turn, isComplete) =>
      LISTENING.some((phrase) => (isComplete ? phrase === text : phrase.startsWith(text))),
    turn: () => turn,
    onWords(text, endedAt) {
      words.push({ text, endedAt });
      overlap.end();
    },
    onUtterance: (utterance) => utterances.push(utterance),
  });
  return {
    stt,
    line,
    hearing,
    words,
    utterances,
    /** Words so far, when so much of it was heard. */
    tells: (text: string, endedAt: number) => tellPartial({ startedAt: 0, endedAt, text }),
    async hear(...all: HeardAt[]) {
      for (const heard of all) overlap.hear(heard);
      for (let i = 0; i < 10; i++) await setImmediate();
    },
  };
}

const VOICE: HeardAt = { kind: "voice", at: 0, silentMs: 0 };
const RESUMED: HeardAt = { kind: "resumed", at: 0, silentMs: 0 };
const DISCARDED: HeardAt = { kind: "discarded", at: 0, silentMs: 0 };
const lull = (endedAt: number, silentMs: number): Lull => ({
  kind: "lull",
  samples: new Int16Array(320),
  startedAt: 0,
  endedAt,
  at: 0,
  silentMs,
});

for (const [hasPartials, endsAt] of [
  [true, -1],
  [false, 600],
] as const) {
  const which = hasPartials ? "are those told of so far, which end nobody knows where" : "are all of them up to there";
  test(`words found in the middle of one ${which}`, async (t) => {
    const { stt, words, hear } = overTurn(t, hasPartials);
    stt.next("stop");
    await hear(VOICE, lull(600, 60));
    assert.deepEqual(words, [{ text: "stop", endedAt: endsAt }]);
  });
}

test("a short word that is dropped as none while its beginning is asked about is an answer", async (t) => {
  const { stt, words, utterances, hear } = overTurn(t);
  stt.next("stop");
  await hear(VOICE, lull(300, 60), DISCARDED);
  assert.deepEqual(words, [{ text: "stop", endedAt: 300 }]);
  assert.deepEqual(
    utterances.map(({ kind, endedAt }) => [kind, endedAt]),
    [["utterance", 300]],
  );
});

for (const [text, what, goesOn] of [
  ["yeah", "told of again, they end where they did, and what followed them is waited for", false],
  ["yeah yeah", "and more of them, they are all there is, and the reply goes on", true],
] as const) {
  test(`words of listening: ${what}`, async (t) => {
    const { stt, line, tells, hear } = overTurn(t, true);
    stt.next(STALL);
    await hear(VOICE, lull(400, 100));
    tells("yeah", 400);
    assert.ok(!line.isPaused, "as far as is known they listen");
    await hear(RESUMED, lull(700, 100));
    assert.ok(line.isPaused, "they have gone on");
    tells(text, 700);
    assert.equal(!line.isPaused, goesOn);
  });
}

for (const [text, silentMs, isPaused, what] of [
  ["thank", undefined, false, "half of what listeners say holds the reply up no longer than a noise"],
  ["thank", 120, false, "nor does half of it before a short gap"],
  ["thank", 300, true, "before a pause it does, and more of it"],
  ["no", undefined, true, "an answer of its own does, though listeners may go on from it"],
  ["stop", undefined, true, "what nobody says who listens does"],
] as const) {
  test(`in the middle of a word: ${what}`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { stt, line, words, hear } = overTurn(t);
    stt.next(text);
    await hear(VOICE, lull(300, 60));
    if (silentMs !== undefined) await hear({ ...RESUMED, silentMs });
    assert.ok(line.isPaused);
    t.mock.timers.tick(IN_TIME_MS);
    assert.equal(line.isPaused, isPaused);
    assert.deepEqual(words, []);
  });
}

test("half of what listeners say takes the floor when nothing more follows", async (t) => {
  const { stt, words, utterances, hear } = overTurn(t);
  stt.next("thank");
  await hear(VOICE, lull(300, 100));
  assert.deepEqual(words, []);
  await hear({ ...lull(300, 700), kind: "utterance", truncated: false });
  assert.deepEqual(words, [{ text: "thank", endedAt: 300 }]);
  assert.equal(utterances.length, 1);
});

test("a word is asked about again while nobody knows what half of it was, and the later answer counts", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { stt, line, words, hear } = overTurn(t);
  const late = gate();
  stt.next(late, "");
  stt.next("stop");
  await hear(VOICE, lull(400, 0), lull(460, 0));
  late.open();
  await hear();
  t.mock.timers.tick(IN_TIME_MS);
  assert.ok(line.isPaused, "what is known of more of it counts");
  await hear(lull(460, 100));
  assert.deepEqual(words, [{ text: "stop", endedAt: 460 }]);
  assert.equal(stt.requests.length, 2, "nothing is asked about that was already");
});

test("who listens and has begun to say more is waited for, and no longer than that", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { stt, line, hearing, tells, hear } = overTurn(t, true);
  stt.next(STALL);
  await hear(VOICE, lull(400, 100));
  hearing.isVoice = true;
  tells("yeah", 400);
  assert.ok(line.isPaused);
  hearing.isVoice = false;
  t.mock.timers.tick(20);
  assert.ok(!line.isPaused, "it was nothing");
});
