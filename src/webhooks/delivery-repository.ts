import { withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { AttendantError } from "../kernel/errors.js";
import type { Delivery } from "../records/delivery.js";
import { retryWhileStoreAway } from "../records/store-away.js";
import type { DeliveryStore } from "../records/stores.js";

/** Deliveries in a store that may be away for a while, which is no reason to lose one: each operation waits for it. */
export interface DeliveryRepository {
  /** Stores it unless its id is there already. Resolves with what is stored. */
  add(delivery: Delivery, patience: AbortSignal): Promise<Delivery>;
  /**
   * Reads a delivery and writes what `change` makes of it; undefined from `change` writes nothing. Read and write are two
   * steps, so of two changes at the same time one may be lost.
   *
   * @returns what is stored then, undefined when there is no such delivery
   */
  update(
    deliveryId: string,
    patience: AbortSignal,
    change: (stored: Delivery) => Delivery | undefined,
  ): Promise<Delivery | undefined>;
}

/** How long a single operation of the store may take before it counts as away, ms. */
export const STORE_TIMEOUT_MS = 15_000;
/** The same for the last try, when everything is coming to its end. */
const LAST_TRY_MS = 2_000;

export function createDeliveryRepository(store: DeliveryStore): DeliveryRepository {
  return {
    add: (delivery, patience) =>
      patiently(patience, async () => {
        await store.addDelivery(delivery);
        return (await store.findDelivery(delivery.deliveryId)) ?? delivery;
      }),
    update: (deliveryId, patience, change) =>
      patiently(patience, async () => {
        const stored = await store.findDelivery(deliveryId);
        const changed = stored && change(stored);
        if (changed) await store.saveDelivery(changed);
        return changed ?? stored;
      }),
  };
}

/**
 * Retries while the store is away, until `patience` aborts; then there is one more try, for a short time. With a signal
 * that has aborted already there is this one try.
 *
 * @throws what the store threw last
 */
async function patiently<T>(patience: AbortSignal, operation: () => Promise<T>): Promise<T> {
  try {
    return await retryWhileStoreAway(patience, () => inTime(STORE_TIMEOUT_MS, patience, operation));
  } catch (error) {
    if (!patience.aborted) throw error;
    return await inTime(LAST_TRY_MS, undefined, operation);
  }
}

/** A store that does not answer in time counts as away. */
async function inTime<T>(ms: number, signal: AbortSignal | undefined, operation: () => Promise<T>): Promise<T> {
  try {
    return await withDeadline(ms, signal, "the store's answer", operation);
  } catch (error) {
    if (!(error instanceof Ending) || error.kind !== "deadline") throw error;
    throw new AttendantError("store_unavailable", "The store does not answer.", { cause: error });
  }
}
