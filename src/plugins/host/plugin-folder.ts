import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** A file that is not used, and why, in one clause. */
export interface RefusedFile {
  readonly file: string;
  readonly reason: string;
}

/** What is in the folder, by name: files to load, and those that look as if they were meant to be loaded, with why not. */
export interface Listing {
  readonly files: readonly string[];
  readonly refused: readonly RefusedFile[];
}

/** Each has a process of its own. */
const MAX_PLUGINS = 50;

/**
 * Lists a folder. Left out without a word: tests, declarations, what begins with a dot or an underscore, folders.
 *
 * @throws as `fs.readdir` when it cannot be read
 */
export async function listFolder(folder: string): Promise<Listing> {
  const names = (await readdir(folder)).filter(isMeant).sort();
  const scripts: string[] = [];
  const refused: RefusedFile[] = [];
  for (const file of names) {
    if (/\.(js|mjs)$/.test(file)) {
      const found = await stat(join(folder, file)).catch(() => undefined);
      if (found?.isFile()) scripts.push(file);
      else if (!found) refused.push({ file, reason: "it cannot be read" });
    } else if (!names.includes(file.replace(/ts$/, "js"))) {
      refused.push({ file, reason: "it is TypeScript: compile it to JavaScript" });
    }
  }
  const beyond = scripts.slice(MAX_PLUGINS);
  const most = `there are more than ${MAX_PLUGINS} files`;
  return {
    files: scripts.slice(0, MAX_PLUGINS),
    refused: [...refused, ...beyond.map((file) => ({ file, reason: most }))],
  };
}

function isMeant(name: string): boolean {
  return /\.(js|mjs|ts|mts)$/.test(name) && !/^[._]|\.test\.\w+$|\.d\.m?ts$/.test(name);
}
