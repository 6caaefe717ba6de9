import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openStore } from "../../src/storage/open-store.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { contracts, damageSqlite } from "./store-suites.js";
import { endedCall, THEN } from "./store-samples.js";

const needs = { report: () => {}, log: quietLog };

contracts("the embedded store, bridged", async () => {
  const place = await temporaryFolder();
  const open = () => openStore({ now: Date.now, ...needs, mongodbUri: undefined, dataDir: place.path });
  const damage = damageSqlite(join(place.path, "store", "attendant.sqlite"));
  return { ...place, open, shared: false, damage, writer: ["opened", place.path] };
});

test("the log says what could not be read and went as a whole", async () => {
  await using place = await temporaryFolder();
  const told: unknown[] = [];
  const log = { ...quietLog, warn: (event: string, _: string, data?: object) => void told.push([event, data]) };
  const open = () => openStore({ now: Date.now, ...needs, log, mongodbUri: undefined, dataDir: place.path });
  {
    await using store = await open();
    await store.saveCall(endedCall("c", THEN));
  }
  await damageSqlite(join(place.path, "store", "attendant.sqlite"))("call", "c", "{choiceRawText: 'Yes.'}");
  await using store = await open();
  await store.purgeWords(THEN + 1);
  assert.deepEqual(told, [["store_record_unreadable", { subject: "call c" }]]);
});
