import type { Environment } from "./read-environment.js";

/** The folder of the service for programs that need none of its other settings; `.env` is read as the service reads it. */
export function ownFolder(environment: Environment): string {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return environment.DATA_DIR || "./data";
}
