import type { DoNotCallEntry } from "../records/do-not-call.js";
import type { Position } from "./cursors.js";
import { keyText } from "./stored-text.js";

/** The position of an entry in the list. */
export function doNotCallPosition({ addedAt, number }: DoNotCallEntry): Position {
  return { at: addedAt, id: keyText(number) };
}
