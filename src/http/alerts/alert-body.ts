import type { ListedAlert } from "../../alerts/alert-desk.js";
import type { OpenAlert } from "../../records/alert-board.js";
import type { JsonSchema } from "../../validation/validator.js";
import { answer, instant, instantOrNull, nullable, text, time, whole } from "../kit/schema.js";

export const openAlert: JsonSchema = answer({
  fingerprint: text("Identifies the alert."),
  status: text("", {
    enum: ["firing", "acknowledged", "resolved"],
    description: "`resolved`: only its end is still to be told.",
  }),
  name: text("Its label `alertname`."),
  severity: text("Its label `severity`; empty without one."),
  text: text("What is said about it."),
  route: text("The route of `alerts` that it matched."),
  starts_at: nullable(time("When it began, by the clock of its sender.")),
  reported_at: time("When it was reported first."),
  seen_at: time("When it was reported last."),
  chain_id: nullable(text("The chain that is being called about it: `GET /chain/{id}` shows who.")),
  call_outs: whole("How often people were called about it.", { minimum: 0 }),
  called_at: nullable(time("When the latest call-out ended.")),
  acknowledged_at: nullable(time("When it was acknowledged.")),
  acknowledged_by: nullable(text("The number or the client that acknowledged it.")),
});

export function alertBody(alert: ListedAlert) {
  const { fingerprint, name, severity, text: said, route, callOuts, acknowledgedBy } = alert;
  return {
    fingerprint,
    status: statusOf(alert),
    ...{ name, severity, text: said, route },
    starts_at: instantOrNull(alert.startsAt),
    reported_at: instant(alert.reportedAt),
    seen_at: instant(alert.seenAt),
    chain_id: alert.chainId,
    call_outs: callOuts,
    called_at: instantOrNull(alert.calledAt),
    acknowledged_at: instantOrNull(alert.acknowledgedAt),
    acknowledged_by: acknowledgedBy,
  };
}

function statusOf({ resolvedAt, acknowledgedAt }: OpenAlert): "firing" | "acknowledged" | "resolved" {
  if (resolvedAt !== null) return "resolved";
  return acknowledgedAt === null ? "firing" : "acknowledged";
}
