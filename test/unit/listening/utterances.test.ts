import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAME_SAMPLES, joined, msOf } from "../../../src/audio/pcm.js";
import { createOwnVoice } from "../../../src/listening/own-voice.js";
import {
  type Heard,
  type ListeningOptions,
  listenForUtterances,
  type UtterancePiece,
} from "../../../src/listening/utterances.js";

const options: ListeningOptions = {
  endpointSilenceMs: 700,
  minSpeechMs: 100,
  maxSpeechSeconds: 3,
  bargeInMs: 300,
  lullMs: 200,
  noisyMs: 80,
  preRollMs: 300,
};

/** A line on which odd samples are voice; each frame is numbered by its samples, from 2 (unvoiced) or 3 (voiced) on. */
function openLine(changed: Partial<ListeningOptions> = {}, isNoisy = false) {
  const told: Heard[] = [];
  const lulls: Heard[] = [];
  const pieces: UtterancePiece[] = [];
  let disposed = 0;
  const listening = listenForUtterances({
    voiceActivity: {
      isVoice: (frame) => (frame[0] ?? 0) % 2 === 1,
      isNoisy,
      [Symbol.dispose]: () => {
        disposed++;
      },
    },
    tell: (heard) => (heard.kind === "lull" ? lulls : told).push(heard),
    tellPiece: (piece) => pieces.push(piece),
    options: { ...options, ...changed },
  });
  const frame = new Int16Array(FRAME_SAMPLES); // one memory for all frames, as a socket's buffer is
  let number = 0;
  const hear = (ms: number, voiced: boolean) => {
    for (let i = 0; i < ms / 20; i++) listening.hear(frame.fill(2 * ++number + (voiced ? 1 : 0)));
  };
  return {
    told,
    lulls,
    pieces,
    listening,
    speak: (ms: number) => hear(ms, true),
    pause: (ms: number) => hear(ms, false),
    utterances: () => told.flatMap((heard) => (heard.kind === "utterance" ? [heard] : [])),
    disposed: () => disposed,
  };
}

/** The numbers of the frames in a piece of sound, first and last, after checking that none is missing between them. */
function framesIn(samples: Int16Array): [number, number] {
  const numbers = Array.from(
    { length: samples.length / FRAME_SAMPLES },
    (_, i) => (samples[i * FRAME_SAMPLES] ?? 0) >> 1,
  );
  for (const [i, number] of numbers.entries()) assert.equal(number, (numbers[0] ?? 0) + i);
  return [numbers[0] ?? 0, numbers.at(-1) ?? 0];
}

test("an utterance has its pre-roll, a short tail, and the times of its voice", () => {
  const line = openLine();
  line.pause(1000);
  line.speak(500);
  line.pause(1000);
  const [utterance] = line.utterances();
  assert.ok(utterance);
  assert.deepEqual([utterance.startedAt, utterance.endedAt, utterance.truncated], [1000, 1500, false]);
  assert.equal(msOf(utterance.samples), 300 + 500 + 200);
  assert.deepEqual(framesIn(utterance.samples), [36, 85]);
  assert.deepEqual(
    line.told.map(({ kind }) => kind),
    ["voice", "utterance"],
  );
});

test("the first word of a call has as much pre-roll as there was line", () => {
  const line = openLine();
  line.pause(40);
  line.speak(200);
  line.pause(1000);
  assert.deepEqual(
    line.utterances().map(({ samples }) => framesIn(samples)),
    [[1, 22]],
  );
});

test("no sound is in two utterances, and the silence after one is pre-roll of the next", () => {
  const line = openLine({ endpointSilenceMs: 300, preRollMs: 1000 });
  line.speak(200);
  line.pause(320);
  line.speak(200);
  line.pause(320);
  assert.deepEqual(
    line.utterances().map(({ samples }) => framesIn(samples)),
    [
      [1, 20],
      [21, 46],
    ],
  );
});

