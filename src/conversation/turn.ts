import type { Scope } from "../kernel/scope.js";
import { Spoken } from "./spoken.js";

/** Why a conversation came to its end while the line still stood. */
export type Farewell = "goodbye" | "idle" | "wound_down" | "operator";

/** A turn of the assistant: from taking the floor to its own last word heard. */
export interface Turn {
  /** Ends when the caller takes the floor. */
  readonly scope: Scope;
  readonly spoken: Spoken;
  /** Whether any sound of it was sent to the caller. */
  audible: boolean;
  /** Whether the caller cannot take the floor now: they are being put through to somebody, or talk to them. */
  isHeld: boolean;
  /** Why the conversation is over after this turn; undefined when it goes on. */
  farewell: Farewell | undefined;
}

export function beginTurn(conversation: Scope, farewell?: Farewell): Turn {
  return {
    scope: conversation.child("turn"),
    spoken: new Spoken(),
    audible: false,
    isHeld: false,
    farewell,
  };
}
