import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

/** A file of a page, with the compressed forms that the build made of it, for browsers that take them. */
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
 * Reads a folder that was built, by the paths within it. Nothing outside of it can be asked for then: what is not here is
 * nowhere. Files of other types, such as maps, are left out; of a folder that is not there, there are none.
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

/** The address of the console's style sheet, whose name changes with it; undefined where the console was not built. */
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
