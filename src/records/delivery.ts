/** One attempt to deliver: when, how long it took and what came of it. */
export interface DeliveryAttempt {
  /** ms since the epoch. */
  readonly at: number;
  readonly tookMs: number;
  /** The receiver's HTTP status; null when there was no answer. */
  readonly httpStatus: number | null;
  /** Why it failed, in one sentence; null on success. */
  readonly error: string | null;
}

/** `pending` will be tried (again); `delivered` was taken; `given_up` was refused for good or tried often enough. */
export type DeliveryStatus = "pending" | "delivered" | "given_up";

/** A webhook to send, stored before the first attempt. */
export interface Delivery {
  /** Stays the same across attempts; the receiver knows by it what it has had already. */
  readonly deliveryId: string;
  readonly callId: string;
  readonly url: string;
  /** The body, exactly as it is sent and signed. */
  readonly body: string;
  /** The span of the trace that it belongs to; undefined without one. */
  readonly traceparent?: string | undefined;
  readonly status: DeliveryStatus;
  readonly createdAt: number;
  /** When it is to be tried next, ms since the epoch; null when it is not. */
  readonly nextAttemptAt: number | null;
  readonly attempts: readonly DeliveryAttempt[];
}
