import { randomUUID } from "node:crypto";
import type { Delivery } from "../../records/delivery.js";
import type { DeliveryStore } from "../../records/stores.js";
import type { ReadList } from "../list-reader.js";
import { DELIVERY_AHEAD_MS, dueAt, oldestDueFirst } from "../index-fields.js";
import { fromText, keyText } from "../stored-text.js";
import type { MongoConnection, StoredDelivery } from "./connection.js";
import { isNew, retryOnDuplicate } from "./failure.js";
import { storableText } from "./documents.js";

/** The part of the MongoDB store that keeps deliveries. */
export function mongoDeliveries({ run }: Pick<MongoConnection, "run">, read: ReadList): DeliveryStore {
  const deliveriesIn = (found: readonly StoredDelivery[]) =>
    read<Delivery>(
      "delivery",
      found.map(({ delivery, _id }) => [delivery, _id]),
    );
  return {
    async addDelivery(delivery) {
      await run(({ deliveries }) => isNew(deliveries.insertOne(storedDelivery(delivery))));
    },
    async saveDelivery(delivery) {
      const { _id, ...rest } = storedDelivery(delivery);
      await run(({ deliveries }) => retryOnDuplicate(() => deliveries.replaceOne({ _id }, rest, { upsert: true })));
    },
    async findDelivery(deliveryId) {
      const found = await run(({ deliveries }) => deliveries.findOne({ _id: keyText(deliveryId) }));
      return found ? fromText<Delivery>(found.delivery) : undefined;
    },
    async deliveriesOf(callId) {
      const found = await run(({ deliveries }) =>
        deliveries
          .find({ callId: keyText(callId) })
          .sort({ createdAt: 1, _id: 1 })
          .toArray(),
      );
      return deliveriesIn(found);
    },
    async claimDeliveries(at, leaseMs, limit) {
      const isDue = { $or: [{ dueAt: { $lte: at } }, { dueAt: { $gt: at + DELIVERY_AHEAD_MS } }] };
      const claimedBy = randomUUID();
      for (;;) {
        const due = await run(({ deliveries }) =>
          deliveries.find(isDue).sort({ dueAt: 1, _id: 1 }).limit(limit).project<{ _id: string }>({ _id: 1 }).toArray(),
        );
        if (due.length === 0) return [];
        const these = { _id: { $in: due.map(({ _id }) => _id) } };
        const claimed = await run(async ({ deliveries }) => {
          await deliveries.updateMany({ ...these, ...isDue }, { $set: { dueAt: at + leaseMs, claimedBy } });
          return await deliveries.find({ ...these, claimedBy }).toArray();
        });
        // Another controller may have claimed all of them first.
        if (claimed.length > 0) return deliveriesIn(claimed).sort(oldestDueFirst);
      }
    },
    async nextDeliveryAt() {
      const found = await run(({ deliveries }) =>
        deliveries
          .find({ dueAt: { $gte: 0 } })
          .sort({ dueAt: 1 })
          .limit(1)
          .toArray(),
      );
      return found[0]?.dueAt ?? undefined;
    },
  };
}

export function storedDelivery(delivery: Delivery): StoredDelivery {
  const { deliveryId, callId, createdAt } = delivery;
  return {
    _id: keyText(deliveryId),
    callId: keyText(callId),
    createdAt,
    dueAt: dueAt(delivery),
    delivery: storableText(delivery),
  };
}
