/** When a schedule runs again: `weekly` is the weekday of its first run. */
export type Recurrence = "daily" | "weekdays" | "weekends" | "weekly";

/** A time of day that is meant by the clock on the wall of a place, on days that recur. */
export interface WallClockRule {
  readonly recurring: Recurrence;
  /** 24-hour HH:MM. */
  readonly time: string;
  /** Of a weekly rule: 1 is Monday, 7 is Sunday. Null otherwise. */
  readonly weekday: number | null;
}

/**
 * What is to happen when it is due: `call` was asked for by a client, `timer` and `callback` by a caller (or by a client
 * through the tool of that name).
 */
export type ScheduleKind = "call" | "timer" | "callback";

/**
 * How an occurrence ended: as its call did, or
 *
 * - `spoken`       a timer, heard in the conversation of the one who had set it; nobody was rung
 * - `tool_failed`  the tool could not complete, so nobody was rung
 * - `missed`       it could not be rung in time, and nobody was
 * - `skipped`      it was to be left out
 */
export type OccurrenceOutcome =
  | "completed"
  | "no_answer"
  | "busy"
  | "failed"
  | "cancelled"
  | "spoken"
  | "tool_failed"
  | "missed"
  | "skipped";

/** What became of the latest occurrence. */
export interface LastRun {
  /** When it was due, ms since the epoch. */
  readonly dueAt: number;
  readonly outcome: OccurrenceOutcome;
  /** Null where there was no call. */
  readonly callId: string | null;
  /** Why it did not go as it should, in one sentence. */
  readonly error: string | null;
}

/** A call to come, once or again and again. Times are in ms since the epoch. */
export interface Schedule {
  readonly scheduleId: string;
  readonly kind: ScheduleKind;
  /**
   * Whose it is, when a caller has set it: their number, or `call:` and the call's id when the number is withheld. Null
   * when a client has.
   */
  readonly setBy: string | null;
  /** The id of the call that it was set in, or about, which hears a timer before any other; undefined without one. */
  readonly setIn?: string;
  /** The client that has set it, by the name of its key, whose numbers alone it may ring; undefined without a name. */
  readonly client?: string | undefined;
  /** The span of the trace in which it was asked for; undefined without one. */
  readonly traceparent?: string | undefined;
  /** Whom to ring; empty when nobody can be: a timer of a caller who withholds their number. */
  readonly extension: string;
  /** What is said; null when a tool's result is. */
  readonly message: string | null;
  readonly tool: string | null;
  readonly toolParams: Readonly<Record<string, string | number | boolean>>;
  /** Spoken before and after the tool's result; empty when nothing is. */
  readonly prefix: string;
  readonly suffix: string;
  readonly callbackUrl: string | null;
  readonly ringTimeoutMs: number;
  /** The number that the callee is to see, if it is permitted then; the assistant's own when undefined. */
  readonly callerId?: string | undefined;
  /** IANA name. Of the rule, and what times are told in. */
  readonly timeZone: string;
  /** Null when it runs once. */
  readonly rule: WallClockRule | null;
  /** When it is due next; null when it is not any more. */
  readonly nextAt: number | null;
  /** While paused it does not run, and its next time passes by. */
  readonly paused: boolean;
  readonly lastRun: LastRun | null;
  readonly createdAt: number;
  /** Counts the changes: whoever replaces a schedule says which one. Begins at 1. */
  readonly revision: number;
}

/**
 * One due run of a schedule. The truth about it, whatever Agenda does: there is one for a schedule and an instant, whoever
 * creates it sees to it, and a telephone rings only after `dialling` has been written down.
 *
 *     claimed ─▶ dialling ─▶ over
 *        └───────────────────▶┘
 */
export interface Occurrence {
  /** `${scheduleId}@${dueAt}`: unique. */
  readonly occurrenceId: string;
  readonly scheduleId: string;
  /** ms since the epoch. */
  readonly dueAt: number;
  readonly state: "claimed" | "dialling" | "over";
  /** The controller's life that sees to it; empty when it was given back and is anybody's. */
  readonly owner: string;
  /**
   * A claim whose time (ms since the epoch) is over is anybody's: one that was given back, or an earlier version's. All others
   * have as long as their owner lives.
   */
  readonly leaseUntil: number;
  /** Of the call that it makes, fixed when it is claimed. */
  readonly callId: string;
  /** Of the channel that rings; null until then. */
  readonly channelId: string | null;
  readonly outcome: OccurrenceOutcome | null;
  readonly error: string | null;
}

/** Until when a claim counts that is its owner's for as long as that lives: the last moment that there is. */
export const FOR_LIFE = 8_640_000_000_000_000;

export function occurrenceIdOf(scheduleId: string, dueAt: number): string {
  return `${scheduleId}@${dueAt}`;
}
