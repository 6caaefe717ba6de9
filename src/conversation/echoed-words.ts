import { spokenWords } from "./spoken-words.js";
import type { Turn } from "./turn.js";

/** Fewer words than this may be the caller's own, though we have just said them ("no"). */
const MIN_ECHO_WORDS = 3;

/**
 * Whether the text is what we are just saying, as a recogniser hears it from a loudspeaker; of a text that is still being said,
 * whether it may become that.
 */
export function isEchoOf({ spoken }: Turn, text: string, isComplete = true): boolean {
  const words = spokenWords(text);
  if (isComplete && words.length < MIN_ECHO_WORDS) return false;
  const ours = spokenWords([...spoken.heard.slice(-2), ...spoken.unheard.slice(0, 2)].join(" "));
  return ` ${ours.join(" ")} `.includes(` ${words.join(" ")}${isComplete ? " " : ""}`);
}
