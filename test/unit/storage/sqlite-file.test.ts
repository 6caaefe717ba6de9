import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { openSqlite } from "../../../src/storage/sqlite/database.js";
import { STORE_MIGRATIONS } from "../../../src/storage/sqlite/schema.js";
import { createSqliteStore } from "../../../src/storage/sqlite/store.js";
import { call } from "../../contract/store-samples.js";

async function place(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "attendant-sqlite-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "store", "test.sqlite");
}

const refusal = (path: string, words: RegExp) => (error: Error & { code?: string }) => {
  assert.equal(error.code, "store_unavailable");
  assert.ok(error.message.includes(path), error.message);
  assert.match(error.message, words);
  return true;
};

test("a database's files and folder are for their owner alone", async (t) => {
  const path = await place(t);
  await using store = await createSqliteStore({ now: Date.now, path });
  await store.saveCall(call("a"));
  const folder = join(path, "..");
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  const files = await readdir(folder);
  assert.ok(files.includes("test.sqlite") && files.includes("test.sqlite-wal"), files.join());
  for (const file of files) assert.equal((await stat(join(folder, file))).mode & 0o777, 0o600, file);
});

test("a file that is no database is refused, and left alone", async (t) => {
  const path = await place(t);
  await (await openSqlite({ path, migrations: [] }))[Symbol.asyncDispose]();
  await writeFile(path, "These are somebody's notes. ".repeat(100));
  await assert.rejects(createSqliteStore({ now: Date.now, path }), refusal(path, /is damaged\. Restore a backup/));
  assert.equal((await stat(path)).size, 2800);
});

test("a database of a later version is refused, and left alone", async (t) => {
  const path = await place(t);
  const migrations = [...STORE_MIGRATIONS, "CREATE TABLE later (a ANY) STRICT"];
  await (await openSqlite({ path, migrations }))[Symbol.asyncDispose]();
  await assert.rejects(createSqliteStore({ now: Date.now, path }), refusal(path, /written by a later version/));
});

test("a place that cannot be is refused", async (t) => {
  const path = await place(t);
  await (await openSqlite({ path, migrations: [] }))[Symbol.asyncDispose]();
  const below = join(path, "below", "x.sqlite");
  await assert.rejects(createSqliteStore({ now: Date.now, path: below }), refusal(below, /DATA_DIR/));
});

test("a schema goes on from the version that the file has, and all or nothing of it", async (t) => {
  const path = await place(t);
  const first = "CREATE TABLE one (a INTEGER) STRICT; INSERT INTO one VALUES (1);";
  await (await openSqlite({ path, migrations: [first] }))[Symbol.asyncDispose]();
  const broken = [first, "CREATE TABLE two (a INTEGER) STRICT; INSERT INTO nowhere VALUES (2);"];
  await assert.rejects(openSqlite({ path, migrations: broken }), { code: "internal" });
  await using database = await openSqlite({ path, migrations: [first, "CREATE TABLE two (a INTEGER) STRICT"] });
  const [tables, ones] = await database.transact([
    { sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'continuity' ORDER BY name" },
    { sql: "SELECT count(*) FROM one" },
  ]);
  assert.deepEqual(tables?.rows, [["one"], ["two"]]);
  assert.deepEqual(ones?.rows, [[1]]);
});

test("a transaction is all or nothing, whatever it shares its commit with", async (t) => {
  const path = await place(t);
  await using database = await openSqlite({ path, migrations: ["CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT"] });
  const insert = (a: number) => ({ sql: "INSERT INTO t VALUES (?)", parameters: [a] });
  const outcomes = await Promise.allSettled([
    database.transact([insert(1), insert(2)]),
    database.transact([insert(3), insert(1)]),
    database.transact([insert(4)]),
    database.transact([{ sql: "INSERT INTO nowhere VALUES (1)" }]),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled", "rejected"],
  );
  const [found] = await database.transact([{ sql: "SELECT a FROM t ORDER BY a" }]);
  assert.deepEqual(found?.rows, [[1], [2], [4]]);
});
