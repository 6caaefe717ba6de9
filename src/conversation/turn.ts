import type { Scope } from "../kernel/scope.js";

/** Why a conversation came to its end while the line still stood. */
export type Farewell = "goodbye" | "idle" | "wound_down" | "operator";

/** What became of something said, by sentence. */
export interface Spoken {
  /** Heard by the caller to their end: their marks came back. */
  readonly heard: string[];
  /** Meant to be heard, in their order. What was under way when the caller spoke over it is the first. */
  readonly unheard: string[];
}

/** A turn of the assistant: from taking the word to its own last word heard. */
export interface Turn {
  /** Ends when the caller takes the word. */
  readonly scope: Scope;
  readonly spoken: Spoken;
  /** Whether any sound of it was sent to the caller. */
  audible: boolean;
  /** Whether the caller cannot take the word now: they are being put through to somebody, or talk to them. */
  isHeld: boolean;
  /** Why the conversation is over after this turn; undefined when it goes on. */
  farewell: Farewell | undefined;
}

export function beginTurn(conversation: Scope, farewell?: Farewell): Turn {
  return {
    scope: conversation.child("turn"),
    spoken: { heard: [], unheard: [] },
    audible: false,
    isHeld: false,
    farewell,
  };
}
