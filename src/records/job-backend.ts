import type { AgendaBackend, JobParameters } from "agenda";

/** Which jobs to lock, and their new owner. */
export interface LockWish {
  readonly name: string;
  readonly dueBy: Date;
  /** An older lock has expired. */
  readonly lockDeadline: Date;
  readonly most: number;
  readonly owner: string;
}

/** An Agenda backend that can lock many jobs with few operations. */
export interface JobBackend extends AgendaBackend {
  /** Locks due jobs, soonest first, for this owner alone. Fewer than `most` means that there are no more. */
  lockDue(wish: LockWish): Promise<readonly JobParameters[]>;
}
