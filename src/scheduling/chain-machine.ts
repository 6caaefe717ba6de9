import { isOutsideNumber } from "../kernel/dialable-number.js";
import type { CallRecord, CallStatus } from "../records/call-record.js";
import {
  callIdIn,
  type ChainPlan,
  type ChainProgress,
  type ChainStatus,
  type ChainStep,
  type ChainUntil,
  type StepOutcome,
} from "../records/chain.js";
import type { OccurrenceEnd } from "./occurrence-executor.js";

/*
 * A chain as one state machine. A state contains every call that may be placed; the driver places none that is not stored in it.
 *
 *     in_progress ─▶ reached · not_reached · missed · cancelled
 *      ▲       │
 *      └───────┘ a step ended, and the next one is planned
 *
 * A step whose call seems to reach someone is deciding: the others are stopped, and nothing is planned until it
 * has ended or no longer seems to reach anyone.
 */

/** A chain whose states are computed. */
export interface PlannedChain {
  readonly chainId: string;
  readonly plan: ChainPlan;
}

/** A call that is due within this time may already be being placed, in ms. */
const SOON_MS = 1_000;

/** Returns a chain that begins at `now`. */
export function chainBegun(chain: PlannedChain, now: number): ChainProgress {
  return withNext(chain, { status: "in_progress", steps: [], endedAt: null, error: null }, now);
}

/**
 * Returns a chain in which a step has ended; the same one if that step is unknown or was over before. If the chain is over, it
 * keeps how the step ended, and plans nothing.
 */
export function chainAfter(
  chain: PlannedChain,
  progress: ChainProgress,
  { callId, end }: { readonly callId: string; readonly end: OccurrenceEnd },
  now: number,
): ChainProgress {
  const open = progress.steps.find((step) => step.callId === callId);
  if (!open || !isOpen(open)) return progress;
  const step = endedStep(open, chain.plan.until, end);
  const next = { ...progress, steps: progress.steps.map((each) => (each === open ? step : each)) };
  if (progress.status !== "in_progress") return next;
  if (step.outcome === "reached") return over(next, "reached", now, null);
  return withNext(chain, next, now, step);
}

/**
 * Returns a chain in which a call seems to reach someone, or does not any more; the same one when nothing changes. The other
 * telephones stop; a call that ends in vain has them called again.
 */
export function chainDeciding(
  chain: PlannedChain,
  progress: ChainProgress,
  { callId, isReaching }: { readonly callId: string; readonly isReaching: boolean },
  now: number,
): ChainProgress {
  const open = progress.steps.find((step) => step.callId === callId);
  if (progress.status !== "in_progress" || !open || !isOpen(open)) return progress;
  if ((open.isDeciding ?? false) === isReaching) return progress;
  const steps = progress.steps.map((each): ChainStep => {
    if (each === open) return { ...each, ...deciding(isReaching, now), isStopped: undefined };
    return isReaching && isOpen(each) && !each.isDeciding ? { ...each, isStopped: true } : each;
  });
  return isReaching ? { ...progress, steps } : withNext(chain, { ...progress, steps }, now);
}

function deciding(isReaching: boolean, now: number): Pick<ChainStep, "isDeciding" | "decidingSince"> {
  return isReaching ? { isDeciding: true, decidingSince: now } : { isDeciding: undefined, decidingSince: undefined };
}

/**
 * Returns a chain whose telephones stop; one that was answered is not hung up on. What is planned for later is cancelled, and with
 * a plan of no rounds the chain is over when its calls are; the same one if it was over before.
 */
export function chainStopping(progress: ChainProgress, stoppedWhy: string, now: number): ChainProgress {
  if (progress.status !== "in_progress") return progress;
  const steps = progress.steps.map((step): ChainStep => {
    if (!isOpen(step)) return step;
    return step.dueAt > now + SOON_MS ? { ...step, outcome: "cancelled" } : { ...step, isStopped: true };
  });
  const next = { ...progress, steps, stoppedWhy };
  return steps.some(isOpen) ? next : over(next, "cancelled", now, stoppedWhy);
}

/** Whether the call of a step may be placed. */
export function isPlaceable(progress: ChainProgress, step: ChainStep): boolean {
  return progress.status === "in_progress" && !step.isStopped;
}

/** Whether a call in progress seems to reach someone as a chain demands. */
export function seemsToReach(record: CallRecord, until: ChainUntil): boolean {
  const { answeredAt, answeredBy, extension } = record;
  if (answeredAt === null || answeredBy === "machine" || answeredBy === "menu") return false;
  if (until !== "answered") return hasAnswered(record, until);
  // Inside the PBX an answer is taken for a person's until it is known to be a machine's.
  return answeredBy === "human" || !isOutsideNumber(extension);
}

/** Returns a chain that was cancelled; the same one if it was over before. */
export function chainCancelled(progress: ChainProgress, reason: string, now: number): ChainProgress {
  return progress.status === "in_progress" ? over(progress, "cancelled", now, reason) : progress;
}

