import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../src/config/phrases.js";
import { loadSettings } from "../../src/config/settings.js";
import { shownSettings } from "../../src/config/shown-settings.js";
import { createLog } from "../../src/observability/log.js";
import { openStore } from "../../src/storage/open-store.js";
import { startApp } from "../../src/wiring/app.js";
import { freePort } from "../support/bed/ports.js";
import { FakeDialler } from "../support/fakes/fake-dialler.js";
import { quietLog } from "../support/fakes/quiet-log.js";

import { scheduleOf } from "../unit/http/fake-schedules.js";

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const OVERDUE_MS = 20_000;

/** A telephone system to which nothing is attached. */
class NoAsterisk extends FakeDialler {
  readonly pbxFault = undefined;
  readonly testLoopback = async () => {};
  open(): void {}
  leave(): void {}
  serves = async () => undefined;
  channelState = async () => undefined;
}

test("a run that is overdue when the service starts is left out on a day on which its assistant is closed", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "attendant-start-"));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const openDay = DAYS[(new Date().getUTCDay() + 3) % DAYS.length];
  const reception = { hours: { week: { [String(openDay)]: "9:00-17:00" } } };
  await writeFile(join(folder, "assistants.yaml"), JSON.stringify({ assistants: { reception } }));
  const store = await openStore({
    now: Date.now,
    mongodbUri: undefined,
    dataDir: folder,
    report: () => {},
    log: quietLog,
  });
  const dueAt = Date.now() - OVERDUE_MS;
  const rule = { recurring: "daily", time: "08:30", weekday: null, exceptClosedDays: true } as const;
  await store.addSchedule(scheduleOf({ assistant: "reception", timeZone: "UTC", rule, nextAt: dueAt }));
  await store[Symbol.asyncDispose]();

  const { settings } = loadSettings({
    ...{ SPEECH_BASE_URL: "http://127.0.0.1:9", LLM_BASE_URL: "http://127.0.0.1:9", LLM_MODEL: "m" },
    ...{ ARI_PASSWORD: "secret", DATA_DIR: folder, TIMEZONE: "UTC", API_KEYS: "all:all:a-key-of-the-office-0123" },
    PORT: String(await freePort()),
  });
  let see: (event: string) => void = () => {};
  const seen = new Promise<string>((resolve) => (see = resolve));
  const sink = (line: string) => {
    const { event } = JSON.parse(line);
    if (event === "schedule_due" || event === "schedule_day_off") see(event);
  };
  const app = await startApp({
    ...{ settings, phrases: DEFAULT_PHRASES_BY_LANGUAGE, version: "0", environment: {} },
    log: createLog({ level: "debug", transcripts: false, sink }),
    shown: { settings: shownSettings({ texts: new Map() }), consoleFolder: folder },
    attach: () => new NoAsterisk() as never,
  });
  t.after(() => app.stop());
  assert.equal(await seen, "schedule_day_off");
});
