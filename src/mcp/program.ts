import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { McpProgram } from "../config/mcp-servers.js";
import { endOffspring, MARK } from "./offspring.js";

/** Where programs are searched for, after Node's own folder, which contains `npx`. */
const PATH = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];
/** How long a program has to exit after its input was closed, and again after SIGTERM, in ms. */
const GRACE_MS = 1_000;

/** A running program. */
export interface Program {
  readonly streams: Pick<ChildProcessWithoutNullStreams, "stdin" | "stdout" | "stderr">;
  /** Resolves with how it ended, such as "exit code 1", when nothing of it is running any more. */
  readonly ended: Promise<string>;
  /** Ends it and its descendants. Resolves when they are gone. */
  stop(): Promise<void>;
}

/**
 * Starts a program without the service's environment. It gets its own process group, so that its children (`npx` starts some) can
 * be ended with it, and a mark that identifies descendants outside the group.
 *
 * @throws the system's error when it cannot be started
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
      // At once, before the group's number can be reused.
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
    // The process group is empty.
  }
}
