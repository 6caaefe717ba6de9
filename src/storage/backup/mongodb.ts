import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { BSON } from "mongodb";
import { AttendantError } from "../../kernel/errors.js";
import { linesOf } from "../../kernel/lines-of.js";
import { connectMongo, type MongoConnection } from "../mongo/connection.js";
import { SCHEMA_COLLECTION, SCHEMA_VERSION } from "../mongo/schema-version.js";
import { fileOf, OWNER_ONLY } from "./manifest.js";

const { EJSON } = BSON;
const BATCH_SIZE = 200;
/** A collection is read with a single operation. */
const OPERATION_MS = 600_000;
const CONTINUITY = "continuity";

/**
 * Writes every collection of the database into a file, one document per line, in MongoDB's extended JSON. Everything acknowledged
 * before is included; what is written meanwhile may be. Each file is read again as a restore reads it.
 *
 * @returns the number of documents in each file
 * @throws {AttendantError} `store_unavailable`
 * @throws {Error} when a file does not have the documents that were written
 */
export async function dumpMongo(uri: string, folder: string): Promise<Record<string, number>> {
  await using connection = connectMongo({ uri, operationMs: OPERATION_MS });
  const counts: Record<string, number> = {};
  for (const name of await collectionsOf(connection)) {
    await using file = await open(join(folder, fileOf(name)), "wx", OWNER_ONLY);
    counts[name] = await connection.run(async (_, db) => {
      let count = 0;
      for await (const document of db.collection(name).find()) {
        await file.write(`${EJSON.stringify(document, { relaxed: false })}\n`);
        count++;
      }
      return count;
    });
    await file.sync();
    const read = await countIn(join(folder, fileOf(name)));
    if (read !== counts[name]) throw new Error(`${fileOf(name)} has ${read} documents instead of ${counts[name]}`);
  }
  return counts;
}

/**
 * Loads the collections of a backup into an empty database. Calls due before now are not placed.
 *
 * @throws {AttendantError} `invalid_request` when the database is not empty, or a later version made the backup;
 * `store_unavailable`
 */
export async function loadMongo(uri: string, folder: string, collections: readonly string[]): Promise<void> {
  if (collections.includes(SCHEMA_COLLECTION)) await checkVersionIn(join(folder, fileOf(SCHEMA_COLLECTION)));
  await using connection = connectMongo({ uri, operationMs: OPERATION_MS });
  for (const name of await collectionsOf(connection)) {
    // Connecting has already created one.
    if (name === SCHEMA_COLLECTION) continue;
    if (await connection.run((_, db) => db.collection(name).findOne())) {
      throw new AttendantError(
        "invalid_request",
        `The database in MONGODB_URI is not empty (${name}). Use another database name in its path, or drop this database first.`,
      );
    }
  }
  // First: a service that starts half-way through must not place calls that are past.
  await connection.run(({ continuity }) =>
    continuity.insertOne({ _id: "restored", unknownBefore: Date.now() }).then(() => {}),
  );
  for (const name of collections.filter((each) => each !== CONTINUITY && each !== SCHEMA_COLLECTION)) {
    let batch: object[] = [];
    const send = async () => {
      if (batch.length > 0) await connection.run((_, db) => db.collection(name).insertMany(batch));
      batch = [];
    };
    for await (const document of documentsIn(join(folder, fileOf(name)))) {
      batch.push(document);
      if (batch.length === BATCH_SIZE) await send();
    }
    await send();
  }
}

/** @throws {AttendantError} `invalid_request` when a later version of the service has written it */
async function checkVersionIn(file: string): Promise<void> {
  for await (const { version } of documentsIn<{ version: number }>(file)) {
    if (version > SCHEMA_VERSION) {
      throw new AttendantError(
        "invalid_request",
        "The backup was made by a later version of the service. Use that version.",
      );
    }
  }
}

async function* documentsIn<T extends object>(file: string): AsyncGenerator<T> {
  for await (const line of linesOf(createReadStream(file))) yield EJSON.parse(line) as T;
}

async function countIn(file: string): Promise<number> {
  let count = 0;
  for await (const _ of documentsIn(file)) count++;
  return count;
}

async function collectionsOf(connection: MongoConnection): Promise<string[]> {
  const found = await connection.run((_, db) => db.listCollections({}, { nameOnly: true }).toArray());
  return found.map(({ name }) => name).filter((name) => !name.startsWith("system."));
}
