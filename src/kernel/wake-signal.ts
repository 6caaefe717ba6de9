import { onAbort } from "./abort.js";
import { timerMs } from "./deadline.js";

/** Wakes a waiting task. A wake-up without a waiting task is not lost: the next wait ends at once. */
export class WakeSignal {
  #pending = false;
  #resume: (() => void) | undefined;

  wake(): void {
    this.#pending = true;
    this.#resume?.();
  }

  /** Resolves on a wake-up, after `ms` milliseconds or when the signal aborts, whichever is first. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#pending && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const resume = () => {
          clearTimeout(timer);
          stop();
          this.#resume = undefined;
          resolve();
        };
        const timer = setTimeout(resume, timerMs(ms));
        const stop = onAbort(signal, resume);
        this.#resume = resume;
      });
    }
    this.#pending = false;
  }
}
