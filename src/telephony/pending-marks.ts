interface PendingMark {
  readonly id: string;
  resolve(played: boolean): void;
}

/**
 * The marks that were sent to Asterisk and have not come back yet, in the order of its queue.
 *
 * Every one is settled: true when playback got there, false when it cannot get there any more. One that Asterisk does not
 * tell of in time is taken for lost, and those behind it with it; the time that playback is paused does not count.
 */
export class PendingMarks {
  readonly #lateMs: number;
  readonly #pending: PendingMark[] = [];
  #latest = 0;
  #isPaused = false;
  #late: NodeJS.Timeout | undefined;

  /** @param lateMs so much playing without a mark, ms, and none comes any more */
  constructor(lateMs: number) {
    this.#lateMs = lateMs;
  }

  /** One more, at the queue's end. */
  add(): { readonly id: string; readonly played: Promise<boolean> } {
    const id = (++this.#latest).toString(36); // Asterisk drops control messages over 128 bytes: keep it short.
    const played = new Promise<boolean>((resolve) => this.#pending.push({ id, resolve }));
    if (this.#pending.length === 1) this.#wait();
    return { id, played };
  }

  /** Playback is there. Marks come back in the order they were set; one that is passed over was played as well. */
  processed(markId: unknown): void {
    const at = this.#pending.findIndex(({ id }) => id === markId);
    if (at >= 0) this.#settle(at + 1, true);
  }

  /** None of them comes any more. */
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

  /** From now on, for the first of them. */
  #wait(): void {
    clearTimeout(this.#late);
    if (this.#isPaused || this.#pending.length === 0) return;
    this.#late = setTimeout(() => this.giveUp(), this.#lateMs);
  }
}
