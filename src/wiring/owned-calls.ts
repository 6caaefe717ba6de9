import { isAwaited } from "../calls/recovery/call-occurrence.js";
import {
  type AbandonedCallsNeeds,
  closeCopiedCalls,
  failAbandonedCalls,
  type LostCallsNeeds,
  reconcileLostCalls,
} from "../calls/recovery/reconcile-calls.js";
import type { Scope } from "../kernel/scope.js";
import type { Metrics } from "../observability/metrics.js";
import type { OwnedCalls } from "../ownership/take-over.js";
import type { OpenedStore } from "../storage/open-store.js";
import type { Asterisk } from "../telephony/asterisk/asterisk.js";

export interface OwnedCallsNeeds
  extends Omit<AbandonedCallsNeeds, "records" | "isAwaited" | "now">, Pick<LostCallsNeeds, "liveCalls"> {
  readonly store: OpenedStore;
  readonly asterisk: Pick<Asterisk, "serves">;
  readonly metrics: Metrics;
  readonly scope: Scope;
}

/** Connects the calls with the ownership, which reports changes of their owner. */
export function ownedCalls(needs: OwnedCallsNeeds): OwnedCalls {
  const { store, liveCalls, asterisk, scope } = needs;
  const { signal } = scope;
  const abandoned = {
    ...needs,
    records: store,
    isAwaited: (record: Parameters<typeof isAwaited>[0]) => isAwaited(record, store),
  };
  const serves = (channelId: string) => asterisk.serves(channelId, signal);
  return {
    settle: () => failAbandonedCalls(abandoned),
    onLost: (former, owner) => reconcileLostCalls(former, owner, { liveCalls, records: store, serves }),
    release: (copied) => closeCopiedCalls(copied, { ...needs, leaving: signal, now: Date.now }),
  };
}
