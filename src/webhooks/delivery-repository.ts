import { withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { AttendantError } from "../kernel/errors.js";
import type { Delivery } from "../records/delivery.js";
import { retryWhileStoreAway } from "../records/store-away.js";
import type { DeliveryStore } from "../records/stores.js";

/** Deliveries in a store that may be unavailable for a while. No delivery is lost: each operation waits for the store. */
export interface DeliveryRepository {
  /** Stores the delivery unless its id already exists. Resolves with the stored one. */
  add(delivery: Delivery, signal: AbortSignal): Promise<Delivery>;
  /**
   * Reads a delivery and writes the result of `change`; writes nothing when `change` returns undefined. Read and write are two
   * steps, so one of two simultaneous changes may be lost.
   *
   * @returns the stored delivery, undefined when there is none
   */
  update(
    deliveryId: string,
    signal: AbortSignal,
    change: (stored: Delivery) => Delivery | undefined,
  ): Promise<Delivery | undefined>;
}

/** Time-out of a single store operation, in ms. */
export const STORE_TIMEOUT_MS = 15_000;
/** The same for the last attempt, during shutdown. */
const LAST_TRY_MS = 2_000;

export function createDeliveryRepository(store: DeliveryStore): DeliveryRepository {
  return {
    add: (delivery, signal) =>
      waitingForStore(signal, async () => {
        await store.addDelivery(delivery);
        return (await store.findDelivery(delivery.deliveryId)) ?? delivery;
      }),
    update: (deliveryId, signal, change) =>
      waitingForStore(signal, async () => {
        const stored = await store.findDelivery(deliveryId);
        const changed = stored && change(stored);
        if (changed) await store.saveDelivery(changed);
        return changed ?? stored;
      }),
  };
}

/**
 * Retries while the store is unavailable, until `signal` aborts, and then makes one last, short attempt. If the signal has
 * already aborted, only that attempt is made.
 *
 * @throws the store's last error
 */
async function waitingForStore<T>(signal: AbortSignal, operation: () => Promise<T>): Promise<T> {
  try {
    return await retryWhileStoreAway(signal, () => inTime(STORE_TIMEOUT_MS, signal, operation));
  } catch (error) {
    if (!signal.aborted) throw error;
    return await inTime(LAST_TRY_MS, undefined, operation);
  }
}

/** A store that does not answer in time counts as unavailable. */
async function inTime<T>(ms: number, signal: AbortSignal | undefined, operation: () => Promise<T>): Promise<T> {
  try {
    return await withDeadline(ms, signal, "the store's answer", operation);
  } catch (error) {
    if (!(error instanceof Ending) || error.kind !== "deadline") throw error;
    throw new AttendantError("store_unavailable", "The store does not answer.", { cause: error });
  }
}
