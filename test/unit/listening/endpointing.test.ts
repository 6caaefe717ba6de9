import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createEndpointing, type EndpointingOptions } from "../../../src/listening/endpointing.js";

const options: EndpointingOptions = {
  endpointSilenceMs: 700,
  minSpeechMs: 100,
  maxSpeechSeconds: 30,
  bargeInMs: 300,
  lullMs: 200,
  noisyMs: 80,
};

/** Hears a score of voiced (#) and unvoiced (.) frames of 20 ms; tells what was decided at which frame. */
function decide(score: string, changed: Partial<EndpointingOptions> = {}): string[] {
  const endpointing = createEndpointing({ ...options, ...changed });
  return [...score].flatMap((mark, i) => {
    const verdict = endpointing.hear(mark === "#");
    return verdict ? [`${verdict} ${(i + 1) * 20}`] : [];
  });
}
const isLull = (verdict: string) => /^(lull|resumed)/.test(verdict);
const hear = (...args: Parameters<typeof decide>) => decide(...args).filter((verdict) => !isLull(verdict));
const lulls = (...args: Parameters<typeof decide>) => decide(...args).filter((verdict) => verdict.startsWith("lull"));
const resumed = (...args: Parameters<typeof decide>) =>
  decide(...args).filter((verdict) => verdict.startsWith("resumed"));
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

