import { readdir, readlink } from "node:fs/promises";

/** Returns the other visible processes that have a file, or any file in a folder, open. Linux only. */
export async function processesWith(path: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
    const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const file of files) {
      const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => "");
      if (target === path || target.startsWith(`${path}/`)) {
        found.push(Number(pid));
        break;
      }
    }
  }
  return found;
}
