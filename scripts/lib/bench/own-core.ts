import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The assignment of processor cores: controllers have one to themselves. */
export const CONTROLLER_CORE = 0;
export const OTHERS_CORE = 1;

/** Runs all threads of a process, and its children, on one core. */
export function pin(pid: number, processor: number): void {
  execFileSync("taskset", ["-acp", String(processor), String(pid)], { stdio: "ignore" });
}

/**
 * Settings that make a controller write measurements for `insideOf`.
 *
 * @param watched the file written at an orderly shutdown
 * @param profile the file for a CPU profile, if any
 */
export function watching(watched: string, profile?: string): Readonly<Record<string, string>> {
  const preload = (name: string) => `--import ${fileURLToPath(new URL(name, import.meta.url))}`;
  return {
    NODE_OPTIONS: [preload("watched.mjs"), ...(profile ? [preload("profiled.mjs")] : [])].join(" "),
    BENCH_WATCH: watched,
    ...(profile && { BENCH_PROFILE: profile }),
  };
}
