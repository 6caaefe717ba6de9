import { AttendantError } from "../../kernel/errors.js";
import { toText } from "../stored-text.js";

/** MongoDB takes documents of 16 MiB; the rest is for the fields beside the text. */
const MAX_TEXT_BYTES = 15 * 2 ** 20;

/**
 * What is stored of a value. One that no document can hold is refused here: what the driver says of it is the same as what it
 * says of an answer that it cannot read, which is no refusal.
 *
 * @throws {AttendantError} `internal`
 */
export function storableText(value: unknown): string {
  const text = toText(value);
  if (Buffer.byteLength(text) <= MAX_TEXT_BYTES) return text;
  throw new AttendantError("internal", `MongoDB takes no document of ${Math.round(text.length / 2 ** 20)} MiB.`);
}
