import type { Speech } from "./ports.js";

/** Who has been silent for so long may have finished; before, they are in the middle of it, ms. */
const MIN_SILENT_MS = 100;

/** Whether somebody is still talking where this stretch of their speech ends. */
export function isInTheMiddle({ silentMs }: Pick<Speech, "silentMs">): boolean {
  return silentMs < MIN_SILENT_MS;
}
