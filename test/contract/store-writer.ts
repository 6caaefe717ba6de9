import { writeSync } from "node:fs";
import { createMongoStore } from "../../src/storage/mongo/store.js";
import { openStore } from "../../src/storage/open-store.js";
import { createSqliteStore } from "../../src/storage/sqlite/store.js";
import type { Store } from "../../src/records/stores.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { call, delivery, said, THEN } from "./store-samples.js";

/**
 * A controller that is going to be killed: writes calls with all that belongs to them, several at a time, until then. It
 * prints the name of each write that was acknowledged, on a line of its own.
 *
 *   store-writer.ts sqlite PATH | mongo URI | opened DATA_DIR [URI]
 */
const [kind, place = "", uri] = process.argv.slice(2);
const AT_ONCE = 6;

async function open(): Promise<Store> {
  if (kind === "sqlite") return createSqliteStore({ now: Date.now, path: place });
  if (kind === "mongo") return createMongoStore({ now: Date.now, uri: place });
  return openStore({ now: Date.now, mongodbUri: uri, dataDir: place, report: () => {}, log: quietLog });
}

const store = await open();
const acknowledged = (what: string) => writeSync(1, `${what}\n`);

async function write(lane: number): Promise<never> {
  for (let count = 0; ; count++) {
    const id = `${lane}-${count}`;
    await store.saveCall(call(id, { createdAt: THEN + count }));
    acknowledged(`call ${id} queued`);
    await store.saveTranscript(id, [said("hello"), said("good-bye")]);
    acknowledged(`transcript ${id}`);
    await store.addDelivery(delivery(id, { callId: id }));
    acknowledged(`delivery ${id}`);
    await store.saveCall(call(id, { createdAt: THEN + count, status: "completed", endedAt: THEN + count }));
    acknowledged(`call ${id} completed`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => write(lane)));
