import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Which processor has what: controllers are alone on their own. */
export const CONTROLLER_CORE = 0;
export const OTHERS_CORE = 1;

/** Has all threads of a process, and what it starts, run on one processor. */
export function pin(pid: number, processor: number): void {
  execFileSync("taskset", ["-acp", String(processor), String(pid)], { stdio: "ignore" });
}

/**
 * Settings with which a controller notes what goes on inside of it, for `insideOf`.
 *
 * @param watched the file that it writes when it leaves in good order
 * @param profile the file for a CPU profile; none unless given
 */
export function watching(watched: string, profile?: string): Readonly<Record<string, string>> {
  const preload = (name: string) => `--import ${fileURLToPath(new URL(name, import.meta.url))}`;
  return {
    NODE_OPTIONS: [preload("watched.mjs"), ...(profile ? [preload("profiled.mjs")] : [])].join(" "),
    BENCH_WATCH: watched,
    ...(profile && { BENCH_PROFILE: profile }),
  };
}
