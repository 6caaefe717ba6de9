import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import type { CallQuery } from "../../../src/records/stores.js";
import { toCursor } from "../../../src/storage/cursors.js";
import { callListing } from "../../../src/storage/sqlite/call-listing.js";
import { openSqlite } from "../../../src/storage/sqlite/database.js";
import { STORE_MIGRATIONS } from "../../../src/storage/sqlite/schema.js";
import { createSqliteStore } from "../../../src/storage/sqlite/store.js";
import { call, endedCall, THEN } from "../../contract/store-samples.js";
import { schedule } from "../../contract/schedule-samples.js";

async function place(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "attendant-listing-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "store", "test.sqlite");
}

const FILTERS = {
  scheduleId: "s",
  extension: "1001",
  status: "busy",
  direction: "inbound",
  since: THEN,
  until: THEN + 1,
  cursor: toCursor({ at: THEN, id: "c" }),
} as const satisfies Partial<CallQuery>;

test("every list of calls is read from an index, in its order, whatever it is narrowed to", async (t) => {
  await using database = await openSqlite({ path: await place(t), migrations: STORE_MIGRATIONS });
  const names = Object.keys(FILTERS) as (keyof typeof FILTERS)[];
  const queries = Array.from({ length: 2 ** names.length }, (_, bits) =>
    Object.fromEntries(names.flatMap((name, i) => (bits & (1 << i) ? [[name, FILTERS[name]]] : []))),
  );
  for (const query of queries) {
    const [sql, parameters] = callListing({ ...query, limit: 50 });
    const [plan] = await database.transact([{ sql: `EXPLAIN QUERY PLAN ${sql}`, parameters: [...parameters, 51] }]);
    const detail = String(plan?.rows.map((row) => row.at(-1)).join("; "));
    const first = { scheduleId: "schedule", extension: "extension", direction: "direction", status: "status" };
    const names = (Object.keys(first) as (keyof typeof first)[]).filter((name) => name in query);
    const both = query.direction && query.status ? "direction_and_status" : undefined;
    const expected = names.includes("scheduleId") || names.includes("extension") ? names[0] : undefined;
    const index = expected ? first[expected] : (both ?? (names[0] && first[names[0]]) ?? "creation");
    assert.match(detail, new RegExp(`^(SCAN|SEARCH) calls USING INDEX calls_by_${index}( \\(.*\\))?$`), sql);
  }
});

test("words and numbers are looked up in an index, in the order of the list, whatever else is asked", async (t) => {
  await using database = await openSqlite({ path: await place(t), migrations: STORE_MIGRATIONS });
  const plan = async (query: Omit<CallQuery, "limit">) => {
    const [sql, parameters] = callListing({ ...query, limit: 50 });
    const [found] = await database.transact([{ sql: `EXPLAIN QUERY PLAN ${sql}`, parameters: [...parameters, 51] }]);
    return (found?.rows ?? [])
      .map((row) => String(row.at(-1)))
      .filter((line) => !/SUBQUERY|SEARCH worded_calls USING COVERING/.test(line));
  };
  for (const more of [{}, FILTERS]) {
    const [words, ...joined] = await plan({ words: ["two", "words"], number: "30", ...more });
    assert.match(words ?? "", /^SCAN call_words VIRTUAL TABLE INDEX \d+:M/);
    assert.deepEqual(joined, [
      "SEARCH worded_calls USING INTEGER PRIMARY KEY (rowid=?)",
      "SEARCH calls USING INDEX sqlite_autoindex_calls_1 (call_id=?)",
    ]);
    const numbers = await plan({ number: "30", ...more });
    assert.match(numbers.join("; "), /^(SCAN|SEARCH) calls USING INDEX calls_by_numbers( \(.*\))?$/);
  }
});

test("words that are erased are nowhere in the file, and those of an earlier version are found", async (t) => {
  const path = await place(t);
  const before = await openSqlite({ path, migrations: STORE_MIGRATIONS.slice(0, 6) });
  const insert = async (callId: string, at: number, entries: string) =>
    before.transact([
      {
        sql: "INSERT INTO calls (call_id, owner, created_at, over_at, status, record) VALUES (?, 'one', ?, ?, 'completed', ?)",
        parameters: [callId, at, at, JSON.stringify(endedCall(callId, at))],
      },
      { sql: "INSERT INTO transcripts (call_id, entries) VALUES (?, ?)", parameters: [callId, entries] },
    ]);
  for (let i = 0; i < 30; i++)
    await insert(`old-${i}`, THEN, JSON.stringify([{ at: THEN, who: "caller", text: "xylophone words" }]));
  await insert("damaged", THEN + 1, "no JSON");
  await before[Symbol.asyncDispose]();
  {
    await using store = await createSqliteStore({ now: Date.now, path });
    assert.equal((await store.listCalls({ words: ["xylo"], limit: 50 })).items.length, 30);
    await store.eraseWords("damaged");
    await store.purgeWords(THEN + 10);
    assert.deepEqual((await store.listCalls({ words: ["xylo"], limit: 50 })).items, []);
  }
  for (const file of await readdir(dirname(path))) {
    assert.ok(!(await readFile(join(dirname(path), file))).includes("xylo"), file);
  }
});

test("what an earlier version has written is found by what it was not listed by then", async (t) => {
  const path = await place(t);
  const before = await openSqlite({ path, migrations: STORE_MIGRATIONS.slice(0, 3) });
  const record = call("old", { extension: "1002", scheduleId: "s", direction: "inbound" });
  const kept = schedule("old", { extension: "1002" });
  await before.transact([
    {
      sql: "INSERT INTO calls (call_id, owner, created_at, over_at, status, record) VALUES (?, ?, ?, ?, ?, ?)",
      parameters: ["old", "one", record.createdAt, null, record.status, JSON.stringify(record)],
    },
    {
      sql: "INSERT INTO schedules (revision, kind, set_by, paused, over, at, schedule, schedule_id) VALUES (1, ?, NULL, 0, 0, ?, ?, ?)",
      parameters: [kept.kind, kept.nextAt, JSON.stringify(kept), "old"],
    },
  ]);
  await before[Symbol.asyncDispose]();
  await using store = await createSqliteStore({ now: Date.now, path });
  for (const query of [{ extension: "1002" }, { scheduleId: "s" }, { direction: "inbound" }] as const) {
    assert.deepEqual((await store.listCalls({ ...query, limit: 5 })).items, [record]);
  }
  assert.deepEqual((await store.listSchedules({ extension: "1002", limit: 5 })).items, [kept]);
});
