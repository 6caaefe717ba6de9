import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { leftIn } from "../bed/left-in-asterisk.js";
import { RestClient } from "../rest-client.js";
import { seeded } from "../rest-fuzzer.js";
import { collect, runsOf } from "./collect.js";
import type { Inflicted } from "./evidence.js";
import { type Fault, faultsInRounds } from "./faults.js";
import { type CallKind, kindsMixed } from "./kinds.js";
import { takeSample } from "./leaks.js";
import type { People } from "./people.js";
import { audit } from "./promises.js";
import { keepExcerpts, progressOf, reportOf, type SoakReport } from "./report.js";
import { type Stage, type StageOptions, startStage } from "./stage.js";

export interface SoakOptions extends StageOptions {
  /** How long calls are made, ms. */
  readonly forMs: number;
  /** What goes wrong, one after the other; nothing where there are none. */
  readonly faults: readonly Fault[];
  /** From one fault's beginning to the next one's, ms. */
  readonly everyMs: number;
  /** The same mixture of calls and faults again for the same one. */
  readonly seed: number;
  /** Ends it early: no more calls are made then, and what was seen is judged. */
  readonly signal?: AbortSignal;
  /** Told how it goes, a line at a time. */
  readonly tell: (line: string) => void;
}

const SAMPLE_MS = 10_000;
const TELL_MS = 30_000;
/** So soon all must be well again once a fault is over. */
const WELL_MS = 45_000;
/** A delivery that a killed controller had on its way is due again after a minute; one that failed is tried again for long. */
const DRAIN_MS = 300_000;
/** A line of the PBX that a killed Asterisk had called gives up by itself. */
const EMPTY_MS = 60_000;
const LOOK_MS = 1_000;
const TELL_LOOKS = 15;
/** The furthest ahead; what is due comes among them. */
const SCHEDULES = 500;
/** A schedule that is due later than this is not of this run, s. */
const SOON_S = 600;
/** Those who make calls do not all begin at the same moment, ms. */
const APART_MS = 300;

/** Has people call and be called while things go wrong, and holds what was seen against what is promised. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { folder, tell, forMs, calls } = options;
  await mkdir(folder, { recursive: true });
  tell(`everything is kept in ${folder}`);
  await using stage = await startStage(options);
  const { ledger, service, telephone, sayings, receiver, clock } = stage;
  const began = Date.now();
  const usage = process.cpuUsage();
  const over = new AbortController();
  const watching = new AbortController();
  const random = seeded(options.seed);
  const rest = new RestClient(() => service.controller.url);
  const people: People = {
    ...{ ledger, service, rest, telephone, sayings, clock, random },
    callbackUrl: receiver.url,
    signal: over.signal,
  };
  const watched = Promise.all([
    again(SAMPLE_MS, watching.signal, () => sample(stage, folder)),
    again(TELL_MS, watching.signal, () => {
      stage.speech.forget();
      stage.model.forget();
      tell(progressOf(stage, Date.now() - began));
    }),
  ]);
  const kinds = kindsMixed(random);
  const calling = Array.from({ length: calls }, (_, at) => keepCalling(people, kinds, at * APART_MS));
  const failing = keepFailing(stage, options, over.signal);
  await pause(forMs, undefined, options.signal && { signal: options.signal }).catch(() => {});
  over.abort();
  await Promise.all([failing, ...calling]);
  const { user, system } = process.cpuUsage(usage);
  const generatorCores = (user + system) / 1000 / (Date.now() - began);
  tell("no more calls are made; waiting for what is still to come");
  await drained(stage, rest, tell);
  const left = await emptied(stage);
  const evidence = await collect(stage, rest, left);
  watching.abort();
  await watched;
  const code = await service.end("SIGTERM");
  if (code !== 0) service.deaths.push({ at: Date.now(), code, tail: service.controller.tail(30) });
  const broken = audit(evidence);
  const kept = { ...evidence, transcripts: Object.fromEntries(evidence.transcripts) };
  await writeFile(join(folder, "ledger.json"), JSON.stringify(kept));
  const tookMs = Date.now() - began;
  await keepExcerpts(folder, service.log, broken);
  return reportOf({ evidence, broken, options, tookMs, generatorCores, starts: service.starts, ledger });
}

async function keepCalling(people: People, kinds: Iterator<CallKind, never>, afterMs: number): Promise<void> {
  await pause(afterMs);
  while (!people.signal.aborted) await kinds.next().value.make(people);
}

async function keepFailing(stage: Stage, options: SoakOptions, signal: AbortSignal): Promise<void> {
  const { faults, everyMs, seed, forMs, tell } = options;
  const random = seeded(seed + 1);
  const possible = faults.filter(({ isPossible }) => isPossible?.(stage) ?? true);
  const began = Date.now();
  let next = began + everyMs / 2;
  for (const fault of faultsInRounds(possible, random)) {
    // What it breaks has to be seen: no fault begins in the very end.
    if (next > began + forMs - everyMs / 2) return;
    await pause(Math.max(0, next - Date.now()), undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    await inflict(stage, fault, random, tell);
    next = Math.max(next + everyMs, Date.now());
  }
}

async function inflict(stage: Stage, fault: Fault, random: () => number, tell: (line: string) => void): Promise<void> {
  const inflicted: Inflicted = { name: fault.name, from: Date.now(), to: Infinity };
  stage.ledger.faults.push(inflicted);
  try {
    await fault.inflict(stage, random);
    await stage.service.controller.healthy(WELL_MS);
  } catch (error) {
    inflicted.stillWrong = error instanceof Error ? error.message : String(error);
    tell(`✗ ${fault.name}: ${inflicted.stillWrong}`);
  }
  inflicted.to = Date.now();
}

async function again(everyMs: number, signal: AbortSignal, what: () => Promise<void> | void): Promise<void> {
  while (!signal.aborted) {
    await pause(everyMs, undefined, { signal }).catch(() => {});
    if (!signal.aborted) await what();
  }
}

/** In the middle of a fault there may be none. */
async function sample({ service, bed, ledger }: Stage, folder: string): Promise<void> {
  if (!service.isThere) return;
  const { ari, pid } = bed.assistantAsterisk;
  const taken = await takeSample(service.controller, service.startedAt, { ari, pid }).catch(() => undefined);
  if (!taken) return;
  ledger.samples.push(taken);
  await appendFile(join(folder, "samples.ndjson"), `${JSON.stringify(taken)}\n`);
}

