import type { Scope } from "../kernel/scope.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { Tracing } from "../observability/trace.js";
import type { Delivery } from "../records/delivery.js";
import type { DeliveryStore } from "../records/stores.js";
import { createAttemptDelivery } from "./attempt-delivery.js";
import { startDispatch } from "./dispatch.js";
import type { HostPolicy } from "./address-policy.js";
import { createDeliveryRepository } from "./delivery-repository.js";
import { WEBHOOK_PERIODS, type WebhookPeriods } from "./periods.js";
import { type Resolve, resolveBySystem } from "./resolve.js";
import { createSender } from "./send.js";
import { createSigner } from "./signature.js";

/** The report of a call's end. */
export interface NewDelivery {
  readonly callId: string;
  readonly url: string;
  /** Sent as JSON. */
  readonly payload: object;
  /** Identifies the delivery to receivers: ASCII letters, digits, `_` and `-`. Default: derived from the call. */
  readonly deliveryId?: string;
  /** The span of the trace it belongs to. */
  readonly traceparent?: string | undefined;
}

/** Stores webhooks and sends them until the receiver accepts them. */
export interface DeliveryQueue {
  /**
   * Resolves when the delivery is stored; from then on it is sent, also after a restart. A second report of the same call (with
   * the same delivery id) is not stored: the first one is returned, so it is safe to report again when in doubt.
   *
   * While the store is unavailable it waits, until the scope ends.
   *
   * @throws the store's last error
   */
  enqueue(report: NewDelivery): Promise<Delivery>;
  /**
   * Sends a delivery again at once, with the same id, whatever its status. If that fails, the delivery continues with its retry
   * schedule; when the schedule is exhausted, this is the only attempt.
   *
   * @returns the delivery as it is stored; undefined when there is none with this id
   * @throws {AttendantError} `store_unavailable` without waiting for the store, because a client waits for the answer
   */
  redeliver(deliveryId: string): Promise<Delivery | undefined>;
}

export interface DeliveryQueueNeeds extends HostPolicy {
  readonly store: DeliveryStore;
  /** One signature for each secret; no secrets, no signatures. `whsec_` with base64, or plain text. */
  readonly secrets: readonly string[];
  readonly log: Log;
  readonly metrics: Pick<Metrics, "webhookAttempted" | "pendingWebhooks">;
  /** Sending stops when the scope closes. The store must outlive it. */
  readonly scope: Scope;
  /** The User-Agent header. */
  readonly userAgent?: string;
  /** If given, each attempt is recorded as a span. */
  readonly tracing?: Tracing | undefined;
  /** ms since the epoch. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
  readonly resolve?: Resolve;
  readonly periods?: WebhookPeriods;
}

const TIMEOUT_MS = 15_000;
const ID = /^[\w-]{1,200}$/;

/** @throws when a secret is not a valid key */
export function createDeliveryQueue(needs: DeliveryQueueNeeds): DeliveryQueue {
  const { store, secrets, allowPrivate, allowHosts = [], log, metrics, tracing } = needs;
  const { userAgent = "attendant", now, random = Math.random, resolve = resolveBySystem } = needs;
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
      // The id becomes part of a header and of the signed text, in which a dot is the separator.
      if (!ID.test(deliveryId)) throw new RangeError("a delivery id may contain only letters, digits, _ and -");
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
        // A claimed delivery is already being sent.
        dispatch.has(deliveryId) ? undefined : { ...current, status: "pending", nextAttemptAt: now() },
      );
      if (stored) dispatch.wake();
      return stored;
    },
  };
}
