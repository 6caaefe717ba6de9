import type { Scope } from "../kernel/scope.js";
import type { Line } from "../telephony/line.js";
import type { Floor } from "./floor.js";
import { type Recognition, recogniseSoon } from "./recognise-soon.js";

/** Neither side has said a word during the idle time, whatever was heard in it. */
export interface IdleEvent {
  readonly kind: "wordless";
}

/** Minimum length of a sound that is checked for words, in ms: in less, there may be no whole word yet. */
const MIN_HEARD_MS = 2_000;

export interface Idle {
  /** Restarts the idle time: the caller has said something that was understood. */
  heard(): void;
  /** Restarts the idle time: the last of our words was played. */
  said(): void;
  /** Opens the floor, and reports when the idle time is over; at once if it already is. */
  watch(): void;
  /**
   * Returns whether to ask the caller whether they are there: true unless they were asked and nothing was heard since.
   */
  ask(): boolean;
}

/**
 * Measures the idle time of a call by words: a fax machine, music or a fan does not restart it. When it is over while
 * the caller is being heard, they may be in the middle of a long sentence: the event is sent only if that contains no
 * words so far; if it cannot be recognised, the time is extended once. It is never over while the caller has us on hold,
 * and their return restarts it.
 */
export function watchForIdle(
  call: Recognition & { readonly idleTimeoutMs: number; readonly line: Pick<Line, "isHeld" | "onHeld"> },
  scope: Scope,
  floor: Pick<Floor<IdleEvent>, "turn" | "soFar" | "put" | "open">,
): Idle {
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let wasAsked = false;
  /** Whether the idle time was extended for what could not be recognised. */
  let wasExtended = false;
  scope.onEnd(() => clearTimeout(timer));
  scope.onEnd(call.line.onHeld(restart));

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
    if (call.line.isHeld()) return wait(call.idleTimeoutMs);
    const said = floor.turn ? undefined : floor.soFar();
    const heardMs = said ? said.endedAt - said.startedAt + said.silentMs : MIN_HEARD_MS;
    if (heardMs < MIN_HEARD_MS) return wait(MIN_HEARD_MS - heardMs);
    const text = said ? await recogniseSoon(said, call, scope) : "";
    if (scope.ending) return;
    if (text === "" || (text === undefined && wasExtended)) return floor.put({ kind: "wordless" });
    wasExtended = text === undefined;
    since = performance.now();
    wait();
  }

  return {
    heard() {
      wasAsked = wasExtended = false;
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