/** Until every call is over and told of, and every schedule that was due has run; no longer than there is any hope. */
async function drained(stage: Stage, rest: RestClient, tell: (line: string) => void): Promise<void> {
  const late = Date.now() + DRAIN_MS;
  const settled = new Set<string>();
  for (let looks = 0; Date.now() < late; looks++) {
    const what = await goingOn(stage, rest, settled).catch((error: unknown) => String(error));
    if (what === undefined) return;
    if (looks % TELL_LOOKS === 0) tell(what);
    await pause(LOOK_MS);
  }
}

/**
 * What is still to come, in words; undefined when nothing is.
 *
 * @param settled the schedules of which nothing is, which are not asked for again
 */
async function goingOn({ ledger }: Stage, rest: RestClient, settled: Set<string>): Promise<string | undefined> {
  const told = new Set(ledger.webhooks.map(({ callId }) => callId));
  const untold = ledger.placed.filter(({ callId }) => callId !== undefined && !told.has(callId)).length;
  if (untold > 0) return `${untold} webhooks are to come`;
  if (await isDue(rest)) return "a schedule is due";
  for (const { scheduleId, runs } of ledger.planned) {
    if (settled.has(scheduleId)) continue;
    const ran = await runsOf(rest, scheduleId);
    const isOver = ran.every(({ status, callId }) => status !== "running" && told.has(callId));
    if (!isOver || ran.length < runs.least) return `schedule ${scheduleId} is to run, or to be told of`;
    settled.add(scheduleId);
  }
  for (const status of ["queued", "ringing", "in_progress"]) {
    const { body } = await rest.ask("GET", `/call?status=${status}&limit=1`);
    if ((body.calls as readonly unknown[]).length > 0) return `a call is ${status}`;
  }
  return undefined;
}

/** Whether there is a schedule that runs or is to run before long. */
async function isDue(rest: RestClient): Promise<boolean> {
  const { body } = await rest.ask("GET", `/schedule?kind=all&status=all&limit=${SCHEDULES}`);
  const all = body as unknown as readonly { readonly status: string; readonly remaining_seconds: number | null }[];
  return all.some(({ status, remaining_seconds: left }) => status === "running" || (left !== null && left < SOON_S));
}

/** What is left in the Asterisks of the calls with the assistant. */
async function emptied({ bed }: Stage): Promise<readonly string[]> {
  const late = Date.now() + EMPTY_MS;
  for (;;) {
    const ofAssistant = await leftIn(bed.assistantAsterisk.ari);
    const ofPbx = (await leftIn(bed.pbx.ari)).filter((each) => each.startsWith("channel PJSIP/8000"));
    const left = [...ofAssistant.map((each) => `the assistant's: ${each}`), ...ofPbx.map((each) => `the PBX: ${each}`)];
    if (left.length === 0 || Date.now() > late) return left;
    await pause(LOOK_MS);
  }
}
