import { readdirSync, statSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bed } from "../../../test/support/index.js";

const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));

export interface Machine {
  readonly cores: number;
  readonly model: string;
  readonly node: string;
  readonly asterisk: string;
  /** The load average over the minute before the start: other programs' activity. */
  readonly loadBefore: number;
}

/** The machine of a benchmark without Asterisk, for its JSON. */
export interface Host {
  readonly cores: number;
  readonly model: string;
  readonly node: string;
  readonly load_before: number;
}

export function describeHost(loadBefore: number): Host {
  const all = cpus();
  return {
    cores: all.length,
    model: all[0]?.model.trim() ?? "unknown",
    node: process.version,
    load_before: Math.round(loadBefore * 10) / 10,
  };
}

export async function describeMachine(bed: Bed, loadBefore: number): Promise<Machine> {
  const version = await bed.assistantAsterisk.cli("core show version");
  const { cores, model, node } = describeHost(loadBefore);
  return {
    ...{ cores, model, node },
    asterisk: /Asterisk (\S+)/.exec(version)?.[1] ?? "unknown",
    loadBefore: Math.round(loadBefore * 100) / 100,
  };
}

export function loadNow(): number {
  return loadavg()[0] ?? 0;
}

/** @throws when there is no build; warns on stderr when it is older than the sources */
export function checkBuild(warn: (text: string) => void): void {
  const built = statSync(join(PROJECT, "dist/src/main.js"), { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) throw new Error("there is no build to measure: npm run build");
  const newest = ["src", "tools"].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => statSync(join(PROJECT, folder, name)).mtimeMs),
  );
  if (Math.max(...newest) > built) warn("the build in dist/ is older than the sources: npm run build");
}
