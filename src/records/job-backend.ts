import type { AgendaBackend, JobParameters } from "agenda";

/** Which jobs to lock, and for whom. */
export interface LockWish {
  readonly name: string;
  readonly dueBy: Date;
  /** A lock that is as old is worth nothing. */
  readonly lockDeadline: Date;
  readonly most: number;
  readonly owner: string;
}

/** Where Agenda's jobs are kept: a backend of its that can lock many of them with few operations. */
export interface JobBackend extends AgendaBackend {
  /** Locks what is due, soonest first; what it resolves with, nobody else gets. Fewer than `most`: there are no more. */
  lockDue(wish: LockWish): Promise<readonly JobParameters[]>;
}
