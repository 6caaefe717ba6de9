import type { ChainProgress } from "../records/chain.js";
import { type Chain, isChain, type Schedule } from "../records/schedule.js";
import {
  chainAfter,
  chainCancelled,
  chainDeciding,
  chainStopping,
  isOpen,
  isPlaceable,
  stepAfter,
} from "./chain-machine.js";
import type { OccurrenceEnd } from "./occurrence-executor.js";

type Change = Pick<Chain, "progress" | "nextAt">;

/** Returns what changes in a chain when one of its calls has ended; undefined when nothing does. */
export function chainStepped(schedule: Schedule, callId: string, end: OccurrenceEnd, now: number): Change | undefined {
  if (!isChain(schedule)) return undefined;
  const { scheduleId: chainId, chain: plan, progress } = schedule;
  return moved(schedule, chainAfter({ chainId, plan }, progress, { callId, end }, now), now);
}

/** Returns what changes in a chain in which a call seems to reach someone, or does not any more; undefined when nothing does. */
export function chainDecided(
  chain: Chain,
  call: { readonly callId: string; readonly isReaching: boolean },
  now: number,
): Change | undefined {
  const { scheduleId: chainId, chain: plan, progress } = chain;
  return moved(chain, chainDeciding({ chainId, plan }, progress, call, now), now);
}

/** Whether the call that is due at a time is wanted: always, unless it is a step of a chain that is over, or was stopped. */
export function isWantedAt({ progress }: Schedule, dueAt: number): boolean {
  const step = progress?.steps.find((each) => each.dueAt === dueAt);
  return !progress || (step !== undefined && isPlaceable(progress, step));
}

/** Returns what changes in a chain that is cancelled; undefined when it is over already. */
export function chainWithdrawn(chain: Chain, reason: string, now: number): Change | undefined {
  return moved(chain, chainCancelled(chain.progress, reason, now), now);
}

/** Returns what changes in a chain that ends with who is spoken to now; undefined when it ends already. */
export function chainWoundDown(chain: Chain, reason: string, now: number): Partial<Chain> | undefined {
  if (chain.chain.rounds === 0) return undefined;
  const change = moved(chain, chainStopping(chain.progress, reason, now), now);
  return change && { ...change, chain: { ...chain.chain, rounds: 0, retry: {} } };
}

/** The due time of the first step that is not claimed, given the one claimed last; null when there is none. */
export function nextStepAt({ progress }: Chain, claimed: number): number | null {
  return stepAfter(progress, claimed)?.dueAt ?? null;
}

/** The id of the call of the step that is due at a time. */
export function callIdOfStep({ progress }: Schedule, dueAt: number): string | undefined {
  return progress?.steps.find((step) => step.dueAt === dueAt)?.callId;
}

/** When a chain is next due: for its report once it is over, else for its first step that is not claimed. */
function moved({ progress: before, nextAt }: Chain, progress: ChainProgress, now: number): Change | undefined {
  if (progress === before) return undefined;
  if (before.status !== "in_progress") return { progress, nextAt };
  if (progress.status !== "in_progress") return { progress, nextAt: now };
  return { progress, nextAt: nextAt ?? progress.steps.slice(before.steps.length).find(isOpen)?.dueAt ?? null };
}
