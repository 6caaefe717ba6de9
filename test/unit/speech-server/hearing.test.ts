import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { shareCores, TooBusy } from "../../../src/speech-server/cores.js";
import { createHearing, joinedStretches, NOTHING } from "../../../src/speech-server/hearing.js";
import { createSpeaking } from "../../../src/speech-server/speaking.js";
import { activity, detector, recogniser, voice } from "./fake-engine.js";

const { signal } = new AbortController();
const SECOND = 16_000;

describe("hearing", () => {
  it("does not ask the recogniser about sound without speech", async () => {
    const native = recogniser();
    const hearing = createHearing(native, () => activity([]), shareCores(2, 4));
    assert.deepEqual(await hearing.transcribe(new Int16Array(SECOND), signal), { text: "", stretches: [], settled: 0 });
    assert.equal(native.asked.length, 0);
  });

  it("recognises a stretch with its margins, and says where it was", async () => {
    const native = recogniser();
    const hearing = createHearing(native, () => activity([[SECOND, SECOND]]), shareCores(2, 4));
    const { text, stretches } = await hearing.transcribe(new Int16Array(4 * SECOND), signal);
    assert.equal(text, "words of 1500 ms");
    assert.deepEqual(stretches, [{ start: 0.75, end: 2.25, text }]);
  });

  it("does not recognise a stretch again that has not grown", async () => {
    const native = recogniser();
    const hearing = createHearing(native, () => activity([[SECOND, SECOND]]), shareCores(2, 4));
    const first = await hearing.transcribe(new Int16Array(3 * SECOND), signal);
    const again = await hearing.transcribe(new Int16Array(4 * SECOND), signal, first);
    assert.deepEqual([again.stretches, native.asked.length], [first.stretches, 1]);
  });

  it("listens to the end of a sound that grows, and hears in it what is in the whole", async () => {
    const native = recogniser();
    const detecting = detector();
    const hearing = createHearing(native, () => detecting, shareCores(2, 4));
    const sound = new Int16Array(60 * SECOND);
    for (const [from, to] of [
      [3, 4.5],
      [5, 6],
      [9.1, 12],
      [13.5, 14],
      [30, 30.3],
      [33, 48],
      [48.5, 55],
    ] as const) {
      sound.fill(1_000, from * SECOND, to * SECOND);
    }
    let heard = NOTHING;
    for (let length = SECOND; length <= sound.length; length += SECOND / 2) {
      heard = await hearing.transcribe(sound.subarray(0, length), signal, heard);
    }
    const seconds = detecting.listened / SECOND;
    const whole = await hearing.transcribe(sound, signal);
    assert.deepEqual([heard.text, heard.stretches], [whole.text, whole.stretches]);
    assert.equal(whole.stretches.length, 5);
    assert.ok(seconds < 119 * 10, `${seconds} s of sound`); // The whole each time are 3,630 s.
  });

  it("hears several sounds at once with a detector for each", async () => {
    let detectors = 0;
    const make = () => {
      detectors++;
      return activity([[0, SECOND]]);
    };
    const hearing = createHearing(recogniser(), make, shareCores(2, 4));
    const sound = new Int16Array(3 * SECOND);
    await Promise.all([hearing.transcribe(sound, signal), hearing.transcribe(sound, signal)]);
    await hearing.transcribe(sound, signal);
    assert.equal(detectors, 2);
  });

  it("joins stretches that are near, and none that would be too long for a recogniser", () => {
    const at = (from: number, to: number) => ({ from: from * SECOND, to: to * SECOND });
    assert.equal(joinedStretches([at(0, 1), at(2, 3)], 9 * SECOND).length, 1);
    assert.equal(joinedStretches([at(0, 1), at(5, 6)], 9 * SECOND).length, 2);
    const long = joinedStretches([at(0, 15), at(15.2, 25)], 26 * SECOND);
    assert.equal(long.length, 2);
    assert.ok((long[1]?.from ?? 0) >= (long[0]?.to ?? 0), "nothing is recognised twice");
  });

  it("stops when the client goes away", async () => {
    const gone = new AbortController();
    const hearing = createHearing(recogniser(), () => activity([[0, SECOND]]), shareCores(1, 4));
    const asked = hearing.transcribe(new Int16Array(9 * SECOND), gone.signal);
    gone.abort(new Error("gone"));
    await assert.rejects(asked, /gone/);
  });
});

describe("the cores", () => {
  it("are shared one to a request, and on a large machine several", () => {
    assert.deepEqual([shareCores(2, 4).atOnce, shareCores(2, 4).threads], [2, 1]);
    assert.deepEqual([shareCores(16, 4).atOnce, shareCores(16, 4).threads], [4, 4]);
  });

  it("refuse what would wait too long", async () => {
    const cores = shareCores(1, 4);
    let finish = () => {};
    const first = cores.run(signal, () => new Promise<void>((resolve) => (finish = resolve)));
    const waiting = Array.from({ length: 8 }, () => cores.run(signal, async () => {}));
    await assert.rejects(
      cores.run(signal, async () => {}),
      TooBusy,
    );
    finish();
    await Promise.all([first, ...waiting]);
    assert.equal(cores.busy, 0);
  });
});

describe("speaking", () => {
  const all = async (sound: AsyncIterable<Int16Array>) => {
    const pieces: number[] = [];
    for await (const { length } of sound) pieces.push(length);
    return pieces;
  };

  it("sends each sentence when it is made, at 24 000 Hz", async () => {
    const speaking = createSpeaking(new Map([["anna", voice(["One.", "Two."])]]), shareCores(1, 4));
    const pieces = await all(speaking.speak("One. Two.", "anna", 1, signal));
    const samples = pieces.reduce((sum, length) => sum + length, 0);
    assert.ok(pieces.length >= 2 && Math.abs(samples - 48_000) < 10, `${pieces}`);
  });

  it("stops after the current sentence when the client has gone", async () => {
    const native = voice(["One.", "Two.", "Three."]);
    const speaking = createSpeaking(new Map([["anna", native]]), shareCores(1, 4));
    for await (const _ of speaking.speak("", "anna", 1, signal)) break;
    await native.done;
    assert.ok(native.made.length < 3, `${native.made}`);
  });

  it("reports a voice that fails", async () => {
    const native = voice([]);
    native.fail(new Error("no phonemes"));
    const speaking = createSpeaking(new Map([["anna", native]]), shareCores(1, 4));
    await assert.rejects(all(speaking.speak("x", "anna", 1, signal)), /no phonemes/);
  });
});
