import { pause, withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { AttendantError, hasCode } from "../kernel/errors.js";
import type { Delivery } from "../records/delivery.js";
import type { DeliveryStore } from "../records/stores.js";

/** Deliveries in the store, asked with patience: the store being away for a while is no reason to lose one. */
export interface KeptDeliveries {
  /** Stores it unless its id is there already. Resolves with what is stored. */
  add(delivery: Delivery, patience: AbortSignal): Promise<Delivery>;
  /**
   * Reads a delivery and writes what `change` makes of it; undefined from `change` writes nothing. Read and write are two
   * steps, so of two changes at the same time one may be lost.
   *
   * @returns what is stored then, undefined when there is no such delivery
   */
  change(
    deliveryId: string,
    patience: AbortSignal,
    change: (stored: Delivery) => Delivery | undefined,
  ): Promise<Delivery | undefined>;
}

/** How long a single operation of the store may take before it counts as away. */
export const STORE_MS = 15_000;
/** The same for the last try, when everything is coming to its end. */
const LAST_MS = 2_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

export function keepDeliveries(store: DeliveryStore): KeptDeliveries {
  return {
    add: (delivery, patience) =>
      patiently(patience, async () => {
        await store.addDelivery(delivery);
        return (await store.findDelivery(delivery.deliveryId)) ?? delivery;
      }),
    change: (deliveryId, patience, change) =>
      patiently(patience, async () => {
        const stored = await store.findDelivery(deliveryId);
        const changed = stored && change(stored);
        if (changed) await store.saveDelivery(changed);
        return changed ?? stored;
      }),
  };
}

/**
 * Does it again while the store is away, until `patience` aborts; then it is tried once more, for a short time. With a
 * signal that has aborted already there is this one try.
 *
 * @throws what the store threw last
 */
async function patiently<T>(patience: AbortSignal, operation: () => Promise<T>): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; !patience.aborted; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await withDeadline(STORE_MS, patience, "the store's answer", operation);
    } catch (error) {
      if (!patience.aborted && !isAway(error)) throw error;
    }
    await pause(pauseMs, patience).catch(() => {});
  }
  return await withDeadline(LAST_MS, undefined, "the store's answer", operation).catch((error: unknown) => {
    if (!(error instanceof Ending)) throw error;
    throw new AttendantError("store_unavailable", "The store does not answer.", { cause: error });
  });
}

function isAway(error: unknown): boolean {
  return hasCode(error, "store_unavailable") || (error instanceof Ending && error.kind === "deadline");
}
