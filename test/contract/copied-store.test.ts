import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { closeCopiedCalls, failAbandonedCalls } from "../../src/calls/recovery/reconcile-calls.js";
import { Scope } from "../../src/kernel/scope.js";
import { createLog } from "../../src/observability/log.js";
import { createMetrics } from "../../src/observability/metrics.js";
import { createOwnership } from "../../src/ownership/ownership.js";
import { backUp, restore } from "../../src/storage/backup/backup.js";
import { openStore } from "../../src/storage/open-store.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { occurrence, schedule } from "./schedule-samples.js";
import { call, THEN } from "./store-samples.js";

const MAX_CALL_MS = 3_600_000;

/** A controller on the embedded store in a folder, without calls of its own, as far as whose calls are whose. */
async function controllerIn(dataDir: string) {
  const events: string[] = [];
  const log = createLog({ level: "info", transcripts: false, sink: (text) => events.push(JSON.parse(text).event) });
  const metrics = createMetrics({ prefix: "test", node: false });
  const scope = new Scope("process");
  const store = await openStore({ now: Date.now, mongodbUri: undefined, dataDir, report: () => {}, log });
  const ownership = createOwnership({
    now: Date.now,
    ...store,
    store,
    controllerId: "folder",
    leaseMs: 30_000,
    log,
    metrics,
  });
  const reported: string[] = [];
  const owner = () => ownership.owner;
  const settled = new Promise<void>((resolve) => {
    const settle = async () => {
      const left = await failAbandonedCalls({
        now: Date.now,
        records: store,
        outbox: {
          enqueue: async ({ callId, payload }) => {
            reported.push(callId);
            return { body: JSON.stringify(payload) };
          },
        },
        owner,
        isLive: () => false,
        isAwaited: async () => false,
        mayReturn: async () => false,
        maxCallMs: MAX_CALL_MS,
        log,
      });
      resolve();
      return left;
    };
    const leaving = scope.signal;
    const release = (each: string) =>
      closeCopiedCalls(each, { store, maxCallMs: MAX_CALL_MS, leaving, log, metrics, now: Date.now });
    ownership.start({ settle, onLost: async () => {}, release }, scope);
  });
  await settled;
  return {
    store,
    events,
    reported,
    owner,
    async [Symbol.asyncDispose]() {
      scope.end();
      await scope.closed;
      await store[Symbol.asyncDispose]();
    },
  };
}

/** A controller with a call and a run under way, whose folder is copied while it runs, and which dies then. */
async function copiedFolder(path: string) {
  const [original, copy, restored] = [join(path, "original"), join(path, "copy"), join(path, "restored")];
  const backup = join(path, "backup");
  {
    await using first = await controllerIn(original);
    await first.store.saveCall(call("c", { owner: first.owner(), status: "in_progress", answeredAt: THEN }));
    await first.store.addSchedule(schedule("s", { nextAt: null }));
    await first.store.addOccurrence(occurrence("s", THEN, { owner: first.owner() }));
    await cp(original, copy, { recursive: true, filter: (each) => !each.endsWith(".sock") });
    await backUp({ dataDir: original, mongodbUri: undefined }, backup);
    // It never says that it has ended.
  }
  await restore(backup, { dataDir: restored, mongodbUri: undefined }, false);
  return { original, copy, restored };
}

for (const what of ["copy", "restored"] as const) {
  test(`what was under way when a folder was copied is the original's: the ${what} one lets go of it, and tells nobody`, async () => {
    await using place = await temporaryFolder();
    const folders = await copiedFolder(place.path);
    await using second = await controllerIn(folders[what]);
    const record = await second.store.findCall("c");
    assert.equal(record?.status, "failed");
    assert.match(String(record?.error), /^The store was copied or moved during the call/);
    assert.deepEqual(second.reported, []);
    assert.deepEqual(await second.store.openOccurrences({ owner: second.owner() }), []);
    assert.equal((await second.store.findSchedule("s"))?.lastRun?.outcome, "failed");
    assert.ok(second.events.includes("store_is_copy"));
  });
}

test("the next process in the original folder has at once what was under way, and reports it", async () => {
  await using place = await temporaryFolder();
  const { original } = await copiedFolder(place.path);
  await using second = await controllerIn(original);
  assert.match(String((await second.store.findCall("c"))?.error), /^The service stopped unexpectedly/);
  assert.deepEqual(second.reported, ["c"]);
  assert.equal((await second.store.openOccurrences({ owner: second.owner() })).length, 1);
  assert.ok(!second.events.includes("store_is_copy"));
});
