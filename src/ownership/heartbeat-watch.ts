import type { SeenInstance } from "../records/controller-instance.js";

/**
 * Tells which process instances have ended: those whose heartbeat has stood still for their lease while this process was
 * watching. It counts on its own clock from when it first saw a beat, so that no two clocks are compared and no instance is
 * declared dead too early.
 */
export class HeartbeatWatch {
  readonly #seen = new Map<string, { readonly beat: number; readonly since: number; readonly hasChanged: boolean }>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  readonly #maxGapMs: number;

  /** @param maxGapMs longest pause between two looks: after a longer one, others may have been unable to beat meanwhile */
  constructor(maxGapMs: number) {
    this.#maxGapMs = maxGapMs;
  }

  /** Gives every instance its whole lease again, because the store was away. */
  reset(): void {
    this.#seen.clear();
  }

  /**
   * @param instances all but our own, as they are now
   * @param now ms, on a clock that is never set
   * @returns the instances that have ended
   */
  ended(instances: readonly SeenInstance[], now: number): readonly SeenInstance[] {
    if (now - this.#lookedAt > this.#maxGapMs) this.reset();
    this.#lookedAt = now;
    const known = new Set(instances.map(({ owner }) => owner));
    for (const owner of this.#seen.keys()) if (!known.has(owner)) this.#seen.delete(owner);
    return instances.filter(({ owner, beat, leaseMs }) => {
      const before = this.#seen.get(owner);
      if (before?.beat === beat) return now - before.since > leaseMs;
      this.#seen.set(owner, { beat, since: now, hasChanged: before !== undefined });
      return false;
    });
  }

  /** Whether an instance has beaten while this process was watching. */
  isAlive(owner: string): boolean {
    return this.#seen.get(owner)?.hasChanged === true;
  }
}
