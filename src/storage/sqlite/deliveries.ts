import type { Delivery } from "../../records/delivery.js";
import type { DeliveryStore } from "../../records/stores.js";
import type { ReadList } from "../list-reader.js";
import { DELIVERY_AHEAD_MS, dueAt, oldestDueFirst } from "../index-fields.js";
import { keyText, toText } from "../stored-text.js";
import { queriesOf, type SqliteDatabase } from "./database.js";

/** A select of the first deliveries whose due time meets a condition; its parameters are those of the condition, and a limit. */
const firstDue = (condition: string) =>
  `SELECT * FROM (SELECT delivery_id, due_at FROM deliveries WHERE due_at ${condition} ORDER BY due_at, delivery_id LIMIT ?)`;

/** The part of the embedded store that keeps deliveries. */
export function sqliteDeliveries(database: SqliteDatabase, read: ReadList): DeliveryStore {
  const { run, entries, first } = queriesOf(database);

  const insertDelivery = (delivery: Delivery, onConflict: string) =>
    run(
      `INSERT INTO deliveries (delivery_id, call_id, created_at, due_at, delivery) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (delivery_id) DO ${onConflict}`,
      ...[
        keyText(delivery.deliveryId),
        keyText(delivery.callId),
        delivery.createdAt,
        dueAt(delivery),
        toText(delivery),
      ],
    );

  return {
    async addDelivery(delivery) {
      await insertDelivery(delivery, "NOTHING");
    },
    async saveDelivery(delivery) {
      await insertDelivery(
        delivery,
        `UPDATE SET call_id = excluded.call_id, created_at = excluded.created_at, due_at = excluded.due_at,
         delivery = excluded.delivery`,
      );
    },
    findDelivery: (deliveryId) =>
      first<Delivery>("SELECT delivery FROM deliveries WHERE delivery_id = ?", keyText(deliveryId)),
    async deliveriesOf(callId) {
      const sql = "SELECT delivery, delivery_id FROM deliveries WHERE call_id = ? ORDER BY created_at, delivery_id";
      return read("delivery", await entries(sql, keyText(callId)));
    },
    async claimDeliveries(at, leaseMs, limit) {
      const claimed = await entries(
        `UPDATE deliveries SET due_at = ? WHERE delivery_id IN
           (SELECT delivery_id FROM (${firstDue("<= ?")} UNION ALL ${firstDue("> ?")}) ORDER BY due_at, delivery_id LIMIT ?)
         RETURNING delivery, delivery_id`,
        ...[at + leaseMs, at, limit, at + DELIVERY_AHEAD_MS, limit, limit],
      );
      return read<Delivery>("delivery", claimed).sort(oldestDueFirst);
    },
    async nextDeliveryAt() {
      const { rows } = await run("SELECT min(due_at) FROM deliveries WHERE due_at IS NOT NULL");
      const at = rows[0]?.[0];
      return typeof at === "number" ? at : undefined;
    },
  };
}
