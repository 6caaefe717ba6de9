import type { Line } from "../telephony/line.js";
import type { Floor, FloorEvent } from "../turn-taking/floor.js";
import type { Farewell, Turn } from "../turn-taking/turn.js";
import { AFTER_A_WAIT, AT_ONCE, type SayLimits } from "./voice.js";

/**
 * What is said first: phrases, after which the call may end; an answer to what the caller said before; or what a key does, as if
 * the caller had pressed it. Empty phrases say nothing.
 */
export type Opening =
  | { readonly say: readonly string[]; readonly ends?: true }
  | { readonly answerTo: string }
  | { readonly press: string };

/** Tells the caller that a machine speaks. It cannot be interrupted; what the caller says meanwhile is answered after it. */
export interface Disclosure {
  readonly phrase: string;
  /** Called when the caller has heard all of it, without having put us on hold meanwhile. */
  readonly onHeard: () => void;
}

type Say = (phrases: readonly string[], farewell?: Farewell, limits?: SayLimits) => Turn;

/** The ways to begin a conversation. */
interface Ways {
  readonly answerTo: (words: string) => Turn;
  readonly say: Say;
  readonly pressKey: (key: string) => Turn | undefined;
}

/** The opening of a conversation, owed until the caller has heard it or was answered instead. */
export interface OwedOpening {
  readonly isOwed: boolean;
  /**
   * Says the disclosure as long as it is owed: first of all, once more if it could not be said, and then as soon as something
   * else could, or a hold is over. The phrases of the opening are prepared while it plays, so that they follow it without a gap.
   *
   * @returns false if it is not its turn
   */
  disclose(say: Say, prepare: (phrases: readonly string[]) => void): boolean;
  /** The caller has put us on hold, and hears nothing. */
  held(): void;
  /** Begins the opening if it is still owed and there is something to say. */
  open(ways: Ways): void;
  /**
   * Returns whether an event has to wait because the caller cannot interrupt the turn. What they say over the disclosure is
   * kept, unless what follows is said in any case. Nothing is kept while they are being put through to the operator.
   */
  setsAside(event: { readonly kind: string }, turn: Turn | undefined): boolean;
  /** A turn is over: once the caller has heard something else than the disclosure, no opening is owed, but the disclosure is. */
  over(turn: Turn): void;
  /** Returns whether to wait with the opening: after the disclosure, what was set aside comes first, and what the caller is saying. */
  waits(floor: Pick<Floor, "put" | "open" | "isCallerQuiet">): boolean;
}

/** How long a caller who speaks when the disclosure ends may go on before they are greeted, in ms. */
const FINISHING_MS = 1_500;
/** How often in a row the disclosure is tried before something else is. */
const MAX_DISCLOSING = 2;

export function createOwedOpening(
  opening: Opening,
  disclosure: Disclosure | undefined,
  line: Pick<Line, "isHeld">,
): OwedOpening {
  let owed: Opening | undefined = opening;
  /** Whether it is said whatever the caller says first. */
  const isFixed = "press" in opening || ("say" in opening && opening.ends === true);
  const aside: FloorEvent[] = [];
  let isDisclosed = disclosure === undefined;
  let disclosing = 0;
  const isDue = () => !isDisclosed && !line.isHeld() && disclosing < MAX_DISCLOSING;
  return {
    get isOwed() {
      return owed !== undefined;
    },
    disclose(say, prepare) {
      if (!disclosure || !isDue()) return false;
      const { phrase, onHeard } = disclosure;
      const onAllSent = () => prepare(owed && "say" in owed ? owed.say : []);
      const turn = say([phrase], undefined, { ...(disclosing++ === 0 ? AT_ONCE : AFTER_A_WAIT), onAllSent });
      turn.keepsFloor = true;
      turn.scope.onEnd(() => {
        if (isDisclosed || !turn.spoken.isHeardToItsEnd) return;
        isDisclosed = true;
        onHeard();
      });
      return true;
    },
    held() {
      disclosing = 0;
    },
    open(ways) {
      const first = owed;
      owed = undefined; // First, because a key that does nothing checks whether the opening is owed.
      const turn = first && begun(first, ways);
      if (turn && "say" in first) turn.isOpening = true;
    },
    setsAside(event, turn) {
      if (!turn?.keepsFloor) return turn?.ignoresCaller === true;
      if (!(isFixed && owed) && (event.kind === "utterance" || event.kind === "key")) aside.push(event as FloorEvent);
      return true;
    },
    over(turn) {
      if (turn.keepsFloor) return;
      if (turn.audible) owed = undefined;
      if (turn.spoken.isHeardToItsEnd) disclosing = 0;
    },
    waits(floor) {
      if (isDue()) return false;
      const heard = aside.splice(0);
      for (const event of heard) floor.put(event);
      if (heard.length > 0) return true;
      const isSpeaking = owed !== undefined && !isFixed && !floor.isCallerQuiet;
      if (isSpeaking) floor.open(FINISHING_MS);
      return isSpeaking;
    },
  };
}

/** Returns the turn that begins with the opening; undefined if there is nothing to say. */
function begun(opening: Opening, { answerTo, say, pressKey }: Ways): Turn | undefined {
  if ("answerTo" in opening) return answerTo(opening.answerTo);
  if ("press" in opening) return pressKey(opening.press);
  return opening.say.length > 0 ? say(opening.say, opening.ends && "closed") : undefined;
}
