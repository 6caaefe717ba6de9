import { pause } from "../../../src/kernel/deadline.js";
import type { TelephoneCall } from "../bed/telephone-call.js";
import { isVoiced } from "../bed/voiced.js";

const POLL_MS = 40;

/**
 * Somebody on the telephone who notices when there is a sound and when there is none. They do not look through the
 * recording: twenty of them cost a few per cent of a core.
 */
export class Ears {
  readonly #call: TelephoneCall;
  readonly #over = new AbortController();
  readonly #listeners = new Set<() => void>();
  #voicedAt: number | undefined;

  constructor(call: TelephoneCall) {
    this.#call = call;
    const stop = call.onHeard((frame) => {
      if (!isVoiced(frame)) return;
      this.#voicedAt = performance.now();
      for (const each of this.#listeners) each();
    });
    void call.ended.then(() => {
      stop();
      this.#over.abort();
    });
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /** Calls `listener` with each frame that has a sound in it, until the returned function is called. */
  onSound(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether there is a sound within so long, from now on. */
  async hears(withinMs: number): Promise<boolean> {
    const from = performance.now();
    return this.until(() => (this.#voicedAt ?? 0) > from, withinMs);
  }

  /** Whether there is silence for `forMs` within so long, from now on. */
  async hearsSilence(forMs: number, withinMs: number): Promise<boolean> {
    const from = performance.now();
    return this.until(() => performance.now() - Math.max(from, this.#voicedAt ?? 0) >= forMs, withinMs);
  }

  /** Says something; false when the call is over first. */
  async say(samples: Int16Array): Promise<boolean> {
    return this.#call.say(samples).then(
      () => true,
      () => false,
    );
  }

  /** Waits so long, or until the call is over. @returns whether it goes on */
  async wait(ms: number): Promise<boolean> {
    await this.until(() => false, ms);
    return !this.isOver;
  }

  /** Whether `test` passes within so long, while the call goes on. */
  async until(test: () => boolean, withinMs: number): Promise<boolean> {
    const late = performance.now() + withinMs;
    while (!this.isOver && performance.now() < late) {
      if (test()) return true;
      await pause(Math.min(POLL_MS, late - performance.now()), this.#over.signal).catch(() => {});
    }
    return !this.isOver && test();
  }
}
