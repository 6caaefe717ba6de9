import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "./compose-file.js";

const SOURCES = ["src/console", "scripts/lib/build-console.mjs", "package-lock.json"];
const MADE_OF = join(PROJECT, "dist/.console-made-of");

/** Builds the pages of the console, unless they were built from exactly these sources, compared by their contents. */
export async function builtConsole(): Promise<void> {
  const sources = hashOf(SOURCES.flatMap(filesIn));
  const isBuilt = existsSync(join(PROJECT, "dist/console/index.html")) && existsSync(MADE_OF);
  if (isBuilt && readFileSync(MADE_OF, "utf8") === sources) return;
  await import("../../scripts/lib/build-console.mjs");
  writeFileSync(MADE_OF, sources);
}

function filesIn(path: string): string[] {
  const whole = join(PROJECT, path);
  if (statSync(whole).isFile()) return [whole];
  const found = readdirSync(whole, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return found.map(({ parentPath, name }) => join(parentPath, name)).sort();
}

function hashOf(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}
