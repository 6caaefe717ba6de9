import type { Dashboard } from "./panel.js";
import { LATELY, perMinute, quantile } from "./questions.js";

const CALLS = "sum(increase(service_calls_total[30m]))";

/** How long callers wait, and how well turns are taken. */
export const conversation: Dashboard = {
  name: "conversation",
  uid: "attendant-conversation",
  title: "Conversation",
  description: "How long callers wait, whether they are cut off, and what interrupts a reply.",
  rows: [
    {
      title: "Reply time",
      panels: [
        {
          title: "Reply",
          says:
            "From the end of the caller's speech to the first audio queued. The silence that marks the end of the " +
            "turn (ENDPOINT_SILENCE_MS) is included.",
          as: "lines",
          unit: "s",
          asks: [
            quantile(50, "service_response_latency_seconds", LATELY),
            quantile(95, "service_response_latency_seconds", LATELY),
          ],
        },
        {
          title: "Silence before a reply, and within one",
          says:
            "How long callers are silent until their turn is judged to be over, and how long replies are paused " +
            "for sound that may be the caller.",
          as: "lines",
          unit: "s",
          asks: [
            quantile(50, "service_endpoint_wait_seconds", LATELY, "endpoint, median"),
            quantile(95, "service_endpoint_wait_seconds", LATELY, "endpoint, 95th percentile"),
            quantile(95, "service_reply_pause_seconds", LATELY, "reply paused, 95th percentile"),
          ],
        },
        {
          title: "Speculative replies, by outcome",
          says:
            "Per minute. Kept: played as soon as the caller's turn was over. Withdrawn: the caller went on, and " +
            "the back ends' work was wasted (TURN_TAKING).",
          as: "stack",
          unit: "cpm",
          asks: [perMinute("service_thoughts_ahead_total", "outcome", "{{outcome}}")],
        },
      ],
    },
    {
      title: "Turn-taking",
      panels: [
        {
          title: "Overlapping sounds, by kind",
          says:
            "Per ended call: words that interrupted the reply, a listener's response, our own echo, sound without " +
            "words; and interrupted replies.",
          as: "lines",
          asks: [
            {
              expr: `sum by (kind) (increase(service_overlaps_total[30m])) / scalar(${CALLS})`,
              legend: "{{kind}}",
            },
            { expr: `sum(increase(service_barge_ins_total[30m])) / ${CALLS}`, legend: "replies interrupted" },
          ],
        },
        {
          title: "Premature replies",
          says:
            "Per ended call: replies played during a pause of the caller, who then went on. A higher " +
            "ENDPOINT_SILENCE_MS reduces them.",
          as: "lines",
          asks: [{ expr: `sum(increase(service_cut_ins_total[30m])) / ${CALLS}`, legend: "premature" }],
        },
        {
          title: "Tool calls, by name and result",
          says: "Per minute.",
          as: "stack",
          unit: "cpm",
          asks: [perMinute("service_tool_calls_total", "tool, status", "{{tool}} {{status}}")],
        },
      ],
    },
  ],
};
