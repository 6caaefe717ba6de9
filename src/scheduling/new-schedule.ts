import { AttendantError } from "../kernel/errors.js";
import type { CallManner } from "../records/call-manner.js";
import { type ChainPlan, USUAL_PLAN } from "../records/chain.js";
import { numbersOf, type Recurrence, type RecurrenceDetails, type Schedule } from "../records/schedule.js";
import { firstRun } from "./recurrence.js";

/** A scheduled call, as a client requests it. */
export interface NewSchedule extends CallManner {
  readonly scheduleId: string;
  /** The client, by the name of its key. */
  readonly client?: string | undefined;
  /** The span of the client's trace. */
  readonly traceparent?: string | undefined;
  readonly extension: string;
  /** Whom it calls, one after the other; undefined for `extension` alone. */
  readonly chain?: ChainPlan | undefined;
  /** What is said; null when it is the result of a tool. */
  readonly message: string | null;
  readonly tool: string | null;
  readonly toolParams: Schedule["toolParams"];
  /** Spoken before and after; empty for nothing. */
  readonly prefix: string;
  readonly suffix: string;
  readonly whenIdle?: boolean | undefined;
  /** IANA name. */
  readonly timeZone: string;
  /** Null for a single run; always null after a delay. */
  readonly recurring: Recurrence | null;
  readonly details?: RecurrenceDetails | undefined;
  readonly when:
    | { readonly kind: "delay"; readonly seconds: number }
    /** HH:MM, and YYYY-MM-DD or null for the next occurrence of that time. */
    | { readonly kind: "time"; readonly time: string; readonly date: string | null };
}

/**
 * Converts a request to a schedule.
 *
 * @throws {AttendantError} `invalid_request` when it would never run
 */
export function scheduleOf({ when, recurring, details, ...request }: NewSchedule, now: number): Schedule {
  return {
    ...request,
    ...planned({ when, recurring, details, timeZone: request.timeZone }, now),
    kind: "call",
    setBy: null,
    paused: false,
    lastRun: null,
    createdAt: now,
    revision: 1,
  };
}

/** When a scheduled call is due. */
export type Plan = Pick<NewSchedule, "when" | "recurring" | "details" | "timeZone">;

/** What is said in a scheduled call. */
export type Said = Pick<NewSchedule, "message" | "tool" | "toolParams" | "prefix" | "suffix">;

/**
 * What a client may change in a schedule; omitted parts stay, also those of a chain. What is said, and when, are each replaced as
 * a whole.
 */
export interface ScheduleChange extends Partial<
  CallManner & Pick<NewSchedule, "extension" | "whenIdle" | "prefix" | "suffix">
> {
  readonly said?: Said | undefined;
  readonly plan?: Plan | undefined;
  readonly chain?: Partial<ChainPlan> | undefined;
}

/**
 * Computes the fields of a schedule that change.
 *
 * @throws {AttendantError} `invalid_request` when it would never run, or when what is given of a chain does not fit it
 */
export function changesOf(
  { said, plan, extension, chain, ...rest }: ScheduleChange,
  schedule: Pick<Schedule, "extension" | "chain">,
  now: number,
): Partial<Schedule> {
  return { ...rest, ...whom(extension, chain, schedule), ...said, ...(plan && planned(plan, now)) };
}

/** Whom it calls from now on. */
function whom(
  extension: string | undefined,
  given: ScheduleChange["chain"],
  former: Pick<Schedule, "extension" | "chain">,
): Pick<Partial<Schedule>, "extension" | "chain"> {
  // A single number replaces all previous ones, and their rounds.
  const before = extension !== undefined && goesRound(former) ? undefined : former.chain;
  const asked = askedOf(given, before);
  if (extension === undefined && !asked) return {};
  const numbers = extension === undefined ? numbersOf(former) : [extension];
  const [first = ""] = asked?.extensions ?? numbers;
  if (!asked && !before) return { extension: first, ...(former.chain && { chain: undefined }) };
  return { extension: first, chain: unlessOneCall(planOf(asked ?? {}, before, numbers)) };
}