test("a monologue comes in pieces that join without a gap", () => {
  const line = openLine();
  line.speak(7000);
  line.pause(1000);
  const pieces = line.utterances();
  assert.deepEqual(
    pieces.map(({ truncated, startedAt, endedAt }) => [truncated, startedAt, endedAt]),
    [
      [true, 0, 3000],
      [true, 3000, 6000],
      [false, 6000, 7000],
    ],
  );
  assert.deepEqual(
    pieces.map(({ samples }) => framesIn(samples)),
    [
      [1, 150],
      [151, 300],
      [301, 360],
    ],
  );
});

test("what was discarded is pre-roll of what follows", () => {
  const line = openLine({ minSpeechMs: 400, bargeInMs: 100, preRollMs: 400 });
  line.speak(100);
  line.pause(240);
  line.speak(500);
  line.pause(1000);
  assert.deepEqual(
    line.told.map(({ kind }) => kind),
    ["voice", "discarded", "voice", "utterance"],
  );
  assert.deepEqual(
    line.utterances().map(({ samples }) => framesIn(samples)),
    [[1, 52]],
  );
});

test("a lull brings what was said so far, as a copy, and what comes after it is the same utterance", () => {
  const line = openLine();
  line.pause(1000);
  line.speak(400);
  line.pause(300);
  const [lull] = line.lulls;
  assert.ok(lull?.kind === "lull");
  assert.deepEqual([framesIn(lull.samples), lull.endedAt - lull.startedAt], [[36, 80], 400]);
  lull.samples.fill(0);
  line.speak(200);
  line.pause(1000);
  assert.equal(line.lulls.length, 2);
  assert.deepEqual(
    line.utterances().map(({ samples }) => framesIn(samples)),
    [[36, 105]],
  );
});

test("what is dismissed ends without an event, and is pre-roll of what follows", () => {
  const line = openLine();
  line.speak(400);
  line.listening.dismiss("noise");
  assert.equal(line.listening.state, "quiet");
  line.pause(1000);
  assert.deepEqual(line.told, [{ kind: "voice" }]);
  line.speak(400);
  line.pause(1000);
  assert.deepEqual(
    line.utterances().map(({ startedAt, samples }) => [startedAt, ...framesIn(samples)]),
    [[1400, 56, 100]],
  );
});

test("a telephone that sends nothing while its owner is silent still reaches the endpoint", () => {
  const line = openLine();
  line.speak(500);
  line.pause(100); // and then no frame arrives
  line.listening.silence(29);
  assert.equal(line.utterances().length, 0);
  line.listening.silence(1);
  const [utterance] = line.utterances();
  assert.ok(utterance);
  assert.deepEqual([utterance.startedAt, utterance.endedAt, msOf(utterance.samples)], [0, 500, 700]);
  assert.ok(utterance.samples.subarray(600 * 16).every((sample) => sample === 0));
});

test("line time counts what was heard and what was missing", () => {
  const line = openLine();
  line.pause(200);
  line.listening.silence(1_000_000);
  line.speak(100);
  assert.equal(line.listening.lineTimeMs, 200 + 20_000_000 + 100);
  assert.equal(line.listening.state, "speaking");
});

test("a line that ends disposes of its detector, and what was not finished is not told", () => {
  const line = openLine();
  line.speak(1000);
  line.listening[Symbol.dispose]();
  assert.equal(line.disposed(), 1);
  assert.deepEqual(line.told, [{ kind: "voice" }]);
});

test("an utterance is reported in pieces as it is said, from its pre-roll on, each frame once", () => {
  const line = openLine();
  line.pause(1000);
  line.speak(80);
  assert.equal(line.pieces.length, 0, "it may be a click");
  line.speak(420);
  assert.ok(line.pieces.length > 10, "while it is being said");
  line.pause(300);
  line.speak(200);
  line.pause(1000);
  const [utterance] = line.utterances();
  const told = joined(line.pieces.map(({ samples }) => samples));
  assert.ok(utterance);
  assert.deepEqual(told, utterance.samples, "and none of the silence that is pre-roll of the next");
  assert.deepEqual(new Set(line.pieces.map(({ startedAt }) => startedAt)), new Set([utterance.startedAt]));
  assert.equal(line.pieces.at(-1)?.endedAt, utterance.endedAt);
});

