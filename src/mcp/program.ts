import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { McpProgram } from "../config/mcp-servers.js";
import { endOffspring, MARK } from "./offspring.js";

/** Where programs are found, after Node's own folder, where `npx` is. */
const PATH = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];
/** How long a program has to exit after its input was closed, and again after SIGTERM, ms. */
const GRACE_MS = 1_000;

/** A program that runs. */
export interface Program {
  readonly streams: Pick<ChildProcessWithoutNullStreams, "stdin" | "stdout" | "stderr">;
  /** Resolves with how it ended, as in "exit code 1", once nothing of it is left. */
  readonly ended: Promise<string>;
  /** Ends it and whatever it has started. Resolves once it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts a program with nothing of the service's environment. It gets a process group of its own, with which those it
 * starts (`npx` does) are ended as well, and a mark by which those are found that have left the group.
 *
 * @throws the error of the system when it cannot be started
 */
export async function startProgram({
  command,
  args,
  env,
}: Pick<McpProgram, "command" | "args" | "env">): Promise<Program> {
  const path = [dirname(process.execPath), ...PATH].join(":");
  const mark = randomUUID();
  const child = spawn(command, [...args], {
    env: { PATH: path, ...env, [MARK]: mark },
    stdio: "pipe",
    detached: true,
  });
  let over = false;
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => {
      // At once, while the group's number cannot have been given to anybody else.
      kill(child.pid, "SIGKILL");
      over = true;
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      void endOffspring(mark).then(() => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
    });
  });
  // A failed write shows as the end of the program.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  child.on("error", () => {});

  const endsWithin = async (ms: number) => {
    const waiting = new AbortController();
    const late = wait(ms, undefined, { signal: waiting.signal }).catch(() => {});
    await Promise.race([ended, late]);
    waiting.abort();
    return over;
  };
  return {
    streams: child,
    ended,
    async stop() {
      child.stdin.end();
      for (const signal of ["SIGTERM", "SIGKILL"] as const) {
        if (await endsWithin(GRACE_MS)) break;
        kill(child.pid, signal);
      }
      await ended;
    },
  };
}

/** Sends a signal to a process group. */
function kill(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is empty.
  }
}
