import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** A rejected file, and the reason in one clause. */
export interface RefusedFile {
  readonly file: string;
  readonly reason: string;
}

/** The contents of the folder, by name: files to load, and rejected ones that were apparently meant to be loaded. */
export interface Listing {
  readonly files: readonly string[];
  readonly refused: readonly RefusedFile[];
}

/** Each has its own process. */
const MAX_PLUGINS = 50;

/**
 * Lists a folder. Ignored silently: tests, declarations, names that begin with a dot or an underscore, folders.
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
