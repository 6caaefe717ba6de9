import type { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { Tracing } from "../observability/trace.js";
import type { Delivery } from "../records/delivery.js";
import type { DeliveryStore } from "../records/stores.js";
import { createAttemptDelivery } from "./attempt-delivery.js";
import { startDispatch } from "./dispatch.js";
import type { HostPolicy } from "./host-policy.js";
import { createDeliveryRepository } from "./delivery-repository.js";
import { WEBHOOK_PERIODS, type WebhookPeriods } from "./periods.js";
import { createSender, type Resolve, resolveBySystem } from "./send.js";
import { createSigner } from "./signature.js";

/** What a call's end is reported with. */
export interface NewDelivery {
  readonly callId: string;
  readonly url: string;
  /** Sent as JSON. */
  readonly payload: object;
  /** What receivers know it by: ASCII letters, digits, `_` and `-`. Derived from the call unless given. */
  readonly deliveryId?: string;
  /** The span of the trace that it belongs to. */
  readonly traceparent?: string | undefined;
}

/** Webhooks: stored, then sent until the receiver has them. */
export interface DeliveryQueue {
  /**
   * Resolves when it is stored; it is sent from then on, after a restart too. A second report of the same call (by its
   * delivery's id) is not stored: the first one stands and is what is returned, so whoever does not know whether a report
   * was made makes it again.
   *
   * While the store is away it waits for it, until the scope ends.
   *
   * @throws what the store threw last
   */
  enqueue(report: NewDelivery): Promise<Delivery>;
  /**
   * Sends a delivery again at once, whatever came of it before; its id stays. If that fails, it goes on in the schedule
   * where it was: one that was tried to the end has this one attempt.
   *
   * @returns the delivery as it is stored; undefined when there is none with this id
   * @throws {AttendantError} `store_unavailable` at once: somebody waits for the answer
   */
  redeliver(deliveryId: string): Promise<Delivery | undefined>;
}

export interface DeliveryQueueNeeds extends HostPolicy {
  readonly store: DeliveryStore;
  /** Each of them signs; none, and nothing is signed. `whsec_` with base64, or plain text. */
  readonly secrets: readonly string[];
  readonly log: Log;
  readonly metrics: Pick<Metrics, "webhookAttempted" | "pendingWebhooks">;
  /** Sending ends with it. The store must live until the scope is closed. */
  readonly scope: Scope;
  /** How the service names itself to receivers. */
  readonly userAgent?: string;
  /** Each attempt is a span, where there is this. */
  readonly tracing?: Tracing | undefined;
  /** ms since the epoch. */
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
  readonly resolve?: Resolve;
  readonly periods?: WebhookPeriods;
}

const TIMEOUT_MS = 15_000;
const ID = /^[\w-]{1,200}$/;

/** @throws when a secret cannot be a key */
export function createDeliveryQueue(needs: DeliveryQueueNeeds): DeliveryQueue {
  const { store, secrets, allowPrivate, allowHosts = [], log, metrics, tracing } = needs;
  const { userAgent = "attendant", now = Date.now, random = Math.random, resolve = resolveBySystem } = needs;
  const { periods = WEBHOOK_PERIODS } = needs;
  const scope = needs.scope.child("webhooks");
  const repository = createDeliveryRepository(store);
  const attempt = createAttemptDelivery({
    repository,
    send: createSender({ allowPrivate, allowHosts, resolve, timeoutMs: TIMEOUT_MS }),
    sign: createSigner(secrets),
    timeoutMs: TIMEOUT_MS,
    retriesMs: periods.retriesMs,
    allowPrivate,
    allowHosts,
    userAgent,
    log,
    metrics,
    tracing,
    now,
    random,
  });
  const dispatch = startDispatch({ store, repository, attempt, log, scope, now, random, periods });
  metrics.pendingWebhooks(() => dispatch.count);

  return {
    async enqueue({ callId, url, payload, deliveryId = `msg_${callId}`, traceparent }) {
      // It goes into a header and into what is signed, where a dot would divide.
      if (!ID.test(deliveryId)) throw new RangeError("a delivery's id holds letters, digits, _ and - only");
      const at = now();
      const stored = await repository.add(
        {
          deliveryId,
          callId,
          url,
          body: JSON.stringify(payload),
          ...(traceparent && { traceparent }),
          status: "pending",
          createdAt: at,
          nextAttemptAt: at,
          attempts: [],
        },
        scope.signal,
      );
      dispatch.wake();
      return stored;
    },

    async redeliver(deliveryId) {
      const stored = await repository.update(deliveryId, AbortSignal.abort(), (current) =>
        // One that is claimed is being sent already.
        dispatch.has(deliveryId) ? undefined : { ...current, status: "pending", nextAttemptAt: now() },
      );
      if (stored) dispatch.wake();
      return stored;
    },
  };
}
