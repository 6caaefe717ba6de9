import { isRecord } from "../../kernel/record.js";
import { speakable } from "../../speech/speakable.js";
import { unpairedSurrogates } from "../../validation/hostile-values.js";
import type { ValidationFault } from "../../validation/words.js";

/** No text that is spoken may be longer, in characters; whatever is longer is a fault of its schema. */
const MAX_SPOKEN = 4000;

/**
 * Faults of fields that are to be spoken and hold only punctuation, markup or symbols, which a schema cannot tell from words.
 * Accepts any input, valid or not.
 *
 * @param path of the fields' object, empty for the body itself
 */
export function wordlessFaults(given: unknown, names: readonly string[], path = ""): ValidationFault[] {
  if (!isRecord(given)) return [];
  const isText = (text: unknown) =>
    typeof text === "string" && text.length <= MAX_SPOKEN && !unpairedSurrogates(text).length;
  const isWordless = (text: unknown) => isText(text) && speakable(text as string) === "";
  const wordless = names.filter((name) => isWordless(given[name]));
  return wordless.map((name) => ({ path: `${path}/${name}`, message: "must contain something that can be spoken" }));
}
