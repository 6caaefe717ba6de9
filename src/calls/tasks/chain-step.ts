import type { CallRequest } from "../placed/place-call.js";
import { isChain, type Occurrence, type Schedule } from "../../records/schedule.js";

/**
 * Returns the schedule as one of its runs sees it. For a step of a chain, that is the number of the step, and no webhook: a
 * chain has a single one, for all of its calls.
 */
export function asRun<S extends Schedule | undefined>(schedule: S, { dueAt }: Pick<Occurrence, "dueAt">): S {
  if (!isChain(schedule)) return schedule;
  const step = schedule.progress.steps.find((each) => each.dueAt === dueAt);
  return step ? { ...schedule, extension: step.extension, callbackUrl: null } : schedule;
}

/** The question of a scheduled call. */
export function questionOf({ chain }: Schedule): Pick<CallRequest, "choice" | "asksToAcknowledge"> {
  return { choice: chain?.choice ?? null, asksToAcknowledge: chain?.until === "acknowledged" };
}

/** What a call belongs to: its schedule, its chain, or both. */
export function originOf(schedule: Schedule): { readonly scheduleId: string | null; readonly chainId?: string } {
  if (!isChain(schedule)) return { scheduleId: schedule.scheduleId };
  return { scheduleId: schedule.chain.scheduleId, chainId: schedule.scheduleId };
}
