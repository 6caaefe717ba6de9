import { readdir, readFile } from "node:fs/promises";

/** The variable that marks a program and its descendants. */
export const MARK = "ATTENDANT_PROGRAM";
/** Processes may start others during the search. A program that forks faster than this escapes. */
const MAX_ROUNDS = 5;

/**
 * Kills descendants of a program in their own process groups and sessions, which signals to the program's group do not reach.
 * They are found by their environment, so only on Linux, and not if they have cleared it. Never rejects.
 *
 * @param mark the value of {@link MARK} in the program's environment
 */
export async function endOffspring(mark: string): Promise<void> {
  const entry = Buffer.from(`${MARK}=${mark}\0`);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let found = 0;
    for (const name of await readdir("/proc").catch(() => [])) {
      if (/^\d+$/.test(name) && (await hasEntry(name, entry)) && kill(Number(name))) found++;
    }
    if (found === 0) return;
  }
}

async function hasEntry(pid: string, entry: Buffer): Promise<boolean> {
  try {
    const environment = Buffer.concat([await readFile(`/proc/${pid}/environ`), Buffer.of(0)]);
    const at = environment.indexOf(entry);
    return at === 0 || (at > 0 && environment[at - 1] === 0);
  } catch {
    return false; // It belongs to another user, or has ended.
  }
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}
