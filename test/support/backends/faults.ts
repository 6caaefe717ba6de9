import { setTimeout as sleep } from "node:timers/promises";

/** What happens to the next requests instead of, or on top of, the proper answer. */
export type Misbehaviour =
  | { readonly kind: "fail"; readonly status: number }
  | { readonly kind: "hang" }
  | { readonly kind: "nonsense" }
  | { readonly kind: "cut"; readonly after: number }
  | { readonly kind: "stall"; readonly after: number };

/**
 * How one endpoint misbehaves. `times` is for how many requests; for ever unless given. The latest misbehaviour
 * replaces the one before; delays stay until changed or mended.
 */
export class Faults {
  /** Milliseconds between having read a request and beginning to work on it. */
  delayMs = 0;
  /** Milliseconds between the answer's head and the first byte of its body; for streamed answers. */
  firstByteDelayMs = 0;

  #next: Misbehaviour | undefined;
  #times = 0;
  #held: Promise<void> | undefined;

  /** Has every request wait before it is worked on. @returns what lets all of them go on */
  hold(): () => void {
    let release = () => {};
    this.#held = new Promise((resolve) => (release = resolve));
    return () => {
      this.#held = undefined;
      release();
    };
  }

  /** Waits until work on a request may begin; rejects when the signal aborts. */
  async begun(signal: AbortSignal): Promise<void> {
    if (this.#held) await Promise.race([this.#held, forEver(signal)]);
    await pause(this.delayMs, signal);
  }

  /** Answers with this HTTP status and an OpenAI-style error. */
  failWith(status: number, times = Infinity): void {
    this.set({ kind: "fail", status }, times);
  }

  /** Never answers. */
  hang(times = Infinity): void {
    this.set({ kind: "hang" }, times);
  }

  /** Answers 200 with a web page, as a misconfigured proxy does. */
  nonsense(times = Infinity): void {
    this.set({ kind: "nonsense" }, times);
  }

  /** Everything as it should be. */
  mend(): void {
    this.delayMs = 0;
    this.firstByteDelayMs = 0;
    this.#times = 0;
  }

  protected set(misbehaviour: Misbehaviour, times: number): void {
    this.#next = misbehaviour;
    this.#times = times;
  }

  /** The misbehaviour that this request gets; counts it. */
  take(): Misbehaviour | undefined {
    if (this.#times <= 0) return undefined;
    this.#times -= 1;
    return this.#next;
  }
}

/** For answers whose body is audio. */
export class AudioFaults extends Faults {
  /** Closes the connection after so many bytes of body. */
  cutAfterBytes(bytes: number, times = Infinity): void {
    this.set({ kind: "cut", after: bytes }, times);
  }

  /** Sends so many bytes of body and then nothing more, the connection open. */
  stallAfterBytes(bytes: number, times = Infinity): void {
    this.set({ kind: "stall", after: bytes }, times);
  }
}

/** Waits; rejects when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal });
  signal.throwIfAborted();
}

/** Waits until the signal aborts, and then rejects. */
export function forEver(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
