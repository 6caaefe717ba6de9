import { createReadStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Broken, Evidence } from "./evidence.js";
import { grouped } from "./grouped.js";
import { BOUNDS_PER_HOUR, fit, type Fitted } from "./leaks.js";
import type { Ledger } from "./ledger.js";
import type { SoakOptions } from "./soak.js";
import type { Stage } from "./stage.js";

/** Of each promise that is broken, so many are excerpted; what is wrong with all of them shows in these. */
const EXCERPTS = 20;

type Counts = Readonly<Record<string, number>>;

/** What came of a run. */
export interface SoakReport {
  readonly store: string;
  readonly seed: number;
  readonly minutes: number;
  readonly calls_at_a_time: number;
  /** Calls that were asked for or begun, by kind, and all of them. */
  readonly offered: number;
  readonly kinds: Counts;
  /** Records, by direction and status. */
  readonly records: Counts;
  readonly rings: number;
  readonly webhooks: { readonly received: number; readonly calls: number; readonly sent_again: number };
  readonly scheduled_runs: Counts;
  readonly turned_away: number;
  readonly questions: { readonly asked: number; readonly answered: number };
  readonly faults: Counts;
  readonly controllers: number;
  readonly kills: {
    readonly conversations: Counts;
    readonly longest_silence_ms: number;
    /** Of nine in ten conversations the longest silence was shorter. */
    readonly p90_silence_ms: number;
  };
  readonly error_lines: Counts;
  readonly growth: readonly Fitted[];
  readonly bounds_per_hour: Counts;
  /** Of a core, what making the calls took: telephones, people, back ends. */
  readonly generator_cores: number;
  readonly broken: readonly Broken[];
  readonly folder: string;
}

const counted = <T>(all: Iterable<T>, keyOf: (each: T) => string): Counts =>
  Object.fromEntries([...grouped(all, keyOf)].map(([key, group]) => [key, group.length]));

export function reportOf(of: {
  readonly evidence: Evidence;
  readonly broken: readonly Broken[];
  readonly options: SoakOptions;
  readonly tookMs: number;
  readonly generatorCores: number;
  readonly starts: number;
  readonly ledger: Ledger;
}): SoakReport {
  const { evidence, broken, options, ledger } = of;
  const { placed, planned, arrived, webhooks, witnesses } = evidence;
  const told = new Set(webhooks.map(({ callId }) => callId)).size;
  const silences = witnesses.filter(({ outcome }) => outcome === "went_on").map(({ silenceMs }) => silenceMs);
  silences.sort((a, b) => a - b);
  return {
    store: options.store,
    seed: options.seed,
    minutes: Math.round(of.tookMs / 6_000) / 10,
    calls_at_a_time: options.calls,
    offered: ledger.offered,
    kinds: counted([...placed, ...planned, ...arrived, ...evidence.turnedAway], ({ kind }) => kind),
    records: counted(evidence.records, ({ direction, status }) => `${direction} ${status}`),
    rings: evidence.rings.length,
    webhooks: { received: webhooks.length, calls: told, sent_again: webhooks.length - told },
    scheduled_runs: counted(evidence.runs, ({ status }) => status),
    turned_away: evidence.turnedAway.length,
    questions: ledger.questions,
    faults: counted(evidence.faults, ({ name }) => name),
    controllers: of.starts,
    kills: {
      conversations: counted(witnesses, ({ outcome }) => outcome),
      longest_silence_ms: silences.at(-1) ?? 0,
      p90_silence_ms: silences[Math.floor(silences.length * 0.9)] ?? 0,
    },
    error_lines: counted(evidence.errors, ({ event }) => event),
    growth: fit(evidence.samples),
    bounds_per_hour: BOUNDS_PER_HOUR,
    generator_cores: Math.round(of.generatorCores * 100) / 100,
    broken,
    folder: options.folder,
  };
}

/** How a run stands, in a line. */
export function progressOf({ ledger, service }: Stage, ms: number): string {
  const { placed, arrived, turnedAway, faults, errors, webhooks, samples, talking, questions, witnesses } = ledger;
  const survived = witnesses.filter(({ outcome }) => outcome === "went_on");
  const lost = witnesses.filter(({ outcome }) => outcome === "lost").length;
  const silenceMs = Math.max(0, ...survived.map((each) => each.silenceMs));
  const accepted = placed.filter(({ callId }) => callId !== undefined).length;
  const over = placed.filter(({ overAt }) => overAt !== undefined).length;
  const fault = faults.at(-1);
  const last = samples.at(-1);
  const held = last ? `${last.heapMb} MB heap, ${last.rssMb} MB, ${last.descriptors} descriptors` : "nothing measured";
  return [
    `${(ms / 60_000).toFixed(1)} min`,
    `${ledger.offered} calls offered: ${placed.length} placed (${accepted} accepted, ${over} over), ${arrived.length} answered (${talking} now), ${turnedAway.length} turned away`,
    `${questions.answered} of ${questions.asked} questions answered`,
    `${webhooks.length} webhooks`,
    `${survived.length} conversations survived kills (${silenceMs} ms of silence at most), ${lost} did not`,
    `${faults.length} faults${fault ? ` (${fault.name}${fault.to === Infinity ? ", now" : ""})` : ""}`,
    `${errors.length} errors, ${service.deaths.length} deaths`,
    held,
  ].join(" · ");
}

/** Puts the log lines of each call whose promise was broken into a file of its own. */
export async function keepExcerpts(folder: string, log: string, broken: readonly Broken[]): Promise<void> {
  const wanted = new Set(
    [...grouped(broken, ({ promise }) => promise).values()].flatMap((group) =>
      group.slice(0, EXCERPTS).flatMap(({ callId, number }) => [callId, number].filter((each) => each !== undefined)),
    ),
  );
  if (wanted.size === 0) return;
  const excerpts = new Map([...wanted].map((each): [string, string[]] => [each, []]));
  for await (const line of createInterface(createReadStream(log))) {
    for (const [each, lines] of excerpts) if (line.includes(each)) lines.push(line);
  }
  const place = join(folder, "excerpts");
  await mkdir(place, { recursive: true });
  for (const [each, lines] of excerpts) await writeFile(join(place, `${each}.log`), `${lines.join("\n")}\n`);
}
