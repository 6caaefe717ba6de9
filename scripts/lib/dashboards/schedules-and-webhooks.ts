import type { Dashboard } from "./panel.js";
import { quantile, within } from "./questions.js";

/** Scheduled calls, and the reports about calls. */
export const schedulesAndWebhooks: Dashboard = {
  name: "schedules-and-webhooks",
  uid: "attendant-schedules",
  title: "Schedules and webhooks",
  description: "Whether scheduled calls are placed on time, and whether webhooks are delivered.",
  rows: [
    {
      title: "Schedules",
      panels: [
        {
          title: "Scheduled runs, by outcome",
          says:
            "Per ten minutes. Missed: no call was placed, because the service or a dependency was unavailable for " +
            "too long.",
          as: "stack",
          width: 12,
          asks: [within("10m", "service_schedule_runs_total", "outcome", "{{outcome}}")],
        },
        {
          title: "Scheduled runs, lateness",
          says: "From the time that a run was due until the call was dialled.",
          as: "lines",
          unit: "s",
          width: 12,
          asks: [
            quantile(50, "service_schedule_lateness_seconds", "30m", "median"),
            quantile(95, "service_schedule_lateness_seconds", "30m"),
          ],
        },
      ],
    },
    {
      title: "Chains of calls",
      panels: [
        {
          title: "Ended chains, by outcome",
          says: "Per ten minutes. Not reached: all numbers were called in vain. Missed: no call could be placed.",
          as: "stack",
          width: 12,
          asks: [within("10m", "service_chains_total", "outcome", "{{outcome}}")],
        },
        {
          title: "Calls of ended chains, by outcome",
          says: "Per ten minutes. Declined: a person answered, but did not acknowledge.",
          as: "stack",
          width: 12,
          asks: [within("10m", "service_chain_calls_total", "outcome", "{{outcome}}")],
        },
        {
          title: "Chains calling",
          says: "Chains of which a controller has a call in progress or queued; of several controllers, the highest count.",
          as: "lines",
          width: 12,
          asks: [{ expr: "max(service_chains_calling)", legend: "calling" }],
        },
        {
          title: "Time until someone was reached",
          says: "From the request of a chain until someone answered or acknowledged, as it demands.",
          as: "lines",
          unit: "s",
          width: 12,
          asks: [
            quantile(50, "service_chain_reached_seconds", "6h", "median"),
            quantile(95, "service_chain_reached_seconds", "6h"),
          ],
        },
      ],
    },
    {
      title: "Webhooks",
      panels: [
        {
          title: "Delivery attempts, by outcome",
          says: "Per five minutes. Given up: the receiver does not have the webhook, and it is not retried.",
          as: "stack",
          width: 12,
          asks: [within("5m", "service_webhook_attempts_total", "outcome", "{{outcome}}")],
        },
        {
          title: "Due now",
          says: "Being sent, or waiting for their turn. Failed ones are retried after longer and longer pauses.",
          as: "lines",
          width: 12,
          asks: [{ expr: "sum(service_webhooks_pending)", legend: "due now" }],
        },
      ],
    },
    {
      title: "Alerts",
      panels: [
        {
          title: "Reported alerts",
          says: "Per five minutes. Unrouted: no one is called about them. Refused: too many are open.",
          as: "stack",
          width: 12,
          asks: [within("5m", "service_alerts_total", "what", "{{what}}")],
        },
        {
          title: "Unacknowledged alerts",
          says: "Alerts that fire and that no one has acknowledged.",
          as: "lines",
          width: 12,
          asks: [{ expr: "max(service_alerts_waiting)", legend: "unacknowledged" }],
        },
        {
          title: "Ended call-outs, by outcome",
          says: "Per ten minutes. Unacknowledged: all numbers were called in vain, and are called again later.",
          as: "stack",
          width: 12,
          asks: [within("10m", "service_alert_call_outs_total", "outcome", "{{outcome}}")],
        },
        {
          title: "Time until alerts were acknowledged",
          says: "From the first report of an alert, on the telephone or over REST.",
          as: "lines",
          unit: "s",
          width: 12,
          asks: [
            quantile(50, "service_alert_acknowledged_seconds", "6h", "median"),
            quantile(95, "service_alert_acknowledged_seconds", "6h"),
          ],
        },
      ],
    },
  ],
};