/** A plan that comes to one call is none. */
function unlessOneCall(plan: ChainPlan): ChainPlan | undefined {
  return isAsUsual(plan) && plan.extensions.length === 1 ? undefined : plan;
}

/** What is given of a plan; undefined if it leaves a single call as it is. */
function askedOf(given: ScheduleChange["chain"], before: ChainPlan | undefined): ScheduleChange["chain"] {
  return given && (before || given.extensions || !isAsUsual(given)) ? given : undefined;
}

/** Whether a plan, or what is given of one, says nothing but the numbers. */
function isAsUsual({ until, rounds = 1, pauseMs, atOnce, retry }: Partial<ChainPlan>): boolean {
  const parts = [
    [until, USUAL_PLAN.until],
    [pauseMs, USUAL_PLAN.pauseMs],
    [atOnce, USUAL_PLAN.atOnce],
  ];
  return rounds === 1 && !isRetried(retry) && parts.every(([given, usual]) => given === undefined || given === usual);
}

const isRetried = (delays: ChainPlan["retry"] = {}) => Object.values(delays).some(({ length }) => length > 0);

/** Whether it calls several numbers, or one in several rounds. */
function goesRound(schedule: Pick<Schedule, "extension" | "chain">): boolean {
  return numbersOf(schedule).length > 1 || (schedule.chain?.rounds ?? 1) > 1;
}

const RETRY_IS_FOR_ONE = "`retry` is for one number; use `rounds` and `pause_seconds`.";

/** One number is repeated by retries or by rounds, not by both. */
function checkRepeats(given: Partial<ChainPlan>, before: ChainPlan | undefined): void {
  const { extensions, rounds, pauseMs, atOnce, retry } = given;
  const isGiven = [rounds, pauseMs, atOnce].some((each) => each !== undefined);
  const isRound = isGiven && !isAsUsual({ ...given, retry: {} });
  if (isRound && !extensions && isRetried(retry ?? before?.retry)) {
    throw refused("`rounds`, `pause_seconds` and `at_once` need `extensions`.");
  }
  if (isRetried(retry) && !isRetried(before?.retry) && (before?.rounds ?? 1) > 1) throw refused(RETRY_IS_FOR_ONE);
}

/** A plan of which parts are given, and the others are as before. */
function planOf(given: Partial<ChainPlan>, before: ChainPlan | undefined, numbers: readonly string[]): ChainPlan {
  if (!before && !given.extensions && !given.retry) {
    throw refused("It calls one number, once. Give `extensions` or `retry` as well.");
  }
  checkRepeats(given, before);
  const extensions = given.extensions ?? numbers;
  const plan = { ...USUAL_PLAN, ...before, ...given };
  if (extensions.length === 1) return { ...plan, extensions };
  if (isRetried(given.retry)) throw refused(RETRY_IS_FOR_ONE);
  return { ...plan, extensions, retry: {} };
}

function planned(plan: Plan, now: number): Pick<Schedule, "timeZone" | "rule" | "nextAt"> {
  const { at, rule } = first(plan, now);
  return { timeZone: plan.timeZone, rule, nextAt: at };
}

function first({ when, recurring, details, timeZone }: Plan, now: number) {
  if (when.kind === "delay") {
    if (recurring !== null) throw refused("A recurring call needs a time of day.");
    return { at: now + when.seconds * 1000, rule: null };
  }
  const { time, date } = when;
  try {
    const run = firstRun({ time, date, zone: timeZone, recurring, ...details }, now);
    if (run) return run;
  } catch (error) {
    if (error instanceof RangeError) throw refused(error.message);
    throw error;
  }
  if (details?.untilDate !== undefined) throw refused(`It would not run until ${details.untilDate}.`);
  throw refused(`${time} on ${date} is in the past.`);
}

function refused(detail: string): AttendantError {
  return new AttendantError("invalid_request", detail);
}
