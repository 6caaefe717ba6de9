import { type ReportedAlert, reportedAlert } from "../../alerts/reported-alert.js";
import { isRecord } from "../../kernel/record.js";
import type { JsonSchema } from "../../validation/validator.js";
import { InvalidInput } from "../kit/http-errors.js";
import { listOf, text, whole } from "../kit/schema.js";
import { isLegacyGrafana, legacyGrafanaAlert } from "./legacy-grafana.js";
import { textIn, textsIn } from "./texts.js";

const MAX_ALERTS = 2000;
const STATES = ["firing", "resolved"] as const;

const texts = (description: string): JsonSchema => ({
  type: "object",
  description,
  additionalProperties: { type: "string" },
});

/** The webhook of Alertmanager (version 4) or of Grafana's alerting, as far as it is used. */
export const alertReport: JsonSchema = {
  type: "object",
  description:
    "The webhook of Alertmanager (version 4) or of Grafana, as it is. Fields that are not listed are ignored. The " +
    "webhook of Grafana's former dashboard alerts (`ruleName`, `state`) is read as well.",
  properties: {
    alerts: listOf(
      {
        type: "object",
        properties: {
          status: text("", { enum: STATES }),
          labels: texts("Compared with the routes. `alertname` and `severity` are shown."),
          annotations: texts(
            "What is said: the first of `summary`, `description` and `message` in which no template is left. Without " +
              "one, the alert's name is said in words.",
          ),
          startsAt: text("When it began, RFC 3339."),
          endsAt: text("When it ended, RFC 3339. A report from before, that it fires, then does not open it again."),
          fingerprint: text("Identifies the alert. Default: its labels do."),
        },
        required: ["status", "labels"],
      },
      { maxItems: MAX_ALERTS },
    ),
    truncatedAlerts: whole(
      "How many alerts the sender left out because of its `max_alerts`: no one can be called about them.",
      {
        minimum: 0,
      },
    ),
    ruleName: text("Of a dashboard alert: the name of its rule."),
    state: text("Of a dashboard alert: `alerting`, `no_data`, `unknown`; `ok`, `paused` and `pending` end it."),
  },
  anyOf: [{ required: ["alerts"] }, { required: ["ruleName", "state"] }],
  examples: [
    {
      version: "4",
      status: "firing",
      alerts: [
        {
          status: "firing",
          labels: { alertname: "NotRegistered", severity: "critical", instance: "controller:8080" },
          annotations: { summary: "The assistant cannot be called." },
          startsAt: "2026-11-23T09:51:03.157Z",
          fingerprint: "c6eadffa33fcdf37",
        },
      ],
    },
  ],
};

/** Returns how many alerts of its group a report leaves out. */
export function truncatedIn(body: unknown): number {
  const truncated = isRecord(body) ? body.truncatedAlerts : undefined;
  return Number.isSafeInteger(truncated) ? Math.max(0, Number(truncated)) : 0;
}

/** Reads a report. Optional fields of another type count as absent. @throws {InvalidInput} */
export function alertsIn(body: unknown): readonly ReportedAlert[] {
  if (isRecord(body) && isLegacyGrafana(body)) return [legacyGrafanaAlert(body)];
  const alerts = isRecord(body) ? body.alerts : undefined;
  if (!Array.isArray(alerts)) throw fault("/alerts", "must be a list of alerts");
  if (alerts.length > MAX_ALERTS) {
    throw fault("/alerts", `must have at most ${MAX_ALERTS} alerts; set max_alerts at the sender`);
  }
  return alerts.map((alert: unknown, index) => {
    const at = `/alerts/${index}`;
    if (!isRecord(alert)) throw fault(at, "must be an object");
    const status = STATES.find((each) => each === alert.status);
    if (!status) throw fault(`${at}/status`, `must be ${STATES.join(" or ")}`);
    const labels = textsIn(alert.labels);
    if (!isRecord(alert.labels) || !labels) throw fault(`${at}/labels`, "must be an object of texts");
    const hasAllLabels = Object.keys(labels).length === Object.keys(alert.labels).length;
    const annotations = textsIn(alert.annotations) ?? {};
    return reportedAlert({
      ...{ status, labels, hasAllLabels, annotations },
      startsAt: textIn(alert.startsAt),
      endsAt: textIn(alert.endsAt),
      fingerprint: textIn(alert.fingerprint),
    });
  });
}

function fault(path: string, message: string): InvalidInput {
  return new InvalidInput([{ path, message }]);
}
