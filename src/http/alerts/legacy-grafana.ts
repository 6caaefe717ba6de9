import { NO_DATA } from "../../alerts/alert-text.js";
import { digestOf, type ReportedAlert, reportedAlert } from "../../alerts/reported-alert.js";
import { textIn, textsIn } from "./texts.js";

/** What a dashboard alert may be in. One that has just been paused, or is pending again, no longer fires. */
const STATES: Readonly<Record<string, "firing" | "resolved">> = {
  alerting: "firing",
  no_data: "firing",
  unknown: "firing",
  ok: "resolved",
  paused: "resolved",
  pending: "resolved",
};

/** Whether a body is the webhook of Grafana's dashboard alerts, which Grafana had until version 10: one rule in each body. */
export function isLegacyGrafana(body: Readonly<Record<string, unknown>>): boolean {
  return !("alerts" in body) && typeof body.ruleName === "string" && Object.hasOwn(STATES, textIn(body.state));
}

/** Reads such a body. A rule keeps its identity from the report that it fires to the report that it does not. */
export function legacyGrafanaAlert(body: Readonly<Record<string, unknown>>): ReportedAlert {
  const name = textIn(body.ruleName);
  const state = textIn(body.state);
  const tags = textsIn(body.tags) ?? {};
  return reportedAlert({
    status: STATES[state] ?? "firing",
    // As later versions of Grafana name it; the message describes what the rule would tell.
    labels: state === "no_data" ? { ...tags, alertname: NO_DATA, rulename: name } : { ...tags, alertname: name },
    hasAllLabels: false, // They are ours: an Alertmanager may know other alerts by them.
    annotations: state === "alerting" ? { summary: textIn(body.message), description: name } : { summary: name },
    fingerprint: identityOf(body, name, tags),
  });
}

/** The rule in its Grafana: every Grafana counts its rules from 1. A test from its editor has no number. */
function identityOf(
  { ruleId, orgId, ruleUrl }: Readonly<Record<string, unknown>>,
  name: string,
  tags: Readonly<Record<string, string>>,
): string {
  const url = textIn(ruleUrl);
  const host = URL.canParse(url) ? new URL(url).host : "";
  const rule = Number.isSafeInteger(ruleId) && ruleId !== 0 ? [orgId, ruleId] : [name, Object.entries(tags).sort()];
  return `grafana-${digestOf([host, rule])}`;
}