test("an utterance that is cut for its length was reported in pieces before it comes, whole and nothing twice", () => {
  const line = openLine();
  line.speak(5_000);
  const [first] = line.utterances();
  const told = joined(line.pieces.map(({ samples }) => samples));
  assert.ok(first?.truncated);
  assert.deepEqual(told.subarray(0, first.samples.length), first.samples);
  assert.equal(told.length, 250 * FRAME_SAMPLES);
  assert.equal(new Set(line.pieces.map(({ startedAt }) => startedAt)).size, 2);
});

test("what comes to nothing is reported in no piece", () => {
  const line = openLine();
  line.pause(1000);
  line.speak(60);
  line.pause(1000);
  assert.deepEqual([line.pieces, line.told], [[], []]);
});

test("what was reported ends, even when it turns out to be noise", () => {
  const told: string[] = [];
  let isVoice = false;
  let weSpeak = false;
  const ownVoice = { ...createOwnVoice(), levelAt: () => -90, isAudible: () => weSpeak };
  using listening = listenForUtterances({
    voiceActivity: { isVoice: () => isVoice, isNoisy: false, [Symbol.dispose]: () => {} },
    ownVoice,
    tell: ({ kind }) => told.push(kind),
    options,
  });
  let random = 1;
  const hiss = () =>
    Int16Array.from({ length: FRAME_SAMPLES }, () => {
      random = (random * 48_271) % 2_147_483_647;
      return (random % 2_000) - 1_000;
    });
  const hear = (ms: number, voiced: boolean) => {
    isVoice = voiced;
    for (let i = 0; i < ms / 20; i++) listening.hear(voiced ? hiss() : new Int16Array(FRAME_SAMPLES));
  };
  hear(260, true);
  weSpeak = true;
  hear(220, false);
  hear(340, true);
  weSpeak = false;
  hear(1_000, false);
  assert.equal(told[0], "lull");
  assert.equal(told.at(-1), "utterance");
});

test("on a line that is never quiet each 800 ms of an utterance are reported, with all of it so far", () => {
  const line = openLine({}, true);
  line.pause(1000);
  line.speak(2000);
  const talk = line.told.flatMap((heard) => (heard.kind === "talk" ? [heard] : []));
  assert.deepEqual(
    talk.map(({ startedAt, endedAt }) => [startedAt, endedAt]),
    [
      [1000, 1800],
      [1000, 2600],
    ],
  );
  assert.deepEqual(framesIn(talk[0]?.samples ?? new Int16Array()), [36, 90]);
});

/** Where the talks end that were told of. */
const talksOf = ({ told }: ReturnType<typeof openLine>) =>
  told.flatMap((heard) => (heard.kind === "talk" ? [heard.endedAt] : []));

test("a report of the utterance so far comes on request, too, and 800 ms after that", () => {
  const line = openLine({}, true);
  line.speak(1000);
  line.listening.speech.checkAt(1390);
  line.speak(1500);
  assert.deepEqual(talksOf(line), [800, 1400, 2200]);
});

test("a report requested shortly after 800 ms comes then, and not at both moments", () => {
  const line = openLine({}, true);
  line.speak(1000);
  line.listening.speech.checkAt(1620);
  line.speak(1500);
  assert.deepEqual(talksOf(line), [800, 1620, 2420]);
});

test("on a quiet line the utterance so far is reported on request, without earlier ones", () => {
  const line = openLine();
  line.speak(1000);
  line.listening.speech.checkAgain();
  line.speak(700);
  assert.deepEqual(talksOf(line), [1020]);
  line.pause(1000);
  assert.deepEqual(talksOf(line), [1020, 1700]); // 800 ms after the last time, in the pause.
  line.speak(1000);
  assert.deepEqual(talksOf(line), [1020, 1700]);
});

test("on a noisy line an utterance is reported in a silence within it as well, and on a quiet line it is not", () => {
  const line = openLine({}, true);
  line.speak(700);
  line.pause(300);
  line.speak(200);
  assert.deepEqual(
    line.told.flatMap((heard) => (heard.kind === "talk" ? [[heard.endedAt, heard.samples.length / 16]] : [])),
    [[700, 800]],
  );
  const quiet = openLine();
  quiet.speak(2900);
  assert.deepEqual(
    quiet.told.map(({ kind }) => kind),
    ["voice"],
  );
});
