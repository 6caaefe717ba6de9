import { isClause } from "../speech/clauses.js";
import type { Span } from "../observability/trace.js";
import type { Scope } from "../kernel/scope.js";
import { Spoken } from "./spoken.js";
import { createTurnNotes, type TurnNotes } from "./turn-figures.js";

/** Why a conversation came to its end while the line still stood. */
export type Farewell = "goodbye" | "idle" | "wound_down" | "operator" | "handed_over";

/** A turn of the assistant: from taking the floor to its own last word heard. */
export interface Turn {
  /** Ends when the caller takes the floor. */
  readonly scope: Scope;
  readonly spoken: Spoken;
  readonly notes: TurnNotes;
  /** Of the call's trace; undefined where there is none. */
  span: Span | undefined;
  /**
   * Resolves when it is certain that the turn is wanted; undefined where it always was. Until then nothing of it is heard,
   * and it may do nothing that cannot be taken back.
   */
  readonly commitment: Promise<void> | undefined;
  /** Whether any sound of it was sent to the caller. */
  audible: boolean;
  /** Since when, on the clock of `performance.now()`. */
  readonly audibleSince: number | undefined;
  /**
   * Set while the line is paused for what may be the caller: resolves when that is known. Until then nothing begins to be
   * sent, because what was sent counts as their answer, and a caller who goes on with their question has heard none.
   */
  heldBack: Promise<void> | undefined;
  /** Whether the caller cannot take the floor now: they are put through to somebody, or hear the last goodbye. */
  isHeld: boolean;
  /** Told when the caller cannot take the floor any more: what was heard of them is not judged then. */
  onHold: (() => void) | undefined;
  /** Why the conversation is over after this turn; undefined when it goes on. */
  farewell: Farewell | undefined;
}

export function beginTurn(conversation: Scope, farewell?: Farewell, commitment?: Promise<void>): Turn {
  let isHeld = false;
  let audibleSince: number | undefined;
  const turn: Turn = {
    scope: conversation.child("turn"),
    spoken: new Spoken(),
    notes: createTurnNotes(),
    span: undefined,
    commitment,
    get audible() {
      return audibleSince !== undefined;
    },
    set audible(audible) {
      audibleSince = audible ? (audibleSince ?? performance.now()) : undefined;
    },
    get audibleSince() {
      return audibleSince;
    },
    heldBack: undefined,
    get isHeld() {
      return isHeld;
    },
    set isHeld(held) {
      isHeld = held;
      if (held) turn.onHold?.();
    },
    onHold: undefined,
    farewell,
  };
  return turn;
}

/** Has something done once the turn is certain to be wanted: at once, unless it is not yet. Never, if it is withdrawn. */
export function onceCommitted({ commitment }: Pick<Turn, "commitment">, act: () => void): void {
  if (commitment) void commitment.then(act);
  else act();
}

/** Whether the sentence heard last, or the one that is being said, asks something: then "yes" is an answer. */
export function isAsking({ spoken }: Turn): boolean {
  const underWay = spoken.unheard.find((piece) => !isClause(piece)); // Of one said in two pieces the end counts.
  return [spoken.heard.at(-1), underWay].some((sentence) => sentence?.trimEnd().endsWith("?"));
}
