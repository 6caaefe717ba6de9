import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import Database from "libsql";
import { openStore } from "../../../src/storage/open-store.js";
import { openSqlite } from "../../../src/storage/sqlite/database.js";
import { openJournal } from "../../../src/storage/write-behind/journal.js";
import { createWriteBehindStore } from "../../../src/storage/write-behind/store.js";
import { call, delivery, said } from "../../contract/store-samples.js";
import { quietLog } from "../../support/fakes/quiet-log.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { fakeStore } from "./fake-store.js";

/** Nothing listens there. */
const MONGODB_AWAY = "mongodb://127.0.0.1:1/attendant";

/** A journal in which a call, a transcript and a webhook wait, and what is logged. */
async function left(t: TestContext) {
  const place = await temporaryFolder();
  t.after(() => place[Symbol.asyncDispose]());
  const path = join(place.path, "store", "waiting-writes.sqlite");
  {
    await using journal = await openJournal(path);
    await journal.put("call a", 1, { kind: "call", record: call("a") });
    await journal.put("transcript a", 2, { kind: "transcript", callId: "a", entries: [said("x")] });
    await journal.put("delivery d", 3, { kind: "delivery", delivery: delivery("d", { callId: "a" }), add: true });
  }
  const events: { level: string; event: string; words: string; data: object | undefined }[] = [];
  const at = (level: string) => (event: string, words: string, data?: object) =>
    void events.push({ level, event, words, data });
  const log = { ...quietLog, info: at("info"), warn: at("warn"), error: at("error") };
  const store = fakeStore();
  return {
    path,
    store,
    events,
    start: async () => createWriteBehindStore({ store, journal: await openJournal(path), report: () => {}, log }),
    openWithMongo: () =>
      openStore({ mongodbUri: MONGODB_AWAY, dataDir: place.path, report: () => {}, log, now: Date.now }),
    async change(sql: string, ...parameters: string[]) {
      await using database = await openSqlite({ path, migrations: [""] });
      await database.transact([{ sql, parameters }]);
    },
    async keeps() {
      await using database = await openSqlite({ path, migrations: [""] });
      const [found] = await database.transact([{ sql: "SELECT subject FROM writes ORDER BY position" }]);
      return found?.rows.flat();
    },
  };
}

for (const [what, text] of [
  ["is cut off", '{"kind":"transcript","callId":"a","ent'],
  ["is no object", "17"],
  ["lacks what it is about", '{"kind":"transcript"}'],
  ["lacks what is to be written", '{"kind":"transcript","callId":"a"}'],
  ["is about something else", JSON.stringify({ kind: "call", record: call("b") })],
] as const) {
  test(`a write that ${what} is reported, counted and left on disk, and the others are made`, async (t) => {
    const { start, store, events, change, keeps } = await left(t);
    await change("UPDATE writes SET write = ? WHERE subject = 'transcript a'", text);
    const bridged = await start();
    const { lost } = bridged.backlog();
    assert.ok(await bridged.addCall(call("new")), "new calls are admitted");
    await bridged[Symbol.asyncDispose]();
    assert.equal(lost, 1);
    assert.deepEqual([...store.writes].sort(), ["add d", "call a queued", "call new queued"]);
    const reported = events.filter(({ event }) => event === "store_record_unreadable");
    assert.deepEqual(
      reported.map(({ level, data }) => [level, data]),
      [["error", { subject: "transcript a" }]],
    );
    assert.deepEqual(await keeps(), ["transcript a"]);
  });
}

test("writes of a later version stop the start, and stay", async (t) => {
  const { path, openWithMongo, change, keeps } = await left(t);
  await change("UPDATE writes SET subject = 'fax f', write = ? WHERE subject = 'call a'", '{"kind":"fax","faxId":"f"}');
  const said = { code: "store_unavailable", message: new RegExp(`^${path} has writes of a later version`) };
  await assert.rejects(openWithMongo(), said);
  assert.deepEqual(await keeps(), ["fax f", "transcript a", "delivery d"]);
  const database = new Database(path);
  database.exec("PRAGMA user_version = 999");
  database.close();
  await assert.rejects(openWithMongo(), said);
});

test("a damaged journal is an error of its own: acknowledged writes may be in it, and in no backup", async (t) => {
  const { path, openWithMongo, events } = await left(t);
  await writeFile(path, "These are somebody's notes. ".repeat(1_000));
  const opened = await openWithMongo();
  await opened[Symbol.asyncDispose]();
  const [told] = events.filter(({ event }) => event === "store_journal_failed");
  assert.equal(told?.level, "error");
  assert.match(String(told?.words), /is damaged\. Acknowledged writes .* are lost unless .* backups do not contain it/);
  assert.doesNotMatch(String(told?.words), /scripts\/restore/);
});
