import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { MongoClient } from "mongodb";
import type { CallRecord } from "../../src/records/call-record.js";
import type { Store } from "../../src/records/stores.js";
import type { StoredCall, StoredDelivery, StoredTranscript } from "../../src/storage/mongo/connection.js";
import { storedCall } from "../../src/storage/mongo/calls.js";
import { storedDelivery } from "../../src/storage/mongo/deliveries.js";
import { createMongoStore } from "../../src/storage/mongo/store.js";
import { createSqliteStore } from "../../src/storage/sqlite/store.js";
import { findMongo } from "../support/mongo/mongo-server.js";
import { attempt, call, delivery, endedCall, said, THEN } from "./store-samples.js";

/**
 * Measures every operation of a store that is full: how long it takes, and how long it keeps the event loop busy.
 *
 *   node scripts/lib/compiled/run.mjs test/contract/store-bench.ts sqlite|mongo [CALLS=100000] [ROUNDS=300]
 */
const [kind = "sqlite", calls = "100000", rounds = "300"] = process.argv.slice(2);
const CALLS = Number(calls);
const ROUNDS = Number(rounds);
const AT_ONCE = 200;
const HOUR_OF_TALK = Array.from({ length: 400 }, (_, i) => said(`Sentence ${i}: ${"blah ".repeat(20)}`, THEN + i));

/** One in five was busy, one in ten came in, each schedule of a thousand has its share of a fifth of them. */
const changesOf = (i: number): Partial<CallRecord> => ({
  status: i % 5 ? "completed" : "busy",
  ...(i % 10 === 1 ? { direction: "inbound", extension: "8000" } : { extension: "1001" }),
  scheduleId: i % 5 === 2 ? `s${i % 1000}` : null,
});

async function fill(store: Store): Promise<void> {
  for (let from = 0; from < CALLS; from += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, CALLS - from) }, (_, i) => from + i);
    await Promise.all(
      batch.flatMap((i) => [
        store.saveCall(
          endedCall(`c${i}`, THEN + i, {
            choiceRawText: "Yes, please, that would suit me.",
            ...changesOf(i),
          }),
        ),
        store.saveTranscript(`c${i}`, [said("hello"), said("good-bye")]),
        store.saveDelivery(
          delivery(`d${i}`, { callId: `c${i}`, status: "delivered", nextAttemptAt: null, attempts: [attempt(1)] }),
        ),
      ]),
    );
  }
}

/** Behind the store's back, for one by one takes FerretDB hours. */
async function fillMongo(uri: string): Promise<void> {
  await using client = new MongoClient(uri);
  const db = client.db();
  for (let from = 0; from < CALLS; from += 2000) {
    const batch = Array.from({ length: Math.min(2000, CALLS - from) }, (_, i) => from + i);
    const records = batch.map((i) => endedCall(`c${i}`, THEN + i, changesOf(i)));
    const sent = batch.map((i) => delivery(`d${i}`, { callId: `c${i}`, status: "delivered", nextAttemptAt: null }));
    await db.collection<StoredCall>("calls").insertMany(records.map(storedCall));
    await db.collection<StoredDelivery>("deliveries").insertMany(sent.map(storedDelivery));
    await db
      .collection<StoredTranscript>("transcripts")
      .insertMany(batch.map((i) => ({ _id: `c${i}`, entries: JSON.stringify([said("hello")]) })));
  }
}

