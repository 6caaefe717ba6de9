import type { Delivery } from "../records/delivery.js";
import type { DeliveryStore } from "../records/stores.js";
import type { DeliveryQueue } from "../webhooks/deliveries.js";
import type { CallControl } from "./call-control.js";

/** The webhooks of calls. */
export interface CallDeliveries {
  /**
   * Returns the webhooks of a call, oldest first; also of a call that was never placed because its schedule's run was missed.
   * Undefined when there is no such call.
   */
  of(callId: string): Promise<readonly Delivery[] | undefined>;
  /** Sends a webhook again as soon as possible, whatever its state. Undefined when the call has no such delivery. */
  redeliver(callId: string, deliveryId: string): Promise<Delivery | undefined>;
}

export interface CallDeliveriesNeeds {
  readonly calls: Pick<CallControl, "find">;
  readonly store: Pick<DeliveryStore, "deliveriesOf" | "findDelivery">;
  readonly queue: Pick<DeliveryQueue, "redeliver">;
}

export function createCallDeliveries({ calls, store, queue }: CallDeliveriesNeeds): CallDeliveries {
  return {
    async of(callId) {
      const found = await store.deliveriesOf(callId);
      return found.length > 0 || (await calls.find(callId)) ? found : undefined;
    },
    redeliver: async (callId, deliveryId) => {
      const delivery = await store.findDelivery(deliveryId);
      return delivery?.callId === callId ? queue.redeliver(deliveryId) : undefined;
    },
  };
}
