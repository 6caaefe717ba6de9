import type { CallManner } from "./call-manner.js";
import type { ChainPlan, ChainProgress } from "./chain.js";

/** On which days a schedule recurs: `weekly` uses the weekday of its first run, `monthly` its day of the month or a given one. */
export type Recurrence = "daily" | "weekdays" | "weekends" | "weekly" | "monthly";

/** What narrows or multiplies the runs of a recurrence. */
export interface RecurrenceDetails {
  /** For a monthly rule: `1` to `31`, `last`, or a weekday such as `first_monday` or `last_friday`. */
  readonly monthDay?: string | undefined;
  /** Repeats on each day: at this interval, at the latest at `lastTime` (HH:MM; on the next day when it is before `time`). */
  readonly every?: { readonly minutes: number; readonly lastTime: string } | undefined;
  /** YYYY-MM-DD: the last day. */
  readonly untilDate?: string | undefined;
  /** Leaves out the days on which the hours of its assistant are closed. */
  readonly exceptClosedDays?: true | undefined;
}

/** A local time of day on recurring days. */
export interface WallClockRule extends RecurrenceDetails {
  readonly recurring: Recurrence;
  /** 24-hour HH:MM. */
  readonly time: string;
  /** For a weekly rule: 1 is Monday, 7 is Sunday. Null otherwise. */
  readonly weekday: number | null;
}

/**
 * The kind of a schedule: `call` was requested by a client, `timer` and `callback` by a caller (or by a client through the tool
 * of that name). A `chain` calls several numbers, and its runs are its steps; it is not among the schedules that clients see.
 */
export type ScheduleKind = "call" | "timer" | "callback" | "chain";

/**
 * How an occurrence ended: as its call did, or
 *
 * - `spoken`: a timer that was spoken in the conversation of the caller who set it; no call was placed
 * - `chained`: it began a chain, which reports how it ended
 * - `tool_failed`: the tool failed, so no call was placed
 * - `missed`: the call could not be placed in time
 * - `skipped`: it was to be skipped
 */
export type OccurrenceOutcome =
  | "completed"
  | "no_answer"
  | "busy"
  | "failed"
  | "cancelled"
  | "spoken"
  | "chained"
  | "tool_failed"
  | "missed"
  | "skipped";

/** The result of the latest occurrence. */
export interface LastRun {
  /** When it was due, ms since the epoch. */
  readonly dueAt: number;
  readonly outcome: OccurrenceOutcome;
  /** Null when there was no call. */
  readonly callId: string | null;
  /** Why the run failed, in one sentence. */
  readonly error: string | null;
}

/** A scheduled call, single or recurring. Times are in ms since the epoch. */
export interface Schedule extends CallManner {
  readonly scheduleId: string;
  readonly kind: ScheduleKind;
  /** The caller who set it: their number, or `call:` and the call's id when the number is withheld. Null when a client set it. */
  readonly setBy: string | null;
  /** The id of the call that it was set in, or about; a timer is spoken there first. Undefined when there is none. */
  readonly setIn?: string;
  /** The client that set it, by the name of its key; its permission to dial applies. Undefined when the key has no name. */
  readonly client?: string | undefined;
  /** The span of the trace in which it was requested, if any. */
  readonly traceparent?: string | undefined;
  /** The number to call; empty for a timer whose caller withholds their number. */
  readonly extension: string;
  /** What is said; null when it is the result of a tool. */
  readonly message: string | null;
  readonly tool: string | null;
  readonly toolParams: Readonly<Record<string, string | number | boolean>>;
  /** Spoken before and after the tool's result; empty for nothing. */
  readonly prefix: string;
  readonly suffix: string;
  /** Whom it calls, one after the other; undefined for `extension` alone. */
  readonly chain?: ChainPlan | undefined;
  /** Only of a chain: how far it has come. Its next due time is that of its next step or, once it is over, of its report. */
  readonly progress?: ChainProgress | undefined;
  /** Waits for the telephone of its number, as far as its state is known, until it is not in use. */
  readonly whenIdle?: boolean | undefined;
  /** IANA name: the zone of the rule, and in which times are shown. */
  readonly timeZone: string;
  /** Null for a single run. */
  readonly rule: WallClockRule | null;
  /** The next due time; null when there are no more runs. */
  readonly nextAt: number | null;
  /**
   * When the run was due that a change replaced by another one at about that time: should it have been claimed meanwhile, it is
   * not carried out.
   */
  readonly replacedRun?: number | undefined;
  /** The id of the request that last skipped a run: its repetition skips no further one. */
  readonly skippedBy?: string | undefined;
  /** While paused, the schedule does not run, and due runs are skipped. */
  readonly paused: boolean;
  readonly lastRun: LastRun | null;
  readonly createdAt: number;
  /** Counts changes: a replacement names the revision that it replaces. Begins at 1. */
  readonly revision: number;
}

/** A schedule of kind `chain`, whose id is that of the chain. */
export type Chain = Schedule & { readonly chain: ChainPlan; readonly progress: ChainProgress };

export function isChain(schedule: Schedule | undefined): schedule is Chain {
  return schedule?.chain !== undefined && schedule.progress !== undefined;
}

/** The numbers that it may call, in their order; the only one is empty if it calls none. */
export function numbersOf({ chain, extension }: Pick<Schedule, "chain" | "extension">): readonly string[] {
  return chain?.extensions ?? [extension];
}

/**
 * One due run of a schedule. It is authoritative, whatever Agenda does: there is one per schedule and instant, the process
 * that creates it carries it out, and a telephone rings only after `dialling` has been recorded.
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
  /** The process instance that runs it; empty when it was released and any may take it. */
  readonly owner: string;
  /**
   * When the claim expires, in ms since the epoch: set for a released claim and by earlier versions. All other claims last as
   * long as their owner lives.
   */
  readonly leaseUntil: number;
  /** The id of its call, fixed by the claim. */
  readonly callId: string;
  /** The id of the dialled channel; null until then. */
  readonly channelId: string | null;
  readonly outcome: OccurrenceOutcome | null;
  readonly error: string | null;
}

/** The expiry of a claim that lasts as long as its owner lives: the latest possible time. */
export const FOR_LIFE = 8_640_000_000_000_000;

export function occurrenceIdOf(scheduleId: string, dueAt: number): string {
  return `${scheduleId}@${dueAt}`;
}
