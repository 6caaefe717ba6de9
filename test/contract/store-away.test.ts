import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, test } from "node:test";
import { createMongoStore } from "../../src/storage/mongo/store.js";
import { WaitsInMemory } from "../../src/records/store-away.js";
import { openStore } from "../../src/storage/open-store.js";
import { createSqliteStore } from "../../src/storage/sqlite/store.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { findMongo, type MortalMongoServer } from "../support/mongo/mongo-server.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { expectAll, writeUntilKilled } from "./store-killed.js";
import { occurrence } from "./schedule-samples.js";
import { call, delivery, endedCall, said, THEN } from "./store-samples.js";

/** What a store has reported, and a way to wait for the next report of a kind. */
function reports() {
  const all: { ok: boolean; detail: string | undefined }[] = [];
  let told = () => {};
  return {
    all,
    report(ok: boolean, detail?: string) {
      all.push({ ok, detail });
      told();
    },
    async until(ok: boolean): Promise<string> {
      const late = AbortSignal.timeout(60_000);
      while (all.at(-1)?.ok !== ok) {
        late.throwIfAborted();
        await new Promise<void>((resolve) => {
          told = resolve;
        });
      }
      return all.at(-1)?.detail ?? "";
    },
  };
}

/** A whole call's worth of writes, the last of them with all that came before. @returns the longest a write took, ms */
async function writeCall(store: Awaited<ReturnType<typeof openStore>>, id: string): Promise<number> {
  let longest = 0;
  const timed = async (write: Promise<unknown>) => {
    const began = performance.now();
    await write;
    longest = Math.max(longest, performance.now() - began);
  };
  await timed(store.saveCall(call(id)));
  await timed(store.saveCall(call(id, { status: "in_progress", answeredAt: THEN })));
  await timed(store.saveTranscript(id, [said("hello")]));
  await timed(store.addDelivery(delivery(id, { callId: id })));
  await timed(store.saveCall(endedCall(id, THEN)));
  return longest;
}

