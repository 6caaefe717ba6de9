import { percentileOf } from "../distribution.js";
import type { Measured } from "./measure.js";

/** What came of all trials of a scenario. */
export interface Summary {
  readonly cell: string;
  readonly trials: number;
  /** How many came out right, and how many of these in time. */
  readonly right: number;
  readonly inTime: number;
  /** Times in ms, at the 50th and 95th percentile. */
  readonly gapMs: Percentiles | undefined;
  readonly yieldMs: Percentiles | undefined;
  readonly responseMs: Percentiles | undefined;
  readonly longestDeadAirMs: number | undefined;
  /** In how many trials. */
  readonly cutIns: number;
  readonly saidTwice: number;
  /** The longest that a cut-in was heard, and was heard over words, ms. */
  readonly cutInMs: readonly [heard: number, overWords: number] | undefined;
  /** Words in all trials. */
  readonly wordsLost: number;
  readonly wordsTwice: number;
  /** The most requests that the recogniser had at a time. */
  readonly mostRequests: number;
}

export type Percentiles = readonly [p50: number, p95: number];

export function summarise(cell: string, trials: readonly Measured[]): Summary {
  const count = (holds: (trial: Measured) => boolean) => trials.filter(holds).length;
  const sum = (of: (trial: Measured) => number) => trials.reduce((all, trial) => all + of(trial), 0);
  const deadAir = trials.flatMap(({ deadAirMs }) => deadAirMs ?? []);
  return {
    cell,
    trials: trials.length,
    right: count(({ isRight }) => isRight),
    inTime: count(({ isRight, isInTime }) => isRight && isInTime),
    gapMs: percentiles(trials.flatMap(({ gapMs }) => gapMs ?? [])),
    yieldMs: percentiles(trials.flatMap(({ yieldMs }) => yieldMs ?? [])),
    responseMs: percentiles(trials.flatMap(({ responseMs }) => responseMs ?? [])),
    longestDeadAirMs: deadAir.length > 0 ? Math.max(...deadAir) : undefined,
    cutIns: count(({ cutIn }) => cutIn),
    cutInMs: longestCutIn(trials),
    saidTwice: count(({ saidTwice }) => saidTwice),
    wordsLost: sum(({ wordsLost }) => wordsLost),
    wordsTwice: sum(({ wordsTwice }) => wordsTwice),
    mostRequests: Math.max(...trials.map((trial) => trial.mostRequests)),
  };
}

function longestCutIn(trials: readonly Measured[]): Summary["cutInMs"] {
  const cutIns = trials.filter(({ cutIn }) => cutIn).map(({ cutInMs }) => cutInMs);
  if (cutIns.length === 0) return undefined;
  return [Math.max(...cutIns.map(({ heard }) => heard)), Math.max(...cutIns.map(({ overWords }) => overWords))];
}

function percentiles(values: readonly number[]): Percentiles | undefined {
  const at = (share: number) => Math.round(percentileOf(values, share));
  return values.length > 0 ? [at(0.5), at(0.95)] : undefined;
}

/** The summaries of a kind of scenario as a Markdown table; a dash where nothing was to be measured. */
export function tableOf(kind: string, summaries: readonly Summary[]): string {
  const rows = summaries.map((each) => [
    each.cell,
    `${each.right}/${each.trials}`,
    `${each.inTime}/${each.trials}`,
    pair(each.gapMs),
    pair(each.yieldMs),
    pair(each.responseMs),
    each.longestDeadAirMs ?? "–",
    each.cutIns || "–",
    each.cutInMs?.join(" / ") ?? "–",
    each.wordsLost || "–",
    each.wordsTwice || "–",
    each.saidTwice || "–",
    each.mostRequests,
  ]);
  const head = [kind, "right", "and in time", "gap", "yield", "response", "dead air", "cut-ins", "heard"];
  const all = [
    [...head, "words lost", "words twice", "said twice", "requests"],
    ["---", ...head.map(() => "--:"), "--:", "--:", "--:"],
    ...rows,
  ];
  return all.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function pair(times: Percentiles | undefined): string {
  return times ? times.join(" / ") : "–";
}
