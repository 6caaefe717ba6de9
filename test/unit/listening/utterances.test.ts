import assert from "node:assert/strict";
import { test } from "node:test";
import { FRAME_SAMPLES, msOf } from "../../../src/audio/pcm.js";
import { type Heard, type ListeningOptions, listenForUtterances } from "../../../src/listening/utterances.js";

const options: ListeningOptions = {
  endpointSilenceMs: 700,
  minSpeechMs: 100,
  maxSpeechSeconds: 3,
  bargeInMs: 300,
  preRollMs: 300,
};

/** A line on which odd samples are voice; each frame is numbered by its samples, from 2 (unvoiced) or 3 (voiced) on. */
function openLine(changed: Partial<ListeningOptions> = {}) {
  const told: Heard[] = [];
  let disposed = 0;
  const listening = listenForUtterances({
    voiceActivity: {
      isVoice: (frame) => (frame[0] ?? 0) % 2 === 1,
      [Symbol.dispose]: () => {
        disposed++;
      },
    },
    tell: (heard) => told.push(heard),
    options: { ...options, ...changed },
  });
  const frame = new Int16Array(FRAME_SAMPLES); // one memory for all frames, as a socket's buffer is
  let number = 0;
  const hear = (ms: number, voiced: boolean) => {
    for (let i = 0; i < ms / 20; i++) listening.hear(frame.fill(2 * ++number + (voiced ? 1 : 0)));
  };
  return {
    told,
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
