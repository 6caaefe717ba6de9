import type { Dashboard } from "./panel.js";
import { quantile, within } from "./questions.js";

/** What is to happen by itself, and who is told of it. */
export const schedulesAndWebhooks: Dashboard = {
  name: "schedules-and-webhooks",
  uid: "attendant-schedules",
  title: "Schedules and webhooks",
  description: "Whether scheduled calls ring, in time, and whether whoever asked is told how calls went.",
  rows: [
    {
      title: "Schedules",
      panels: [
        {
          title: "Scheduled runs, by outcome",
          says: "Within ten minutes each. Missed: nobody was rung, because the service or what it needs was away for too long.",
          as: "stack",
          width: 12,
          asks: [within("10m", "service_schedule_runs_total", "outcome", "{{outcome}}")],
        },
        {
          title: "Scheduled runs, lateness",
          says: "From the time that a run was due to its being dialled.",
          as: "lines",
          unit: "s",
          width: 12,
          asks: [
            quantile(50, "service_schedule_lateness_seconds", "30m", "half of them"),
            quantile(95, "service_schedule_lateness_seconds", "30m"),
          ],
        },
      ],
    },
    {
      title: "Webhooks",
      panels: [
        {
          title: "Attempts, by outcome",
          says: "Within five minutes each. Given up: the receiver does not have it and will not get it by itself.",
          as: "stack",
          width: 12,
          asks: [within("5m", "service_webhook_attempts_total", "outcome", "{{outcome}}")],
        },
        {
          title: "Due now",
          says: "Being sent, or waiting for their turn. Those that a receiver refuses wait for longer each time.",
          as: "lines",
          width: 12,
          asks: [{ expr: "sum(service_webhooks_pending)", legend: "due now" }],
        },
      ],
    },
  ],
};
