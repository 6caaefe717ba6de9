import { join } from "node:path";
import { createSqliteStore } from "../../src/storage/sqlite/store.js";
import type { Store } from "../../src/records/stores.js";
import { MemoryCallStore } from "../support/fakes/memory-call-store.js";
import { memoryInstanceStore } from "../support/fakes/memory-instance-store.js";
import { memoryScheduleStore } from "../support/fakes/memory-schedule-store.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { instanceStoreContract } from "./instance-store.contract.js";
import { scheduleStoreContract } from "./schedule-store.contract.js";
import { contracts, damageSqlite } from "./store-suites.js";

contracts("the embedded store", async () => {
  const place = await temporaryFolder();
  const path = join(place.path, "store", "test.sqlite");
  const damage = damageSqlite(path);
  return {
    ...place,
    open: () => createSqliteStore({ now: Date.now, path }),
    shared: false,
    damage,
    writer: ["sqlite", path],
  };
});

scheduleStoreContract("the memory of a test", async () => {
  const kept = memoryScheduleStore();
  const open = async () => ({ ...kept, [Symbol.asyncDispose]: async () => {} });
  return { open, shared: true, [Symbol.asyncDispose]: async () => {} };
});

instanceStoreContract("the memory of a test", async () => {
  const [calls, schedules] = [new MemoryCallStore(), memoryScheduleStore()];
  const kept = { ...schedules, ...memoryInstanceStore(calls, schedules), ...withMethods(calls) };
  const open = async () => ({ ...kept, [Symbol.asyncDispose]: async () => {} }) as unknown as Store;
  return { open, shared: true, [Symbol.asyncDispose]: async () => {} };
});

function withMethods(calls: MemoryCallStore) {
  const names = ["saveCall", "takeCall", "findCall", "unfinishedCalls"] as const;
  return Object.fromEntries(names.map((each) => [each, calls[each].bind(calls)]));
}
