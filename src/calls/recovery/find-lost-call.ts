import { withDeadline } from "../../kernel/deadline.js";
import { describe } from "../../kernel/errors.js";
import { retryUntilDone } from "../../kernel/retry.js";
import type { Log } from "../../observability/log.js";
import type { CallRecord, TranscriptEntry } from "../../records/call-record.js";
import { WaitsInMemory } from "../../records/store-away.js";
import type { CallStore } from "../../records/stores.js";
import type { ChannelState, ReturningCall } from "../../telephony/incoming-call.js";
import { isFinalStatus } from "../record/call-state.js";
import type { LiveCalls } from "../live/live-calls.js";
import { takeCall, type TakeCallNeeds } from "./call-occurrence.js";

export interface FindLostCallNeeds extends Pick<TakeCallNeeds, "occurrences"> {
  readonly records: Pick<CallStore, "unfinishedCalls" | "takeCall" | "findCall" | "findTranscript" | "saveCall">;
  readonly liveCalls: LiveCalls;
  /** The owner of new calls. */
  readonly owner: () => string;
  /** The other owners of calls, former owners of this controller first. Rejects while the store is away. */
  readonly otherOwners: () => Promise<readonly string[]>;
  /** Time for which Asterisk keeps a caller for a controller, in ms: the limit for a store that is slow or away. */
  readonly rejoinMs: number;
  readonly log: Log;
}

/** A call that its controller has lost, and that is now ours. */
export interface LostCall {
  readonly record: CallRecord;
  readonly entries: readonly TranscriptEntry[];
  readonly isHandedOver: boolean;
}

/** Minimum time for finding a call, in ms. */
const FIND_MS = 2_000;
const BACKOFF = { firstMs: 250, maxMs: 1_000 };
/** Maximum time from Asterisk's last attempt to reach a controller to a live call, in ms. */
const ON_THE_WAY_MS = 2_000;

/**
 * Finds the call that a channel belongs to and makes it ours, so that no other process concludes it. Resolves with undefined
 * when there is no such call, or when the store does not answer in time.
 */
export async function findLostCall(
  { channelId, scope }: ReturningCall,
  needs: FindLostCallNeeds,
): Promise<LostCall | undefined> {
  const { records, liveCalls, rejoinMs, log } = needs;
  const find = async () => {
    const record = await takeCallOf(channelId, needs);
    if (!record) return undefined;
    const isHandedOver = record.stage === "handed_over";
    const resumptions = isHandedOver ? record.resumptions : (record.resumptions ?? 0) + 1;
    const next = { ...record, stage: undefined, resumptions };
    // The death of the controller is recorded first: resuming the call may kill this one too.
    await records.saveCall(next).catch((error: unknown) => {
      if (!(error instanceof WaitsInMemory)) throw error;
    });
    return { record: next, isHandedOver, entries: (await records.findTranscript(record.callId)) ?? [] };
  };
  try {
    const wanted = AbortSignal.any([scope.signal, liveCalls.windDown, liveCalls.handOver]);
    return await withDeadline(Math.max(FIND_MS, rejoinMs), wanted, "finding a call", (signal) =>
      retryUntilDone(signal, BACKOFF, find, () => {}),
    );
  } catch (error) {
    log.warn("call_not_found", `Could not read which call a returning channel belongs to: ${describe(error)}`);
    return undefined;
  }
}

async function takeCallOf(channelId: string, needs: FindLostCallNeeds): Promise<CallRecord | undefined> {
  const { records, owner, otherOwners, liveCalls } = needs;
  const ours = owner();
  // Our own calls last: calls taken over meanwhile are found there.
  for (const from of [...(await otherOwners()), ours]) {
    const unfinished = await records.unfinishedCalls(from);
    // A caller who talked to the operator and is alone now has had what they wanted.
    const found = unfinished.find(
      (each) => each.channelId === channelId && canGoOn(each) && each.stage !== "put_through",
    );
    if (!found) continue;
    if (liveCalls.find(found.callId)) return undefined; // It has just ended here, and is being recorded.
    await takeCall(found, ours, needs);
    const record = await records.findCall(found.callId);
    return record?.owner === ours && canGoOn(record) ? record : undefined;
  }
  return undefined;
}

/**
 * Creates the test whether a lost call may still return: within `rejoinMs` of the first test, while Asterisk has its answered
 * channel or cannot be asked. A caller who is with the operator may return until they have hung up.
 */
export function mayReturnWithin(
  rejoinMs: number,
  asterisk: { channelState(channelId: string, signal: AbortSignal): Promise<ChannelState | undefined> },
  signal: AbortSignal,
): (record: CallRecord) => Promise<boolean> {
  /** Time of the first test, by call. */
  const askedSince = new Map<string, number>();
  return async (record) => {
    const { callId, channelId, stage } = record;
    const isOngoing = canGoOn(record) || (stage === "put_through" && !isFinalStatus(record.status));
    if (!isOngoing || channelId === null) return false;
    const now = performance.now();
    const since = askedSince.get(callId) ?? now;
    askedSince.set(callId, since);
    const isInTime = rejoinMs > 0 && now - since <= rejoinMs + ON_THE_WAY_MS;
    const mayReturn = (isInTime || stage === "put_through") && isThere(await asterisk.channelState(channelId, signal));
    if (!mayReturn) askedSince.delete(callId);
    return mayReturn;
  };
}

/** Whether a channel exists; true when its state is unknown. */
function isThere(state: ChannelState | undefined): boolean {
  return state === undefined || state === "up";
}

/**
 * Whether a call can continue once its channel is back: a conversation, or an announcement whose script is stored. It may have
 * been answered without a record of that.
 */
function canGoOn({ direction, status, script }: CallRecord): boolean {
  return (direction === "inbound" || script !== undefined) && !isFinalStatus(status);
}
