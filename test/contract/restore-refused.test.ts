import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { backUp, restore } from "../../src/storage/backup/backup.js";
import { writeManifest } from "../../src/storage/backup/manifest.js";
import { controllerId } from "../../src/storage/controller-id.js";
import { openStore } from "../../src/storage/open-store.js";
import { openSqlite } from "../../src/storage/sqlite/database.js";
import { DatabaseDamaged } from "../../src/storage/sqlite/failure.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { endedCall, THEN } from "./store-samples.js";

const open = (dataDir: string) =>
  openStore({ now: Date.now, mongodbUri: undefined, dataDir, report: () => {}, log: quietLog });

/** A service's folder with a call in its store. */
async function withCall(dataDir: string): Promise<void> {
  await using store = await open(dataDir);
  await store.saveCall(endedCall("a", THEN));
}

async function expectCall(dataDir: string): Promise<void> {
  await using store = await open(dataDir);
  assert.deepEqual(await store.findCall("a"), endedCall("a", THEN));
}

/** A backup whose faults show late: its tables are not those of its version. */
async function oddBackup(folder: string): Promise<void> {
  const path = join(folder, "odd", "x.sqlite");
  const database = await openSqlite({ path, migrations: ["CREATE TABLE x (a ANY) STRICT", "", ""] });
  await database[Symbol.asyncDispose]();
  await rename(path, join(folder, "store.sqlite"));
  await writeFile(join(folder, "controller-id"), "another");
  const about = { kind: "embedded", begunAt: "2026-01-01T00:00:00Z", counts: {} } as const;
  await writeManifest(folder, about, ["store.sqlite", "controller-id"]);
}

test("a backup that turns out not to fit leaves the store and the controller's id as they were", async () => {
  await using place = await temporaryFolder();
  const [dataDir, folder] = [join(place.path, "data"), join(place.path, "backup")];
  await withCall(dataDir);
  await oddBackup(folder);
  const id = controllerId(dataDir);
  const before = await readdir(dataDir);
  // As a process of its own, whose end releases what it had open.
  const restore = spawn(resolve("scripts/restore"), [folder, "--replace"], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  });
  const [said, [code]] = await Promise.all([text(restore.stderr), once(restore, "exit")]);
  assert.deepEqual([code, /rejected a statement/.test(said)], [1, true], said);
  assert.deepEqual(await readdir(dataDir), before);
  assert.equal(controllerId(dataDir), id);
  await expectCall(dataDir);
});

test("a restore that was killed half-way does not let the service start with an empty store", async () => {
  await using place = await temporaryFolder();
  const dataDir = join(place.path, "data");
  await withCall(dataDir);
  const store = join(dataDir, "store");
  const [before, arriving] = [`${store}-before-2026-01-01T00-00-00-000Z`, `${store}-arriving`];
  const refused = (found: string) =>
    assert.rejects(open(dataDir), (error: Error) => {
      assert.ok(error.message.startsWith(`There is no store in ${store}, but an interrupted restore`), error.message);
      assert.ok(
        error.message.includes(`has left ${found}. Repeat scripts/restore, or move ${before} to`),
        error.message,
      );
      return true;
    });
  await rename(store, before);
  await mkdir(arriving);
  await refused(`${before} and ${arriving}`);
  await rm(arriving, { recursive: true });
  await rename(before, store);
  await mkdir(arriving);
  await expectCall(dataDir);
});

test("a store that was moved away does not let the service start with an empty one beside those of earlier restores", async () => {
  await using place = await temporaryFolder();
  const dataDir = join(place.path, "data");
  const backup = join(place.path, "backup");
  await withCall(dataDir);
  await backUp({ dataDir, mongodbUri: undefined }, backup);
  await restore(backup, { dataDir, mongodbUri: undefined }, true);
  const store = join(dataDir, "store");
  const damaged = new DatabaseDamaged(join(store, "attendant.sqlite")).message;
  assert.ok(damaged.endsWith(`has moved to ${store}-before-…, out of ${dataDir}.`), damaged);
  await rename(store, join(place.path, "damaged"));
  const [former = ""] = await readdir(dataDir).then((names) =>
    names.filter((name) => name.startsWith("store-before-")),
  );
  await assert.rejects(open(dataDir), {
    code: "store_unavailable",
    message: `There is no store in ${store}; scripts/restore moved earlier ones to ${join(dataDir, former)}. Move one back to ${store} to continue with it, repeat scripts/restore, or move them out of ${dataDir} to start with an empty store`,
  });
  await rename(join(dataDir, former), join(place.path, former));
  await (await open(dataDir))[Symbol.asyncDispose]();
});
