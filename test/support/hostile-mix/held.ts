import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Controller } from "../controller.js";
import { memoryOf } from "../inspected-memory.js";
import { percentileOf } from "../distribution.js";

/** What the service holds at a moment. Megabytes of a million bytes. */
export interface Held {
  /** Since the mix began, ms. */
  readonly atMs: number;
  /** After a collection. */
  readonly heapMb: number;
  readonly externalMb: number;
  readonly rssMb: number;
  readonly descriptors: number;
  readonly timers: number;
  /** All files in DATA_DIR. */
  readonly diskMb: number;
}

type Measure = Exclude<keyof Held, "atMs">;

/**
 * By how much each may be higher at the end than once the service was warm, in an hour or less. What lies on the disk grows
 * with calls and schedules that were accepted, and with the store's log, which is written into the store at times.
 */
export const MAY_RISE: Readonly<Record<Measure, number>> = {
  heapMb: 8,
  externalMb: 8,
  rssMb: 50,
  descriptors: 15,
  timers: 30,
  diskMb: 16,
};
const MEASURES = Object.keys(MAY_RISE) as Measure[];

export type Level = Readonly<Record<Measure, number>>;

/** Medians of each measure; NaN without samples. */
export function levelOf(samples: readonly Held[]): Level {
  const median = (name: Measure) =>
    Math.round(
      percentileOf(
        samples.map((sample) => sample[name]),
        0.5,
      ) * 100,
    ) / 100;
  return Object.fromEntries(MEASURES.map((name) => [name, median(name)])) as Level;
}

/**
 * Levels of the first and of the last samples from `warmMs` on. A measurement on a busy machine may take longer than the
 * time from one to the next, so levels are of so many samples, not of so much time: half of what there is at most, and no
 * sample is in both.
 */
export function levelsOf(
  samples: readonly Held[],
  warmMs: number,
  most: number,
): { readonly warm: Level; readonly end: Level } {
  const warmed = samples.filter(({ atMs }) => atMs >= warmMs);
  const count = Math.min(most, Math.floor(warmed.length / 2));
  return { warm: levelOf(warmed.slice(0, count)), end: levelOf(warmed.slice(warmed.length - count)) };
}

/** What is higher than it may be, in words. */
export function risen(warm: Level, end: Level): readonly string[] {
  return MEASURES.filter((name) => !(end[name] - warm[name] <= MAY_RISE[name])).map(
    (name) => `${name} rose from ${warm[name]} to ${end[name]}; at most ${MAY_RISE[name]} more are expected`,
  );
}

async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { withFileTypes: true, recursive: true });
  const sizes = files
    .filter((file) => file.isFile())
    // A file may go while it is counted.
    .map((file) =>
      stat(join(file.parentPath, file.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** @param dataDir its folder */
export async function heldBy(controller: Controller, dataDir: string, atMs: number): Promise<Held> {
  const [memory, descriptors, bytes] = await Promise.all([
    memoryOf(controller),
    readdir(`/proc/${controller.pid}/fd`),
    bytesIn(dataDir),
  ]);
  const { heapMb, externalMb, rssMb, resources } = memory;
  const diskMb = Math.round(bytes / 10_000) / 100;
  return { atMs, heapMb, externalMb, rssMb, descriptors: descriptors.length, timers: resources.Timeout ?? 0, diskMb };
}
