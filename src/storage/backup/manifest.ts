import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AttendantError, describe } from "../../kernel/errors.js";
import { isRecord } from "../../kernel/record.js";

/** The description of a backup. */
export interface Manifest {
  readonly format: 1;
  readonly kind: "embedded" | "mongodb";
  /** When it was begun, ISO 8601: everything acknowledged before is included. */
  readonly begunAt: string;
  /** Number of entries of each kind. */
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
 * Reads the manifest and verifies the checksums of its files.
 *
 * @throws {AttendantError} `invalid_request` when it is not a backup, or a file is damaged
 */
export async function readManifest(folder: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    const given: unknown = JSON.parse(await readFile(join(folder, NAME), "utf8"));
    if (!isManifest(given)) throw new Error(`${NAME} is incomplete`);
    manifest = given;
  } catch (error) {
    throw new AttendantError("invalid_request", `${folder} is not a backup: ${describe(error)}`);
  }
  if (manifest.format !== 1) {
    throw new AttendantError(
      "invalid_request",
      `${folder} was written by a later version of the service. Use that version.`,
    );
  }
  const named = Object.keys(manifest.files);
  const unchecked = filesOf(manifest).find((file) => !named.includes(file));
  const outside = named.find((file) => basename(file) !== file);
  if (unchecked !== undefined || outside !== undefined) {
    throw new AttendantError("invalid_request", `${folder} is not a backup of this service: its manifest is invalid.`);
  }
  for (const [file, expected] of Object.entries(manifest.files)) {
    const found = await checksum(join(folder, file)).catch(describe);
    if (found === expected) continue;
    throw new AttendantError("invalid_request", `${file} in ${folder} is damaged: its checksum does not match.`);
  }
  return manifest;
}

/** The name of the copy within the backup. */
function filesOf({ kind, counts }: Manifest): readonly string[] {
  return kind === "embedded" ? [STORE] : Object.keys(counts).map(fileOf);
}

async function checksum(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Whether it has the parts of a manifest: a full disk may have cut it short. A later format may have others. */
function isManifest(given: unknown): given is Manifest {
  if (!isRecord(given)) return false;
  return given.format !== 1 || (isRecord(given.files) && isRecord(given.counts));
}
