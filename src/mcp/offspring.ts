import { readdir, readFile } from "node:fs/promises";

/** The variable that marks a program and all that it starts. */
export const MARK = "ATTENDANT_PROGRAM";
/** Processes may start others while they are searched for. A program that forks faster than this is not caught. */
const MAX_ROUNDS = 5;

/**
 * Kills what a program has left behind in groups and sessions of its own, where no signal to the program's group reaches.
 * It is found by its environment, so only on Linux, and not where it has emptied that. Never rejects.
 *
 * @param mark what {@link MARK} is in the program's environment
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
    return false; // It is another user's, or has ended.
  }
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}
