import { existsSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "./compose-file.js";

/** Builds the pages of the console, unless they are there. */
export async function builtConsole(): Promise<void> {
  if (!existsSync(join(PROJECT, "dist/console/index.html"))) await import("../../scripts/lib/build-console.mjs");
}