test("an endpoint takes longer on a line that is never quiet, where soft ends and beginnings of words pass for silence", () => {
  const endpointing = createEndpointing(options);
  const told = [...(voice(500) + pause(1000))].map((mark) => endpointing.hear(mark === "#", { isNoisy: true }));
  assert.equal((told.indexOf("endpoint") + 1) * 20, 500 + options.endpointSilenceMs + options.noisyMs);
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

test("each silence of lullMs after more voice is a lull", () => {
  assert.deepEqual(lulls(voice(400) + pause(600) + voice(100) + pause(180) + voice(200) + pause(2000)), [
    "lull 600",
    "lull 1680",
  ]);
  assert.deepEqual(lulls(voice(100) + pause(2000)), ["lull 300"]);
  assert.deepEqual(lulls(voice(400) + pause(600), { lullMs: 400 }), ["lull 800"]);
});

test("600 ms of speech without a lull are reported as one, once", () => {
  assert.deepEqual(lulls(voice(5000) + pause(1000)), ["lull 600", "lull 5200"]);
  assert.deepEqual(lulls(voice(300) + pause(260) + voice(3000)), ["lull 500"]);
});

test("speech that goes on after a lull is reported, once for each", () => {
  assert.deepEqual(resumed(voice(400) + pause(300) + voice(400) + pause(300) + voice(400) + pause(1000)), [
    "resumed 760",
    "resumed 1460",
  ]);
  assert.deepEqual(resumed(voice(400) + pause(180) + voice(400) + pause(1000)), [], "there was no lull");
  assert.deepEqual(resumed(voice(5000) + pause(1000)), [], "a lull without silence");
  assert.deepEqual(resumed(`${voice(400)}${pause(300)}##${pause(1000)}`), [], "a click is nobody who goes on");
});

test("a click is no lull, in silence or after a sentence", () => {
  assert.deepEqual(lulls(`${pause(300)}#`.repeat(20)), []);
  assert.deepEqual(lulls(`${voice(400)}${pause(300)}##${pause(1000)}`), ["lull 600"]);
});

test("what was announced early may lull before it is long enough for an utterance", () => {
  const endpointing = createEndpointing({ ...options, minSpeechMs: 600 });
  const told = [...`${voice(200)}${pause(220)}`].map((mark, i) => endpointing.hear(mark === "#", { isOnset: i === 7 }));
  assert.equal(told.indexOf("voice"), 7);
  assert.equal(told.indexOf("lull"), 14);
});

test("over our speech, a word is checked in its middle, and soon after its end", () => {
  const lullsOver = (score: string) => {
    const endpointing = createEndpointing(options);
    return [...score].flatMap((mark, i) =>
      endpointing.hear(mark === "#", { isOnset: i === 7 }) === "lull" ? [(i + 1) * 20] : [],
    );
  };
  assert.deepEqual(lullsOver(voice(300) + pause(40)), []);
  assert.deepEqual(lullsOver(voice(300) + pause(200)), [360, 400]);
  assert.deepEqual(lullsOver(voice(600) + pause(200)), [420, 500, 660, 700]);
  assert.deepEqual(lullsOver(voice(300) + pause(40) + voice(200) + pause(40)), [420, 500], "in no gap");
  assert.deepEqual(lullsOver(voice(600) + pause(120) + voice(300) + pause(100)), [420, 500, 660, 700, 760, 1080, 1120]);
  assert.deepEqual(lullsOver(voice(3000)), [420, 500, 700, 980, 1380, 1940, 2720], "ever more seldom");
});

test("the beginning of a reported voice is known, even in the middle of another sound", () => {
  for (const [onsetAt, before] of [
    [7, 0],
    [60, 53], // 160 ms before it was told of, in frames.
  ] as const) {
    const endpointing = createEndpointing(options);
    [...voice(2_000)].forEach((_, i) => endpointing.hear(true, { isOnset: i === onsetAt }));
    assert.equal(endpointing.framesBeforeVoice, before);
    [...(pause(1_000) + voice(200))].forEach((mark) => endpointing.hear(mark === "#", { isOnset: false }));
    assert.equal(endpointing.framesBeforeVoice, 0, "of the next utterance nothing is known");
  }
});

test("a word over a paused reply is checked as soon as over one that is playing", () => {
  const endpointing = createEndpointing(options);
  const isLull = [...(voice(300) + pause(200))].map((mark) => endpointing.hear(mark === "#", { isHeldUp: true }));
  assert.deepEqual(
    isLull.flatMap((event, i) => (event === "lull" ? [(i + 1) * 20] : [])),
    [360, 400],
  );
});

test("while another part judges the voice, its length announces nothing", () => {
  const endpointing = createEndpointing(options);
  const told = [...voice(1000)].map((_, i) => endpointing.hear(true, { isOnset: i === 40 }));
  assert.equal(told.indexOf("voice"), 40);
});

test("a dismissed utterance is over without an event, and the next one is told", () => {
  const endpointing = createEndpointing(options);
  for (const _ of voice(500)) endpointing.hear(true);
  endpointing.dismiss();
  assert.equal(endpointing.state, "quiet");
  const told = [...(pause(1000) + voice(300))].map((mark) => endpointing.hear(mark === "#"));
  assert.deepEqual([told.indexOf("voice"), told.filter(Boolean).length], [64, 1]);
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
    lullMs: ms,
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

/** Hears 1 s of voice and the score; after `atMs` of that the utterance is to end after another silence. */
function ends(score: string, atMs: number, silenceMs: number): number | undefined {
  const endpointing = createEndpointing(options);
  for (const mark of voice(1000)) endpointing.hear(mark === "#");
  for (const [i, mark] of [...score].entries()) {
    if (i === atMs / 20) endpointing.speech.endAfter(silenceMs);
    if (endpointing.hear(mark === "#") === "endpoint") return (i + 1) * 20;
  }
  return undefined;
}

test("an utterance may be told to end after more silence, or less, or at once", () => {
  assert.equal(ends(pause(2000), 300, 1200), 1200);
  assert.equal(ends(pause(2000), 300, 500), 500);
  assert.equal(ends(pause(2000), 600, 500), 620, "that is over");
});

test("a caller has not finished while a sound may be their next word", () => {
  assert.deepEqual(hear(voice(1000) + pause(680) + voice(300) + pause(1000)), ["voice 300", "endpoint 2680"]);
  assert.deepEqual(hear(voice(1000) + pause(680) + voice(40) + pause(1000)), ["voice 300", "endpoint 1740"]);
});

test("a sound that may be the next word counts for this pause, and not for the next one", () => {
  assert.equal(ends(pause(400) + voice(200) + pause(2000), 300, 1200), 400 + 200 + 700);
  assert.equal(ends(pause(800) + voice(40) + pause(2000), 300, 1200), 1200, "a click does not end the pause");
});

test("a sound that may be the next word does not count for the next utterance", () => {
  const endpointing = createEndpointing(options);
  const score = (marks: string) =>
    [...marks].flatMap((mark, i) => (endpointing.hear(mark === "#") === "endpoint" ? i : []));
  score(voice(1000) + pause(200));
  endpointing.speech.endAfter(1200);
  endpointing.dismiss();
  assert.deepEqual(score(voice(200) + pause(1000)), [(200 + 700) / 20 - 1]);
});

test("an utterance may be told to have its lulls after another silence, and the next one has the usual ones again", () => {
  const endpointing = createEndpointing(options);
  const score = (marks: string) => [...marks].map((mark) => endpointing.hear(mark === "#"));
  score(voice(400));
  endpointing.speech.lullAfter(100);
  assert.equal(score(pause(300)).indexOf("lull"), 100 / 20 - 1);
  score(voice(200));
  assert.equal(score(pause(1000)).indexOf("lull"), 100 / 20 - 1, "while it lasts");
  score(voice(400));
  assert.equal(score(pause(300)).indexOf("lull"), 200 / 20 - 1);
});

test("an utterance that is to end does so with the next frame, in the middle of voice, and the next one does not", () => {
  const endpointing = createEndpointing(options);
  const score = (marks: string) => [...marks].map((mark) => endpointing.hear(mark === "#"));
  score(voice(1000));
  endpointing.speech.endNow();
  assert.equal(endpointing.hear(true), "endpoint");
  assert.deepEqual(score(voice(1000)).includes("endpoint"), false);
});
