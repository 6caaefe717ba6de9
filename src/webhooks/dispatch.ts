import { setMaxListeners } from "node:events";
import { withDeadline } from "../kernel/deadline.js";
import { describe } from "../kernel/errors.js";
import { Ending } from "../kernel/ending.js";
import { retryForever } from "../kernel/retry.js";
import { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import type { DeliveryStore } from "../records/stores.js";
import type { AttemptDelivery } from "./attempt-delivery.js";
import { WakeSignal } from "../kernel/wake-signal.js";
import { type BlockedHost, DispatchWindow, type ClaimedDelivery } from "./dispatch-window.js";
import type { WebhookPeriods } from "./periods.js";
import { type DeliveryRepository, STORE_TIMEOUT_MS } from "./delivery-repository.js";

export interface DispatchNeeds {
  readonly store: DeliveryStore;
  readonly repository: DeliveryRepository;
  readonly attempt: AttemptDelivery;
  readonly log: Log;
  readonly scope: Scope;
  readonly now: () => number;
  readonly random: () => number;
  readonly periods: Pick<WebhookPeriods, "leaseMs" | "pollMs">;
}

/** The loop that sends due deliveries. */
export interface Dispatch {
  /** Signals that there is something new to send. */
  wake(): void;
  /** Whether this process has claimed the delivery. */
  has(deliveryId: string): boolean;
  /** The number of deliveries that this process has claimed. */
  readonly count: number;
}

const LIMITS = {
  ...{ maxSending: 16, maxSendingToHost: 4, maxSendingToMachine: 8, maxSendingToSlow: 12 },
  ...{ maxClaimed: 128, maxWaitMs: 30_000 },
};
/** Minimum interval between polls after one that found nothing although something was due. */
const MIN_POLL_MS = 100;
/** Interval between checks for blocked hosts. */
const BLOCKED_POLL_MS = 250;
/** How long deliveries in progress may take to finish when the scope ends. */
const GRACE_MS = 2_000;
const STORE_BACKOFF = { firstMs: 500, maxMs: 5_000 };
/** Bounds for postponing a delivery to a blocked host, in ms. */
const MIN_POSTPONE_MS = 1_000;
const MAX_POSTPONE_MS = 5 * 60_000;

/** Starts the loop. When the scope ends, deliveries in progress get two seconds; after that their leases expire. */
export function startDispatch(needs: DispatchNeeds): Dispatch {
  const { store, repository, attempt, log, scope, now, random } = needs;
  const { leaseMs, pollMs } = needs.periods;
  const window = new DispatchWindow(LIMITS);
  const wakeSignal = new WakeSignal();
  const sends = new Scope("webhooks being sent");
  // Every delivery in progress adds several listeners for the end.
  setMaxListeners(0, sends.signal);
  const sending = new Set<Promise<void>>();
  // Waits are on the clock of `performance.now()`, which no one sets; the store's times are since the epoch.
  const elapsed = () => performance.now();
  /** When to ask the store for due deliveries next, on the clock of `elapsed`. */
  let pollAt = 0;
  const pollBy = (dueAt: number) => {
    pollAt = Math.min(pollAt, elapsed() + dueAt - now());
  };
  let storeAway = false;

  async function claimDue(): Promise<void> {
    const limit = window.claimCapacity;
    pollAt = Number.POSITIVE_INFINITY;
    const claimed = await inTime(() => store.claimDeliveries(now(), leaseMs, limit));
    window.add(claimed, elapsed());
    if (claimed.length >= limit) {
      pollAt = 0;
      return;
    }
    const next = (await inTime(() => store.nextDeliveryAt())) ?? Number.POSITIVE_INFINITY;
    // Never postponed further: it may have been woken meanwhile.
    const time = now();
    pollBy(Math.min(next > time ? next : time + MIN_POLL_MS, time + pollMs));
  }

  const inTime = <T>(question: () => Promise<T>): Promise<T> =>
    withDeadline(STORE_TIMEOUT_MS, scope.signal, "the store's answer", question);

  async function send(claimed: ClaimedDelivery): Promise<void> {
    const from = performance.now();
    try {
      const stored = await attempt(claimed.delivery, sends.signal);
      if (stored?.nextAttemptAt != null) pollBy(stored.nextAttemptAt);
    } catch (error) {
      log.warn("webhook_not_kept", `Could not store the result of a webhook delivery: ${describe(error)}`, {
        delivery_id: claimed.delivery.deliveryId,
        call_id: claimed.delivery.callId,
      });
    }
    window.finish(claimed, performance.now() - from);
    wakeSignal.wake();
  }

  /**
   * Returns deliveries that wait for a blocked host, so that others can be claimed, spread over the time that the host will need
   * for them.
   */
  async function postpone({ claimed, attemptMs }: BlockedHost): Promise<void> {
    const spreadMs = Math.min(MAX_POSTPONE_MS, (claimed.length * attemptMs) / LIMITS.maxSendingToHost);
    for (const { delivery } of claimed) {
      const later = Math.round(now() + MIN_POSTPONE_MS + random() * spreadMs);
      await repository.update(delivery.deliveryId, scope.signal, (stored) =>
        stored.status === "pending" ? { ...stored, nextAttemptAt: later } : undefined,
      );
    }
  }

  async function run(settled: () => void): Promise<void> {
    pollAt = 0;
    for (;;) {
      scope.signal.throwIfAborted();
      for (const claimed of window.start(elapsed())) {
        const task = sends.run(send(claimed));
        sending.add(task);
        void task.finally(() => sending.delete(task));
      }
      await postpone(window.takeBlocked(elapsed()));
      const room = window.claimCapacity > 0;
      if (room && elapsed() >= pollAt) {
        await claimDue();
        storeAway = false;
        settled();
        continue;
      }
      const idleMs = room ? pollAt - elapsed() : BLOCKED_POLL_MS;
      await wakeSignal.wait(idleMs, scope.signal);
    }
  }

  void scope
    .run(
      retryForever(scope.signal, STORE_BACKOFF, run, (error) => {
        if (!storeAway) log.warn("webhooks_waiting", `Could not read due webhooks from the store: ${describe(error)}`);
        storeAway = true;
      }),
    )
    .catch(() => {});

  scope.onEnd(async () => {
    await withDeadline(GRACE_MS, undefined, "sending", () => Promise.all(sending)).catch(() => {});
    sends.end(scope.ending ?? new Ending("shutting_down"));
    await sends.closed;
  });

  return {
    wake() {
      pollAt = 0;
      wakeSignal.wake();
    },
    has: (deliveryId) => window.has(deliveryId),
    get count() {
      return window.size;
    },
  };
}
