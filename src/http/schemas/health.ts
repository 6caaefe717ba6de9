import type { JsonSchema } from "../../validation/validator.js";
import { answer, flag, text, time, whole } from "./shapes.js";

const check: JsonSchema = answer(
  {
    ok: flag("Whether it is there and answers."),
    detail: text("What is wrong with it, in one sentence."),
    since: time("Since when it is so."),
  },
  { optional: ["detail"] },
);

export const health: JsonSchema = answer({
  status: text("`degraded` when something that is needed is away.", { enum: ["healthy", "degraded"] }),
  sip_registered: flag("Whether the service can be reached as an extension."),
  active_calls: whole("Calls in progress.", { minimum: 0 }),
  version: text("The version of the service."),
  uptime_seconds: whole("For how long the process runs.", { minimum: 0 }),
  checks: { type: "object", description: "What the service needs, by name.", additionalProperties: check },
});

export const readiness: JsonSchema = answer({ ready: flag("New calls can be taken.") });
