import type { SeenInstance } from "../records/controller-instance.js";

/**
 * Detects process instances that have ended: those whose heartbeat did not change for their lease while this process was
 * watching. It counts on its own clock from when it first saw a heartbeat, so that no two clocks are compared and no
 * instance is declared dead too early.
 */
export class HeartbeatWatch {
  readonly #seen = new Map<string, { readonly beat: number; readonly since: number; readonly hasChanged: boolean }>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  readonly #maxGapMs: number;

  /** @param maxGapMs maximum pause between two checks: after a longer one, others may have been unable to send a heartbeat */
  constructor(maxGapMs: number) {
    this.#maxGapMs = maxGapMs;
  }

  /** Restarts the lease of every instance, because the store was away. */
  reset(): void {
    this.#seen.clear();
  }

  /**
   * @param instances all other instances, as they are now
   * @param now ms, on a monotonic clock
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

  /** Whether an instance has sent a heartbeat while this process was watching. */
  isAlive(owner: string): boolean {
    return this.#seen.get(owner)?.hasChanged === true;
  }
}
