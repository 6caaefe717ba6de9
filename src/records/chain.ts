import type { CallStatus } from "./call-record.js";
import type { Choice } from "./call-script.js";

/**
 * When a chain is done: a person answered; a person answered the question, with any of its options; or with one of these
 * values.
 */
export type ChainUntil = "answered" | "acknowledged" | readonly string[];

/** Why a number may be called again. */
export type RetryReason = "busy" | "no_answer" | "machine";

/** Whom a chain calls, one after the other, until a person is reached. */
export interface ChainPlan {
  /** The numbers, in the order in which they are called. */
  readonly extensions: readonly string[];
  readonly until: ChainUntil;
  /** How often all numbers are called; 0 for a chain that calls no one any more. */
  readonly rounds: number;
  /** Pause before each round but the first, in ms. */
  readonly pauseMs: number;
  /** Maximum number of telephones that ring at the same time. */
  readonly atOnce: number;
  /** For each reason, the pauses before the number is called again, in ms. */
  readonly retry: Readonly<Partial<Record<RetryReason, readonly number[]>>>;
  /** The question; null for none or, if the chain ends when it is acknowledged, for the built-in one. */
  readonly choice: Choice | null;
  /** The schedule whose run this is; null when a client began it. */
  readonly scheduleId: string | null;
}

/** What holds of a chain unless it is requested otherwise. */
export const USUAL_PLAN: Omit<ChainPlan, "extensions"> = {
  until: "answered",
  rounds: 1,
  pauseMs: 30_000,
  atOnce: 1,
  retry: {},
  choice: null,
  scheduleId: null,
};

/**
 * How a step ended: a person was `reached` as the plan demands; a person answered and did not acknowledge (`declined`); the
 * call was not answered, or by a `machine`; or no call was placed in time (`missed`).
 */
export type StepOutcome = RetryReason | "reached" | "declined" | "failed" | "cancelled" | "missed";

/** One call of a chain. It is stored before it is placed, with all that identifies it: whatever dies, it is placed once. */
export interface ChainStep {
  readonly callId: string;
  readonly extension: string;
  /** When it is due, in ms since the epoch; later than that of the step before. */
  readonly dueAt: number;
  /** The round that it belongs to, from 1. */
  readonly round: number;
  /** Whether the number is called again because of how the call before ended. */
  readonly isRetry: boolean;
  /** Null until it is over. */
  readonly outcome: StepOutcome | null;
  /** The final status of its call; null before, and when there was no call. */
  readonly status: CallStatus | null;
  readonly choiceResponse: string | null;
  /** Why no one was reached, in one sentence; undefined or null when there is nothing to say. */
  readonly error?: string | null | undefined;
  /** Whether its call seems to reach someone: as long as it does, no other telephone rings. */
  readonly isDeciding?: true | undefined;
  /** When its call began to seem to reach someone, in ms since the epoch; kept when the step has ended. */
  readonly decidingSince?: number | undefined;
  /** Whether it was stopped for another step that is deciding. If that one fails, the number is called again. */
  readonly isStopped?: true | undefined;
}

/** `missed`: no call could be placed in time. `not_reached`: every number was called in vain. */
export type ChainStatus = "in_progress" | "reached" | "not_reached" | "missed" | "cancelled";

/** How far a chain has come. */
export interface ChainProgress {
  readonly status: ChainStatus;
  readonly steps: readonly ChainStep[];
  /** When it ended, in ms since the epoch; null while it is in progress. */
  readonly endedAt: number | null;
  /** Why it ended without reaching anyone, in one sentence. */
  readonly error: string | null;
  /** Why it calls no one any more while a call of it goes on, in one sentence. */
  readonly stoppedWhy?: string | undefined;
}

/** The most calls that a plan may come to; without one, a single call. */
export function callsOf(plan: Pick<ChainPlan, "extensions" | "rounds" | "retry"> | undefined): number {
  if (!plan) return 1;
  const retries = Object.values(plan.retry).reduce((sum, each) => sum + each.length, 0);
  return Math.max(1, plan.extensions.length * plan.rounds) + retries;
}

/** The id of the call of a chain's step, counted from 1. */
export const callIdIn = (chainId: string, step: number): string => `${chainId}-${step}`;

/** Whether further runs of a schedule are wanted: always, unless it is a chain that is over. */
export function isOngoing({ progress }: { readonly progress?: ChainProgress | undefined }): boolean {
  return progress === undefined || progress.status === "in_progress";
}
