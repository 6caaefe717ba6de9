/** One attempt to deliver: when, how long it took, and the result. */
export interface DeliveryAttempt {
  /** ms since the epoch. */
  readonly at: number;
  readonly tookMs: number;
  /** The receiver's HTTP status; null when there was no answer. */
  readonly httpStatus: number | null;
  /** Why the attempt failed, in one sentence; null on success. */
  readonly error: string | null;
}

/**
 * `pending`: will be tried (again). `delivered`: the receiver accepted it. `given_up`: the receiver rejected it, or all attempts
 * failed.
 */
export type DeliveryStatus = "pending" | "delivered" | "given_up";

/** The longest pause that a receiver may request, in ms. */
export const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** A webhook to send, stored before the first attempt. */
export interface Delivery {
  /** The same for all attempts, so that the receiver can recognise duplicates. */
  readonly deliveryId: string;
  readonly callId: string;
  readonly url: string;
  /** The body, exactly as it is sent and signed. */
  readonly body: string;
  /** The span of the trace it belongs to, if any. */
  readonly traceparent?: string | undefined;
  readonly status: DeliveryStatus;
  readonly createdAt: number;
  /** When the next attempt is due, in ms since the epoch; null when there is none. */
  readonly nextAttemptAt: number | null;
  readonly attempts: readonly DeliveryAttempt[];
}
