/** Wakes the one who waits. Ringing while nobody waits is not lost: the next wait is over at once. */
export class WakeSignal {
  #rung = false;
  #wake: (() => void) | undefined;

  wake(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Resolves when it rings, after `ms` milliseconds or when the signal aborts, whichever is first. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", wake);
          this.#wake = undefined;
          resolve();
        };
        const timer = setTimeout(wake, Math.max(ms, 0));
        signal.addEventListener("abort", wake, { once: true });
        this.#wake = wake;
      });
    }
    this.#rung = false;
  }
}
