import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AttendantError, describe } from "../../kernel/errors.js";

/** What a backup says of itself. */
export interface Manifest {
  readonly format: 1;
  readonly kind: "embedded" | "mongodb";
  /** When it was begun, ISO 8601: all that was acknowledged before is in it. */
  readonly begunAt: string;
  /** How many of each there are. */
  readonly counts: Readonly<Record<string, number>>;
  /** SHA-256 of each file, in hexadecimal. */
  readonly files: Readonly<Record<string, string>>;
}

export const OWNER_ONLY = 0o600;
/** The copy of the embedded store. */
export const STORE = "store.sqlite";
/** The documents of one of MongoDB's collections. */
export const fileOf = (collection: string) => `${collection}.jsonl`;
const NAME = "manifest.json";

export async function writeManifest(
  folder: string,
  about: Omit<Manifest, "format" | "files">,
  files: readonly string[],
): Promise<Manifest> {
  const sums = await Promise.all(files.map(async (file) => [file, await checksum(join(folder, file))] as const));
  const manifest: Manifest = { format: 1, ...about, files: Object.fromEntries(sums) };
  await writeFile(join(folder, NAME), `${JSON.stringify(manifest, null, 2)}\n`, { flag: "wx", mode: OWNER_ONLY });
  return manifest;
}

/**
 * Reads what a backup says of itself, and holds its files against it.
 *
 * @throws {AttendantError} `invalid_request` when it is no backup, or a file is not what it was
 */
export async function readManifest(folder: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(join(folder, NAME), "utf8")) as Manifest;
  } catch (error) {
    throw new AttendantError("invalid_request", `${folder} is no backup: ${describe(error)}`);
  }
  if (manifest.format !== 1) {
    throw new AttendantError("invalid_request", `${folder} was written by a later version of the service: use that.`);
  }
  const named = Object.keys(manifest.files);
  const unchecked = filesOf(manifest).find((file) => !named.includes(file));
  const outside = named.find((file) => basename(file) !== file);
  if (unchecked !== undefined || outside !== undefined) {
    throw new AttendantError("invalid_request", `${folder} is no backup: its manifest is not ours.`);
  }
  for (const [file, expected] of Object.entries(manifest.files)) {
    const found = await checksum(join(folder, file)).catch(describe);
    if (found === expected) continue;
    throw new AttendantError("invalid_request", `${file} in ${folder} is damaged: its checksum does not fit.`);
  }
  return manifest;
}

/** What is kept of the store. */
function filesOf({ kind, counts }: Manifest): readonly string[] {
  return kind === "embedded" ? [STORE] : Object.keys(counts).map(fileOf);
}

async function checksum(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
