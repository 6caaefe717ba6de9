import type { JobParameters } from "agenda";

/** Which jobs to lock, and their new owner. */
export interface LockWish {
  readonly name: string;
  readonly dueBy: Date;
  /** An older lock has expired. */
  readonly lockDeadline: Date;
  readonly most: number;
  readonly owner: string;
}

/** Returns the time after which a lock was set before a clock was set back, in ms since the epoch: it counts as expired. */
export function latestLock({ lockDeadline }: Pick<LockWish, "lockDeadline">, now: number): number {
  return now + Math.max(0, now - lockDeadline.getTime());
}

/** Which jobs to remove: by id, or those of a schedule. */
export type JobChoice = { readonly ids: readonly string[] } | { readonly name: string; readonly scheduleId: string };

/**
 * Stores jobs of Agenda whose data has the id of a schedule. It has what alarms need, not all that Agenda asks of a
 * backend. Every method rejects with `store_unavailable` while the store is unavailable.
 */
export interface JobStore {
  /** Resolves once the store can be used; the other methods connect on their own as well. */
  connect(): Promise<void>;
  /** Stores a new job, locked if `lockedAt` is set. Returns it with its id. */
  add(job: JobParameters, owner: string): Promise<JobParameters>;
  /** Locks due jobs, soonest first, for this owner alone. Fewer than `most` means that there are no more. */
  lockDue(wish: LockWish): Promise<readonly JobParameters[]>;
  unlock(ids: readonly string[]): Promise<void>;
  /** Returns how many were removed. */
  remove(jobs: JobChoice): Promise<number>;
}
