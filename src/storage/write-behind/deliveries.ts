import type { Delivery } from "../../records/delivery.js";
import type { DeliveryStore } from "../../records/stores.js";
import { dueAt, oldestDueFirst } from "../index-fields.js";
import { toText } from "../stored-text.js";
import type { WriteForwarder } from "./forwarder.js";
import { subject } from "./write.js";
import type { WriteQueue } from "./write-queue.js";

/** Deliveries, as they are in the store and in the buffer. */
export function bridgedDeliveries(forwarder: WriteForwarder): DeliveryStore {
  const { queue } = forwarder;
  const heldDelivery = (deliveryId: string) => {
    const write = queue.latest(subject.delivery(deliveryId))?.write;
    return write?.kind === "delivery" ? write : undefined;
  };
  /** Whether the store's version is the buffered one, or nothing is buffered. */
  const isCurrent = (claimed: Delivery) => {
    const held = heldDelivery(claimed.deliveryId);
    return !held || held.add || toText(held.delivery) === toText(claimed);
  };

  const keep = async (delivery: Delivery, add: boolean): Promise<void> =>
    void (await forwarder.write({ kind: "delivery", delivery: { ...delivery }, add }));

  return {
    addDelivery: (delivery) => keep(delivery, true),
    saveDelivery: (delivery) => keep(delivery, false),
    async findDelivery(deliveryId) {
      const held = heldDelivery(deliveryId);
      // A buffered addition may already exist in the store in a different version.
      if (held && (!held.add || forwarder.availability.failure)) return held.delivery;
      return (await forwarder.read((store) => store.findDelivery(deliveryId))) ?? held?.delivery;
    },
    async deliveriesOf(callId) {
      const stored = await forwarder.read((store) => store.deliveriesOf(callId));
      const all = new Map(stored.map((delivery) => [delivery.deliveryId, delivery]));
      for (const { delivery, add } of deliveriesIn(queue)) {
        if (delivery.callId === callId && !(add && all.has(delivery.deliveryId)))
          all.set(delivery.deliveryId, delivery);
      }
      return [...all.values()].sort((a, b) => a.createdAt - b.createdAt || (a.deliveryId < b.deliveryId ? -1 : 1));
    },
    async claimDeliveries(now, leaseMs, limit) {
      const claimed = await forwarder.read((store) => store.claimDeliveries(now, leaseMs, limit));
      // A delivery that was sent, but whose result is not saved yet, must not be sent again: it is claimed back.
      return claimed.filter(isCurrent).sort(oldestDueFirst);
    },
    async nextDeliveryAt() {
      const stored = await forwarder.read((store) => store.nextDeliveryAt());
      const held = [...deliveriesIn(queue)].map(({ delivery }) => dueAt(delivery));
      const times = [stored, ...held].filter((at) => typeof at === "number");
      return times.length > 0 ? Math.min(...times) : undefined;
    },
  };
}

/** The buffered deliveries. */
export function* deliveriesIn(queue: WriteQueue) {
  for (const write of queue.writes()) if (write.kind === "delivery") yield write;
}
