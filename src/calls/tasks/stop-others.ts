import { describe } from "../../kernel/errors.js";
import type { Scope } from "../../kernel/scope.js";
import type { Log } from "../../observability/log.js";
import type { CallRecord } from "../../records/call-record.js";
import { retryWhileStoreAway } from "../../records/store-away.js";
import type { Chains } from "../../scheduling/chains.js";
import type { LiveCall, LiveCalls } from "../live/live-calls.js";
import { hangUpUnwanted } from "./hang-up-unwanted.js";

export interface StopOthersNeeds {
  readonly liveCalls: Pick<LiveCalls, "watch" | "find">;
  readonly noteCall: Chains["noteCall"];
  readonly log: Log;
  readonly scope: Scope;
}

/**
 * Stops the other telephones of a chain as soon as one of its calls seems to reach someone, rather than when that call has ended.
 * Those that ring at other controllers stop when these read the chain again (`follow-chains.ts`).
 */
export function stopOthersOnAnswer({ liveCalls, noteCall, log, scope }: StopOthersNeeds): void {
  const watched = new WeakSet<LiveCall["call"]>();
  const stopWatching = liveCalls.watch(({ call }) => {
    if (call.record.chainId === undefined || watched.has(call)) return;
    watched.add(call);
    let last = standingOf(call.record);
    let telling = Promise.resolve();
    // One after the other, each as the call is then: a slow store must not note them in another order.
    const tellNext = () => {
      telling = scope.run(telling.then(() => tell(call))).catch(() => {});
    };
    call.watch((record) => {
      const standing = standingOf(record);
      if (standing === last) return;
      last = standing;
      tellNext();
    });
    if (call.record.answeredAt !== null) tellNext(); // It was resumed.
  });
  scope.onEnd(stopWatching);

  async function tell(call: LiveCall["call"]): Promise<void> {
    const { callId, chainId } = call.record;
    // The end of a call is the scheduler's to record.
    const note = async () => (call.record.endedAt === null ? noteCall(call.record) : undefined);
    try {
      const chain = await retryWhileStoreAway(scope.signal, note);
      if (chain) hangUpUnwanted(chain, liveCalls);
    } catch (error) {
      if (scope.signal.aborted) return;
      const fields = { chain_id: chainId, call_id: callId };
      log.warn("chain_not_stopped", `The other telephones of a chain ring on: ${describe(error)}`, fields);
    }
  }
}

/** The fields of a record that decide whether a call seems to reach someone. */
function standingOf({ answeredAt, answeredBy, choiceStatus }: CallRecord): string {
  return `${answeredAt === null} ${answeredBy} ${choiceStatus}`;
}
