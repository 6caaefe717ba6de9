import type { Delivery } from "../../records/delivery.js";
import { instant, instantOrNull } from "./instant.js";

/** A webhook as clients see it. */
export function deliveryBody({ deliveryId, callId, url, status, createdAt, nextAttemptAt, attempts }: Delivery) {
  return {
    delivery_id: deliveryId,
    call_id: callId,
    url,
    status,
    created_at: instant(createdAt),
    next_attempt_at: instantOrNull(nextAttemptAt),
    attempts: attempts.map(({ at, tookMs, httpStatus, error }) => ({
      at: instant(at),
      duration_ms: Math.round(tookMs),
      http_status: httpStatus,
      error,
    })),
  };
}
