import { ALLOWED, BUDGET_SECONDS, budgetOf, BUSY_WITH_OTHERS } from "./budget.js";
import type { Outcome } from "./outcome.js";

export interface Finished {
  readonly name: string;
  readonly seconds: number;
  /** The duration without the time for which other programs had the cores, in seconds. */
  readonly unhurriedSeconds: number;
  /** What counts against its budget, in seconds: a job that yields to others is judged by what it computes. */
  readonly judgedSeconds: number;
  readonly outcome: Outcome;
}

export interface Run {
  readonly finished: readonly Finished[];
  readonly seconds: number;
  /** The average number of cores used by programs other than the tests. */
  readonly coresOfOthers: number;
  readonly judgesBudget: boolean;
  readonly countsAssertions: boolean;
}

const SLOWEST = 10;

/** Returns files that took longer than they may; none when other programs keep the machine busy. */
export function overBudget({ finished, coresOfOthers, judgesBudget }: Run): readonly Finished[] {
  if (!judgesBudget || coresOfOthers > BUSY_WITH_OTHERS) return [];
  return finished.filter(({ name, judgedSeconds }) => name.endsWith(".test.ts") && judgedSeconds > budgetOf(name));
}

/** Builds the closing lines: failures, skipped tests with reasons, the slowest files, the counts. */
export function summaryOf(run: Run): string {
  const { finished } = run;
  const sum = (count: (outcome: Outcome) => number) =>
    finished.reduce((total, { outcome }) => total + count(outcome), 0);
  const over = overBudget(run);
  const failed = sum((outcome) => outcome.failed.length) + over.length;
  const skipped = sum((outcome) => outcome.skipped.length);
  const lines = [
    ...section("skipped", skippedLines(finished)),
    ...section("slowest", slowestLines(finished)),
    ...section("failed", failedLines(finished)),
    ...section(`over the budget of ${BUDGET_SECONDS} s a file (scripts/lib/tests/budget.ts)`, over.map(timeLine)),
    "",
  ];
  if (run.judgesBudget && run.coresOfOthers > BUSY_WITH_OTHERS)
    lines.push(`Other programs used ${run.coresOfOthers.toFixed(1)} cores, so the budgets of files were not checked.`);
  if (run.countsAssertions) lines.push(`${sum(({ assertions }) => assertions)} assertions executed`);
  lines.push(`${finished.length} files and checks in ${minutes(run.seconds)}`);
  lines.push(`${sum(({ passed }) => passed)} passed, ${failed} failed, ${skipped} skipped`);
  return lines.join("\n");
}

const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ["", `── ${title}`, ...lines]);

function skippedLines(finished: readonly Finished[]): string[] {
  return finished.flatMap(({ name, outcome }) =>
    outcome.skipped.map((skipped) => `${name}: ${skipped.name}: ${skipped.reason || "without a reason"}`),
  );
}

function slowestLines(finished: readonly Finished[]): string[] {
  return finished
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(timeLine);
}

function timeLine({ name, seconds }: Finished): string {
  const reason = ALLOWED[name]?.reason;
  return `${seconds.toFixed(1).padStart(6)} s  ${name}${reason === undefined ? "" : ` (${reason})`}`;
}

function failedLines(finished: readonly Finished[]): string[] {
  return finished.flatMap(({ name, outcome }) =>
    outcome.failed.map((failure) => `✖ ${name}: ${failure.name}\n  ${failure.error.replaceAll("\n", "\n  ")}`),
  );
}

/** Formats a duration as "12 min 5 s". */
export function minutes(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
