import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { BSON } from "mongodb";
import { AttendantError } from "../../kernel/errors.js";
import { connectMongo, type MongoConnection } from "../mongo/connection.js";
import { SCHEMA_COLLECTION, SCHEMA_VERSION } from "../mongo/schema-version.js";
import { fileOf, OWNER_ONLY } from "./manifest.js";

const { EJSON } = BSON;
const BATCH_SIZE = 200;
/** A collection is read in one go. */
const OPERATION_MS = 600_000;
const CONTINUITY = "continuity";

/**
 * Writes every collection of the database into a file of its own, a document on each line, in MongoDB's extended JSON. What is
 * written meanwhile is in it or not; what was acknowledged before is.
 *
 * @returns how many documents each file has
 * @throws {AttendantError} `store_unavailable`
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
  }
  return counts;
}

/**
 * Puts the collections of a backup into a database that has nothing in it. What was due before now is not rung any more.
 *
 * @throws {AttendantError} `invalid_request` when there is something in it, or the backup is of a later version; `store_unavailable`
 */
export async function loadMongo(uri: string, folder: string, collections: readonly string[]): Promise<void> {
  if (collections.includes(SCHEMA_COLLECTION)) await checkVersionIn(join(folder, fileOf(SCHEMA_COLLECTION)));
  await using connection = connectMongo({ uri, operationMs: OPERATION_MS });
  for (const name of await collectionsOf(connection)) {
    // It has one from being connected to.
    if (name === SCHEMA_COLLECTION) continue;
    if (await connection.run((_, db) => db.collection(name).findOne())) {
      throw new AttendantError(
        "invalid_request",
        `The database that MONGODB_URI names is not empty (${name}): name another one in its path, or drop that one first.`,
      );
    }
  }
  // First: whoever starts half-way through rings nobody for what is past.
  await connection.run(({ continuity }) =>
    continuity.insertOne({ _id: "restored", unknownBefore: Date.now() }).then(() => {}),
  );
  for (const name of collections.filter((each) => each !== CONTINUITY && each !== SCHEMA_COLLECTION)) {
    let batch: object[] = [];
    const send = async () => {
      if (batch.length > 0) await connection.run((_, db) => db.collection(name).insertMany(batch));
      batch = [];
    };
    for await (const line of createInterface(createReadStream(join(folder, fileOf(name))))) {
      batch.push(EJSON.parse(line) as object);
      if (batch.length === BATCH_SIZE) await send();
    }
    await send();
  }
}

/** @throws {AttendantError} `invalid_request` when a later version of the service has written it */
async function checkVersionIn(file: string): Promise<void> {
  for await (const line of createInterface(createReadStream(file))) {
    const { version } = EJSON.parse(line) as { version: number };
    if (version > SCHEMA_VERSION) {
      throw new AttendantError("invalid_request", "The backup was made by a later version of the service: use that.");
    }
  }
}

async function collectionsOf(connection: MongoConnection): Promise<string[]> {
  const found = await connection.run((_, db) => db.listCollections({}, { nameOnly: true }).toArray());
  return found.map(({ name }) => name).filter((name) => !name.startsWith("system."));
}
