import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { HeardAt, Lull, Utterance } from "../../../../src/turn-taking/hear-caller.js";
import { isBackchannel } from "../../../../src/turn-taking/backchannels.js";
import { watchOverlap } from "../../../../src/turn-taking/overlap/watch-overlap.js";
import { beginTurn } from "../../../../src/turn-taking/turn.js";
import { Scope } from "../../../../src/kernel/scope.js";
import { SpeechInProgress } from "../../../../src/listening/speech-in-progress.js";
import { LISTENING_DEFAULTS } from "../../../../src/listening/utterances.js";
import type { PartialWords } from "../../../../src/speech/ports.js";
import { recogniseInBatch } from "../../../../src/speech/recognise-in-batch.js";
import { FakeLine } from "../../../support/fakes/fake-line.js";
import { FakeSpeechToText } from "../../../support/fakes/fake-speech-to-text.js";
import { gate, STALL } from "../../../support/fakes/requests.js";
import { atLevel } from "../../../support/listening/sounds.js";
import { speechOf } from "../../../support/scenarios/real-voice.js";

/** Longer than a reply is held back for what may be nothing, ms. */
const IN_TIME_MS = 700;

/** Time that stands still until it passes. */
function virtualTime(t: TestContext) {
  let now = 0;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(performance, "now", () => now);
  return {
    passes(ms: number): void {
      now += ms;
      t.mock.timers.tick(ms);
    },
  };
}