/** Waits until the journal is in the database: closing leaves to the next one what takes long. */
async function written(store: Awaited<ReturnType<typeof openStore>>): Promise<void> {
  const late = performance.now() + WRITTEN_MS;
  while (store.backlog().waiting > 0) {
    assert.ok(performance.now() < late, `${store.backlog().waiting} writes still wait`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const names = (count: number) => Array.from({ length: count }, (_, i) => `call-${i}`);
/** A write waits 1.5 s for the store before it is held; the rest is for a busy machine. */
const PATIENT_MS = 4_000;
/** The server makes one change at a time, on a disk that others use as well. */
const WRITTEN_MS = 60_000;

const mongo = await findMongo();
const missing =
  typeof mongo === "string" ? mongo : mongo.mortal ? false : "TEST_MONGODB_URI is not ours to stop and start";
const mortal = (): Promise<MortalMongoServer> => {
  if (typeof mongo === "string" || !mongo.mortal) throw new Error("skipped");
  return mongo.mortal();
};

describe("MongoDB going away", { skip: missing }, () => {
  for (const how of ["stops", "hangs"] as const) {
    test(`costs no record and no webhook when it ${how}, and keeps no call waiting`, async () => {
      await using server = await mortal();
      await using place = await temporaryFolder();
      const uri = server.freshDatabase();
      const told = reports();
      await using store = await openStore({
        now: Date.now,
        mongodbUri: uri,
        dataDir: place.path,
        ...told,
        log: quietLog,
      });
      await told.until(true);
      await writeCall(store, "before");

      if (how === "stops") await server.stop();
      else server.freeze();
      const longest = await Promise.all(names(100).map((id) => writeCall(store, id)));
      assert.ok(Math.max(...longest) < PATIENT_MS, `a write took ${Math.max(...longest)} ms`);
      const detail = await told.until(false);
      assert.match(detail, /MongoDB at 127\.0\.0\.1:\d+ does not answer/);
      const { waiting } = store.backlog();
      assert.ok(waiting >= 300 && waiting < 320, `a record, a transcript and a delivery of each, not ${waiting}`);
      assert.equal((await store.findCall("call-7"))?.status, "completed");
      assert.equal((await store.findTranscript("call-7"))?.length, 1);
      assert.equal((await store.findDelivery("call-7"))?.status, "pending");
      await assert.rejects(store.findCall("before"), { code: "store_unavailable" });
      await assert.rejects(store.claimDeliveries(THEN, 1000, 1), { code: "store_unavailable" });
      await assert.rejects(store.reserveKey("k", "f", THEN), { code: "store_unavailable" });
      const asked = performance.now();
      await assert.rejects(store.addOccurrence(occurrence("s", THEN)), { code: "store_unavailable" });
      await assert.rejects(store.dueSchedules(THEN, 5), { code: "store_unavailable" });
      assert.ok(performance.now() - asked < 1_000, "it is known to be away, and not asked");

      if (how === "stops") await server.start();
      else server.thaw();
      await told.until(true);
      assert.equal(await store.addOccurrence(occurrence("s", THEN)), true, "nothing had been held");
      assert.equal((await store.listCalls({ limit: 500 })).items.length, 101, "what is still held is listed");
      await written(store);
      await store[Symbol.asyncDispose]();

      await using plain = createMongoStore({ now: Date.now, uri });
      for (const id of names(100)) {
        assert.deepEqual(await plain.findCall(id), endedCall(id, THEN));
        assert.deepEqual(await plain.findTranscript(id), [said("hello")]);
      }
      assert.equal((await plain.claimDeliveries(THEN, 1000, 200)).length, 101);
    });
  }

  test("costs nothing that was acknowledged when the controller is killed meanwhile", async () => {
    await using server = await mortal();
    await using place = await temporaryFolder();
    const uri = server.freshDatabase();
    await server.stop();
    const acknowledged = await writeUntilKilled(["opened", place.path, uri], 150);
    await server.start();
    {
      await using store = await openStore({
        now: Date.now,
        mongodbUri: uri,
        dataDir: place.path,
        report: () => {},
        log: quietLog,
      });
      await expectAll(store, acknowledged);
    }
    await using plain = createMongoStore({ now: Date.now, uri });
    await expectAll(plain, acknowledged);
  });

  test("leaves the writes to the next controller when it outlasts this one", async () => {
    await using server = await mortal();
    await using place = await temporaryFolder();
    const uri = server.freshDatabase();
    await server.stop();
    const said: string[] = [];
    const log = { ...quietLog, warn: (event: string) => void said.push(event) };
    {
      await using store = await openStore({
        now: Date.now,
        mongodbUri: uri,
        dataDir: place.path,
        report: () => {},
        log,
      });
      await writeCall(store, "a");
    }
    assert.deepEqual(said, ["store_writes_kept"]);
    await server.start();
    await using store = await openStore({ now: Date.now, mongodbUri: uri, dataDir: place.path, report: () => {}, log });
    assert.deepEqual(await store.findCall("a"), endedCall("a", THEN));
    await store[Symbol.asyncDispose]();
    await using plain = createMongoStore({ now: Date.now, uri });
    assert.deepEqual(await plain.findCall("a"), endedCall("a", THEN));
  });
});

describe("what is said of MongoDB", () => {
  const secret = "s3cret-p@ss:word";
  const uri = `mongodb://someone:${encodeURIComponent(secret)}@127.0.0.1:1/calls`;

  test("names its address and neither user nor password", async () => {
    await using store = createMongoStore({ now: Date.now, uri });
    await assert.rejects(store.findCall("a"), (error: Error) => {
      assert.match(error.message, /127\.0\.0\.1:1 does not answer/);
      assert.doesNotMatch(JSON.stringify([error, error.message, error.stack, error.cause]), /s3cret|someone/);
      return true;
    });
  });

  test("does not quote an invalid connection string", () => {
    for (const wrong of [`mongodb://someone:${secret}@host`, "mongodb://user:pa/ss@host:27017", `http://${secret}`]) {
      assert.throws(
        () => createMongoStore({ now: Date.now, uri: wrong }),
        (error: Error & { code?: string }) =>
          error.code === "settings_invalid" && !/s3cret|pa\/ss/.test(String(error.stack)) && error.cause === undefined,
      );
    }
  });
});

describe("the disk of the embedded store", () => {
  /** From then on, every write of this process to a file fails, or is allowed again. */
  const writing = (allowed: boolean) => {
    // Without a listener the signal that announces it ends the process.
    process.on("SIGXFSZ", ignore);
    execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${allowed ? "unlimited" : "0"}:unlimited`]);
  };
  const ignore = () => {};

  test("refusing for a while promises nothing, and costs no record and no webhook of what went on", async (t) => {
    await using place = await temporaryFolder();
    const told = reports();
    await using store = await openStore({
      now: Date.now,
      mongodbUri: undefined,
      dataDir: place.path,
      ...told,
      log: quietLog,
    });
    await writeCall(store, "before");
    t.after(() => writing(true));
    writing(false);
    const began = performance.now();
    await Promise.all(
      names(100).map(async (id) => {
        await assert.rejects(store.addCall(call(`${id}-refused`)), {
          name: "AttendantError",
          code: "store_unavailable",
        });
        await assert.rejects(store.saveTranscript(id, [said("hello")]), WaitsInMemory);
        await assert.rejects(store.addDelivery(delivery(id, { callId: id })), WaitsInMemory);
        await assert.rejects(store.saveCall(endedCall(id, THEN)), WaitsInMemory);
      }),
    );
    assert.ok(performance.now() - began < PATIENT_MS, "nobody waits for a disk that is known to refuse");
    const detail = await told.until(false);
    assert.ok(detail.includes(join(place.path, "store", "attendant.sqlite")), detail);
    assert.match(detail, /\d+ writes? (is|are) pending in memory/);
    assert.equal((await store.findCall("call-7"))?.status, "completed");
    writing(true);
    await told.until(true);
    await store[Symbol.asyncDispose]();

    await using plain = await createSqliteStore({ now: Date.now, path: join(place.path, "store", "attendant.sqlite") });
    for (const id of names(100)) {
      assert.deepEqual(await plain.findCall(id), endedCall(id, THEN));
      assert.equal(await plain.findCall(`${id}-refused`), undefined);
    }
    assert.equal((await plain.claimDeliveries(THEN, 1000, 200)).length, 101);
  });

  test("refusing is said with the path and what to do", async (t) => {
    await using place = await temporaryFolder();
    const path = join(place.path, "store", "x.sqlite");
    await using store = await createSqliteStore({ now: Date.now, path });
    t.after(() => writing(true));
    writing(false);
    await assert.rejects(store.saveCall(call("a")), (error: Error & { code?: string }) => {
      assert.equal(error.code, "store_unavailable");
      assert.ok(error.message.includes(path) && /Free some space|Check the disk/.test(error.message), error.message);
      return true;
    });
    writing(true);
    await store.saveCall(call("b"));
    assert.ok(await store.findCall("b"));
  });
});
