/** Measures the cost of many stored schedules. See `npm run bench:schedules -- --help` and docs/benchmarks.md. */
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import {
  ChannelLog,
  Controller,
  findMongo,
  RestClient,
  startWorld,
  temporaryFolder,
  TEST_LINES,
  type World,
} from "../../test/support/index.js";
import { createLog } from "../../src/observability/log.js";
import { scheduleOf } from "../../src/scheduling/new-schedule.js";
import { openStore } from "../../src/storage/open-store.js";
import { checkBuild } from "./bench/machine.js";

const HELP = `Usage: npm run bench:schedules -- [--json] [--stored N] [--due N] [--store embedded|mongodb]

Stores schedules that are not due for weeks, and measures their effect: on the start of the service, on a page of
GET /schedule, and on how late a telephone of a real PBX rings for a schedule that is due meanwhile.

  --json       one JSON object on stdout
  --stored N   number of stored schedules (default 10000)
  --due N      schedules that become due, one after the other (default 30)
  --store S    test only this store

Measures the build in dist/ (npm run build). MongoDB is TEST_MONGODB_URI, or else FerretDB. Requires what
scripts/lib/setup sets up, and root.`;

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    stored: { type: "string", default: "10000" },
    due: { type: "string", default: "30" },
    store: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const AT_ONCE = 20;
const PAGES = 40;
const PAGE = 50;
/** Interval between due schedules, in s: the first call has been placed when the second is due. */
const APART_S = 2;
/** A call later than this counts as lost, in ms. */
const MAX_LATENESS_MS = 30_000;
const progress = (text: string) => process.stderr.write(`── ${text}\n`);

interface Figures {
  readonly store: string;
  readonly stored: number;
  readonly stored_per_second: number;
  /** From the start of the process until the HTTP interface listens, and until it is healthy. */
  readonly start_ms: number;
  readonly healthy_ms: number;
  /** The store's share of one page, on an otherwise idle machine. */
  readonly store_page_p50_ms: number;
  readonly page_p50_ms: number;
  readonly page_p95_ms: number;
  readonly due: number;
  /** From the scheduled time until the telephone is dialled, including synthesis. */
  readonly late_p50_ms: number;
  readonly late_p95_ms: number;
  readonly late_max_ms: number;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN);
}

/** Stores schedules with their alarms, as the service would, but directly: that takes a quarter of the time. */
async function fill(
  settings: Readonly<Record<string, string>>,
  count: number,
  to: { readonly extension: string; readonly message: string },
): Promise<{ readonly perSecond: number; readonly pageMs: number }> {
  const log = createLog({ level: "error", transcripts: false });
  await using store = await openStore({
    mongodbUri: settings.MONGODB_URI,
    dataDir: String(settings.DATA_DIR),
    report: () => {},
    log,
    now: Date.now,
  });
  await store.jobs.connect();
  const began = performance.now();
  const put = async (i: number) => {
    const request = {
      ...to,
      scheduleId: randomUUID(),
      tool: null,
      toolParams: {},
      prefix: "",
      suffix: "",
      callbackUrl: null,
      ringTimeoutMs: 30_000,
      timeZone: "UTC",
      recurring: null,
      when: { kind: "delay", seconds: 1_000_000 + ((i * 7919) % 1_000_000) },
    } as const;
    const schedule = scheduleOf(request, Date.now());
    const dueAt = schedule.nextAt ?? 0;
    const data = { scheduleId: schedule.scheduleId, dueAt };
    await store.addSchedule(schedule);
    const job = { name: "occurrence", priority: 0, type: "normal", nextRunAt: new Date(dueAt), data } as const;
    await store.jobs.add(job, "bench");
  };
  for (let at = 0; at < count; at += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, i) => put(at + i)));
  }
  const perSecond = count / ((performance.now() - began) / 1000);
  const pages: number[] = [];
  for (let page = 0; page < 10; page++) {
    const from = performance.now();
    await store.listSchedules({ kind: "call", limit: PAGE });
    pages.push(performance.now() - from);
  }
  return { perSecond, pageMs: percentile(pages, 0.5) };
}

