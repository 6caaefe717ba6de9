import { describe } from "../kernel/errors.js";
import { retryForever } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import type { CallRecord } from "../records/call-record.js";
import { OwnInstance } from "./own-instance.js";
import { HANDED_OVER, isOfFolder } from "./owner-name.js";
import { type OwnedCalls, TakeOver, type TakeOverNeeds } from "./take-over.js";

export interface OwnershipNeeds extends Omit<TakeOverNeeds, "own" | "clock"> {
  /** ms, monotonic; it also runs while the process is frozen. */
  readonly clock?: () => number;
  /** ms since the epoch, as in call records. */
  readonly now: () => number;
}

/** Which process instance owns a call. */
export interface Ownership {
  /** Owner of new calls and occurrences. It changes when this process is declared dead. */
  readonly owner: string;
  /**
   * Returns the other owners of unfinished calls: first those of earlier instances on this folder and of calls that any
   * instance has handed over, then those of controllers that may be alive. A call of the latter may be taken by the process
   * that has its channel, because its controller has lost it. Rejects while the store is away.
   */
  others(): Promise<readonly string[]>;
  /**
   * Returns whether no other controller can have taken a call. Asks the store if no heartbeat has reached it for a lease.
   * While the store is away and there were other controllers, a call that they may have seen by then is not confirmed.
   */
  confirm(call: Pick<CallRecord, "owner" | "createdAt">): Promise<boolean>;
  /** Sends heartbeats, and takes over what dead controllers leave behind, while the scope lives. */
  start(calls: OwnedCalls, scope: Scope): void;
  /** Tells others that this process has ended, so that they need not wait for its lease. Never rejects. */
  end(): Promise<void>;
}

/** Minimum number of heartbeats per lease. */
const BEATS = 6;
/** Interval of the checks of calls that may still be resumed, in ms. */
const LOOK_AGAIN_MS = 500;

/**
 * Registers this process instance in the store, and watches the others. An instance whose heartbeat did not change for its
 * lease is claimed by one of those that notice; its calls and occurrences become the claimer's, which concludes them.
 *
 * A process that was declared dead because it was frozen or cut off from the store learns of it at its next heartbeat, and
 * continues under a new owner. What it writes about calls that were taken is discarded.
 */
export function createOwnership(needs: OwnershipNeeds): Ownership {
  const { store, controllerId, isShared, leaseMs, log } = needs;
  const { clock = () => performance.now(), now } = needs;
  const own = new OwnInstance({ ...needs, clock });
  const takeOver = new TakeOver({ ...needs, own, clock });
  const paceMs = isShared ? leaseMs / BEATS : Math.max(leaseMs, 60_000);

  /** Sends heartbeats beside the cycles: one that concludes the calls of a dead controller can take longer than a lease. */
  function keepAlive(signal: AbortSignal): Promise<never> {
    const steady = { firstMs: paceMs, maxMs: paceMs };
    const beat = async () => void (await own.beat());
    return retryForever(signal, steady, beat, () => {}); // The next cycle fails for the same reason and reports it.
  }

  return {
    get owner() {
      return own.owner;
    },

    async others() {
      const open = (await store.openOwners()).filter((owner) => owner !== own.owner);
      const isFree = (owner: string) => isOfFolder(owner, controllerId) || isOfFolder(owner, HANDED_OVER);
      return [...open.filter(isFree), ...open.filter((owner) => !isFree(owner))];
    },

    async confirm({ owner, createdAt }) {
      const { overdueMs } = own;
      try {
        if (isShared && overdueMs >= 0) await own.beat();
      } catch {
        if (takeOver.hasOthers && createdAt < now() - overdueMs) return false;
      }
      return owner === own.owner;
    },

    start(calls, scope) {
      let isAway = false;
      const task = retryForever(
        scope.signal,
        // Slows down, unless the fate of some calls is still open.
        { firstMs: Math.min(LOOK_AGAIN_MS, paceMs), maxMs: paceMs },
        async (stillOpen) => {
          const isSettled = await takeOver.cycle(calls);
          isAway = false;
          if (!isSettled) stillOpen();
        },
        (error) => {
          takeOver.reset();
          if (!isAway)
            log.warn("ownership_unknown", `Could not read which controller owns which call: ${describe(error)}`);
          isAway = true;
        },
      );
      void scope.run(task).catch(() => {});
      if (isShared) void scope.run(keepAlive(scope.signal)).catch(() => {});
    },

    async end() {
      await store.removeInstance(own.owner).catch(() => {});
    },
  };
}