async function measure(store: Store): Promise<void> {
  let cursor: string | undefined;
  let count = 0;
  const some = () => Math.floor(Math.random() * CALLS);
  const operations: Readonly<Record<string, () => Promise<unknown>>> = {
    "saveCall, new": () => store.saveCall(call(`n${++count}`, { createdAt: THEN * 2 })),
    "saveCall, again": () => store.saveCall(endedCall(`c${some()}`, THEN + 1)),
    findCall: () => store.findCall(`c${some()}`),
    "listCalls, 50": async () => {
      ({ nextCursor: cursor } = await store.listCalls(cursor === undefined ? { limit: 50 } : { limit: 50, cursor }));
    },
    "listCalls, 500": () => store.listCalls({ limit: 500 }),
    "listCalls, 50 of a status": () => store.listCalls({ limit: 50, status: "busy" }),
    "listCalls, of a number": () => store.listCalls({ limit: 50, extension: "1001", status: "busy" }),
    "listCalls, of a schedule": () => store.listCalls({ limit: 50, scheduleId: `s${some() % 1000}` }),
    "listCalls, inbound and busy": () => store.listCalls({ limit: 50, direction: "inbound", status: "busy" }),
    "listCalls, of an hour": () => store.listCalls({ limit: 50, since: THEN + some(), until: THEN + CALLS }),
    "listCalls, none fits": () =>
      store.listCalls({ limit: 50, extension: "1001", direction: "inbound", status: "failed" }),
    unfinishedCalls: () => store.unfinishedCalls("two"),
    "saveTranscript, 1 h": () => store.saveTranscript(`c${some()}`, HOUR_OF_TALK),
    "findTranscript, 1 h": () => store.findTranscript("talk"),
    addDelivery: () => store.addDelivery(delivery(`n${++count}`, { nextAttemptAt: THEN + count })),
    claimDeliveries: () => store.claimDeliveries(THEN * 2, 3_600_000, 5),
    saveDelivery: () => store.saveDelivery(delivery(`d${some()}`, { status: "delivered", nextAttemptAt: null })),
    deliveriesOf: () => store.deliveriesOf(`c${some()}`),
    nextDeliveryAt: () => store.nextDeliveryAt(),
    reserveKey: () => store.reserveKey(`k${++count}`, "f", THEN * 3),
    keepAnswer: () => store.keepAnswer(`k${count}`, { status: 200, headers: {}, body: "{}" }),
    check: () => store.check(AbortSignal.timeout(20_000)),
    "purgeCalls, 100": () => store.purgeCalls(THEN + 100 * ++forgotten),
  };
  let forgotten = 0;
  await store.saveTranscript("talk", HOUR_OF_TALK);
  console.log(
    `${kind}, ${CALLS} calls, ms`.padEnd(30),
    "p50".padStart(8),
    "p99".padStart(8),
    "loop busy p50".padStart(14),
    "p99".padStart(8),
  );
  for (const [name, operation] of Object.entries(operations)) {
    const took: number[] = [];
    const busy: number[] = [];
    const ends = performance.now() + 30_000;
    for (let i = 0; i < ROUNDS && (i < 5 || performance.now() < ends); i++) {
      // What the last operation left to do in this turn of the loop is not the next one's.
      await new Promise(setImmediate);
      const before = performance.eventLoopUtilization();
      const began = performance.now();
      await operation();
      took.push(performance.now() - began);
      busy.push(performance.eventLoopUtilization(before).active);
    }
    const at = (values: number[], share: number) =>
      values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]?.toFixed(2) ?? "";
    console.log(
      `${name} (${took.length})`.padEnd(30),
      at(took, 0.5).padStart(8),
      at(took, 0.99).padStart(8),
      at(busy, 0.5).padStart(14),
      at(busy, 0.99).padStart(8),
    );
  }
}

async function run(store: Store, fillIt: (store: Store) => Promise<void> = fill): Promise<void> {
  await using open = store;
  const began = performance.now();
  await fillIt(open);
  console.log(`filled in ${Math.round(performance.now() - began)} ms`);
  await measure(open);
}

if (kind === "sqlite") {
  const path = await mkdtemp(join(tmpdir(), "attendant-bench-"));
  await run(await createSqliteStore({ now: Date.now, path: join(path, "bench.sqlite") })).finally(() =>
    rm(path, { recursive: true }),
  );
} else {
  const mongo = await findMongo();
  if (typeof mongo === "string") throw new Error(mongo);
  await using server = await mongo.open();
  const uri = server.freshDatabase();
  await run(createMongoStore({ now: Date.now, uri, operationMs: 60_000 }), () => fillMongo(uri));
}
