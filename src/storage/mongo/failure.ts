import { MongoInvalidArgumentError, MongoServerError, MongoWriteConcernError } from "mongodb";
import { AttendantError, describe } from "../../kernel/errors.js";

/** The MongoDB that failed. */
export interface MongoSource {
  /** Its hosts, without credentials. */
  readonly where: string;
  /** Removed from all messages of the driver. */
  readonly secrets: readonly string[];
}

/** MongoDB's codes: https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml */
const AUTHENTICATION_FAILED = 18;
const UNAUTHORIZED = 13;
const DUPLICATE_KEY = 11_000;
/** Documents, values or commands that would be rejected again: BadValue, FailedToParse, TypeMismatch, too large, … */
const REFUSED = [2, 9, 14, 52, 10_334, 17_280, 17_419, 17_420, 17_421];

export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** @returns whether a document was written, as opposed to another one with its `_id` being there */
export async function isNew(writing: Promise<unknown>): Promise<boolean> {
  return writing.then(
    () => true,
    (error) => (isDuplicate(error) ? false : Promise.reject(error)),
  );
}

/**
 * Converts a driver error: `store_unavailable` for what may be temporary or can be fixed outside, `internal` for what would be
 * rejected again. An unreadable answer (truncated, garbled on the way, not from MongoDB) counts as the former: it rejects
 * nothing. The driver's error is never attached as the cause, because it contains the connection string.
 */
export function mongoFailure({ where, secrets }: MongoSource, error: unknown): AttendantError {
  const words = secrets.reduce(
    // Short secrets would turn the sentence into asterisks.
    (text, secret) =>
      secret.length < 3 ? text : text.replaceAll(secret, "***").replaceAll(encodeURIComponent(secret), "***"),
    describe(error),
  );
  const code = error instanceof MongoServerError ? error.code : undefined;
  if (code === AUTHENTICATION_FAILED) {
    return unavailable(`MongoDB at ${where} rejected the user or the password of MONGODB_URI.`);
  }
  if (code === UNAUTHORIZED) {
    return unavailable(
      `MongoDB at ${where} denied an operation to the user of MONGODB_URI (${words}). Grant the user the role readWrite on the database.`,
    );
  }
  if (error instanceof MongoWriteConcernError) {
    return unavailable(`MongoDB at ${where} could not confirm a write with a majority of its members (${words}).`);
  }
  const refused = typeof code === "number" && REFUSED.includes(code);
  if (refused || error instanceof MongoInvalidArgumentError) {
    return new AttendantError("internal", `MongoDB at ${where} rejected an operation (${words}).`);
  }
  return unavailable(
    `MongoDB at ${where} does not answer (${words}). Check MONGODB_URI and that the server is running.`,
  );
}

function unavailable(detail: string): AttendantError {
  return new AttendantError("store_unavailable", detail);
}

/** When two processes insert the same document at the same moment, one gets a duplicate error and then replaces it. */
export async function retryOnDuplicate<T>(replace: () => Promise<T>): Promise<T> {
  return replace().catch((error) => (isDuplicate(error) ? replace() : Promise.reject(error)));
}