/** What sounds over a turn that is never over by itself, and what comes of it. */
function overTurn(t: TestContext, hasPartials = false) {
  const scope = new Scope("call");
  t.after(() => scope.end());
  const stt = new FakeSpeechToText();
  const turn = beginTurn(scope);
  turn.audible = true;
  const line = new FakeLine(scope);
  const dismissed: string[] = [];
  const hearing = {
    dismiss: (who: string) => void dismissed.push(who),
    speech: new SpeechInProgress(0, LISTENING_DEFAULTS),
    voicelessMs: 1_000,
    mayEcho: true,
  };
  let tellPartial: (words: PartialWords) => void = () => {};
  const words: { text: string | undefined; endedAt: number }[] = [];
  const utterances: Utterance[] = [];
  const echoes: string[] = [];
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
    isListening: (text, _turn, isComplete) => isBackchannel(text, "en", isComplete),
    turn: () => turn,
    onWords(text, endedAt) {
      words.push({ text, endedAt });
      overlap.end();
    },
    onEcho: (text) => echoes.push(text),
    onUtterance: (utterance) => utterances.push(utterance),
  });
  return {
    stt,
    line,
    turn,
    hearing,
    words,
    utterances,
    echoes,
    dismissed,
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
const lull = (endedAt: number, silentMs: number, startedAt = 0): Lull => ({
  kind: "lull",
  samples: new Int16Array(320),
  startedAt,
  voiceFrom: startedAt,
  endedAt,
  at: 0,
  silentMs,
});

const ended = (endedAt: number, startedAt = 0): Utterance => ({
  ...lull(endedAt, 700, startedAt),
  kind: "utterance",
  truncated: false,
});

for (const [hasPartials, silentMs, endsAt, which] of [
  [true, 0, -1, "are those told of so far, which end nobody knows where"],
  [false, 0, -1, "lack the soft end of the last, and end nobody knows where"],
  [false, 60, 600, "are all of them up to there, with the soft end of the last"],
] as const) {
  test(`words found in the middle of one ${which}`, async (t) => {
    const { stt, words, hear } = overTurn(t, hasPartials);
    stt.next("stop");
    await hear(VOICE, lull(600, silentMs));
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
    const { passes } = virtualTime(t);
    const { stt, line, words, hear } = overTurn(t);
    stt.next(text);
    await hear(VOICE, lull(300, 60));
    if (silentMs !== undefined) await hear({ ...RESUMED, silentMs });
    assert.ok(line.isPaused);
    passes(IN_TIME_MS);
    assert.equal(line.isPaused, isPaused);
    assert.deepEqual(words, []);
  });
}

test("half of what listeners say is waited for where there is more of it, and takes the floor where there is not", async (t) => {
  const { stt, line, words, utterances, hear } = overTurn(t);
  const late = gate();
  stt.next(late, "thank");
  await hear(VOICE, lull(300, 100), { ...RESUMED, silentMs: 120 });
  late.open();
  await hear();
  assert.deepEqual(words, []);
  assert.ok(line.isPaused);
  stt.next("thank");
  await hear(lull(500, 100));
  assert.deepEqual(words, [{ text: "thank", endedAt: 500 }]);
  assert.equal(utterances.length, 0);
});

test("a word is transcribed again while its first half is unknown, and the later answer counts", async (t) => {
  const { passes } = virtualTime(t);
  const { stt, line, words, hear } = overTurn(t);
  const late = gate();
  stt.next(late, "");
  stt.next("stop");
  await hear(VOICE, lull(400, 0), lull(460, 60));
  late.open();
  await hear();
  passes(IN_TIME_MS);
  assert.ok(line.isPaused, "what is known of more of it counts");
  await hear(lull(460, 100));
  assert.deepEqual(words, [{ text: "stop", endedAt: 460 }]);
  assert.equal(stt.requests.length, 2, "nothing is asked about that was already");
});

test("who listens and has begun to say more is waited for, and no longer than that", async (t) => {
  const { passes } = virtualTime(t);
  const { stt, line, hearing, tells, hear } = overTurn(t, true);
  stt.next(STALL);
  await hear(VOICE, lull(400, 100));
  hearing.voicelessMs = 0;
  tells("yeah", 400);
  assert.ok(line.isPaused);
  hearing.voicelessMs = 1_000;
  passes(240);
  assert.ok(!line.isPaused, "it was nothing");
});

for (const [silentMs, what] of [
  [0, "is looked at"],
  [100, "is over"],
] as const) {
  test(`what was said is not lost to a cough after it that ${what} before its words are known`, async (t) => {
    const { stt, words, utterances, hear } = overTurn(t);
    const late = gate();
    stt.next(late, "I want a table for two");
    await hear(VOICE, lull(900, 100), ended(900));
    stt.next("");
    await hear(VOICE, lull(2000, silentMs, 1700));
    late.open();
    await hear(ended(2000, 1700));
    assert.equal(words[0]?.text, "I want a table for two");
    assert.ok(utterances.some(({ endedAt }) => endedAt === 900));
  });
}

test("words that are known count though more of them cannot be recognised", async (t) => {
  const { stt, words, hear } = overTurn(t);
  const late = gate();
  stt.next(late, "stop");
  stt.next(new Error("429"));
  await hear(VOICE, lull(300, 100), RESUMED, lull(700, 100));
  late.open();
  await hear();
  assert.equal(words[0]?.text, "stop");
});

test("what is judged does not wait for a look at half of it", async (t) => {
  const { stt, words, hear } = overTurn(t);
  stt.next(STALL);
  stt.next("stop now please");
  await hear(VOICE, lull(400, 0), lull(700, 100));
  assert.equal(words[0]?.text, "stop now please");
});

test("a recogniser is not slow because it was not waited for, and is looked into again", async (t) => {
  const { stt, words, hear } = overTurn(t);
  stt.next(STALL);
  stt.next("operator");
  await hear(VOICE, lull(400, 0), lull(620, 60));
  assert.equal(words.length, 1);
  const { length } = stt.requests;
  await hear(VOICE, lull(300, 60));
  assert.equal(stt.requests.length, length + 1);
});

test("a server that hangs is asked for few things at a time", async (t) => {
  const { stt, hear } = overTurn(t);
  stt.script = () => [STALL];
  await hear(VOICE, lull(300, 0), lull(360, 0), lull(420, 0));
  for (let end = 600; end < 3_000; end += 160) await hear(lull(end, 60), lull(end, 100), RESUMED);
  assert.equal(stt.requests.filter(({ open }) => open).length, 3);
});

for (const text of ["no", "Uh, no.", "okay no", "yeah stop"]) {
  test(`"${text}" takes the floor at the first gap`, async (t) => {
    const { stt, words, hear } = overTurn(t);
    stt.next(text);
    await hear(VOICE, lull(600, 100));
    assert.equal(words[0]?.text, text);
  });
}

test("an answer that may be over is not transcribed early while its partial words come", async (t) => {
  const { stt, words, hear } = overTurn(t, true);
  stt.next("Um, no.");
  await hear(VOICE, lull(600, 60));
  assert.equal(stt.requests.length, 0);
  await hear(lull(600, 100));
  assert.equal(words[0]?.text, "Um, no.");
});

test("noise is dismissed, however late it is known that it was none", async (t) => {
  const { stt, dismissed, hear } = overTurn(t);
  const late = gate();
  stt.next(late, "");
  stt.next("");
  await hear(VOICE, lull(300, 100), RESUMED, lull(700, 100));
  late.open();
  await hear();
  assert.deepEqual(dismissed, ["noise"]);
});

test("who has begun and goes on after a pause is not spoken over", async (t) => {
  const { passes } = virtualTime(t);
  const { stt, line, hear } = overTurn(t);
  stt.next("That's");
  await hear(VOICE, lull(400, 0));
  passes(IN_TIME_MS);
  assert.ok(!line.isPaused);
  await hear({ ...RESUMED, silentMs: 560 });
  assert.ok(line.isPaused);
});

for (const [mayEcho, heard, echoes, which] of [
  [true, [], ["Keep the appointment."], "is its echo on a line that may return one"],
  [false, ["Keep the appointment."], [], "is an answer on a line without an echo"],
] as const) {
  test(`what repeats the words of a question ${which}`, async (t) => {
    const over = overTurn(t);
    over.hearing.mayEcho = mayEcho;
    over.turn.spoken.begin("Do you want to keep the appointment, or move it to Friday?");
    over.stt.next("Keep the appointment.");
    await over.hear(VOICE, ended(1_200));
    assert.deepEqual([over.words.map(({ text }) => text), over.echoes], [heard, echoes]);
  });
}

test("what repeats a sentence that was over before the last one is no echo of it", async (t) => {
  const { stt, turn, words, hear } = overTurn(t);
  for (const text of ["We are open on Mondays.", "We close at five."]) turn.spoken.begin(text)();
  turn.spoken.begin("Shall I go on?");
  stt.next("Open on Mondays?");
  await hear(VOICE, ended(1_200));
  assert.deepEqual(
    words.map(({ text }) => text),
    ["Open on Mondays?"],
  );
});

/** More than a second of somebody who says a long word, or of a tone without closures. */
const WORD = atLevel(speechOf("representative", "rms"), -26);
const TONE = Int16Array.from({ length: WORD.length }, (_, i) => 3_000 * Math.sin((2 * Math.PI * 220 * i) / 16_000));

for (const [samples, what, isHeard, isPaused] of [
  [WORD, "what is like a word holds the reply up while it goes on", true, true],
  [TONE, "a tone does not", true, false],
  [WORD, "nor what sounds before anything is heard of the reply", false, false],
] as const) {
  test(`no words so far: ${what}`, async (t) => {
    const { passes } = virtualTime(t);
    const { stt, line, turn, hearing, words, dismissed, hear } = overTurn(t);
    turn.audible = isHeard;
    hearing.voicelessMs = 0;
    stt.script = () => [""];
    await hear(VOICE, { ...lull(540, 0), samples });
    passes(IN_TIME_MS);
    assert.equal(line.isPaused, isPaused);
    passes(IN_TIME_MS);
    assert.ok(!line.isPaused, "nothing holds it up for long");
    assert.deepEqual([words, dismissed], [[], []]);
  });
}

test("a word that is not understood half-way is not noise, and ends the reply at its end", async (t) => {
  const { stt, words, dismissed, hear } = overTurn(t);
  stt.next("");
  stt.next("representative");
  await hear(VOICE, lull(540, 0));
  assert.deepEqual([words, dismissed], [[], []]);
  await hear(lull(940, 100));
  assert.deepEqual(words, [{ text: "representative", endedAt: 940 }]);
});

test("a sound without words for longer than any word is noise", async (t) => {
  const { stt, words, dismissed, hear } = overTurn(t);
  stt.script = () => [""];
  await hear(VOICE, lull(540, 0), lull(980, 0));
  assert.deepEqual([words, dismissed], [[], ["noise"]]);
});

test("half of what listeners say does not take the floor while more of it is to be looked at", async (t) => {
  const { stt, words, hear } = overTurn(t);
  const late = gate();
  stt.next(late, "makes");
  stt.next(STALL);
  await hear(VOICE, lull(540, 0), lull(700, 100));
  late.open();
  await hear();
  assert.deepEqual(words, []);
});

test("who has listened with a long word is not waited for as long as after a short one", async (t) => {
  const { passes } = virtualTime(t);
  const { stt, line, hearing, tells, hear } = overTurn(t, true);
  stt.next(STALL);
  await hear(VOICE);
  passes(700);
  hearing.voicelessMs = 100;
  await hear(lull(700, 100));
  tells("absolutely", 700);
  assert.ok(!line.isPaused);
});

test("a server that hangs holds the reply up for a while, however long something sounds over it", async (t) => {
  const { passes } = virtualTime(t);
  const { stt, line, hearing, hear } = overTurn(t);
  hearing.voicelessMs = 0;
  stt.script = () => [STALL];
  await hear(VOICE);
  for (let end = 480; end < 2_600; end += 200) {
    await hear(lull(end, 0));
    passes(200);
  }
  passes(400);
  assert.ok(!line.isPaused);
});

test("a sound with backchannels again and again pauses the reply for a bounded time", async (t) => {
  const { passes } = virtualTime(t);
  const { stt, line, hearing, words, hear } = overTurn(t);
  hearing.voicelessMs = 0;
  stt.script = () => ["mm"];
  let pausedMs = 0;
  await hear(VOICE);
  for (let end = 500; end < 20_000; end += 200) {
    await hear(lull(end, end % 600 === 0 ? 100 : 0), ...(end % 600 === 0 ? [RESUMED] : []));
    passes(200);
    if (line.isPaused) pausedMs += 200;
  }
  assert.ok(pausedMs >= 500 && pausedMs <= 4_200, `${pausedMs} ms`);
  assert.deepEqual(words, []);
});

test("a word that begins in the middle of something else is no longer one than from there", async (t) => {
  const { stt, words, dismissed, hear } = overTurn(t);
  stt.next("");
  stt.next("representative");
  await hear(VOICE, { ...lull(2_540, 0), voiceFrom: 2_000 });
  assert.deepEqual([words, dismissed], [[], []]);
  await hear({ ...lull(2_940, 100), voiceFrom: 2_000 });
  assert.deepEqual(words, [{ text: "representative", endedAt: 2_940 }]);
});

test("the time of one pause does not end the next one", async (t) => {
  const { passes } = virtualTime(t);
  const { stt, line, tells, hear } = overTurn(t, true);
  stt.next(STALL);
  await hear(VOICE, lull(400, 100));
  tells("yeah", 400);
  assert.ok(!line.isPaused);
  passes(2_300);
  await hear(RESUMED);
  assert.ok(line.isPaused, "they have gone on");
  passes(400);
  assert.ok(line.isPaused, "the first pause would have had its time");
});
