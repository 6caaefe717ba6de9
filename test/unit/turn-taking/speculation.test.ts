import assert from "node:assert/strict";
import { test } from "node:test";
import { createLatency } from "../../../src/speech/latency.js";
import { createSpeculation } from "../../../src/turn-taking/speculation.js";

const UTTERANCE_MS = 2_000;

/** How often a reply to one utterance may be begun early with a recogniser that takes this long, in ms. */
function attemptsWith(takesMs: number, utteranceMs = UTTERANCE_MS): number {
  const latency = createLatency();
  latency.count(takesMs);
  const speculation = createSpeculation(latency);
  while (speculation.mayBegin(utteranceMs) && speculation.count < 100) speculation.begin();
  return speculation.count;
}

for (const [takesMs, attempts] of [
  [300, 3],
  [600, 3],
  [1_000, 2],
  [1_500, 1],
  [2_500, 0],
] as const) {
  test(`with a recogniser of ${takesMs} ms a reply is begun early ${attempts} times at most`, () => {
    assert.equal(attemptsWith(takesMs), attempts);
  });
}

test("a long utterance allows more, as far as the recogniser bears it", () => {
  assert.deepEqual([attemptsWith(300, 12_000), attemptsWith(1_500, 12_000)], [5, 1]);
});
