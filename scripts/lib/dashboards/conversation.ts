import type { Dashboard } from "./panel.js";
import { LATELY, perMinute, quantile } from "./questions.js";

const CALLS = "sum(increase(service_calls_total[30m]))";

/** How long callers wait, and who is let speak. */
export const conversation: Dashboard = {
  name: "conversation",
  uid: "attendant-conversation",
  title: "Conversation",
  description: "How long callers wait, how well they are let finish, and what silences a reply.",
  rows: [
    {
      title: "What callers wait for",
      panels: [
        {
          title: "Reply",
          says:
            "From the end of the caller's speech to the first sound queued. The silence by which the end is recognised " +
            "(ENDPOINT_SILENCE_MS) comes before it.",
          as: "lines",
          unit: "s",
          asks: [
            quantile(50, "service_response_latency_seconds", LATELY),
            quantile(95, "service_response_latency_seconds", LATELY),
          ],
        },
        {
          title: "Silence before a reply, and within one",
          says: "How long callers are silent until they are taken to have finished, and how long replies are silenced for what may be the caller.",
          as: "lines",
          unit: "s",
          asks: [
            quantile(50, "service_endpoint_wait_seconds", LATELY, "waited, 50 of 100"),
            quantile(95, "service_endpoint_wait_seconds", LATELY, "waited, 95 of 100"),
            quantile(95, "service_reply_pause_seconds", LATELY, "replies silenced, 95 of 100"),
          ],
        },
        {
          title: "Replies begun while the caller paused, by outcome",
          says: "Per minute. Kept: heard at once when the caller had finished. Withdrawn: the caller went on, and the back ends worked for nothing (THINK_AHEAD).",
          as: "stack",
          unit: "cpm",
          asks: [perMinute("service_thoughts_ahead_total", "outcome", "{{outcome}}")],
        },
      ],
    },
    {
      title: "Who speaks",
      panels: [
        {
          title: "Sounds over the assistant, by what they were",
          says: "Per ended call: words that took the floor, words of listening, our own echo, what had no words; and replies that were silenced for good.",
          as: "lines",
          asks: [
            {
              expr: `sum by (kind) (increase(service_overlaps_total[30m])) / scalar(${CALLS})`,
              legend: "{{kind}}",
            },
            { expr: `sum(increase(service_barge_ins_total[30m])) / ${CALLS}`, legend: "replies silenced" },
          ],
        },
        {
          title: "Callers cut in on",
          says: "Per ended call: replies that were heard in a pause of the caller's, who then went on. More of ENDPOINT_SILENCE_MS makes fewer.",
          as: "lines",
          asks: [{ expr: `sum(increase(service_cut_ins_total[30m])) / ${CALLS}`, legend: "cut in on" }],
        },
        {
          title: "Tools, by name and result",
          says: "Per minute.",
          as: "stack",
          unit: "cpm",
          asks: [perMinute("service_tool_calls_total", "tool, status", "{{tool}} {{status}}")],
        },
      ],
    },
  ],
};
