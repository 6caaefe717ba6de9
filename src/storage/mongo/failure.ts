import { MongoInvalidArgumentError, MongoServerError, MongoWriteConcernError } from "mongodb";
import { AttendantError, describe } from "../../kernel/errors.js";

/** Which MongoDB it was. */
export interface MongoSource {
  /** Its hosts, without credentials. */
  readonly where: string;
  /** Taken out of whatever the driver says. */
  readonly secrets: readonly string[];
}

/** MongoDB's codes: https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml */
const AUTHENTICATION_FAILED = 18;
const UNAUTHORIZED = 13;
const DUPLICATE_KEY = 11_000;
/** Documents, values or commands that would be refused again: BadValue, FailedToParse, TypeMismatch, too large, … */
const REFUSED = [2, 9, 14, 52, 10_334, 17_280, 17_419, 17_420, 17_421];

export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Turns what the driver threw into one of our errors: `store_unavailable` for what may pass or can be put right outside,
 * `internal` for what would be refused again. An answer that cannot be read (cut off, garbled by what is in between, of
 * somebody who is no MongoDB) is of the first kind: it refuses nothing. No error is its cause: the driver's hold the connection string.
 */
export function mongoFailure({ where, secrets }: MongoSource, error: unknown): AttendantError {
  const words = secrets.reduce(
    // Short ones would turn the sentence into stars.
    (text, secret) =>
      secret.length < 3 ? text : text.replaceAll(secret, "***").replaceAll(encodeURIComponent(secret), "***"),
    describe(error),
  );
  const code = error instanceof MongoServerError ? error.code : undefined;
  if (code === AUTHENTICATION_FAILED) {
    return unavailable(`MongoDB at ${where} refused the user or the password of MONGODB_URI.`);
  }
  if (code === UNAUTHORIZED) {
    return unavailable(
      `MongoDB at ${where} does not let the user of MONGODB_URI do what is needed (${words}). The user needs the role readWrite on the database.`,
    );
  }
  if (error instanceof MongoWriteConcernError) {
    return unavailable(`MongoDB at ${where} could not confirm a write with most of its members (${words}).`);
  }
  const refused = typeof code === "number" && REFUSED.includes(code);
  if (refused || error instanceof MongoInvalidArgumentError) {
    return new AttendantError("internal", `MongoDB at ${where} refused what it was given (${words}).`);
  }
  return unavailable(`MongoDB at ${where} does not answer (${words}). Check MONGODB_URI, and that the server runs.`);
}

function unavailable(detail: string): AttendantError {
  return new AttendantError("store_unavailable", detail);
}
