import { delayedMsIn, processorMsIn } from "./processor-time.js";

/** The result of a job. */
export interface Outcome {
  readonly passed: number;
  readonly failed: readonly Failure[];
  readonly skipped: readonly Skipped[];
  readonly assertions: number;
  /** Processor time, in ms. Undefined for one that was killed. */
  readonly processorMs: number | undefined;
  /** How long its main thread could have computed but other programs had the cores, in ms. */
  readonly delayedMs: number;
}

export interface Failure {
  readonly name: string;
  readonly error: string;
}

export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

/**
 * Reads what the reporter wrote about a test file.
 * @param output the end of the file's own output, in case it ended before its tests did
 */
export function readOutcome(report: string, code: number | string, output: string): Outcome {
  let passed = 0;
  let processorMs: number | undefined;
  let delayedMs = 0;
  let assertions = 0;
  const failed: Failure[] = [];
  const skipped: Skipped[] = [];
  for (const text of report.split("\n").filter((line) => line !== "")) {
    const line = JSON.parse(text) as ReportLine;
    if ("failed" in line) failed.push({ name: line.failed, error: line.error });
    else if ("skipped" in line) skipped.push({ name: line.skipped, reason: line.reason });
    else if ("assertions" in line) assertions += line.assertions;
    else {
      passed = line.counts.pass ?? 0;
      processorMs = processorMsIn(line.stat);
      delayedMs = delayedMsIn(line.schedstat);
    }
  }
  // It did not load, exited by itself, or stopped reporting: there is no failed test to show.
  if (code !== 0 && failed.length === 0) failed.push({ name: "the file", error: `exited with ${code}\n${output}` });
  // A file without any tests would pass unnoticed.
  if (code === 0 && passed + skipped.length === 0) failed.push({ name: "the file", error: "has no test" });
  return { passed, failed, skipped, assertions, processorMs, delayedMs };
}

type ReportLine =
  | { readonly failed: string; readonly error: string }
  | { readonly skipped: string; readonly reason: string }
  | { readonly assertions: number }
  | { readonly counts: Readonly<Record<string, number>>; readonly stat: string; readonly schedstat: string };
