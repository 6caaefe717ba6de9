import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { pause, withDeadline } from "../../src/kernel/deadline.js";
import { hasCode } from "../../src/kernel/errors.js";
import { Scope } from "../../src/kernel/scope.js";
import type { ScheduleStore } from "../../src/records/stores.js";
import { createSchedules } from "../../src/scheduling/schedules.js";
import type { ScheduleStoreUnderTest } from "./schedule-store.contract.js";
import { schedule } from "./schedule-samples.js";
import { startSchedulingService } from "./scheduling-service.js";

const NINE = Date.parse("2026-06-01T09:00:00Z");
const TEN = NINE + 3_600_000;
const AT_TEN = {
  when: { kind: "time", time: "10:00", date: null },
  recurring: null,
  timeZone: "UTC",
} as const;
const SCHEDULES = 24;
const SETTLED_MS = 30_000;
const POLL_MS = 20;

/** What schedules promise on every store when they are changed as they come due. */
export function scheduleChangesContract(name: string, prepare: () => Promise<ScheduleStoreUnderTest>): void {
  describe(`schedules that are changed as they come due, in ${name}`, () => {
    test("ring once, then or at their new time, and not at all once skipping them has succeeded", async () => {
      await using under = await prepare();
      await using one = await under.open();
      await using two = under.shared ? await under.open() : undefined;
      await using scope = new Scope("services");
      const clock = { now: NINE };
      const taker = service(one, { owner: "taker", scope, clock });
      const changer = service(two ?? one, { owner: "changer", scope, clock });

      const ids = Array.from({ length: SCHEDULES }, (_, i) => `s${i}`);
      for (const id of ids) await one.addSchedule(schedule(id, { nextAt: NINE, timeZone: "UTC" }));
      const outcomes = await Promise.all(
        ids.map(async (id, i) => {
          const isSkip = i % 2 === 1;
          const change = () => (isSkip ? changer.schedules.skip(id) : changer.schedules.update(id, { plan: AT_TEN }));
          const lead = (i % 8) - 3; // Of the change before the alarm, in turns of the event loop.
          const turns = async (count: number) => {
            for (let turn = 0; turn < count; turn++) await setImmediate();
          };
          const outcome = turns(-lead)
            .then(change)
            .then(
              () => (isSkip ? "skipped" : "moved"),
              (error: unknown) => (assert.ok(hasCode(error, "schedule_over"), String(error)), "too late"),
            );
          await turns(lead);
          taker.ring(id, NINE);
          if (i % 3 === 2) changer.ring(id, NINE);
          return outcome;
        }),
      );
      assert.ok(new Set(outcomes).size > 1, outcomes.join(" "));
      await settled(one);
      clock.now = TEN;
      for (const id of ids) changer.ring(id, TEN);
      await settled(one, ids);

      const rung = [...taker.rung, ...changer.rung];
      const times = ids.map((id) => rung.filter((each) => each === id).length);
      const expected = outcomes.map((outcome) => (outcome === "skipped" ? 0 : 1));
      assert.deepEqual(times, expected, outcomes.join(" "));
    });
  });
}

function service(
  store: ScheduleStore,
  { owner, scope, clock }: { owner: string; scope: Scope; clock: { readonly now: number } },
) {
  const now = () => clock.now;
  const { scheduler, rung, ring } = startSchedulingService(store, { owner, scope, now, latenessMs: 300_000 });
  const permitted = {
    closedDays: () => undefined,
    checkPlaceable: () => {},
    checkCallable: async () => {},
    checkDialable: () => {},
    windDown: async () => {},
  };
  return { schedules: createSchedules({ store, scheduler, now, ...permitted }), rung, ring };
}

/** Resolves when no run is under way and, of these schedules, none is due any more. */
async function settled(store: ScheduleStore, ids: readonly string[] = []): Promise<void> {
  const isSettled = async () => {
    const open = await Promise.all(["taker", "changer"].map((owner) => store.openOccurrences({ owner })));
    const found = await Promise.all(ids.map((id) => store.findSchedule(id)));
    return open.flat().length === 0 && found.every((each) => each?.nextAt === null);
  };
  await withDeadline(SETTLED_MS, undefined, "all runs", async (signal) => {
    do await pause(POLL_MS, signal);
    while (!(await isSettled()));
  });
}
