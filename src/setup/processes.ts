import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { pause } from "../kernel/deadline.js";
import type { Journal, JournalEntry } from "./journal.js";

/** A program that setup has started and that outlives it. */
export type Started = Extract<JournalEntry, { act: "start" }>;

/** Longer than the service's own 15 s. */
const ENDED_MS = 100_000;

/** Starts a program that outlives this one, and records it. Only its owner can read its output file. */
export function startProcess(
  what: string,
  [program, ...args]: readonly [string, ...string[]],
  options: { readonly cwd: string; readonly log: string; readonly env: NodeJS.ProcessEnv; readonly build: string },
  journal: Journal,
): Promise<Started> {
  mkdirSync(dirname(options.log), { recursive: true, mode: 0o700 });
  const log = openSync(options.log, "a", 0o600);
  const { cwd, env, build } = options;
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ["ignore", log, log] });
  closeSync(log);
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new Error(`${program} cannot be started: ${error.message}`)));
    child.once("spawn", () => {
      const pid = child.pid ?? 0;
      const entry: Started = { act: "start", pid, began: beganAt(pid) ?? "", what, build };
      journal.add(entry);
      child.unref();
      resolve(entry);
    });
  });
}

/** Returns the running programs that were started, the latest last. */
export function running(journal: Journal): readonly Started[] {
  return journal.entries
    .filter((entry) => entry.act === "start")
    .filter(({ pid, began }) => began !== "" && beganAt(pid) === began);
}

/** Terminates a program and waits for its end. */
export async function endProcess({ pid, began }: Started, signal: AbortSignal): Promise<boolean> {
  if (beganAt(pid) !== began) return true;
  process.kill(pid, "SIGTERM");
  const until = performance.now() + ENDED_MS;
  while (beganAt(pid) === began && performance.now() < until) await pause(50, signal);
  return beganAt(pid) !== began;
}

/** Returns the start time of a process in kernel ticks, which with its id is unique. Undefined when it has ended. */
export function beganAt(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
