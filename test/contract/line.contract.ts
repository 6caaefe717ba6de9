import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Ending } from "../../src/kernel/ending.js";
import type { Line } from "../../src/telephony/line.js";

/** A line, and what is at the other end of it. What it does there reaches the line within moments, not at once. */
export interface LineWithFarSide extends AsyncDisposable {
  readonly line: Line;
  /** Makes this sound, frame by frame. */
  says(sound: Int16Array): void;
  presses(key: string): void;
  leaves(): void;
  /** Playback stands still but for this, and for this as well while it is paused. */
  plays(ms?: number): void;
  /** Whether playback is paused there. */
  isPaused(): boolean;
  /** What was played there so far. */
  heard(): Int16Array;
  /** Sent there and not played yet, ms. */
  queuedMs(): number;
}

const WAIT_MS = 2_000;

const ramp = (samples: number) => Int16Array.from({ length: samples }, (_, at) => at % 32_000);
const ms = (length: number) => ramp(length * 16);

async function until(what: string, test: () => boolean): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  while (!test()) {
    assert.ok(performance.now() < deadline, `${what}: not within ${WAIT_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Whether a promise is settled once everything under way has had its time. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  return !settled;
}

/** What every line does, whoever makes it. */
export function lineContract(name: string, answer: () => Promise<LineWithFarSide>): void {
  describe(`the line of ${name}`, () => {
    it("receives frames of 20 ms in order, until the reader stops", async () => {
      await using far = await answer();
      const heard: number[] = [];
      const sizes = new Set<number>();
      const stop = far.line.hear((frame) => {
        heard.push(...frame);
        sizes.add(frame.length);
      });
      const sound = ms(2_000);
      far.says(sound);
      await until("the sound is heard", () => heard.length === sound.length);
      assert.deepEqual(heard, [...sound]);
      assert.deepEqual([...sizes], [320]);
      stop();
      const after: number[] = [];
      far.line.hear((frame) => after.push(frame.length));
      far.says(ms(20));
      await until("the next sound is heard", () => after.length === 1);
      assert.equal(heard.length, sound.length);
    });

    it("reports keys, until the reader stops", async () => {
      await using far = await answer();
      const keys: string[] = [];
      const others: string[] = [];
      const stop = far.line.onKey((key) => keys.push(key));
      far.line.onKey((key) => others.push(key));
      far.presses("5");
      far.presses("#");
      await until("two keys", () => keys.length === 2);
      stop();
      far.presses("A");
      await until("the third key", () => others.length === 3);
      assert.deepEqual(
        [keys, others],
        [
          ["5", "#"],
          ["5", "#", "A"],
        ],
      );
    });

    it("plays what it is given, and marks come true when playback is there", async () => {
      await using far = await answer();
      await far.line.play(ms(60));
      const first = far.line.mark();
      await far.line.play(ms(40));
      const second = far.line.mark();
      await until("both are there", () => far.queuedMs() === 100);
      assert.equal(await isPending(first), true);
      far.plays(60);
      far.plays(0);
      assert.equal(await first, true);
      assert.equal(await isPending(second), true);
      far.plays();
      assert.equal(await second, true);
      assert.deepEqual([...far.heard()], [...ms(60), ...ms(40)]);
    });

    it("plays samples of any number, in whatever pieces they come", async () => {
      await using far = await answer();
      const sound = ramp(2_000);
      for (const [from, to] of [
        [0, 1],
        [1, 3],
        [3, 700],
        [700, 1_999],
        [1_999, 2_000],
      ]) {
        await far.line.play(sound.subarray(from, to));
      }
      await far.line.play(new Int16Array(0));
      const mark = far.line.mark();
      await until("all is there", () => far.queuedMs() >= 125);
      far.plays();
      assert.equal(await mark, true);
      assert.deepEqual([...far.heard().subarray(0, 2_000)], [...sound]);
      assert.ok(
        far
          .heard()
          .subarray(2_000)
          .every((sample) => sample === 0),
      );
    });

    it("throws away what is queued, and plays what comes after", async () => {
      await using far = await answer();
      await far.line.play(ms(200));
      const mark = far.line.mark();
      await until("it is there", () => far.queuedMs() === 200);
      far.line.flush();
      assert.equal(await mark, false);
      await far.line.play(ms(20));
      const after = far.line.mark();
      await until("only what came after is there", () => far.queuedMs() === 20);
      far.plays();
      assert.equal(await after, true);
      assert.deepEqual([...far.heard()], [...ms(20)]);
    });

    it("makes playback wait while the far side's queue is full", async () => {
      await using far = await answer();
      const playing = far.line.play(ms(30_000));
      await until("the queue is full", () => far.queuedMs() >= 15_000);
      assert.equal(await isPending(playing), true);
      for (let rounds = 0; rounds < 20; rounds++) {
        far.plays(1_000);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await playing;
    });

    it("resolves the waits for what was flushed", async () => {
      await using far = await answer();
      const playing = far.line.play(ms(30_000));
      await until("the queue is full", () => far.queuedMs() >= 15_000);
      far.line.flush();
      await playing;
      await until("nothing is there", () => far.queuedMs() === 0);
    });

    it("keeps what is queued while it is paused, and resumes at the very next sample", async () => {
      await using far = await answer();
      await far.line.play(ms(100));
      const mark = far.line.mark();
      await until("it is there", () => far.queuedMs() === 100);
      far.plays(40);
      far.line.pause();
      far.line.pause();
      await until("it is paused", () => far.isPaused());
      far.plays();
      assert.deepEqual([far.heard().length, far.queuedMs()], [640, 60]);
      assert.equal(await isPending(mark), true);
      far.line.resume();
      await until("it goes on", () => !far.isPaused());
      far.plays();
      assert.equal(await mark, true);
      assert.deepEqual([...far.heard()], [...ms(100)]);
      far.line.resume();
      far.line.resume();
      await far.line.play(ms(20));
      const after = far.line.mark();
      await until("what comes after is there", () => far.queuedMs() === 20);
      far.plays();
      assert.equal(await after, true);
      assert.equal(far.isPaused(), false);
    });

    it("takes sound and marks while it is paused, and plays them afterwards", async () => {
      await using far = await answer();
      far.line.pause();
      const empty = far.line.mark();
      await far.line.play(ms(60));
      const mark = far.line.mark();
      await until("it is there", () => far.isPaused() && far.queuedMs() === 60);
      far.plays();
      assert.equal(await isPending(empty), true);
      assert.equal(far.heard().length, 0);
      far.line.resume();
      await until("it goes on", () => !far.isPaused());
      far.plays();
      assert.deepEqual(await Promise.all([empty, mark]), [true, true]);
      assert.deepEqual([...far.heard()], [...ms(60)]);
    });

    it("plays what comes after a flush though it was paused", async () => {
      await using far = await answer();
      await far.line.play(ms(200));
      const mark = far.line.mark();
      far.line.pause();
      await until("it is paused", () => far.isPaused());
      far.line.flush();
      assert.equal(await mark, false);
      await far.line.play(ms(20));
      const after = far.line.mark();
      await until("only what came after is there", () => far.queuedMs() === 20 && !far.isPaused());
      far.plays();
      assert.equal(await after, true);
      assert.deepEqual([...far.heard()], [...ms(20)]);
    });

    it("makes playback wait while it is paused with a full queue", async () => {
      await using far = await answer();
      const sound = ms(30_000);
      const playing = far.line.play(sound);
      await until("the queue is full", () => far.queuedMs() >= 15_000);
      far.line.pause();
      await until("it is paused", () => far.isPaused());
      const queuedMs = far.queuedMs();
      far.plays();
      assert.equal(await isPending(playing), true);
      assert.equal(far.queuedMs(), queuedMs);
      far.line.resume();
      await until("it goes on", () => !far.isPaused());
      let played: boolean | undefined;
      void playing.then(() => far.line.mark()).then((value) => (played = value));
      await until("all was played", () => {
        far.plays(1_000);
        return played !== undefined;
      });
      assert.equal(played, true);
      const heard = far.heard();
      assert.equal(heard.length, sound.length);
      assert.ok(heard.every((sample, at) => sample === sound[at]));
    });

    it("ends when the far side leaves while it is paused, and resolves all waits", async () => {
      await using far = await answer();
      const playing = far.line.play(ms(30_000));
      await until("the queue is full", () => far.queuedMs() >= 15_000);
      const mark = far.line.mark();
      far.line.pause();
      await until("it is paused", () => far.isPaused());
      far.leaves();
      assert.equal(await mark, false);
      await playing;
      assert.equal(Ending.ofSignal(far.line.signal)?.kind, "hung_up");
      far.line.resume();
      far.line.pause();
      assert.equal(await far.line.mark(), false);
    });

    it("ends when the far side leaves, and resolves all waits", async () => {
      await using far = await answer();
      const mark = far.line.mark();
      await far.line.play(ms(40));
      const behind = far.line.mark();
      const playing = far.line.play(ms(30_000));
      far.line.hear(() => assert.fail("a frame after the end"));
      await until("the queue is full", () => far.queuedMs() >= 15_000);
      far.plays(0);
      assert.equal(await mark, true);
      far.leaves();
      await until("it is gone", () => far.line.signal.aborted);
      assert.equal(Ending.ofSignal(far.line.signal)?.kind, "hung_up");
      assert.equal(await behind, false);
      await playing;
      assert.equal(await far.line.mark(), false);
      await far.line.play(ms(20));
      far.line.flush();
      await far.line.hangUp();
      assert.equal(Ending.ofSignal(far.line.signal)?.kind, "hung_up");
    });

    it("hangs up, once or twice", async () => {
      await using far = await answer();
      const mark = far.line.mark();
      far.line.flush();
      await Promise.all([far.line.hangUp(), far.line.hangUp()]);
      assert.equal(Ending.ofSignal(far.line.signal)?.kind, "finished");
      assert.equal(typeof (await mark), "boolean");
      await far.line.hangUp();
    });
  });
}
