import type { SeenLife } from "../records/controller-life.js";

/**
 * Tells which lives have ended: those whose beat has not changed for as long as their lease, while this process was looking.
 * It counts by its own clock from when it saw a beat first, so no clock is compared with another one, and whoever was
 * heard of is never taken for dead too early.
 */
export class LifeWatch {
  readonly #seen = new Map<string, { readonly beat: number; readonly since: number; readonly hasChanged: boolean }>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  readonly #maxGapMs: number;

  /** @param maxGapMs who has not looked for longer does not know whether others could give a sign of life meanwhile */
  constructor(maxGapMs: number) {
    this.#maxGapMs = maxGapMs;
  }

  /** The store was away: whoever could not give a sign of life has its whole lease again. */
  reset(): void {
    this.#seen.clear();
  }

  /**
   * @param lives all but our own, as they are now
   * @param now ms, by a clock that is never set
   * @returns those that have ended
   */
  look(lives: readonly SeenLife[], now: number): readonly SeenLife[] {
    if (now - this.#lookedAt > this.#maxGapMs) this.reset();
    this.#lookedAt = now;
    const known = new Set(lives.map(({ owner }) => owner));
    for (const owner of this.#seen.keys()) if (!known.has(owner)) this.#seen.delete(owner);
    return lives.filter(({ owner, beat, leaseMs }) => {
      const before = this.#seen.get(owner);
      if (before?.beat === beat) return now - before.since > leaseMs;
      this.#seen.set(owner, { beat, since: now, hasChanged: before !== undefined });
      return false;
    });
  }

  /** Whether a life has given a sign while this process was looking. */
  isAlive(owner: string): boolean {
    return this.#seen.get(owner)?.hasChanged === true;
  }
}
