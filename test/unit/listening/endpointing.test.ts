import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createEndpointing, type EndpointingOptions } from "../../../src/listening/endpointing.js";

const options: EndpointingOptions = { endpointSilenceMs: 700, minSpeechMs: 100, maxSpeechSeconds: 30, bargeInMs: 300 };

/** Hears a score of voiced (#) and unvoiced (.) frames of 20 ms; tells what was decided at which frame. */
function hear(score: string, changed: Partial<EndpointingOptions> = {}): string[] {
  const endpointing = createEndpointing({ ...options, ...changed });
  return [...score].flatMap((mark, i) => {
    const verdict = endpointing.hear(mark === "#");
    return verdict ? [`${verdict} ${(i + 1) * 20}`] : [];
  });
}
const voice = (ms: number) => "#".repeat(ms / 20);
const pause = (ms: number) => ".".repeat(ms / 20);

test("the endpoint comes as soon as the silence is long enough, not before", () => {
  assert.deepEqual(hear(voice(1000) + pause(680)), ["voice 300"]);
  assert.deepEqual(hear(voice(1000) + pause(2000)), ["voice 300", "endpoint 1700"]);
});

test("a pause within a sentence does not end it", () => {
  assert.deepEqual(hear(voice(400) + pause(600) + voice(400) + pause(600) + voice(100) + pause(2000)), [
    "voice 300",
    "endpoint 2800",
  ]);
});

test("a short answer is an utterance without barge-in", () => {
  assert.deepEqual(hear(voice(100) + pause(1000)), ["endpoint 800"]);
});

test("continuous speech is announced after bargeInMs exactly, and once", () => {
  assert.deepEqual(hear(voice(5000)), ["voice 300"]);
  assert.deepEqual(hear(voice(5000), { bargeInMs: 20 }), ["voice 20"]);
});

test("the gaps that consonants leave do not keep barge-in waiting", () => {
  assert.deepEqual(hear(`${voice(100) + pause(80) + voice(60) + pause(60)}${voice(400)}`), ["voice 320"]);
});

test("clicks and crackle decide nothing, however often they come", () => {
  for (const gap of [80, 100, 160, 400, 900])
    assert.deepEqual(hear(`#${pause(gap)}`.repeat(500)), [], `${gap} ms apart`);
});

test("a click in the silence after a sentence does not put the endpoint off", () => {
  const expected = ["voice 300", "endpoint 1200"];
  assert.deepEqual(hear(voice(500) + pause(300) + voice(40) + pause(1000)), expected);
  assert.deepEqual(hear(`${voice(500)}${`${pause(300)}#`.repeat(5)}`), expected);
});

test("a caller who goes on shortly before the endpoint has not finished", () => {
  assert.deepEqual(hear(voice(500) + pause(620) + voice(200) + pause(1000)), ["voice 300", "endpoint 2020"]);
});

test("what was announced and came to nothing is discarded", () => {
  assert.deepEqual(hear(voice(200) + pause(1000), { minSpeechMs: 400, bargeInMs: 160 }), [
    "voice 160",
    "discarded 440",
  ]);
});

test("what was never announced is dropped without a word", () => {
  assert.deepEqual(hear(voice(200) + pause(1000), { minSpeechMs: 400 }), []);
});

test("a caller who never pauses is cut off after maxSpeechSeconds, and heard on", () => {
  const told = hear(voice(7000) + pause(1000), { maxSpeechSeconds: 3 });
  assert.deepEqual(told, ["voice 300", "too-long 3000", "voice 3300", "too-long 6000", "voice 6300", "endpoint 7700"]);
});

test("the states follow the drawing", () => {
  const endpointing = createEndpointing(options);
  const states = [...`.${voice(120)}${pause(40)}${voice(20)}${pause(720)}`].map((mark) => {
    endpointing.hear(mark === "#");
    return endpointing.state;
  });
  const turns = states.filter((state, i) => state !== states[i - 1]);
  assert.deepEqual(turns, ["quiet", "starting", "speaking", "stopping", "speaking", "stopping", "quiet"]);
});

test("every voice is followed by one ending, and silence always leads back to quiet", () => {
  const scores = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 60 })), { maxLength: 60 });
  const ms = fc.integer({ min: 20, max: 1000 });
  const anyOptions = fc.record({
    endpointSilenceMs: ms,
    minSpeechMs: ms,
    bargeInMs: ms,
    maxSpeechSeconds: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(scores, anyOptions, (runs, chosen) => {
      const score = runs.map(([voiced, frames]) => (voiced ? "#" : ".").repeat(frames)).join("") + pause(1200);
      const told = hear(score, chosen).map((line) => line.split(" ")[0]);
      assert.notEqual(told.at(-1), "voice");
      for (const [i, verdict] of told.entries()) {
        if (verdict === "voice") assert.notEqual(told[i + 1], "voice");
        if (verdict === "discarded") assert.equal(told[i - 1], "voice");
      }
    }),
  );
});
