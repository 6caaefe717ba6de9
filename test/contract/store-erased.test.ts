import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { receive } from "../../src/alerts/board.js";
import { reportedAlert } from "../../src/alerts/reported-alert.js";
import { readRoutes } from "../../src/alerts/written-routes.js";
import { createForgetNumber } from "../../src/calls/record/forget-number.js";
import { pause, withDeadline } from "../../src/kernel/deadline.js";
import { type AlertBoard, EMPTY_BOARD } from "../../src/records/alert-board.js";
import { openStore } from "../../src/storage/open-store.js";
import { openJournal } from "../../src/storage/write-behind/journal.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { occurrence, schedule } from "./schedule-samples.js";
import { delivery, endedCall, said, THEN } from "./store-samples.js";

const SECRET = "marzipan";
const NUMBER = "4930998877";
/** The log is emptied once nobody writes, which is looked at every two seconds. */
const GONE_WITHIN_MS = 30_000;
const open = (dataDir: string) =>
  openStore({ now: Date.now, mongodbUri: undefined, dataDir, report: () => {}, log: quietLog });
type Opened = Awaited<ReturnType<typeof open>>;

/** The files of a folder in which a word stands, as UTF-8 in either case. */
async function filesWith(word: string, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(
    paths.map(async (path) => ((await readFile(path, "latin1")).toLowerCase().includes(word) ? [path] : [])),
  );
  return found.flat();
}

/** A call in which the word was said, of the number, with all that comes of one. */
async function fill(store: Opened): Promise<void> {
  await store.saveCall(endedCall("a", THEN, { caller: NUMBER, choiceRawText: SECRET }));
  await store.saveTranscript("a", [said(`I like ${SECRET}`)]);
  await store.addDelivery(delivery("d", { callId: "a", body: `{"choice_raw_text":"${SECRET}"}` }));
  await store.addSchedule(schedule("s", { extension: NUMBER, message: SECRET }));
  await store.addOccurrence(occurrence("s", THEN, { state: "over" }));
  await store.replaceAlerts(acknowledgedBy(NUMBER));
}

function acknowledgedBy(number: string): AlertBoard {
  const reported = reportedAlert({ status: "firing", fingerprint: "f", labels: { alertname: "A" } });
  const routes = readRoutes({ oncall: { extensions: ["1001"] } }, { all: { chain: "oncall" } }, "UTC");
  const { board } = receive(EMPTY_BOARD, [{ ...reported, route: "all" }], routes, THEN);
  const alerts = board.alerts.map((alert) => ({
    ...alert,
    acknowledgedAt: THEN,
    acknowledgedBy: number,
    isTold: true,
  }));
  return { ...board, alerts, revision: 1 };
}

const forget = (store: Opened) =>
  createForgetNumber({
    store,
    schedules: { cancel: (id) => store.removeSchedule(id) },
    isLive: () => false,
    log: quietLog,
  });

const ERASED: Readonly<Record<string, (store: Opened) => Promise<unknown>>> = {
  "the words of one call": (store) => Promise.all([store.eraseWords("a"), store.removeSchedule("s")]),
  "the words of old calls": async (store) => {
    await store.purgeWords(THEN + 1);
    await store.purgeOccurrences(THEN + 1e12);
    await store.removeSchedule("s");
  },
  "old calls": async (store) => {
    await store.purgeCalls(THEN + 1);
    await store.removeSchedule("s");
  },
  "a number": (store) => forget(store)(NUMBER, { dryRun: false }),
};

for (const [what, erase] of Object.entries(ERASED)) {
  test(`once ${what} are erased, they stand in no file, also while the service runs`, async () => {
    await using place = await temporaryFolder();
    await using store = await open(place.path);
    await fill(store);
    assert.notDeepEqual(await filesWith(SECRET, place.path), [], "or the test would see nothing");
    await erase(store);
    assert.deepEqual(await filesWith(SECRET, place.path), []);
    if (what === "a number") assert.deepEqual(await filesWith(NUMBER, place.path), []);
    assert.equal((await store.listCalls({ limit: 1 })).items.length, /words/.test(what) ? 1 : 0, "it goes on");
  });
}

test("a write that was handed on stays in no file of the journal that held it", async () => {
  await using place = await temporaryFolder();
  const path = join(place.path, "store", "journal.sqlite");
  await using journal = await openJournal(path);
  await journal.put("call", 1, { kind: "transcript", callId: "a", entries: [said(SECRET)], owner: undefined });
  assert.notDeepEqual(await filesWith(SECRET, place.path), []);
  await journal.remove("call", 1);
  await withDeadline(GONE_WITHIN_MS, undefined, "emptying the log", async (signal) => {
    while ((await filesWith(SECRET, place.path)).length > 0) await pause(100, signal);
  });
  assert.deepEqual(await journal.readAll(), { writes: [], unreadable: [] });
});
