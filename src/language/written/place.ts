import type { OpenBracket } from "../../validation/written-json.js";
import { MAX_ARGUMENTS_LENGTH } from "../tool-call-assembly.js";
import type { LineContext } from "./current-line.js";
import type { Offered } from "./offered.js";

/** What begins at a position in a text. `length` is its number of characters. */
export type Found =
  /** Spoken unchanged. */
  | { readonly kind: "text"; readonly length: number }
  /** Removed. */
  | { readonly kind: "nothing"; readonly length: number }
  /** Removed as well; the model's messages have channels. */
  | { readonly kind: "channel"; readonly length: number }
  /** The text before it was a thought. */
  | { readonly kind: "afterthought"; readonly length: number }
  | { readonly kind: "thought"; readonly length: number; readonly inChannel: boolean }
  /** Replaced by `text`, which is read in its place. */
  | { readonly kind: "instead"; readonly length: number; readonly text: string }
  /** Calls, or text that is not the assistant's, follow from here on. */
  | { readonly kind: "calls" }
  | { readonly kind: "end" }
  /** The same, unless the name of the other side with which it begins turns out to be a word like others. */
  | { readonly kind: "side" }
  /** Depends on the text to come. */
  | { readonly kind: "unclear" };

export interface PlaceContext extends LineContext {
  /** Whether the text is complete. */
  readonly ended: boolean;
  readonly offered: Offered;
  /** Whether anything has been spoken yet. */
  readonly hasSpoken: boolean;
  /** Whether the model's messages have channels. */
  readonly hasChannels: boolean;
  /** The bracket at its beginning, as far as it was read when it was unclear. */
  readonly bracket: OpenBracket;
}

/** Maximum number of characters held back. */
export const MAX_HELD = 2 * MAX_ARGUMENTS_LENGTH;