async function measure(world: World, store: string, settings: Readonly<Record<string, string>>): Promise<Figures> {
  const stored = Number(options.stored);
  const due = Number(options.due);
  const all = { ...world.settings, ...settings, RATE_LIMIT_PER_MINUTE: "0" };
  const to = { extension: TEST_LINES.silent, message: "This is a test." };
  progress(`${store}: storing ${stored} schedules`);
  const { perSecond, pageMs } = await fill(settings, stored, to);
  const began = performance.now();
  await using controller = await Controller.start(all, { built: true });
  const startMs = performance.now() - began;
  await controller.healthy();
  const healthyMs = performance.now() - began;
  await controller.logged("phrases_ready", () => true, { ms: 60_000 });
  const rest = new RestClient(() => controller.url);

  progress(`${store}: reading ${PAGES} pages`);
  const pages: number[] = [];
  let next = `/schedule?limit=${PAGE}`;
  for (let page = 0; page < PAGES; page++) {
    const from = performance.now();
    const { headers } = await rest.ask("GET", next);
    pages.push(performance.now() - from);
    next = /<([^>]+)>/.exec(headers.get("link") ?? "")?.[1] ?? `/schedule?limit=${PAGE}`;
  }

  progress(`${store}: waiting for ${due} due schedules`);
  await using channels = await ChannelLog.watch(world.bed.assistantAsterisk.ari);
  const made = await Promise.all(
    Array.from({ length: due }, async (_, i) => {
      const { status, body } = await rest.ask("POST", "/schedule", { ...to, delay_seconds: 5 + i * APART_S });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return Date.parse(String(body.scheduled_for));
    }),
  );
  const late: number[] = [];
  for (const [at, dueAt] of made.sort((a, b) => a - b).entries()) {
    const maxWaitMs = Math.max(0, dueAt - Date.now()) + MAX_LATENESS_MS;
    await channels.dialled(TEST_LINES.silent, at + 1, maxWaitMs).catch((cause: unknown) => {
      throw new Error(`the call due at ${new Date(dueAt).toISOString()} was not placed:\n${controller.tail(40)}`, {
        cause,
      });
    });
    late.push(Date.now() - dueAt);
  }
  return {
    store,
    stored,
    stored_per_second: Math.round(perSecond),
    start_ms: Math.round(startMs),
    healthy_ms: Math.round(healthyMs),
    store_page_p50_ms: pageMs,
    page_p50_ms: percentile(pages, 0.5),
    page_p95_ms: percentile(pages, 0.95),
    due,
    late_p50_ms: percentile(late, 0.5),
    late_p95_ms: percentile(late, 0.95),
    late_max_ms: percentile(late, 1),
  };
}

async function main(): Promise<void> {
  checkBuild(progress);
  const figures: Figures[] = [];
  const report = (each: Figures) => {
    figures.push(each);
    if (!options.json) process.stdout.write(`${table(each)}\n`);
  };
  progress("starting two Asterisks and the back ends");
  await using world = await startWorld();
  if (options.store !== "mongodb") {
    await using folder = await temporaryFolder();
    report(await measure(world, "embedded", { DATA_DIR: folder.path }));
  }
  if (options.store !== "embedded") {
    const mongo = await findMongo();
    if (typeof mongo === "string") throw new Error(mongo);
    await using folder = await temporaryFolder();
    await using server = await mongo.open();
    report(await measure(world, "mongodb", { DATA_DIR: folder.path, MONGODB_URI: server.freshDatabase() }));
  }
  if (options.json) process.stdout.write(`${JSON.stringify({ schedules: figures })}\n`);
}

function table(each: Figures): string {
  return [
    `${each.store}, ${each.stored} schedules stored (${each.stored_per_second}/s)`,
    `  start            ${each.start_ms} ms until it listens, ${each.healthy_ms} ms until it is healthy`,
    `  GET /schedule    p50 ${each.page_p50_ms} ms, p95 ${each.page_p95_ms} ms for a page of ${PAGE}, of which the store ${each.store_page_p50_ms} ms`,
    `  dialled late by  p50 ${each.late_p50_ms} ms, p95 ${each.late_p95_ms} ms, max ${each.late_max_ms} ms (n ${each.due})`,
  ].join("\n");
}

if (options.help) process.stdout.write(`${HELP}\n`);
else await main();
