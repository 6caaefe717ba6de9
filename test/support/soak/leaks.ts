import { readdir, readFile, readlink } from "node:fs/promises";
import type { AriAccess } from "../bed/asterisk-instance.js";
import { leftIn } from "../bed/left-in-asterisk.js";
import type { Controller } from "../controller.js";
import { memoryOf } from "../inspected-memory.js";
import { grouped } from "./grouped.js";

const MINUTE_MS = 60_000;
/** A process fills at first what is filled once: compiled code, connections, pages of the store. */
const WARM_MS = 10 * MINUTE_MS;
/** A line is fitted to what has been watched for so long at least. */
const FITTED_MS = 5 * MINUTE_MS;
const PAGE_BYTES = 4_096;

/** What a process held at a moment. Megabytes of a million bytes. */
export interface Sample {
  /** ms since the epoch. */
  readonly at: number;
  /** The process: a controller that was started anew is another one. */
  readonly pid: number;
  /** How old it is, ms. */
  readonly ageMs: number;
  readonly descriptors: number;
  readonly sockets: number;
  readonly timers: number;
  /** Everything that keeps its event loop alive. */
  readonly resources: number;
  /** After a collection. */
  readonly heapMb: number;
  readonly externalMb: number;
  readonly rssMb: number;
  /** In the assistant's Asterisk, and that process's own. */
  readonly channels: number;
  readonly bridges: number;
  readonly asteriskDescriptors: number;
  readonly asteriskRssMb: number;
}

/** What must not grow, and by how much within an hour a fitted line may rise: the calls at a time vary, and it with them. */
export const BOUNDS_PER_HOUR = {
  descriptors: 20,
  sockets: 20,
  timers: 30,
  resources: 50,
  heapMb: 10,
  externalMb: 10,
  rssMb: 60,
} as const satisfies Partial<Record<keyof Sample, number>>;

type Measure = keyof typeof BOUNDS_PER_HOUR;
const MEASURES = Object.keys(BOUNDS_PER_HOUR) as Measure[];

/** A line through what a process held once it was warm. */
export interface Fitted {
  readonly pid: number;
  readonly minutes: number;
  readonly samples: number;
  /** How much it rises within an hour. */
  readonly perHour: Readonly<Record<Measure, number>>;
  /** What it had as a rule. */
  readonly median: Readonly<Record<Measure, number>>;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The median of the slopes between all pairs (Theil and Sen): a few samples in the middle of a fault do not move it. */
function slope(points: readonly (readonly [at: number, value: number])[]): number {
  const slopes = points.flatMap(([at, value], index) =>
    points.slice(index + 1).flatMap(([later, then]) => (later > at ? [(then - value) / (later - at)] : [])),
  );
  return median(slopes);
}

/** A line for each process that was watched for long enough. */
export function fit(samples: readonly Sample[]): readonly Fitted[] {
  return [...grouped(samples, ({ pid }) => pid)].flatMap(([pid, all]) => {
    const warm = all.filter(({ ageMs }) => ageMs >= WARM_MS);
    const spanMs = (warm.at(-1)?.at ?? 0) - (warm[0]?.at ?? 0);
    if (spanMs < FITTED_MS) return [];
    const each = (figure: (measure: Measure) => number) =>
      Object.fromEntries(MEASURES.map((name) => [name, Math.round(figure(name) * 10) / 10])) as Fitted["perHour"];
    return {
      pid,
      minutes: Math.round(spanMs / MINUTE_MS),
      samples: warm.length,
      perHour: each((name) => slope(warm.map((sample) => [sample.at, sample[name]])) * 60 * MINUTE_MS),
      median: each((name) => median(warm.map((sample) => sample[name]))),
    };
  });
}

/** What grows, in words. */
export function growing(samples: readonly Sample[]): readonly string[] {
  return fit(samples).flatMap(({ pid, minutes, perHour }) =>
    MEASURES.filter((name) => perHour[name] > BOUNDS_PER_HOUR[name]).map(
      (name) => `${name} of process ${pid}: +${perHour[name]} an hour, over ${minutes} minutes`,
    ),
  );
}

async function descriptorsOf(pid: number): Promise<readonly string[]> {
  const names = await readdir(`/proc/${pid}/fd`);
  return Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => "")));
}

async function rssMbOf(pid: number): Promise<number> {
  const [, pages] = (await readFile(`/proc/${pid}/statm`, "utf8")).split(" ");
  return Math.round((Number(pages) * PAGE_BYTES) / 100_000) / 10;
}

/** @throws when one of them does not answer, as in the middle of a fault */
export async function takeSample(
  controller: Controller,
  startedAt: number,
  asterisk: { readonly pid: number | undefined; readonly ari: AriAccess },
): Promise<Sample> {
  const { pid } = controller;
  const asteriskPid = asterisk.pid ?? 0;
  const [memory, descriptors, left, rssMb, ofAsterisk, asteriskRssMb] = await Promise.all([
    memoryOf(controller),
    descriptorsOf(pid),
    leftIn(asterisk.ari),
    rssMbOf(pid),
    descriptorsOf(asteriskPid),
    rssMbOf(asteriskPid),
  ]);
  return {
    at: Date.now(),
    pid,
    ageMs: Date.now() - startedAt,
    descriptors: descriptors.length,
    sockets: descriptors.filter((each) => each.startsWith("socket:")).length,
    timers: memory.resources.Timeout ?? 0,
    resources: Object.values(memory.resources).reduce((sum, count) => sum + count, 0),
    heapMb: memory.heapMb,
    externalMb: memory.externalMb,
    rssMb,
    channels: left.filter((each) => each.startsWith("channel")).length,
    bridges: left.filter((each) => each.startsWith("bridge")).length,
    asteriskDescriptors: ofAsterisk.length,
    asteriskRssMb,
  };
}
