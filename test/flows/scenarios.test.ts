import assert from "node:assert/strict";
import { test } from "node:test";
import { FULL } from "../support/form.js";
import { SCENARIOS } from "../scenarios/index.js";
import type { Measured } from "../support/scenarios/measure.js";
import { runScenario } from "../support/scenarios/run-scenario.js";
import type { Scenario } from "../support/scenarios/scenario.js";

/** Nobody who has said something waits longer than this for a sound, ms. */
const MAX_DEAD_AIR_MS = 3_000;
/** From the caller's first sound over a reply to silence in their ear, and a resumed reply's pause, at most, ms. */
const MAX_YIELD_MS = 1_000;
/** And while it is not known yet what echo the line returns. */
const MAX_YIELD_ON_NEW_LINE_MS = 1_750;
const MAX_GAP_MS = 900;
/** Who interrupts is answered so soon after their last sound, at most, ms. */
const MAX_ANSWER_MS = 1_250;
/** What is like words, and none are found in it, holds a reply up for longer, ms. */
const MAX_GAP_FOR_SYLLABLES_MS = 1_350;
const LIKE_WORDS = ["laughter over the reply", '"exactly" over the reply', '"exactly" over the reply, realtime'];

/** What holds for each trial, however well the ears can tell a voice from a noise; the benchmark counts the rest. */
const GUARANTEES: Readonly<Record<Scenario["expected"], (trial: Measured, cell: string) => void>> = {
  "goes on": ({ isRight, gapMs = 0 }, cell) => {
    assert.ok(isRight, "all of it is heard, and nobody answers");
    const mostMs = LIKE_WORDS.includes(cell) ? MAX_GAP_FOR_SYLLABLES_MS : MAX_GAP_MS;
    assert.ok(gapMs <= mostMs, `held up for ${gapMs} ms`);
  },
  yields: ({ isRight, yieldMs = Number.NaN, responseMs = Number.NaN }, cell) => {
    assert.ok(isRight, "the reply ends, and the words are answered");
    const mostMs = cell.includes("into the first second") ? MAX_YIELD_ON_NEW_LINE_MS : MAX_YIELD_MS;
    assert.ok(yieldMs <= mostMs, `silent after ${yieldMs} ms`);
    assert.ok(responseMs <= MAX_ANSWER_MS, `answered after ${responseMs} ms`);
  },
  answers: ({ deadAirMs = Number.NaN, wordsLost, wordsTwice, cutInMs }) => {
    assert.ok(cutInMs.overWords <= MAX_CUT_IN_MS, `over the caller's words for ${cutInMs.overWords} ms`);
    assert.deepEqual([wordsLost, wordsTwice], [0, 0], "words lost, words twice");
    assert.ok(deadAirMs <= MAX_DEAD_AIR_MS, `dead air of ${deadAirMs} ms`);
  },
  "keeps silent": () => {},
};

/** Of a reply that came into a pause so much is heard over the words that follow it, ms. */
const MAX_CUT_IN_MS = 150;

/** How often each is played in the full form, each time with another voice; else once, in turns with each of them. */
const TRIALS = { "goes on": 1, yields: 4, answers: 2, "keeps silent": 1 } as const;

for (const [kind, scenarios] of Object.entries(SCENARIOS)) {
  for (const [at, scenario] of scenarios.filter(isGuaranteed).entries()) {
    if (scenario.backends.recogniser) continue;
    test(`${kind.toLowerCase()}: ${scenario.cell}`, async () => {
      const all = Array.from({ length: TRIALS[scenario.expected] }, (_, trial) => trial);
      for (const trial of FULL ? all : [at % all.length]) {
        const measured = await runScenario(scenario, trial);
        assert.equal(measured.saidTwice, false, "nothing is said twice");
        GUARANTEES[scenario.expected](measured, scenario.cell);
      }
    });
  }
}

/** The noises of these trials are no voices. */
const VOICELESS_TRIALS = 4;

for (const [at, scenario] of SCENARIOS["A slow recogniser"].entries()) {
  test(`a slow recogniser: ${scenario.cell}`, async () => {
    for (const trial of FULL ? Array.from({ length: VOICELESS_TRIALS }, (_, each) => each) : [at % VOICELESS_TRIALS]) {
      const { isRight, saidTwice, mostRequests, wordsLost } = await runScenario(scenario, trial);
      assert.ok(isRight || scenario.expected === "keeps silent", `not as expected in trial ${trial}`);
      assert.deepEqual([saidTwice, wordsLost], [false, 0]);
      assert.ok(mostRequests <= 1, `${mostRequests} requests at a time`);
    }
  });
}

test("a trial leaves nothing of its time to the next one, whose clock would keep the whole of it in memory", async () => {
  const now = performance.now;
  const [scenario] = SCENARIOS["A slow recogniser"];
  assert.ok(scenario);
  for (const trial of [0, 1]) {
    await runScenario(scenario, trial);
    assert.equal(performance.now, now);
  }
});

/**
 * Not where a recogniser makes words of our echo, nor where the ears hear a caller only just: how well they do is for the
 * benchmark. That a question is answered in time does not depend on the ears where people talk behind the caller.
 */
function isGuaranteed({ echo, behind, callerDbfs, expected }: Scenario): boolean {
  const isHard = behind && !(behind.noise === "babble" && expected === "answers");
  return !echo?.isRecognised && !isHard && callerDbfs === undefined;
}
