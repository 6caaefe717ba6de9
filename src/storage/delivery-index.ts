import type { Delivery } from "../records/delivery.js";

/** When a delivery is to be handed out, ms since the epoch; null when it is not, whatever `nextAttemptAt` still says. */
export function dueAt(delivery: Delivery): number | null {
  return delivery.status === "pending" ? delivery.nextAttemptAt : null;
}

/** Orders deliveries by when they are due, then by age. */
export function oldestDueFirst(a: Delivery, b: Delivery): number {
  return (a.nextAttemptAt ?? 0) - (b.nextAttemptAt ?? 0) || a.createdAt - b.createdAt;
}
