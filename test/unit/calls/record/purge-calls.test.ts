import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { purgeOldCalls } from "../../../../src/calls/record/purge-calls.js";
import { quietLog } from "../../../support/fakes/quiet-log.js";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

test("records are removed when they are as old as they may be: ten minutes after the start, and about hourly from then on", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 200 * DAY_MS });
  let behindMs = 0;
  const [asked, wordless, forgotten, runs]: [number[], number[], number[], number[]] = [[], [], [], []];
  const leaving = new AbortController();
  const forgetting = purgeOldCalls({
    records: {
      purgeCalls: async (endedBefore) => {
        asked.push(endedBefore);
        if (asked.length === 1) throw new Error("the store is away");
        return 3;
      },
      purgeWords: async (endedBefore) => {
        wordless.push(endedBefore);
        return 2;
      },
      purgeOccurrences: async (before) => {
        runs.push(before);
        return 1;
      },
      purgeSchedules: async (before) => {
        forgotten.push(before);
        return 1;
      },
    },
    days: 30,
    wordDays: 7,
    log: quietLog,
    now: () => Date.now() - behindMs,
    signal: leaving.signal,
  });
  t.mock.timers.tick(10 * MINUTE_MS - 1);
  await setImmediate();
  assert.deepEqual(asked, [], "the clock may still be wrong");
  behindMs = 100 * DAY_MS + 10 * MINUTE_MS;
  t.mock.timers.tick(1);
  await setImmediate();
  assert.deepEqual(asked, [70 * DAY_MS]);
  t.mock.timers.tick(HOUR_MS);
  await setImmediate();
  assert.deepEqual(asked, [70 * DAY_MS, 70 * DAY_MS + HOUR_MS], "a failure is tried again like a success");
  assert.deepEqual(wordless, [93 * DAY_MS + HOUR_MS], "what was said in them goes sooner");
  assert.deepEqual(forgotten, [93 * DAY_MS + HOUR_MS], "and so do schedules, which say something as well");
  assert.deepEqual(runs, [70 * DAY_MS + HOUR_MS], "what has run is kept as long as its call");
  leaving.abort(new Error("leaving"));
  await assert.rejects(forgetting, /leaving/);
});
