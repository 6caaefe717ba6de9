import { setMaxListeners } from "node:events";
import { withDeadline } from "../kernel/deadline.js";
import { describe } from "../kernel/errors.js";
import { Ending } from "../kernel/ending.js";
import { retryForever } from "../kernel/retry.js";
import { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import type { DeliveryStore } from "../records/stores.js";
import type { AttemptDelivery } from "./attempt.js";
import { WakeSignal } from "../kernel/wake-signal.js";
import { type BlockedHost, DispatchWindow, type ClaimedDelivery } from "./dispatch-window.js";
import { type KeptDeliveries, STORE_MS } from "./kept-deliveries.js";

export interface DispatchNeeds {
  readonly store: DeliveryStore;
  readonly kept: KeptDeliveries;
  readonly attempt: AttemptDelivery;
  readonly log: Log;
  readonly scope: Scope;
  readonly now: () => number;
  readonly random: () => number;
}

/** The loop that sends what is due. */
export interface Dispatch {
  /** Says that there is something to send that was not there before. */
  wake(): void;
  /** Whether this process is about to send it, or is sending it. */
  holds(deliveryId: string): boolean;
  /** How many it holds. */
  readonly count: number;
}

/** Covers the wait for a turn, an attempt and the keeping of its result. After a crash it is what receivers wait for. */
const LEASE_MS = 60_000;
const LIMITS = { sending: 16, sendingToHost: 4, held: 128, waitMs: 30_000 };
/** Looks into the store at least this often: clocks jump, and other processes die. */
const MAX_SLEEP_MS = 10_000;
/** Looks into the store no more often than this when nothing was found that is said to be due. */
const MIN_SLEEP_MS = 100;
const CROWD_POLL_MS = 250;
/** How long what is being sent when the scope ends may take to finish. */
const GRACE_MS = 2_000;
const STORE_BACKOFF = { firstMs: 500, maxMs: 5_000 };
/** For how long a delivery to a crowded host makes way for others at least and at most, ms. */
const MAKE_WAY_MS = 1_000;
const MAX_MAKE_WAY_MS = 5 * 60_000;

/** Starts the loop. It ends with the scope; what is being sent then has two seconds, and after that is left to its lease. */
export function startDispatch({ store, kept, attempt, log, scope, now, random }: DispatchNeeds): Dispatch {
  const hand = new DispatchWindow(LIMITS);
  const bell = new WakeSignal();
  const sends = new Scope("webhooks being sent");
  // All that are being sent listen for the end, each at several places.
  setMaxListeners(0, sends.signal);
  const sending = new Set<Promise<void>>();
  /** When to look into the store next. */
  let lookAt = 0;
  let storeAway = false;

  async function look(): Promise<void> {
    const limit = hand.room;
    lookAt = Number.POSITIVE_INFINITY;
    const claimed = await asked(() => store.claimDeliveries(now(), LEASE_MS, limit));
    hand.take(claimed, now());
    if (claimed.length >= limit) {
      lookAt = 0;
      return;
    }
    const next = (await asked(() => store.nextDeliveryAt())) ?? Number.POSITIVE_INFINITY;
    // Never later than it is by now: it may have been woken meanwhile.
    const time = now();
    lookAt = Math.min(lookAt, next > time ? next : time + MIN_SLEEP_MS, time + MAX_SLEEP_MS);
  }

  const asked = <T>(question: () => Promise<T>): Promise<T> =>
    withDeadline(STORE_MS, scope.signal, "the store's answer", question);

  async function send(held: ClaimedDelivery): Promise<void> {
    const from = performance.now();
    try {
      const stored = await attempt(held.delivery, sends.signal);
      if (stored?.nextAttemptAt != null) lookAt = Math.min(lookAt, stored.nextAttemptAt);
    } catch (error) {
      log.warn("webhook_not_kept", `What came of a webhook could not be stored: ${describe(error)}`, {
        delivery_id: held.delivery.deliveryId,
        call_id: held.delivery.callId,
      });
    }
    hand.finish(held, performance.now() - from);
    bell.wake();
  }

  /** Others could not be claimed for all that wait for one slow host: these come back when it may have got to them. */
  async function makeWay({ held, eachMs }: BlockedHost): Promise<void> {
    const spreadMs = Math.min(MAX_MAKE_WAY_MS, (held.length * eachMs) / LIMITS.sendingToHost);
    for (const { delivery } of held) {
      const later = Math.round(now() + MAKE_WAY_MS + random() * spreadMs);
      await kept.change(delivery.deliveryId, scope.signal, (stored) =>
        stored.status === "pending" ? { ...stored, nextAttemptAt: later } : undefined,
      );
    }
  }

  async function run(settled: () => void): Promise<void> {
    lookAt = 0;
    for (;;) {
      scope.signal.throwIfAborted();
      for (const held of hand.start(now())) {
        const task = sends.run(send(held));
        sending.add(task);
        void task.finally(() => sending.delete(task));
      }
      await makeWay(hand.takeCrowd(now()));
      const room = hand.room > 0;
      if (room && now() >= lookAt) {
        await look();
        storeAway = false;
        settled();
        continue;
      }
      const idleMs = room ? lookAt - now() : hand.idle ? CROWD_POLL_MS : MAX_SLEEP_MS;
      await bell.wait(idleMs, scope.signal);
    }
  }

  void scope
    .run(
      retryForever(scope.signal, STORE_BACKOFF, run, (error) => {
        if (!storeAway) log.warn("webhooks_waiting", `Webhooks cannot be taken from the store: ${describe(error)}`);
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
      lookAt = 0;
      bell.wake();
    },
    holds: (deliveryId) => hand.has(deliveryId),
    get count() {
      return hand.size;
    },
  };
}
