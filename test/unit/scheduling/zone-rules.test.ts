import assert from "node:assert/strict";
import { test } from "node:test";
import { clockAheadMs } from "../../../src/kernel/wall-clock.js";
import { machineZones, type MachineZones, zoneFault } from "../../../src/scheduling/zone-rules.js";
import { memoryScheduleStore } from "../../support/fakes/memory-schedule-store.js";
import { schedule } from "../../contract/schedule-samples.js";

const NOW = Date.parse("2026-06-01T08:00:00Z");
const HOUR_MS = 3_600_000;
const CHANGE = NOW + 100 * 24 * HOUR_MS;

/** What a check says of schedules in Rome, Kolkata and Casablanca, and which zones it asked for. */
async function checked(machine: Partial<MachineZones>, ownVersion = "2025c") {
  const store = memoryScheduleStore();
  for (const timeZone of ["Europe/Rome", "Africa/Casablanca", "Asia/Kolkata"]) {
    await store.addSchedule(schedule(timeZone, { timeZone }));
  }
  const asked: string[] = [];
  const { version = async () => "2026f", clockAhead = agreeing } = machine;
  const fault = await zoneFault({
    store,
    timeZone: "Europe/Rome",
    signal: new AbortController().signal,
    machine: {
      version,
      clockAhead(zone, instants, signal) {
        asked.push(zone);
        return clockAhead(zone, instants, signal);
      },
    },
    ownVersion,
    now: () => NOW,
  });
  return { fault, asked };
}

const agreeing: MachineZones["clockAhead"] = async (zone, instants) => instants.map((at) => clockAheadMs(at, zone));
const differing = async (zone: string, instants: readonly number[]) =>
  instants.map((at) => clockAheadMs(at, zone) + (zone === "Africa/Casablanca" && at >= CHANGE ? HOUR_MS : 0));

test("a zone that a newer machine has other rules for is told of, with the day and the remedy", async () => {
  const { fault } = await checked({ clockAhead: differing });
  assert.equal(
    fault,
    "Node's time-zone data (2025c) differ from the machine's (2026f): schedules will run at the wrong time in Africa/Casablanca from 2026-09-09 on. Update Node.",
  );
  const { fault: unknown } = await checked({ clockAhead: differing, version: async () => undefined });
  assert.match(String(unknown), /of an unknown version/);
});

test("an older machine is not asked, and one that agrees, or cannot say, is no reason to say anything", async () => {
  assert.deepEqual(await checked({ clockAhead: differing, version: async () => "2025b" }), {
    fault: undefined,
    asked: [],
  });
  assert.deepEqual(await checked({}), {
    fault: undefined,
    asked: ["Europe/Rome", "Africa/Casablanca", "Asia/Kolkata"],
  });
  assert.equal((await checked({ clockAhead: async () => undefined })).fault, undefined);
});

test("the machine itself is asked", async (t) => {
  const instants = [Date.parse("2026-01-15T00:00:00Z"), Date.parse("2026-07-15T00:00:00Z")];
  const { signal } = new AbortController();
  const rome = await machineZones.clockAhead("Europe/Rome", instants, signal);
  if (!rome) return t.skip("no GNU date, or no time-zone data, on this machine");
  assert.deepEqual(rome, [HOUR_MS, 2 * HOUR_MS]);
  assert.deepEqual(await machineZones.clockAhead("Asia/Kolkata", instants, signal), [5.5 * HOUR_MS, 5.5 * HOUR_MS]);
  assert.equal(await machineZones.clockAhead("Nowhere/City", instants, signal), undefined);
});
