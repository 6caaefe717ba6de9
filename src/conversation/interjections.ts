import { sentencesIn } from "../speech/sentences.js";
import type { Turn } from "../turn-taking/turn.js";
import type { Voice } from "./voice.js";
import { onAbort } from "../kernel/abort.js";

interface Pending {
  readonly text: string;
  resolve(heard: boolean): void;
}

/** Maximum number of waiting interjections. */
const MAX_PENDING = 20;

/**
 * Messages from outside that are to be said in a conversation: the result of a tool, a timer that has expired. They are
 * said when the floor is free, never over someone speaking.
 */
export class Interjections {
  readonly #pending: Pending[] = [];
  #onNew: (() => void) | undefined;
  #closed = false;

  /**
   * Adds a message. Resolves with whether it was heard to its end; `false` also if the conversation ended first.
   *
   * @param signal withdraws it while it waits for the floor; once begun, it is said
   * @returns undefined if too many are waiting, and this one will not be said
   */
  say(text: string, signal?: AbortSignal): Promise<boolean> | undefined {
    if (this.#closed || signal?.aborted) return Promise.resolve(false);
    if (this.#pending.length >= MAX_PENDING) return undefined;
    return new Promise((resolve) => {
      const withdraw = () => {
        const at = this.#pending.indexOf(pending);
        if (at < 0) return;
        this.#pending.splice(at, 1);
        resolve(false);
      };
      const pending: Pending = {
        text,
        resolve: (heard) => {
          stopWatching?.();
          resolve(heard);
        },
      };
      const stopWatching = signal && onAbort(signal, withdraw);
      this.#pending.push(pending);
      this.#onNew?.();
    });
  }

  /** Whether nothing more will be said. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Takes the one that has waited longest; the caller of this method must resolve it. */
  take(): Pending | undefined {
    return this.#pending.shift();
  }

  /** Has the rest of one said that was taken, before all others: the caller missed it. */
  putBack(rest: Pending): void {
    if (this.#closed) rest.resolve(false);
    else this.#pending.unshift(rest);
  }

  get waiting(): boolean {
    return this.#pending.length > 0;
  }

  /** Calls `listener` for each new message. */
  listen(listener: () => void): void {
    this.#onNew = listener;
    if (this.waiting) listener();
  }

  /** Discards what is waiting; nothing more will be said. */
  close(): void {
    this.#closed = true;
    this.#onNew = undefined;
    for (const { resolve } of this.#pending.splice(0)) resolve(false);
  }
}

interface InterjectNeeds {
  readonly voice: Pick<Voice, "sayAsTurn">;
  readonly interjections: Pick<Interjections, "putBack">;
  readonly language: string;
}

/**
 * Has a message said as a turn of its own, and tells its sender whether it was heard. What the caller misses because they
 * have us on hold waits for them to be back.
 */
export function interject(
  { text, resolve }: Pending,
  floor: { take(speakUp: (turn: Turn) => Promise<unknown>): Turn },
  { voice, interjections, language }: InterjectNeeds,
): void {
  const { scope, spoken } = floor.take(async (turn) => voice.sayAsTurn(await sentencesIn(text, language), turn, {}));
  scope.onEnd(() => {
    const { missed, unheard, isHeardToItsEnd } = spoken;
    if (missed.length === 0 || unheard.length > missed.length) return resolve(isHeardToItsEnd);
    spoken.dropUnheard();
    interjections.putBack({ text: missed.join(" "), resolve });
  });
}
