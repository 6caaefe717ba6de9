import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { setTimeout as pass } from "node:timers/promises";
import type { JobParameters } from "agenda";
import { MongoClient } from "mongodb";
import type { JobStore } from "../../src/records/job-store.js";
import { findMongo } from "../support/mongo/mongo-server.js";
import { openMongoJobs, openSqliteJobs } from "./job-places.js";
import { openAlarm } from "./rings.js";

/**
 * Measures an alarm with many jobs stored: how soon it rings after its start, how late a due one rings, what setting costs,
 * how long the event loop is held, and how late those of a busy moment ring.
 *
 *   node scripts/lib/compiled/run.mjs test/contract/alarm-bench.ts sqlite|mongo [JOBS=10000] [SETS=30] [BUSY=100]
 */
const [kind = "sqlite", jobs = "10000", sets = "30", busy = "100"] = process.argv.slice(2);
const [JOBS, SETS, BUSY] = [Number(jobs), Number(sets), Number(busy)];
const AT_ONCE = 500;
const FAR_MS = 86_400_000;

const stored = (i: number): JobParameters => {
  const dueAt = Date.now() + FAR_MS + i * 1000;
  const data = { scheduleId: `far${i}`, dueAt };
  return { name: "occurrence", priority: 0, type: "normal", nextRunAt: new Date(dueAt), data };
};

async function fill(jobs: JobStore): Promise<void> {
  for (let from = 0; from < JOBS; from += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, JOBS - from) }, (_, i) => stored(from + i));
    await Promise.all(batch.map((job) => jobs.add(job, "bench")));
  }
}

const at = (values: number[], share: number) =>
  (values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN).toFixed(1);
const line = (what: string, values: number[]) =>
  console.log(
    what.padEnd(34),
    `p50 ${at(values, 0.5)}`.padEnd(14),
    `p95 ${at(values, 0.95)}`.padEnd(14),
    `max ${at(values, 1)}`,
  );

async function measure(open: () => ReturnType<typeof openSqliteJobs>): Promise<void> {
  const began = performance.now();
  await using clock = await openAlarm({ open });
  await clock.alarm.set("first", Date.now());
  await clock.rings.until(1, 60_000);
  console.log(`${kind}, ${JOBS} jobs, ms`);
  console.log("start, until the first has rung".padEnd(34), (performance.now() - began).toFixed(0));
  await pass(3_000);

  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const before = performance.eventLoopUtilization();
  const set: number[] = [];
  // Further ahead than is looked: each is found in the store.
  const first = Date.now() + 8_000;
  for (let i = 0; i < SETS; i++) {
    const asked = performance.now();
    await clock.alarm.set(`near${i}`, first + i * 700 + Math.floor(Math.random() * 700));
    set.push(performance.now() - asked);
  }
  await clock.rings.until(SETS + 1, 120_000);
  loop.disable();
  line(
    `lateness of ${SETS}, one at a time`,
    clock.rings.all.slice(1).map(({ at: rang, dueAt }) => rang - dueAt),
  );
  line("set", set);
  const used = performance.eventLoopUtilization(before);
  console.log(
    "event loop delay, idle but for it".padEnd(34),
    `p99 ${(loop.percentile(99) / 1e6).toFixed(2)}   max ${(loop.max / 1e6).toFixed(1)}   busy ${(used.utilization * 100).toFixed(2)} %`,
  );

  const from = clock.rings.all.length;
  const base = Date.now() + 15_000;
  for (let i = 0; i < BUSY; i++) await clock.alarm.set(`busy${i}`, base + Math.floor((i * 1000) / BUSY));
  console.log(`(${BUSY} set ${base - Date.now()} ms before the first is due)`);
  loop.reset();
  loop.enable();
  await clock.rings.until(from + BUSY, 300_000);
  loop.disable();
  line(
    `lateness of ${BUSY} due in one second`,
    clock.rings.all.slice(from).map(({ at: rang, dueAt }) => rang - dueAt),
  );
  console.log("event loop delay meanwhile".padEnd(34), `max ${(loop.max / 1e6).toFixed(1)}`);
  console.log(
    "told",
    clock.rings.all.length,
    "different",
    new Set(clock.rings.ids).size,
    "troubles",
    clock.troubles.length,
  );
}

if (kind === "sqlite") {
  const folder = await mkdtemp(join(tmpdir(), "attendant-bench-"));
  const open = () => openSqliteJobs(join(folder, "bench.sqlite"));
  {
    await using opened = await open();
    await fill(opened.jobs);
  }
  await measure(open).finally(() => rm(folder, { recursive: true }));
} else {
  const mongo = await findMongo();
  if (typeof mongo === "string") throw new Error(mongo);
  await using server = await mongo.open();
  const uri = server.freshDatabase();
  {
    await using opened = openMongoJobs(uri);
    await opened.jobs.connect();
    // Behind the backend's back, for one by one takes FerretDB minutes.
    await using client = new MongoClient(uri);
    for (let i = 0; i < JOBS; i += 2000) {
      const batch = Array.from({ length: Math.min(2000, JOBS - i) }, (_, k) => ({
        ...stored(i + k),
        lockedAt: null,
        disabled: null,
      }));
      await client
        .db()
        .collection("agenda_jobs")
        .insertMany(batch as object[]);
    }
  }
  await measure(() => Promise.resolve(openMongoJobs(uri)));
}
