import { withEnvFile } from "./own-environment.js";
import type { Environment } from "./environment.js";

/** The folder of the service for programs that need none of its other settings; `.env` is read as the service reads it. */
export function ownFolder(environment: Environment): string {
  return withEnvFile(environment).DATA_DIR || "./data";
}
