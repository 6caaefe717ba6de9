import { type ReportedAlert, reportedAlert } from "../../alerts/reported-alert.js";
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
  const { ruleId, orgId } = body;
  const name = textIn(body.ruleName);
  const state = textIn(body.state);
  const isKnown = Number.isSafeInteger(ruleId) && ruleId !== 0;
  return reportedAlert({
    status: STATES[state] ?? "firing",
    labels: { ...textsIn(body.tags), alertname: name },
    // The message of a rule without data describes what the rule would tell.
    annotations: state === "alerting" ? { summary: textIn(body.message), description: name } : { summary: name },
    ...(isKnown && { fingerprint: `grafana-${Number.isSafeInteger(orgId) ? String(orgId) : "1"}-${String(ruleId)}` }),
  });
}
