import { readdir, readlink } from "node:fs/promises";

/** The processes of this machine that have a file open, as far as they may be seen: "process 123, 456". Linux only. */
export async function processesWith(path: string): Promise<string | undefined> {
  const found: string[] = [];
  for (const pid of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
    const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const file of files) {
      const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => "");
      if (target === path) {
        found.push(pid);
        break;
      }
    }
  }
  return found.length > 0 ? `process ${found.join(", ")}` : undefined;
}
