import type { Scope } from "../kernel/scope.js";
import type { Floor } from "./floor.js";
import { type Recognition, recogniseSoon } from "./recognise-soon.js";

/** Neither side has said a word for the idle time, whatever sounded in it. */
export interface IdleEvent {
  readonly kind: "wordless";
}

/** Time limit for the words of what is being said when the idle time is over, in ms. */
const ASK_MS = 2_000;
/** In less than this, in ms, there may be no whole word yet: who has just begun is heard first. */
const MIN_HEARD_MS = 2_000;

export interface Idle {
  /** The caller has said something that was understood: the idle time begins anew. */
  heard(): void;
  /** The last of our words was played: likewise. */
  said(): void;
  /** Leaves the floor to whoever takes it, and reports when the idle time is over; at once if it is. */
  watch(): void;
  /** Whether the caller is to be asked whether they are there; not when they were, and nothing was heard since. */
  ask(): boolean;
}

/**
 * Counts the idle time of a call in words: a fax machine, music and a fan are nobody. A caller who is being heard when it is over
 * may be in the middle of a long sentence: only when there are no words in it so far is the floor told.
 */
export function watchForIdle(
  call: Recognition & { readonly idleTimeoutMs: number },
  scope: Scope,
  floor: Pick<Floor<IdleEvent>, "turn" | "soFar" | "put" | "open">,
): Idle {
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let wasAsked = false;
  scope.onEnd(() => clearTimeout(timer));

  function restart(): void {
    since = performance.now();
    if (timer) wait();
  }

  function wait(ms = Math.max(0, call.idleTimeoutMs - (performance.now() - since))): void {
    clearTimeout(timer);
    timer = setTimeout(() => void isOver(), ms);
  }

  async function isOver(): Promise<void> {
    timer = undefined;
    const said = floor.turn ? undefined : floor.soFar();
    const heardMs = said ? said.endedAt - said.startedAt + said.silentMs : MIN_HEARD_MS;
    if (heardMs < MIN_HEARD_MS) return wait(MIN_HEARD_MS - heardMs);
    const text = said ? await recogniseSoon(said, call, scope, ASK_MS) : "";
    if (scope.ending) return;
    if (text === "") floor.put({ kind: "wordless" });
    else {
      since = performance.now();
      wait();
    }
  }

  return {
    heard() {
      wasAsked = false;
      restart();
    },
    said: restart,
    watch() {
      floor.open();
      wait();
    },
    ask() {
      const isFirst = !wasAsked;
      wasAsked = true;
      return isFirst;
    },
  };
}
