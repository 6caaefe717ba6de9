import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { createIdempotency, type Work } from "../../src/http/kit/idempotency.js";
import { jsonAnswer } from "../../src/http/kit/endpoint.js";
import { openSqlite } from "../../src/storage/sqlite/database.js";
import { STORE_MIGRATIONS } from "../../src/storage/sqlite/schema.js";
import { createSqliteStore } from "../../src/storage/sqlite/store.js";
import { createWriteBehindStore } from "../../src/storage/write-behind/store.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { schedule } from "./schedule-samples.js";

const TRANSACTION_MS = 200;
/** Takes the thread of the database longer than a transaction may. */
const BUSY =
  "WITH RECURSIVE t (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM t WHERE i < 5000000) SELECT count(*) FROM t";

/** The embedded store, bridged, whose disk is busy: what is written now is reported as failed, and made later. */
async function busy(t: TestContext) {
  const place = await temporaryFolder();
  const path = join(place.path, "store", "test.sqlite");
  const database = await openSqlite({ path, migrations: STORE_MIGRATIONS, transactionMs: TRANSACTION_MS });
  const store = await createSqliteStore({ path, database, now: Date.now });
  const bridged = await createWriteBehindStore({ store, report: () => {}, log: quietLog });
  t.after(async () => {
    await bridged[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });
  return {
    bridged,
    keepsBusy: () => void database.transact([{ sql: BUSY }]).catch(() => {}),
    /** Resolves when everything that was asked of the store has been made. */
    async isDone() {
      for (let left = 0; left < 50; left++) {
        const answers = await bridged.check(AbortSignal.timeout(5_000)).then(
          () => true,
          () => false,
        );
        if (answers && bridged.backlog().waiting === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assert.fail("the store stays busy");
    },
  };
}

test("a schedule that is stored after its request has failed is withdrawn", async (t) => {
  const { bridged, keepsBusy, isDone } = await busy(t);
  keepsBusy();
  await assert.rejects(bridged.addSchedule(schedule("late")), { code: "store_unavailable" });
  await bridged.withdrawSchedule("late").catch(() => {});
  await isDone();
  assert.equal(await bridged.countSchedules(), 0);
});

test("one that was requested with a key is there once, however often the request is repeated", async (t) => {
  const { bridged, keepsBusy, isDone } = await busy(t);
  const needs = { store: bridged, log: quietLog, abandonedAfterMs: 60_000, now: Date.now };
  const idempotency = createIdempotency(needs);
  const request = { client: "c", key: randomUUID(), method: "POST", path: "/schedule", body: {} };
  let attempts = 0;
  const work: Work = {
    async perform(id) {
      if (attempts++ === 0) keepsBusy();
      await bridged.addSchedule(schedule(id));
      return jsonAnswer({ id });
    },
    async recover(id) {
      return (await bridged.findSchedule(id)) && jsonAnswer({ id });
    },
  };
  await assert.rejects(idempotency.once(request, work), { code: "store_unavailable" });
  await isDone();
  const { answer } = await idempotency.once(request, work);
  assert.equal(await bridged.countSchedules(), 1);
  const { items } = await bridged.listSchedules({ limit: 5 });
  assert.equal(answer.body, JSON.stringify({ id: items[0]?.scheduleId }));
});
