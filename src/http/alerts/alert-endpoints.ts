import type { AlertDesk } from "../../alerts/alert-desk.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer, type Tag } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import { answer, listOf, NO_BODY, nullable, text, whole } from "../kit/schema.js";
import { alertBody, openAlert } from "./alert-body.js";
import { alertReport, alertsIn, truncatedIn } from "./alert-report.js";

const ALERTS: Tag = { name: "Alerts", description: "Alerts of monitoring systems, told on the telephone." };

const many = (description: string) => whole(description, { minimum: 0 });

const alertsReceived: JsonSchema = answer({
  firing: many("Alerts that fire."),
  resolved: many("Alerts that are resolved."),
  unrouted: many("Firing alerts that match no route of `alerts`: no one is called about them."),
  refused: many("Firing alerts for which there is no room: too many are open."),
  late: many("Firing alerts whose end was reported before: they stay over."),
  truncated: many("Alerts that the sender left out of its report (`max_alerts`): no one is called about them."),
});

const alertResolved: JsonSchema = answer({
  fingerprint: text("Identifies the alert."),
  status: text("", { enum: ["resolved"] }),
  chain_id: nullable(text("The chain that was being called about it.")),
});

export const ALERT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  AlertReport: alertReport,
  AlertsReceived: alertsReceived,
  OpenAlert: openAlert,
  AlertResolved: alertResolved,
};

export interface AlertEndpointsNeeds {
  readonly alerts: Pick<AlertDesk, "receive" | "list" | "acknowledge" | "resolve">;
}

/** `/alert` for monitoring systems, `/alerts` for people. */
export function alertEndpoints({ alerts }: AlertEndpointsNeeds): Endpoint[] {
  const reportAlerts: Endpoint = {
    id: "reportAlerts",
    method: "post",
    path: "/alert",
    scopes: ["alert"],
    tag: ALERTS,
    summary: "Report alerts",
    description:
      "For the webhooks of Alertmanager and Grafana. The alerts are stored when this answers, and the people of the " +
      "chain that their route names are called. An alert that is reported again is not called about twice.",
    body: { schema: alertReport, required: true, isForeign: true },
    answer: { description: "The alerts are stored.", schema: alertsReceived },
    problems: ["store_unavailable"],
    handle: async ({ body }) => jsonAnswer(await alerts.receive(alertsIn(body), truncatedIn(body))),
  };

  const listAlerts: Endpoint = {
    id: "listAlerts",
    method: "get",
    path: "/alerts",
    isLong: "list",
    scopes: ["read"],
    tag: ALERTS,
    summary: "List the open alerts",
    answer: { description: "The alerts, latest first, by when they were first reported.", schema: listOf(openAlert) },
    problems: ["store_unavailable"],
    handle: async () => jsonAnswer((await alerts.list()).map(alertBody)),
  };

  const acknowledgeAlert: Endpoint = {
    id: "acknowledgeAlert",
    method: "post",
    path: "/alerts/{id}/acknowledge",
    params: { id: "The fingerprint of the alert." },
    scopes: ["call"],
    tag: ALERTS,
    summary: "Acknowledge an alert",
    description: "No one is called about it any more, unless it begins again.",
    body: NO_BODY,
    answer: { description: "The alert as it is now.", schema: openAlert },
    problems: ["not_found", "store_unavailable"],
    async handle({ params, client }) {
      const by = client?.name ?? "REST";
      return jsonAnswer(alertBody(await findOr404("alert", params, (id) => alerts.acknowledge(id, by))));
    },
  };

  const resolveAlert: Endpoint = {
    id: "resolveAlert",
    method: "delete",
    path: "/alerts/{id}",
    params: { id: "The fingerprint of the alert." },
    scopes: ["call"],
    tag: ALERTS,
    summary: "Resolve an alert",
    description:
      "As if its sender had reported its end: the telephones that ring for it alone stop, and the chain's record says who " +
      "resolved it. A person who is being told is told to the end. It opens again if it begins again, or is still reported " +
      "a quarter of an hour later.",
    answer: { description: "The alert is over.", schema: alertResolved },
    problems: ["not_found", "store_unavailable"],
    async handle({ params, client }) {
      const by = client?.name ?? "REST";
      const { fingerprint, chainId } = await findOr404("alert", params, (id) => alerts.resolve(id, by));
      return jsonAnswer({ fingerprint, status: "resolved", chain_id: chainId });
    },
  };

  return [reportAlerts, listAlerts, acknowledgeAlert, resolveAlert];
}
