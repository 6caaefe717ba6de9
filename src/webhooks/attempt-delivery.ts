import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { Span, Tracing } from "../observability/trace.js";
import type { Delivery, DeliveryAttempt } from "../records/delivery.js";
import { type AttemptResult, attemptResultOf, resultOfFailure } from "./attempt-result.js";
import { checkCallbackUrl } from "./callback-url.js";
import type { DeliveryRepository } from "./delivery-repository.js";
import type { HostPolicy } from "./address-policy.js";
import { pauseAfter, readRetryAfter } from "./retry-schedule.js";
import type { Send } from "./send.js";
import type { Sign } from "./signature.js";

export interface AttemptDeliveryNeeds extends HostPolicy {
  readonly repository: DeliveryRepository;
  readonly send: Send;
  readonly sign: Sign;
  readonly timeoutMs: number;
  /** Pauses before the second, third … attempt, in ms. */
  readonly retriesMs: readonly number[];
  readonly userAgent: string;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "webhookAttempted">;
  readonly tracing?: Tracing | undefined;
  readonly now: () => number;
  readonly random: () => number;
}

/**
 * Sends a delivery once and stores the result.
 *
 * When the signal aborts before the receiver has answered, nothing is stored: it is unknown whether the webhook arrived, so it is
 * sent again when its lease expires.
 *
 * @returns the stored delivery; undefined when nothing was stored, or the delivery was removed meanwhile
 * @throws the store's last error when the store stayed unavailable until the signal aborted
 */
export type AttemptDelivery = (delivery: Delivery, signal: AbortSignal) => Promise<Delivery | undefined>;

/** Attempts stored with a delivery, the latest ones; only manual redelivery makes more than the retry schedule. */
const MAX_ATTEMPTS = 50;

export function createAttemptDelivery(needs: AttemptDeliveryNeeds): AttemptDelivery {
  const { repository, now } = needs;

  return async (delivery, signal) => {
    const at = now();
    const span = beginSpan(delivery, needs);
    const result = await post(needs, delivery, at, signal, span?.traceparent);
    endSpan(span, result);
    if (!result) return undefined;
    const attempt = { at, tookMs: Math.max(0, now() - at), httpStatus: result.httpStatus, error: result.error };
    let written = false;
    const stored = await repository.update(delivery.deliveryId, signal, (current) => {
      // A write that seemed to fail may have succeeded.
      if (written && current.attempts.at(-1)?.at === at) return undefined;
      written = true;
      return after(current, attempt, result, needs);
    });
    if (stored) report(needs, stored, attempt, result, span?.traceId);
    return stored;
  };
}

function beginSpan(delivery: Delivery, { tracing }: AttemptDeliveryNeeds): Span | undefined {
  return tracing?.begin("webhook", {
    parent: delivery.traceparent,
    kind: "client",
    attributes: {
      "attendant.call_id": delivery.callId,
      "attendant.webhook.id": delivery.deliveryId,
      "http.request.method": "POST",
      "http.request.resend_count": delivery.attempts.length || undefined,
      "server.address": URL.canParse(delivery.url) ? new URL(delivery.url).hostname : undefined,
    },
  });
}

/** @param result undefined when the attempt was stopped */
function endSpan(span: Span | undefined, result: AttemptResult | undefined): void {
  span?.set({ "http.response.status_code": result?.httpStatus ?? undefined });
  if (result?.outcome !== "delivered") span?.fail(result ? String(result.httpStatus ?? "no_answer") : "stopped");
  span?.end();
}

async function post(
  { send, sign, timeoutMs, userAgent, ...policy }: AttemptDeliveryNeeds,
  { deliveryId, url, body }: Delivery,
  at: number,
  signal: AbortSignal,
  traceparent: string | undefined,
): Promise<AttemptResult | undefined> {
  const fault = checkCallbackUrl(url, policy);
  if (fault) return { outcome: "give_up", httpStatus: null, error: `The address cannot be used: it ${fault}.` };
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "user-agent": userAgent,
    ...(traceparent && { traceparent }),
    ...sign(deliveryId, at, body),
  };
  try {
    return attemptResultOf(await send(new URL(url), headers, body, signal));
  } catch (error) {
    return signal.aborted ? undefined : resultOfFailure(error, timeoutMs);
  }
}

/** A delivery after an attempt. One that another process has delivered meanwhile stays delivered. */
function after(
  delivery: Delivery,
  attempt: DeliveryAttempt,
  { outcome, retryAfter }: AttemptResult,
  { now, random, retriesMs }: AttemptDeliveryNeeds,
): Delivery {
  const at = now();
  const attempts = [...delivery.attempts, attempt].slice(-MAX_ATTEMPTS);
  if (outcome === "delivered" || delivery.status === "delivered") {
    return { ...delivery, attempts, status: "delivered", nextAttemptAt: null };
  }
  const askedMs = readRetryAfter(retryAfter, at);
  const pauseMs = outcome === "retry" ? pauseAfter(attempts.length, askedMs, random(), retriesMs) : undefined;
  if (pauseMs === undefined) return { ...delivery, attempts, status: "given_up", nextAttemptAt: null };
  return { ...delivery, attempts, status: "pending", nextAttemptAt: at + pauseMs };
}

function report(
  { log, metrics, now }: AttemptDeliveryNeeds,
  stored: Delivery,
  attempt: DeliveryAttempt,
  { outcome }: AttemptResult,
  traceId: string | undefined,
): void {
  const facts = {
    delivery_id: stored.deliveryId,
    call_id: stored.callId,
    ...(traceId && { trace_id: traceId }),
    attempt: stored.attempts.length,
    http_status: attempt.httpStatus,
    ms: attempt.tookMs,
  };
  if (outcome === "delivered") {
    metrics.webhookAttempted("delivered");
    log.info("webhook_delivered", "Webhook delivered", facts);
  } else if (stored.status === "given_up") {
    metrics.webhookAttempted("given_up");
    log.error("webhook_given_up", `Webhook given up: ${attempt.error}`, { ...facts, error: attempt.error });
  } else {
    metrics.webhookAttempted("failed");
    const nextMs = stored.nextAttemptAt === null ? undefined : stored.nextAttemptAt - now();
    log.warn("webhook_failed", `Webhook delivery failed, will be retried: ${attempt.error}`, {
      ...facts,
      error: attempt.error,
      next_ms: nextMs,
    });
  }
}
