import { copyFile, lstat, mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AttendantError, describe } from "../../kernel/errors.js";
import { copyStore, giveToOwnerOf, putBack, verifyCopy } from "./embedded.js";
import { fileOf, type Manifest, OWNER_ONLY, readManifest, STORE, writeManifest } from "./manifest.js";
import { dumpMongo, loadMongo } from "./mongodb.js";

/** What is backed up, or put back. */
export interface BackupPlace {
  readonly dataDir: string;
  /** The embedded store is meant without one. */
  readonly mongodbUri: string | undefined;
}

/** What the folder is called: by that, the next life there knows the calls of earlier ones. */
const CONTROLLER = "controller-id";
const OWNER_ONLY_FOLDER = 0o700;

/**
 * Makes a backup in a new folder: the store as it is, and what its folder is called. The service may run, and what it
 * acknowledged before is in it. What was written is read again and checked.
 *
 * @throws {AttendantError} `invalid_request` when the folder is there; `store_unavailable`. Nothing of it stays then.
 */
export async function backUp({ dataDir, mongodbUri }: BackupPlace, folder: string): Promise<Manifest> {
  const begunAt = new Date().toISOString();
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: OWNER_ONLY_FOLDER }).catch((error) => {
    throw new AttendantError("invalid_request", `No new folder can be made of ${folder}: ${describe(error)}`);
  });
  try {
    const about = mongodbUri === undefined ? await embedded() : await mongodb(mongodbUri);
    const manifest = await writeManifest(folder, { ...about, begunAt }, [...about.files, ...(await controller())]);
    await readManifest(folder);
    return manifest;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }

  async function embedded() {
    const path = join(folder, STORE);
    await copyStore(dataDir, path);
    await using file = await open(path, "r+");
    await file.sync();
    return { kind: "embedded" as const, counts: verifyCopy(path), files: [STORE] };
  }

  async function mongodb(uri: string) {
    const counts = await dumpMongo(uri, folder);
    return { kind: "mongodb" as const, counts, files: Object.keys(counts).map(fileOf) };
  }

  async function controller(): Promise<string[]> {
    const id = await readFile(join(dataDir, CONTROLLER)).catch(() => undefined);
    if (!id) return [];
    await writeFile(join(folder, CONTROLLER), id, { flag: "wx", mode: OWNER_ONLY });
    return [CONTROLLER];
  }
}

export interface Restored {
  readonly manifest: Manifest;
  /** Where the store is that was there before. */
  readonly movedTo: string | undefined;
}

/**
 * Puts a backup back. The service must not run.
 *
 * @param replace the embedded store that is there is moved aside
 * @throws {AttendantError} `invalid_request` when the backup is none, is damaged, of another kind of store or of a later
 *   version, or there is a store already; `store_unavailable`
 */
export async function restore(
  folder: string,
  { dataDir, mongodbUri }: BackupPlace,
  replace: boolean,
): Promise<Restored> {
  const manifest = await readManifest(folder);
  const kind = mongodbUri === undefined ? "embedded" : "mongodb";
  if (manifest.kind !== kind) {
    const wanted = manifest.kind === "mongodb" ? "set MONGODB_URI" : "leave MONGODB_URI out";
    throw new AttendantError("invalid_request", `The backup is of the ${manifest.kind} store: ${wanted}.`);
  }
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY_FOLDER });
  let movedTo: string | undefined;
  if (mongodbUri === undefined) movedTo = await putBack(join(folder, STORE), dataDir, replace);
  else await loadMongo(mongodbUri, folder, Object.keys(manifest.counts));
  const id = join(dataDir, CONTROLLER);
  const hasOne = (await lstat(id).catch(() => undefined)) !== undefined;
  if (manifest.files[CONTROLLER] !== undefined && (!hasOne || replace)) {
    await copyFile(join(folder, CONTROLLER), id);
    await giveToOwnerOf(dataDir, [id]);
  }
  return { manifest, movedTo };
}
