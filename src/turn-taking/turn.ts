import { isClause } from "../speech/clauses.js";
import type { DirectoryEntry } from "../directory/entry.js";
import type { Span } from "../observability/trace.js";
import type { Scope } from "../kernel/scope.js";
import { Spoken } from "./spoken.js";
import { createTurnNotes, type TurnNotes } from "./turn-figures.js";

/** Why a conversation ended while the line was still up. */
export type Farewell = "goodbye" | "idle" | "closed" | "wound_down" | "transferred" | "handed_over" | "language";

/** Why someone cannot be reached now, as far as is known without ringing: it is outside their hours, or they are on the telephone. */
export type Absence = "closed" | "busy";

/** Someone whom the caller is to be put through to. */
export interface Transfer {
  readonly entry: DirectoryEntry;
  /** Why they call; empty if that is not known. */
  readonly reason: string;
  /** Whether the caller was told to whom they are put through, or that no one is there. */
  readonly isTold: boolean;
  /** Why no one is there, so that the caller is not put through but can leave a message. */
  readonly absence?: Absence | undefined;
}

/** A turn of the assistant, from taking the floor until its last word is heard. */
export interface Turn {
  /** Ends when the caller takes the floor. */
  readonly scope: Scope;
  readonly spoken: Spoken;
  readonly notes: TurnNotes;
  /** Span of the call's trace; undefined if there is none. */
  span: Span | undefined;
  /**
   * Resolves when the turn is certain to be wanted; undefined if it always was. Until then nothing of it is heard, and
   * it may do nothing that cannot be undone.
   */
  readonly commitment: Promise<void> | undefined;
  /** Whether any sound of it was sent to the caller. */
  audible: boolean;
  /** When the first sound of it was sent, on the clock of `performance.now()`. */
  readonly audibleSince: number | undefined;
  /**
   * Set while the line is paused for what may be the caller; resolves when that is known. Until then nothing new is
   * sent: what was sent counts as the answer to the caller, although a caller who continues their question has heard
   * none.
   */
  paused: Promise<void> | undefined;
  /** Whether the caller is not listened to: they are being put through, or hear the last goodbye. */
  ignoresCaller: boolean;
  /** Whether the caller is heard meanwhile but does not interrupt: what they say is answered after the turn. */
  keepsFloor: boolean;
  /** Whether the idle time goes on through it: it answers one sound too many of which no words are known. */
  keepsIdle: boolean;
  /** Whether the conversation opens with it: the caller may greet back, as people do who pick up. */
  isOpening: boolean;
  /** Called when the caller is no longer listened to: what was heard of them is then not judged. */
  onIgnoring: (() => void) | undefined;
  /** Called when they are listened to again: what they began to say before that is not meant for us. */
  onListening: (() => void) | undefined;
  /** Why the conversation ends after this turn; undefined if it continues. */
  farewell: Farewell | undefined;
  /** To whom the caller is put through after this turn. */
  transfer: Transfer | undefined;
}

export function beginTurn(conversation: Scope, farewell?: Farewell, commitment?: Promise<void>): Turn {
  let ignoresCaller = false;
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
    paused: undefined,
    get ignoresCaller() {
      return ignoresCaller;
    },
    set ignoresCaller(ignores) {
      const didIgnore = ignoresCaller;
      ignoresCaller = ignores;
      if (ignores) turn.onIgnoring?.();
      else if (didIgnore) turn.onListening?.();
    },
    keepsFloor: false,
    keepsIdle: false,
    isOpening: false,
    onIgnoring: undefined,
    onListening: undefined,
    farewell,
    transfer: undefined,
  };
  return turn;
}

/** Runs `act` once the turn is certain to be wanted: at once if it is already, never if it is withdrawn. */
export function onceCommitted({ commitment }: Pick<Turn, "commitment">, act: () => void): void {
  if (commitment) void commitment.then(act);
  else act();
}

/** Whether the sentence heard last, or the one being said, asks something: then "yes" is an answer. */
export function isAsking({ spoken }: Turn): boolean {
  const underWay = spoken.unheard.find((piece) => !isClause(piece)); // Of a sentence in two pieces, the end counts.
  return [spoken.heard.at(-1), underWay].some((sentence) => sentence?.trimEnd().endsWith("?"));
}
