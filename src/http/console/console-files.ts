import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

/** A file of a page, with the compressed versions made by the build, for browsers that accept them. */
export interface PageFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/**
 * Reads the files of a built folder, keyed by their paths within it. Requests are answered from this map alone, so nothing
 * outside the folder can be served. Files of other types, such as source maps, are left out; a missing folder yields an empty
 * map.
 */
export function readPageFiles(folder: string): ReadonlyMap<string, PageFile> {
  return new Map(
    filesIn(folder).flatMap((path): [string, PageFile][] => {
      const type = TYPES[extname(path)];
      if (!type) return [];
      const plain = readFileSync(path);
      const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
      const file = { type, etag, plain, br: readIfThere(`${path}.br`), gzip: readIfThere(`${path}.gz`) };
      return [[relative(folder, path).split(sep).join("/"), file]];
    }),
  );
}

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path) : undefined);

/** The address of the console's style sheet, which contains a hash of its contents; undefined when the console is not built. */
export function styleSheetIn(files: ReadonlyMap<string, PageFile>): string | undefined {
  const name = [...files.keys()].find((path) => path.endsWith(".css"));
  return name && `/console/${name}`;
}

function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
