import type { Dashboard } from "./panel.js";
import { LATELY, mean, perMinute, quantile, within } from "./questions.js";

const BACK_ENDS = { stt: "speech to text", llm: "language model", tts: "text to speech" };
const latencyOf = (backend: string) => `service_${backend}_latency_seconds`;

/** The back ends that a conversation waits for. */
export const backEnds: Dashboard = {
  name: "back-ends",
  uid: "attendant-back-ends",
  title: "Back ends",
  description: "Response times and failures of speech-to-text, the language model and text-to-speech.",
  rows: [
    {
      title: "Answers",
      panels: [
        {
          title: "Back ends, p95",
          says:
            "95 % of answers arrived within this time: the text of an utterance, the model's first word, the " +
            "first audio of a sentence.",
          as: "lines",
          unit: "s",
          asks: Object.entries(BACK_ENDS).map(([backend, name]) => quantile(95, latencyOf(backend), LATELY, name)),
        },
        {
          title: "Back ends, mean",
          as: "lines",
          unit: "s",
          asks: Object.entries(BACK_ENDS).map(([backend, name]) => mean(latencyOf(backend), LATELY, name)),
        },
        {
          title: "Requests answered, per minute",
          says: "Requests to the back ends, including those of discarded speculative replies.",
          as: "lines",
          unit: "cpm",
          asks: Object.entries(BACK_ENDS).map(([backend, name]) => ({
            expr: `60 * sum(rate(${latencyOf(backend)}_count[${LATELY}]))`,
            legend: name,
          })),
        },
      ],
    },
    {
      title: "Faults",
      panels: [
        {
          title: "Failures of back ends",
          says: "Per five minutes, by back end and code.",
          as: "stack",
          asks: [within("5m", "service_backend_errors_total", "backend, code", "{{backend}} {{code}}")],
        },
        {
          title: "Speech-to-text: usual time",
          says: "95 % of the recent requests took no longer: this decides how the recogniser is used.",
          as: "lines",
          unit: "s",
          asks: [{ expr: "service_stt_usual_seconds", legend: "usual" }],
        },
        {
          title: "Requests withdrawn",
          says: "Per minute, by back end: closed before their answer. Some servers compute them to the end.",
          as: "stack",
          unit: "cpm",
          asks: [perMinute("service_backend_withdrawn_total", "backend", "{{backend}}")],
        },
        {
          title: "Realtime speech-to-text: words, by origin",
          says:
            "Per minute, with STT_MODE=realtime. From a session: available as soon as the caller stops. From " +
            "batch: the session did not have them, and the caller waited for a request.",
          as: "stack",
          unit: "cpm",
          asks: [perMinute("service_stt_realtime_texts_total", "from", "from {{from}}")],
        },
        {
          title: "Realtime speech-to-text: sessions",
          says: "Per minute, by outcome. Failed: see the check stt_realtime.",
          as: "stack",
          unit: "cpm",
          asks: [perMinute("service_stt_realtime_sessions_total", "outcome", "{{outcome}}")],
        },
      ],
    },
  ],
};
