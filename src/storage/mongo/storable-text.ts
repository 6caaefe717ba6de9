import { AttendantError } from "../../kernel/errors.js";
import { toText } from "../stored-text.js";

/** MongoDB accepts documents of 16 MiB; the rest is for the fields beside the text. */
const MAX_TEXT_BYTES = 15 * 2 ** 20;

/**
 * The stored form of a value. One that no document can hold is rejected here, because the driver reports it in the same way as an
 * unreadable answer, which is not a rejection.
 *
 * @throws {AttendantError} `internal`
 */
export function storableText(value: unknown): string {
  const text = toText(value);
  if (Buffer.byteLength(text) <= MAX_TEXT_BYTES) return text;
  throw new AttendantError(
    "internal",
    `A document of ${Math.round(text.length / 2 ** 20)} MiB exceeds MongoDB's limit.`,
  );
}
