import { withEnvFile } from "./own-environment.js";
import type { Environment } from "./environment.js";

/** Returns DATA_DIR for programs that need no other setting. `.env` is read as the service reads it. */
export function ownFolder(environment: Environment): string {
  return withEnvFile(environment).DATA_DIR || "./data";
}
