import type { CallDeliveries } from "../../calls/call-deliveries.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Delivery } from "../../records/delivery.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer, type Tag } from "../kit/endpoint.js";
import { findById, findOr404 } from "../kit/find-or-404.js";
import type { Webhook } from "../kit/openapi.js";
import { answer, instant, instantOrNull, listOf, NO_BODY, nullable, text, time, whole } from "../kit/schema.js";
import { callResult } from "./call-record.js";
import { callId } from "./call-target.js";

const WEBHOOKS: Tag = { name: "Webhooks", description: "Requests posted to `callback_url`." };
const DELIVERIES: Tag = { name: "Deliveries", description: "Webhooks of a call and their delivery attempts." };

const attempt: JsonSchema = answer({
  at: time("When the attempt was made."),
  duration_ms: whole("How long the attempt took, in ms.", { minimum: 0 }),
  http_status: nullable(whole("The status that the receiver answered; null when there was no answer.")),
  error: nullable(text("Why the attempt failed, in one sentence; null when it succeeded.")),
});

const delivery: JsonSchema = answer({
  delivery_id: text("Identifies the delivery, also to the receiver: the `webhook-id` header."),
  call_id: callId,
  url: text("The address it is sent to."),
  status: text(
    "`pending`: will be tried (again). `delivered`: the receiver accepted it. `given_up`: the receiver " +
      "rejected it, or all attempts failed.",
    {
      enum: ["pending", "delivered", "given_up"],
    },
  ),
  created_at: time("When the call ended."),
  next_attempt_at: nullable(time("When the next attempt is due; null when there is none.")),
  attempts: listOf(attempt, { description: "Oldest first." }),
});

const deliveries: JsonSchema = listOf(delivery, { description: "Oldest first." });

/** A delivery as the API returns it. */
function deliveryBody({ deliveryId, callId, url, status, createdAt, nextAttemptAt, attempts }: Delivery) {
  return {
    delivery_id: deliveryId,
    call_id: callId,
    url,
    status,
    created_at: instant(createdAt),
    next_attempt_at: instantOrNull(nextAttemptAt),
    attempts: attempts.map(({ at, tookMs, httpStatus, error }) => ({
      at: instant(at),
      duration_ms: Math.round(tookMs),
      http_status: httpStatus,
      error,
    })),
  };
}

export const DELIVERY_SCHEMAS: Readonly<Record<string, JsonSchema>> = { Delivery: delivery };

/** The webhook posted to a `callback_url`. */
export const callResultWebhook: Webhook = {
  id: "callResult",
  tag: WEBHOOKS,
  summary: "Receive the result of a call",
  description:
    "Posted to `callback_url` when a call ends. Any 2xx accepts it and 410 rejects it for good; any other " +
    "status, or no answer within 15 s, is retried after 5 s, 30 s, 2 min, 10 min, 1 h and 4 h. Redirects " +
    "are not followed.",
  headers: {
    "webhook-id": "The same for every attempt.",
    "webhook-timestamp": "Seconds since the epoch.",
    "webhook-signature": "Signature as defined by Standard Webhooks; present when WEBHOOK_SECRET is set.",
  },
  schema: callResult,
  responses: {
    "2XX": { description: "Taken." },
    410: { description: "Rejected for good: this webhook is not sent again." },
    default: { description: "Retried later, not before the time in `Retry-After`; redirects are not followed." },
  },
};

export interface DeliveryEndpointsNeeds {
  readonly deliveries: CallDeliveries;
}

/** `/call/{id}/deliveries`: a call's webhooks, and sending them again. */
export function deliveryEndpoints({ deliveries: control }: DeliveryEndpointsNeeds): Endpoint[] {
  const listDeliveries: Endpoint = {
    id: "listDeliveries",
    method: "get",
    path: "/call/{id}/deliveries",
    scopes: ["read"],
    tag: DELIVERIES,
    summary: "List a call's webhooks",
    answer: { description: "The webhooks of the call; empty when it had no `callback_url`.", schema: deliveries },
    problems: ["not_found", "store_unavailable"],
    handle: async ({ params }) => {
      const found = await findOr404("call", params, (id) => control.of(id));
      return jsonAnswer(found.map(deliveryBody));
    },
  };

  const redeliver: Endpoint = {
    id: "redeliver",
    method: "post",
    path: "/call/{id}/deliveries/{deliveryId}/redeliver",
    scopes: ["call"],
    params: { deliveryId: "The delivery's id." },
    tag: DELIVERIES,
    summary: "Send a webhook again",
    description: "The webhook is sent as soon as possible with the same `webhook-id`, whatever its status.",
    body: NO_BODY,
    answer: { description: "The delivery as it is now.", schema: delivery },
    problems: ["not_found", "store_unavailable"],
    async handle({ params: { id = "", deliveryId = "" } }) {
      const again = (callId: string) => findById(deliveryId, (each) => control.redeliver(callId, each));
      const found = await findById(id, again);
      if (!found) throw new AttendantError("not_found", `Call ${id.slice(0, 100)} has no delivery with this id.`);
      return jsonAnswer(deliveryBody(found));
    },
  };

  return [listDeliveries, redeliver];
}
