import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Outcome, readOutcome } from "./outcome.js";
import { processorMsIn } from "./processor-time.js";
import { STARTING_MS } from "./schedule.js";

export interface Program {
  readonly command: readonly [string, ...string[]];
  /** Whether it is a test file, which reports its tests; any other program passes with exit code 0. */
  readonly isTest: boolean;
  readonly countsAssertions: boolean;
  /** Whether it gets only the processor time that other programs leave. */
  readonly yieldsProcessor: boolean;
  readonly limitMs: number;
}

/**
 * How much a job yields while it is starting: it gets a tenth of what one that has started gets. What starts telephone systems and
 * controllers can wait; the calls that others play cannot.
 */
const STARTING_NICE = 10;

/** How much of the end of a job's output is shown when it fails, in characters. */
const SHOWN_OUTPUT = 4_000;

/** Runs a job in its own process group, which is killed at its time limit or by `signal`; no process of it remains. */
export async function runJob(
  { command, isTest, countsAssertions, yieldsProcessor, limitMs }: Program,
  signal: AbortSignal,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "attendant-test-"));
  const [report, output] = [join(folder, "report"), join(folder, "output")];
  const out = openSync(output, "a");
  try {
    closeSync(openSync(report, "a"));
    const program = isTest ? underReporter(command, report, countsAssertions) : accounted(command, report);
    const scheduled = yieldsProcessor ? ["chrt", "--idle", "0", ...program] : program;
    // The kernel ends it with this process, even if that is killed.
    const child = spawn("setpriv", ["--pdeathsig", "KILL", ...scheduled], {
      stdio: ["ignore", out, out],
      detached: true,
      env: { ...process.env, ...(countsAssertions && { ASSERTIONS_TO: report }) },
    });
    setNiceOfGroup(child, yieldsProcessor ? 19 : STARTING_NICE);
    const started = yieldsProcessor ? undefined : setTimeout(() => setNiceOfGroup(child, 0), STARTING_MS);
    const code = await exitOf(child, limitMs, signal);
    clearTimeout(started);
    const printed = readFileSync(output, "utf8").slice(-SHOWN_OUTPUT);
    if (isTest) return readOutcome(readFileSync(report, "utf8"), code, printed);
    const failed = code === 0 ? [] : [{ name: "exit code", error: `${code}\n${printed}` }];
    const stat = readFileSync(report, "utf8");
    const processorMs = stat === "" ? undefined : processorMsIn(stat);
    return { passed: failed.length === 0 ? 1 : 0, failed, skipped: [], assertions: 0, processorMs, delayedMs: 0 };
  } finally {
    closeSync(out);
    rmSync(folder, { recursive: true, force: true });
  }
}

function underReporter(command: readonly string[], report: string, countsAssertions: boolean): string[] {
  const [node = "", ...args] = command;
  return [
    node,
    ...(countsAssertions ? ["--import", "./scripts/lib/tests/count-assertions.mjs"] : []),
    "--enable-source-maps",
    "--test-reporter=./scripts/lib/tests/reporter.mjs",
    `--test-reporter-destination=${report}`,
    ...args,
  ];
}

/** Makes a shell write the processor time of the command. */
function accounted(command: readonly string[], report: string): string[] {
  return ["bash", "-c", `"$@"; code=$?; cat /proc/$$/stat >"$0"; exit $code`, report, ...command];
}

async function exitOf(child: ChildProcess, limitMs: number, signal: AbortSignal): Promise<number | string> {
  let ended = "";
  const end = (why: string) => {
    ended ||= why;
    killGroup(child);
  };
  const timer = setTimeout(() => end(`nothing: killed after ${limitMs / 60_000} minutes`), limitMs);
  const aborted = () => end("nothing: killed with the run");
  signal.addEventListener("abort", aborted);
  try {
    const [code, name] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    return ended || (code ?? name ?? "nothing");
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", aborted);
    killGroup(child); // Processes that the file started and did not end.
  }
}

/**
 * Sets how much a job yields to others, from 0 to 19. SCHED_IDLE alone orders only the processes of one session where the kernel
 * shares the processor among sessions (sched(7): the autogroup feature), and each job has its own session.
 */
function setNiceOfGroup({ pid }: ChildProcess, nice: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, `${nice}`);
  } catch {
    // It has ended, or this kernel has no such groups.
  }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // The process group is empty.
  }
}
