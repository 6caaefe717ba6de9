import type { Speech } from "./ports.js";

/** Silence after which a speaker may have finished; before, they are still speaking, in ms. */
const MIN_SILENT_MS = 100;

/** Whether the speaker is still speaking at the end of this stretch. */
export function isInTheMiddle({ silentMs }: Pick<Speech, "silentMs">): boolean {
  return silentMs < MIN_SILENT_MS;
}
