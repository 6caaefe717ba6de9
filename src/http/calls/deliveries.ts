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

const WEBHOOKS: Tag = { name: "Webhooks", description: "What is posted to `callback_url`." };
const DELIVERIES: Tag = { name: "Deliveries", description: "What became of the webhooks of a call." };

const attempt: JsonSchema = answer({
  at: time("When it was made."),
  duration_ms: whole("How long it took, in ms.", { minimum: 0 }),
  http_status: nullable(whole("What the receiver answered; null when it did not.")),
  error: nullable(text("Why it failed, in one sentence; null when it did not.")),
});

const delivery: JsonSchema = answer({
  delivery_id: text("Identifies it, also to the receiver: the `webhook-id` header."),
  call_id: callId,
  url: text("Where it goes."),
  status: text(
    "`pending` will be tried (again), `delivered` was taken, `given_up` was refused or tried often enough.",
    {
      enum: ["pending", "delivered", "given_up"],
    },
  ),
  created_at: time("When the call was over."),
  next_attempt_at: nullable(time("When it is tried next; null when it is not.")),
  attempts: listOf(attempt, { description: "Oldest first." }),
});

const deliveries: JsonSchema = listOf(delivery, { description: "Oldest first." });

/** A webhook as clients see it. */
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

/** What is posted to a `callback_url`. */
export const callResultWebhook: Webhook = {
  id: "callResult",
  tag: WEBHOOKS,
  summary: "Learn how a call went",
  description:
    "Posted to `callback_url` when a call is over. Any 2xx takes it, 410 refuses it for good; anything else, or silence " +
    "for 15 s, is tried again after 5 s, 30 s, 2 min, 10 min, 1 h and 4 h. Redirects are not followed.",
  headers: {
    "webhook-id": "The same for each attempt.",
    "webhook-timestamp": "Seconds since the epoch.",
    "webhook-signature": "As Standard Webhooks has it; there when WEBHOOK_SECRET is set.",
  },
  schema: callResult,
  responses: {
    "2XX": { description: "Taken." },
    410: { description: "Refused for good: this webhook is not sent again." },
    default: { description: "Tried again later, not before a `Retry-After`; redirects are not followed." },
  },
};

export interface DeliveryEndpointsNeeds {
  readonly deliveries: CallDeliveries;
}

/** `/call/{id}/deliveries`: what became of a call's webhooks, and sending them again. */
export function deliveryEndpoints({ deliveries: control }: DeliveryEndpointsNeeds): Endpoint[] {
  const listDeliveries: Endpoint = {
    id: "listDeliveries",
    method: "get",
    path: "/call/{id}/deliveries",
    scopes: ["read"],
    tag: DELIVERIES,
    summary: "See what became of a call's webhook",
    answer: { description: "The webhooks of the call; none when it had no `callback_url`.", schema: deliveries },
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
    description: "It is sent as soon as may be, with the same `webhook-id`, whatever became of it before.",
    body: NO_BODY,
    answer: { description: "The webhook as it stands now.", schema: delivery },
    problems: ["not_found", "store_unavailable"],
    async handle({ params: { id = "", deliveryId = "" } }) {
      const again = (callId: string) => findById(deliveryId, (each) => control.redeliver(callId, each));
      const found = await findById(id, again);
      if (!found) throw new AttendantError("not_found", `Call ${id.slice(0, 100)} has no such delivery.`);
      return jsonAnswer(deliveryBody(found));
    },
  };

  return [listDeliveries, redeliver];
}
