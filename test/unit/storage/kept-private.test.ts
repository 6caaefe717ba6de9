import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { controllerId } from "../../../src/storage/controller-id.js";
import { openStore } from "../../../src/storage/open-store.js";
import { call } from "../../contract/store-samples.js";
import { quietLog } from "../../support/fakes/quiet-log.js";

/** Nobody listens there. */
const AWAY = "mongodb://attendant:secret@127.0.0.1:9/attendant";

for (const [name, mongodbUri, file] of [
  ["the embedded store", undefined, "attendant.sqlite"],
  ["writes that wait for MongoDB", AWAY, "waiting-writes.sqlite"],
] as const) {
  test(`${name} and what else is in DATA_DIR are for their owner alone, however careless the umask`, async (t) => {
    const above = await mkdtemp(join(tmpdir(), "attendant-kept-"));
    const umask = process.umask(0);
    t.after(async () => {
      process.umask(umask);
      await rm(above, { recursive: true, force: true });
    });
    const dataDir = join(above, "data");
    await using store = await openStore({ now: Date.now, mongodbUri, dataDir, report: () => {}, log: quietLog });
    if (!mongodbUri) await store.saveCall(call("a")); // Where MongoDB is away, to end would wait for it.
    controllerId(dataDir);

    const found = [dataDir, ...(await readdir(dataDir, { recursive: true })).map((each) => join(dataDir, each))];
    assert.ok(found.includes(join(dataDir, "controller-id")) && found.includes(join(dataDir, "store", file)));
    for (const each of found) assert.equal((await stat(each)).mode & 0o077, 0, each);
  });
}
