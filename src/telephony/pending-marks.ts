interface PendingMark {
  readonly id: string;
  resolve(played: boolean): void;
}

/**
 * The marks that were sent to Asterisk and have not returned yet, in the order of its queue.
 *
 * Every mark is settled: true when playback reached it, false when it no longer can. A mark that Asterisk does not report in
 * time counts as lost, and so do those behind it; the time that playback is paused does not count.
 */
export class PendingMarks {
  readonly #lateMs: number;
  readonly #pending: PendingMark[] = [];
  #latest = 0;
  #isPaused = false;
  #late: NodeJS.Timeout | undefined;

  /** @param lateMs time of playback without a mark after which all marks count as lost, in ms */
  constructor(lateMs: number) {
    this.#lateMs = lateMs;
  }

  /** Adds a mark at the end of the queue. */
  add(): { readonly id: string; readonly played: Promise<boolean> } {
    const id = (++this.#latest).toString(36); // Short, because Asterisk drops control messages over 128 bytes.
    const played = new Promise<boolean>((resolve) => this.#pending.push({ id, resolve }));
    if (this.#pending.length === 1) this.#wait();
    return { id, played };
  }

  /** Records that playback reached a mark. Marks return in order, so those before it were played as well. */
  processed(markId: unknown): void {
    const at = this.#pending.findIndex(({ id }) => id === markId);
    if (at >= 0) this.#settle(at + 1, true);
  }

  /** Settles all marks as lost. */
  giveUp(): void {
    this.#settle(this.#pending.length, false);
  }

  pause(): void {
    this.#isPaused = true;
    this.#wait();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#wait();
  }

  #settle(count: number, played: boolean): void {
    for (const mark of this.#pending.splice(0, count)) mark.resolve(played);
    this.#wait();
  }

  /** Starts the timer for the first mark. */
  #wait(): void {
    clearTimeout(this.#late);
    if (this.#isPaused || this.#pending.length === 0) return;
    this.#late = setTimeout(() => this.giveUp(), this.#lateMs);
  }
}
