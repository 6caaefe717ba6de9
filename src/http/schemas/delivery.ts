import type { JsonSchema } from "../../validation/validator.js";
import { answer, listOf, nullable, request, text, time, whole } from "./shapes.js";
import { callId } from "./texts.js";

/** A body is not needed; an empty object is taken for none. */
export const nothing: JsonSchema = request({}, []);

const attempt: JsonSchema = answer({
  at: time("When it was made."),
  duration_ms: whole("How long it took, in ms.", { minimum: 0 }),
  http_status: nullable(whole("What the receiver answered; null when it did not.")),
  error: nullable(text("Why it failed, in one sentence; null when it did not.")),
});

export const delivery: JsonSchema = answer({
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

export const deliveries: JsonSchema = listOf(delivery, { description: "Oldest first." });
