import { lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { asOwnerOf } from "../../kernel/act-as.js";
import { AttendantError, describe } from "../../kernel/errors.js";
import { openBackup, openCopy, type OpenCopy, putBack, verifyCopy, writeCopy } from "./embedded.js";
import { fileOf, type Manifest, OWNER_ONLY, readManifest, STORE, writeManifest } from "./manifest.js";
import { dumpMongo, loadMongo } from "./mongodb.js";

/** The store to back up or restore. */
export interface BackupPlace {
  readonly dataDir: string;
  /** Without it, the embedded store is used. */
  readonly mongodbUri: string | undefined;
}

/** The id of the folder: by it, the next process instance recognises the calls of earlier ones. */
const CONTROLLER = "controller-id";
/** The one of a backup, until it is put in its place. */
const NEW_CONTROLLER = `${CONTROLLER}-arriving`;
const OWNER_ONLY_FOLDER = 0o700;

/**
 * Makes a backup in a new folder: the current store and the id of its folder. The service may be running; everything it
 * acknowledged before is included. The backup is read again and verified.
 *
 * When run as root, it acts as the owner of `dataDir` there, and as the owner of the backup's parent folder there.
 *
 * @throws {AttendantError} `invalid_request` when the folder already exists; `store_unavailable`. A failed backup leaves nothing
 * behind.
 */
export async function backUp({ dataDir, mongodbUri }: BackupPlace, folder: string): Promise<Manifest> {
  const begunAt = new Date().toISOString();
  const target = resolve(folder);
  const there = <T>(task: (folder: string) => Promise<T>) =>
    asOwnerOf(dirname(target), (parent) => task(join(parent, basename(target))));
  await there(async (made) => {
    await mkdir(dirname(made), { recursive: true });
    await mkdir(made, { mode: OWNER_ONLY_FOLDER }).catch((error) => {
      throw new AttendantError("invalid_request", `Could not create the folder ${folder}: ${describe(error)}`);
    });
  });
  try {
    const id = await asOwnerOf(dataDir, (data) => readFile(join(data, CONTROLLER)).catch(() => undefined));
    await using copy = mongodbUri === undefined ? await asOwnerOf(dataDir, openCopy) : undefined;
    return await there(async (made) => {
      const about = copy ? await embedded(copy, made) : await mongodb(String(mongodbUri), made);
      if (id?.length) await writeFile(join(made, CONTROLLER), id, { flag: "wx", mode: OWNER_ONLY });
      const files = [...about.files, ...(id?.length ? [CONTROLLER] : [])];
      const manifest = await writeManifest(made, { ...about, begunAt }, files);
      await readManifest(made);
      return manifest;
    });
  } catch (error) {
    await there((made) => rm(made, { recursive: true, force: true }));
    throw error;
  }
}

async function embedded(copy: OpenCopy, folder: string) {
  const path = join(folder, STORE);
  await writeCopy(copy, path);
  return { kind: "embedded" as const, counts: verifyCopy(path), files: [STORE] };
}

async function mongodb(uri: string, folder: string) {
  const counts = await dumpMongo(uri, folder);
  return { kind: "mongodb" as const, counts, files: Object.keys(counts).map(fileOf) };
}

export interface Restored {
  readonly manifest: Manifest;
  /** Where the previous store was moved. */
  readonly movedTo: string | undefined;
}

/**
 * Restores a backup. The service must not be running.
 *
 * @param replace moves an existing embedded store aside
 * @throws {AttendantError} `invalid_request` when it is not a backup, is damaged, of another kind of store or of a later
 *   version, or a store already exists; `store_unavailable`
 */
export async function restore(
  folder: string,
  { dataDir, mongodbUri }: BackupPlace,
  replace: boolean,
): Promise<Restored> {
  const manifest = await asOwnerOf(folder, readManifest);
  const kind = mongodbUri === undefined ? "embedded" : "mongodb";
  if (manifest.kind !== kind) {
    const wanted = manifest.kind === "mongodb" ? "set MONGODB_URI" : "unset MONGODB_URI";
    throw new AttendantError(
      "invalid_request",
      `The backup is of the ${manifest.kind} store. To restore it, ${wanted}.`,
    );
  }
  await asOwnerOf(dataDir, (data) => mkdir(data, { recursive: true, mode: OWNER_ONLY_FOLDER }));
  // The id is written before the store is replaced, and put in its place after it.
  const id =
    manifest.files[CONTROLLER] !== undefined && (await asOwnerOf(folder, (from) => readFile(join(from, CONTROLLER))));
  const isNewId = id && (await asOwnerOf(dataDir, (data) => prepareId(id, join(data, CONTROLLER), replace)));
  let movedTo: string | undefined;
  try {
    if (mongodbUri === undefined) {
      await using copy = await asOwnerOf(folder, (backup) => openBackup(join(backup, STORE)));
      movedTo = await asOwnerOf(dataDir, (data) => putBack(copy, data, replace));
    } else {
      await asOwnerOf(folder, (backup) => loadMongo(mongodbUri, backup, Object.keys(manifest.counts)));
    }
  } catch (error) {
    await asOwnerOf(dataDir, (data) => rm(join(data, NEW_CONTROLLER), { force: true }));
    throw error;
  }
  if (isNewId) await asOwnerOf(dataDir, (data) => rename(join(data, NEW_CONTROLLER), join(data, CONTROLLER)));
  return { manifest, movedTo };
}

/** Writes the id beside its place. @returns whether it is to be put there; false when the one that is there stays */
async function prepareId(id: Buffer, path: string, replace: boolean): Promise<boolean> {
  const isThere = (await lstat(path).catch(() => undefined)) !== undefined;
  if (isThere && !replace) return false;
  const arriving = join(dirname(path), NEW_CONTROLLER);
  await rm(arriving, { force: true });
  await writeFile(arriving, id, { flag: "wx", mode: OWNER_ONLY });
  return true;
}
