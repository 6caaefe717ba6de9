import type { Delivery } from "../records/delivery.js";

/** When a delivery is next due, in ms since the epoch; null when it is not, whatever `nextAttemptAt` says. */
export function dueAt(delivery: Delivery): number | null {
  return delivery.status === "pending" ? delivery.nextAttemptAt : null;
}

/** Orders deliveries by due time, then by age. */
export function oldestDueFirst(a: Delivery, b: Delivery): number {
  return (a.nextAttemptAt ?? 0) - (b.nextAttemptAt ?? 0) || a.createdAt - b.createdAt;
}
