import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import type { Schedule } from "../../../src/records/schedule.js";
import { sweep, type SweepNeeds } from "../../../src/scheduling/sweep.js";
import { quietLog } from "../../support/fakes/quiet-log.js";

const CHAINS = 120;
/** Turns of the event loop in which all that need not wait has happened. */
const TURNS = 20;

test("many chains that are over wait for the ends of their calls together, a bounded number at a time, and after all else", async () => {
  const over = Array.from({ length: CHAINS }, (_, at) => ({
    ...{ scheduleId: `chain-${at}`, chain: {}, progress: { status: "exhausted" } },
  }));
  const overdue = [...over, { scheduleId: "plain" }] as unknown as readonly Schedule[];
  const begun: string[] = [];
  const ended = new AbortController();
  const end = new Promise<boolean>((resolve) => ended.signal.addEventListener("abort", () => resolve(true)));
  const leaving = new AbortController();
  const needs: Pick<SweepNeeds, "owner" | "log" | "now" | "sweepMs"> = {
    owner: () => "this one",
    log: quietLog,
    now: () => 0,
    sweepMs: 60_000,
  };
  const store = { openOccurrences: async () => [], dueSchedules: async () => overdue };
  const due = {
    take({ scheduleId }: Schedule) {
      begun.push(scheduleId);
      return scheduleId === "plain" ? Promise.resolve(true) : end;
    },
  };
  const swept = sweep({ ...needs, store, due, active: {} } as unknown as SweepNeeds, leaving.signal);
  for (let turn = 0; turn < TURNS; turn++) await settled();
  assert.deepEqual([begun[0], begun.length], ["plain", 51]);
  ended.abort();
  for (let turn = 0; turn < TURNS; turn++) await settled();
  assert.equal(begun.length, overdue.length);
  leaving.abort(new Error("left"));
  await assert.rejects(swept, /left/);
});
