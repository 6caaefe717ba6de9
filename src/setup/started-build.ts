import { join } from "node:path";
import type { Facts } from "./facts.js";
import type { Journal } from "./journal.js";

/** Returns the mark of the build that `scripts/lib/build-once` wrote; empty without one. */
export function buildOf({ project, file }: Pick<Facts, "project" | "file">): string {
  return file(join(project, "dist/.made-of"))?.bytes.trim() ?? "";
}

/** Returns whether the running processes were started from another build. */
export function isOfAnotherBuild({ entries }: Pick<Journal, "entries">, build: string): boolean {
  const started = entries.findLast((entry) => entry.act === "start" || entry.act === "enable");
  return started !== undefined && (started.build ?? "") !== build;
}