/** The first step in progress or planned that is due after an instant. */
export function stepAfter({ steps }: ChainProgress, after: number): ChainStep | undefined {
  return steps.find((step) => isOpen(step) && step.dueAt > after);
}

export function isOpen(step: ChainStep): boolean {
  return step.outcome === null;
}

function over(progress: ChainProgress, status: ChainStatus, endedAt: number, error: string | null): ChainProgress {
  return { ...progress, status, endedAt, error };
}

/** Plans what follows a step, or the beginning: the same number again, the next numbers, or the end of the chain. */
function withNext(chain: PlannedChain, progress: ChainProgress, now: number, last?: ChainStep): ChainProgress {
  if (progress.steps.some((step) => isOpen(step) && step.isDeciding)) return progress;
  const stopped = progress.steps.filter(({ isStopped, outcome }) => isStopped && outcome === "cancelled");
  const steps = progress.steps.map((step) => (stopped.includes(step) ? { ...step, isStopped: undefined } : step));
  const again = chain.plan.rounds > 0 ? stopped : [];
  for (const step of again) add(chain, steps, { ...step, isRetry: true, dueAt: now });
  const pauseMs = last && pauseBeforeRetry(chain.plan, steps, last);
  if (last && pauseMs !== undefined) add(chain, steps, { ...last, isRetry: true, dueAt: now + pauseMs });
  else fill(chain, steps, now);
  const next = { ...progress, steps };
  if (steps.some(isOpen)) return next;
  const isMissed = steps.every(({ outcome }) => outcome === "missed");
  return isMissed
    ? over(next, "missed", now, last?.error ?? null)
    : over(next, "not_reached", now, next.stoppedWhy ?? "No one was reached.");
}

/** The pause before a number is called again for the reason for which it was not reached, in ms; undefined if it is not. */
function pauseBeforeRetry({ retry }: ChainPlan, steps: readonly ChainStep[], last: ChainStep): number | undefined {
  const reason = last.outcome;
  if (reason !== "busy" && reason !== "no_answer" && reason !== "machine") return undefined;
  const times = steps.filter(({ extension, outcome }) => extension === last.extension && outcome === reason).length;
  return retry[reason]?.[times - 1];
}

/** Adds steps until as many are in progress as may be. A round begins when all calls of the round before are over. */
function fill(chain: PlannedChain, steps: ChainStep[], now: number): void {
  const { extensions, rounds, atOnce, pauseMs } = chain.plan;
  const open = () => steps.filter(isOpen).length;
  let dueAt = now;
  while (open() < atOnce) {
    const place = steps.filter(({ isRetry }) => !isRetry).length;
    const extension = extensions[place % extensions.length];
    const round = Math.floor(place / extensions.length) + 1;
    if (extension === undefined || round > rounds) return;
    if (round > 1 && place % extensions.length === 0) {
      if (open() > 0) return;
      dueAt = now + pauseMs;
    }
    add(chain, steps, { extension, round, isRetry: false, dueAt });
  }
}

function add(
  { chainId }: PlannedChain,
  steps: ChainStep[],
  { extension, round, isRetry, dueAt }: Pick<ChainStep, "extension" | "round" | "isRetry" | "dueAt">,
): void {
  steps.push({
    callId: callIdIn(chainId, steps.length + 1),
    extension,
    round,
    isRetry,
    // Due times identify the runs of a schedule, and are claimed in their order.
    dueAt: Math.max(dueAt, (steps.at(-1)?.dueAt ?? 0) + 1),
    outcome: null,
    status: null,
    choiceResponse: null,
    error: null,
  });
}

function endedStep(step: ChainStep, until: ChainUntil, { outcome, record, error }: OccurrenceEnd): ChainStep {
  const status = record?.status ?? null;
  const choiceResponse = record?.choiceResponse ?? null;
  return { ...step, outcome: record ? outcomeOf(record, until) : unplaced(outcome), status, choiceResponse, error };
}

/** How a step ended for which no call was placed. */
function unplaced(outcome: OccurrenceEnd["outcome"]): StepOutcome {
  return outcome === "missed" || outcome === "cancelled" ? outcome : "failed";
}

/** A machine that answers is not reached, whatever it says. */
function outcomeOf(record: CallRecord, until: ChainUntil): StepOutcome {
  const { answeredAt, answeredBy } = record;
  if (answeredAt !== null && (answeredBy === "machine" || answeredBy === "menu")) return "machine";
  if (answeredAt !== null && hasAnswered(record, until)) return "reached";
  return BY_STATUS[record.status] ?? "failed";
}

const BY_STATUS: Readonly<Partial<Record<CallStatus, StepOutcome>>> = {
  completed: "declined",
  busy: "busy",
  no_answer: "no_answer",
  cancelled: "cancelled",
};

function hasAnswered({ status, choiceStatus, choiceResponse }: CallRecord, until: ChainUntil): boolean {
  if (until === "answered") return status === "completed";
  if (choiceStatus !== "matched" || choiceResponse === null) return false;
  return until === "acknowledged" || until.includes(choiceResponse);
}
