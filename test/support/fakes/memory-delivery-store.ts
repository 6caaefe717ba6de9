import { AttendantError } from "../../../src/kernel/errors.js";
import type { Delivery } from "../../../src/records/delivery.js";
import type { DeliveryStore } from "../../../src/records/stores.js";

/** A store of deliveries in memory that outlives the deliveries that use it, as a real one outlives the process. */
export interface MemoryDeliveryStore extends DeliveryStore {
  /** While true, every operation fails as a store that is away does. */
  away: boolean;
  /** Operations so far, those that failed included. */
  readonly operations: number;
  /** Called before each write is done; what it throws is thrown to the writer. */
  onSave: ((delivery: Delivery) => void) | undefined;
  readonly all: readonly Delivery[];
}

interface Row {
  delivery: Delivery;
  leasedUntil: number;
}

export function memoryDeliveryStore(): MemoryDeliveryStore {
  const rows = new Map<string, Row>();
  const dueAt = ({ delivery, leasedUntil }: Row) => Math.max(delivery.nextAttemptAt ?? 0, leasedUntil);
  const pending = () =>
    [...rows.values()].filter(({ delivery }) => delivery.status === "pending").sort((a, b) => dueAt(a) - dueAt(b));
  let operations = 0;
  const operation = async () => {
    operations++;
    await Promise.resolve();
    if (store.away) throw new AttendantError("store_unavailable", "The store is away.");
  };

  const store: MemoryDeliveryStore = {
    away: false,
    onSave: undefined,
    get operations() {
      return operations;
    },
    get all() {
      return [...rows.values()].map(({ delivery }) => delivery);
    },
    async addDelivery(delivery) {
      await operation();
      if (!rows.has(delivery.deliveryId))
        rows.set(delivery.deliveryId, { delivery: structuredClone(delivery), leasedUntil: 0 });
    },
    async saveDelivery(delivery) {
      await operation();
      store.onSave?.(delivery);
      rows.set(delivery.deliveryId, { delivery: structuredClone(delivery), leasedUntil: 0 });
    },
    async findDelivery(deliveryId) {
      await operation();
      return structuredClone(rows.get(deliveryId)?.delivery);
    },
    async deliveriesOf(callId) {
      await operation();
      return store.all.filter((delivery) => delivery.callId === callId);
    },
    async claimDeliveries(now, leaseMs, limit) {
      await operation();
      const claimed = pending()
        .filter((row) => dueAt(row) <= now)
        .slice(0, limit);
      for (const row of claimed) row.leasedUntil = now + leaseMs;
      return claimed.map(({ delivery }) => structuredClone(delivery));
    },
    async nextDeliveryAt() {
      await operation();
      const [first] = pending();
      return first && dueAt(first);
    },
  };
  return store;
}
