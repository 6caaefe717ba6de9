import type { Operation } from "../operation.js";
import { deliveries, delivery, nothing } from "../schemas/delivery.js";

export const listDeliveries: Operation = {
  id: "listDeliveries",
  method: "get",
  path: "/call/{id}/deliveries",
  tag: "Webhooks",
  summary: "See what became of a call's webhook",
  answer: { description: "The webhooks of the call; none when it had no `callback_url`.", schema: deliveries },
  problems: ["not_found", "store_unavailable"],
};

export const redeliver: Operation = {
  id: "redeliver",
  method: "post",
  path: "/call/{id}/deliveries/{deliveryId}/redeliver",
  tag: "Webhooks",
  summary: "Send a webhook again",
  description: "It is sent as soon as may be, with the same `webhook-id`, whatever became of it before.",
  body: { schema: nothing, required: false },
  answer: { description: "The webhook as it stands now.", schema: delivery },
  problems: ["not_found", "store_unavailable"],
};
