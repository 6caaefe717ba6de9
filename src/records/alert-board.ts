/** An alert that a monitoring system has reported and not yet resolved. Times are in ms since the epoch. */
export interface OpenAlert {
  /** Identifies the alert at its sender. */
  readonly fingerprint: string;
  /** Id of the route that it matched. */
  readonly route: string;
  readonly name: string;
  /** Empty when it has none. */
  readonly severity: string;
  /** What is said about it. */
  readonly text: string;
  /** Null when they are too long to be kept. */
  readonly labels: Readonly<Record<string, string>> | null;
  /** Whether a silence with these labels fits no other alert; absent in boards of earlier versions. */
  readonly mayBeSilenced?: boolean;
  /** When it began, by the sender's clock. */
  readonly startsAt: number | null;
  /** When it was reported first, and last. */
  readonly reportedAt: number;
  readonly seenAt: number;
  /** Number of call-outs in which it was told or was to be told, and when the latest ended. */
  readonly callOuts: number;
  readonly calledAt: number | null;
  readonly acknowledgedAt: number | null;
  /** The number that acknowledged it, or the name of a client; null while it is not acknowledged, and once the number was forgotten. */
  readonly acknowledgedBy: string | null;
  /** Whether it was acknowledged on the telephone, so that its end can be told there. */
  readonly isTold: boolean;
  /** Attempts left to silence it; 0 when there is nothing to do. */
  readonly silenceAttempts: number;
  /** Set while its end is still to be told. */
  readonly resolvedAt: number | null;
}

/** A run of a chain of calls for alerts. */
export interface CallOut {
  readonly chainId: string;
  /** Name of the chain in the file. */
  readonly chain: string;
  readonly extensions: readonly string[];
  readonly fingerprints: readonly string[];
  /** Whether it tells that alerts fire, or that they are resolved. */
  readonly tells: "firing" | "resolved";
  readonly message: string;
  readonly begunAt: number;
  /** Whether it is to end: there is nothing left to tell. */
  readonly isWithdrawn: boolean;
  /** Why, in the record of its chain; undefined for what monitoring systems or people on the telephone did. */
  readonly withdrawnWhy?: string | undefined;
}

/** An alert whose end was reported: a report that it fires may still be on its way, and does not open it again. */
export interface EndedAlert {
  readonly fingerprint: string;
  /** When it ended, by the sender's clock, as far as that is known: at least when it began. */
  readonly until: number;
  /** When that was reported. */
  readonly at: number;
  /** Whether a client resolved it, while its sender may go on reporting it. */
  readonly isByClient?: boolean;
}

/** All open alerts and call-outs: kept as a whole, so that one decision sees everything. */
export interface AlertBoard {
  readonly alerts: readonly OpenAlert[];
  readonly callOuts: readonly CallOut[];
  /** The alerts that ended not long ago; absent in boards of earlier versions. */
  readonly ended?: readonly EndedAlert[];
  /** Counts changes: a replacement names the revision that it replaces. 0 before the first change. */
  readonly revision: number;
}

export const EMPTY_BOARD: AlertBoard = { alerts: [], callOuts: [], revision: 0 };
