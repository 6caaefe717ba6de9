import { Transcript } from "../../conversation/transcript.js";
import { pause, withDeadline } from "../../kernel/deadline.js";
import type { Log } from "../../observability/log.js";
import type { CallRecord } from "../../records/call-record.js";
import type { ChainStep } from "../../records/chain.js";
import type { Chain } from "../../records/schedule.js";
import type { CallStore } from "../../records/stores.js";
import { Call } from "../record/call.js";
import { type CallResult, resultOf } from "../record/call-result.js";
import { isFinalStatus } from "../record/call-state.js";
import type { ResultOutbox } from "../record/conclude-call.js";
import type { LiveCalls } from "../live/live-calls.js";
import { hangUpUnwanted } from "./hang-up-unwanted.js";

export interface ReportChainNeeds {
  readonly records: Pick<CallStore, "findCall">;
  readonly liveCalls: Pick<LiveCalls, "find">;
  readonly outbox: ResultOutbox;
  /** Hears of the end of each chain, at least once. */
  readonly chainEnded: (chain: Chain) => Promise<void>;
  readonly log: Log;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** The result of a chain as its webhook reports it: that of the call that decided it, and how the chain ended. */
export interface ChainResult extends CallResult {
  readonly chain_status: string;
  readonly steps: readonly StepResult[];
}

export interface StepResult {
  readonly call_id: string;
  readonly extension: string;
  readonly round: number;
  /** Null until it has ended. */
  readonly outcome: string | null;
  readonly choice_response: string | null;
  readonly error: string | null;
}

/** Maximum time for what hears of a chain's end, in ms: meanwhile no other schedule is found due. */
const HEARD_MS = 10_000;
/**
 * How long a report waits for the end of a call that was hung up for it, in ms: a controller that has the call reads the chain each
 * second.
 */
const ENDS_MS = 3_000;
/** Pause between two looks at the record of a call that another controller has, in ms. */
const LOOK_MS = 250;

/**
 * Hangs up what is still in progress of a chain that is over, then reports it: to its webhook, once, and within the process.
 *
 * @throws what kept it from being reported
 */
export async function reportChain(chain: Chain, needs: ReportChainNeeds): Promise<void> {
  const { liveCalls, outbox, chainEnded, log } = needs;
  const { scheduleId: chainId, callbackUrl, progress, traceparent } = chain;
  const { status, steps, error } = progress;
  hangUpUnwanted(chain, liveCalls);
  if (callbackUrl !== null) {
    const payload = await resultOfChain(chain, needs);
    const url = callbackUrl;
    await outbox.enqueue({ callId: payload.call_id, deliveryId: `msg_${chainId}`, url, payload, traceparent });
  }
  await withDeadline(HEARD_MS, undefined, "what a chain was begun for", () => chainEnded(chain));
  const facts = { chain_id: chainId, outcome: status, calls: steps.length };
  log.info("chain_over", `A chain is over: ${error ?? "a person was reached."}`, facts);
}

type ResultNeeds = Pick<ReportChainNeeds, "records" | "liveCalls" | "now">;

async function resultOfChain(chain: Chain, needs: ResultNeeds): Promise<ChainResult> {
  const { now } = needs;
  const { scheduleId: chainId, progress, extension, client, tool } = chain;
  const { status, steps, error } = progress;
  const step = decidingStep(steps);
  const { callId } = step ?? { callId: chainId };
  const begun = { callId, owner: "", direction: "outbound", status: "cancelled", chainId } as const;
  const unplaced = {
    ...begun,
    extension: step?.extension ?? extension,
    tool,
    client,
    scheduleId: chain.chain.scheduleId,
  };
  const record = (await endedRecord(callId, needs)) ?? new Call(unplaced, new Transcript("", now), now).record;
  return {
    ...resultOf(record),
    ...(status === "missed" && { status }),
    error: record.error ?? error,
    chain_status: status,
    // A call that is in progress when its chain ends is cancelled.
    steps: steps.map(stepResult).map((each) => ({ ...each, outcome: each.outcome ?? "cancelled" })),
  };
}

/**
 * The record of a call of a chain that is over, as it is when the call has ended; undefined when it was never placed. A call whose
 * end does not become known in time counts as cancelled now.
 */
async function endedRecord(callId: string, { records, liveCalls, now }: ResultNeeds): Promise<CallRecord | undefined> {
  const live = liveCalls.find(callId)?.call;

  async function recorded(signal: AbortSignal): Promise<CallRecord | undefined> {
    for (;;) {
      const found = await records.findCall(callId);
      if (!found || isFinalStatus(found.status)) return found;
      await pause(LOOK_MS, signal);
    }
  }

  const ending = withDeadline(ENDS_MS, undefined, "the end of a call", live ? () => live.ended : recorded);
  const found = (await ending.catch(() => undefined)) ?? live?.record ?? (await records.findCall(callId));
  return !found || isFinalStatus(found.status) ? found : { ...found, status: "cancelled", endedAt: now() };
}

/** The step that reached a person, or the last one of which the end is known. */
function decidingStep(steps: readonly ChainStep[]): ChainStep | undefined {
  const reached = steps.find(({ outcome }) => outcome === "reached");
  return reached ?? steps.findLast(({ status }) => status !== null) ?? steps[0];
}

/** A step as the API shows it. */
export function stepResult({ callId, extension, round, outcome, choiceResponse, error = null }: ChainStep): StepResult {
  return { call_id: callId, extension, round, outcome, choice_response: choiceResponse, error };
}
