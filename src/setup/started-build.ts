import { join } from "node:path";
import type { Facts } from "./facts.js";
import type { Journal } from "./journal.js";

/** What is built, as `scripts/lib/build-once` notes it; empty where nobody has. */
export function buildOf({ project, file }: Pick<Facts, "project" | "file">): string {
  return file(join(project, "dist/.made-of"))?.bytes.trim() ?? "";
}

/** Whether what was started last is of another build than the one that is there by now. */
export function isOfAnotherBuild({ entries }: Pick<Journal, "entries">, build: string): boolean {
  const started = entries.findLast((entry) => entry.act === "start" || entry.act === "enable");
  return started !== undefined && (started.build ?? "") !== build;
}
