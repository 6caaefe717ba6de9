import type { LineContext } from "./current-line.js";

/** Where an announcement stands: at the beginning of a line or of a sentence, or within a sentence. */
export type Position = "line" | "sentence" | "within";

export function positionOf({ lineBegins, sentenceBegins }: LineContext): Position {
  if (lineBegins) return "line";
  return sentenceBegins ? "sentence" : "within";
}

/** How a tool is named behind what announces a call, and what is written behind its name, other than JSON. */
export interface Wording {
  readonly position: Position;
  /** Whether the tool is offered. */
  readonly isOffered: boolean;
  /** Whether it is named as calls name it: in capitals, or behind `TOOL`. */
  readonly isExact: boolean;
  readonly behind: "nothing" | "stop" | "comma" | "pairs" | "words";
}

/** What a sign behind the name, with nothing else, makes of it. */
export function signBehind(written: string): "nothing" | "stop" | "comma" {
  if (/[,;?][^\p{L}\p{N}]*$/u.test(written)) return "comma";
  return /[.!…][^\p{L}\p{N}]*$/u.test(written) ? "stop" : "nothing";
}

/**
 * Whether this is a call, as opposed to a sentence about a tool: "TOOL BOX is what you need", "just say TOOL HANGUP." Where a call
 * may begin, a wrong guess is refused and written again; within a sentence, it would cut off the caller.
 */
export function isCallNotTalk({ position, isOffered, isExact, behind }: Wording): boolean {
  if (behind === "comma" && position !== "line") return false; // "I have these: TOOL CALC, TOOL WEATHER."
  if (position === "within") return isOffered && (behind === "nothing" || behind === "pairs");
  if (behind === "nothing") return isOffered || (isExact && position === "line");
  if (behind === "pairs") return isOffered;
  return isExact && (isOffered || (behind !== "words" && position === "line"));
}

/**
 * What remains of words behind a tool without parameters: at the beginning of a line, those that begin a sentence are left out, as in
 * "TOOL HANGUP Goodbye!". Others may turn the call into talk: "TOOL HANGUP ends the call."
 */
export const wordsBehind = (words: string, position: Position) =>
  position === "line" && !/^[^\p{L}\p{N}]{0,9}\p{Ll}/u.test(words) ? "" : words;
