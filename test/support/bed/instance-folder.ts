import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";

let made = 0;

/** The folders of one Asterisk, below the root that it runs in. */
export interface InstanceFolder {
  /** As seen from outside the root. */
  readonly outside: string;
  /** As Asterisk sees it. */
  readonly inside: string;
}

/**
 * Makes an empty folder for an instance inside `root`, and removes those whose process is gone: a killed test run
 * cannot clean up after itself, so the next one does.
 */
export async function makeInstanceFolder(root: string, name: string): Promise<InstanceFolder> {
  const instances = path.join(root, "srv");
  await mkdir(instances, { recursive: true });
  await removeOrphans(instances);
  const folder = `${process.pid}-${await startTime(process.pid)}-${made++}-${name}`;
  const outside = path.join(instances, folder);
  await mkdir(outside, { mode: 0o700 });
  for (const part of ["etc", "run", "lib", "spool", "log"]) await mkdir(path.join(outside, part));
  return { outside, inside: `/srv/${folder}` };
}

async function removeOrphans(instances: string): Promise<void> {
  for (const folder of await readdir(instances)) {
    const [, pid, started] = /^(\d+)-(\d+)-\d+-/.exec(folder) ?? [];
    if (pid === undefined || (await startTime(Number(pid))) === started) continue;
    await rm(path.join(instances, folder), { recursive: true, force: true });
  }
}

/** When a process began, in the kernel's ticks; with its id it names a process for good. Undefined when it is gone. */
async function startTime(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The command, in brackets, may contain anything; the 22nd field is the 20th after it.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}
