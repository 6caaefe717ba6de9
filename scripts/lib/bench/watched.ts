import { percentileOf } from "../../../test/support/index.js";

/** What `watched.mjs` writes; times in ms on the machine's clock. */
interface Watched {
  /** Time, and delay of the main thread, in ms. */
  readonly lags: readonly (readonly [at: number, ms: number])[];
  /** Garbage collections: time and duration, in ms. */
  readonly collections: readonly (readonly [at: number, ms: number])[];
  /** Time, and bytes: resident, of the heap, outside of it. */
  readonly memory: readonly (readonly [at: number, rss: number, heap: number, external: number])[];
}

/** The measurements inside the controller. */
export interface Inside {
  readonly lag: { readonly p50: number; readonly p95: number; readonly p99: number; readonly max: number };
  readonly gc: { readonly percent: number; readonly longest_ms: number };
  /** MB. */
  readonly memory: {
    readonly idle_rss: number;
    readonly rss: number;
    readonly heap: number;
    readonly external: number;
  };
}

/** @param span the time of full load; `idleAt` is a moment before it */
export function insideOf(
  text: string,
  { idleAt, from, to }: Readonly<Record<"idleAt" | "from" | "to", number>>,
): Inside {
  const { lags, collections, memory } = JSON.parse(text) as Watched;
  const isWithin = ([at]: readonly [number, ...number[]]) => at >= from && at < to;
  const late = lags.filter(isWithin).map(([, ms]) => ms);
  const paused = collections.filter(isWithin).map(([, ms]) => ms);
  const [, idleRss = Number.NaN] = memory.findLast(([at]) => at <= idleAt) ?? memory[0] ?? [];
  const [, rss, heap, external] = memory.findLast(([at]) => at <= to) ?? [];
  const lag = (share: number) => tenths(percentileOf(late, share));
  return {
    lag: { p50: lag(0.5), p95: lag(0.95), p99: lag(0.99), max: lag(1) },
    gc: {
      percent: tenths((100 * paused.reduce((sum, ms) => sum + ms, 0)) / (to - from)),
      longest_ms: tenths(Math.max(0, ...paused)),
    },
    memory: { idle_rss: megabytes(idleRss), rss: megabytes(rss), heap: megabytes(heap), external: megabytes(external) },
  };
}

function megabytes(bytes = Number.NaN): number {
  return tenths(bytes / 1e6);
}

export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
