/** The requests of calls to one engine: while some are in progress, they show by themselves whether it works. */
export class Traffic {
  #inProgress = 0;
  #answeredAt = Number.NEGATIVE_INFINITY;

  /** Counts a request. Returns a function that ends it. */
  begin(): () => void {
    this.#inProgress++;
    return () => void this.#inProgress--;
  }

  answered(): void {
    this.#answeredAt = performance.now();
  }

  get isBusy(): boolean {
    return this.#inProgress > 0;
  }

  /** Whether an answer has come since then, on the clock of `performance.now()`. */
  hasAnsweredSince(at: number): boolean {
    return this.#answeredAt >= at;
  }
}
