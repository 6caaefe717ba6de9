import { collectDefaultMetrics, Registry } from "prom-client";
import { KINDS, type KindOf } from "./counted-kinds.js";
import {
  counter,
  type Declaration,
  durations,
  gauge,
  label,
  openLabel,
  readGauge,
  readGauges,
} from "./metric-declarations.js";

/** Seconds, for what a caller waits for: 0.2 to 10 s, with some room on both sides. */
const LATENCY = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 5, 7.5, 10, 15];
/** Seconds, from an immediate hang-up to an hour. */
const DURATION = [5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600];
/** Seconds, from someone who picks up at once to several rounds with pauses, or a night. */
const REACHING = [...DURATION, 7200, 14_400, 43_200];
/** Seconds, from a schedule that ran on time to one that was almost missed. */
const LATENESS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600];

export type Backend = KindOf<"backend">;

/** An ended call. `outcome` is its final status; `seconds` runs from answer to end, null if it was not answered. */
export interface EndedCall {
  readonly direction: KindOf<"direction">;
  readonly outcome: KindOf<"ended">;
  readonly seconds: number | null;
}

const callsTotal = counter(
  "calls_total",
  "Calls handled, by direction and outcome",
  label("direction", KINDS.direction),
  label("outcome", KINDS.ended),
);
const callDuration = durations("call_duration_seconds", "Duration of calls from answer to end", DURATION);

const callEnded: Declaration<(call: EndedCall) => void> = (registration) => {
  const [ended, lasted] = [callsTotal(registration), callDuration(registration)];
  return ({ direction, outcome, seconds }) => {
    ended(direction, outcome);
    if (seconds !== null) lasted(seconds);
  };
};

const backendErrors = counter<[Backend, string]>(
  "backend_errors_total",
  "Failures of back ends",
  { name: "backend" },
  { name: "code" },
);

/** `code` is from the error catalogue. Each back end's own is counted from 0, so that the first failure is an increase. */
const backendFailed: Declaration<(backend: Backend, code: string) => void> = (registration) => {
  const failed = backendErrors(registration);
  for (const backend of KINDS.backend) for (const code of [`${backend}_failed`, "internal"]) failed(backend, code, 0);
  return failed;
};

/** All metrics of the service, by the name of the function that records them. */
const METRICS = {
  callEnded,
  callResumed: counter(
    "calls_resumed_total",
    "Calls that came back after a controller had died",
    label("outcome", KINDS.resumed),
  ),
  callRejected: counter(
    "calls_rejected_total",
    "Calls turned away before they began",
    label<string>("reason", KINDS.rejected),
  ),
  threadBusy: gauge(
    "thread_busy_ratio",
    "Share of its time for which the thread that carries the calls was busy, 0 to 1",
  ),
  overloaded: gauge("overloaded", "1 while further calls are turned away because the processor is busy"),
  /** The HTTP interface refused a request (401, 403, 429 or 503) or cut it off; `code` is from the error catalogue. */
  requestRefused: counter(
    "http_refused_total",
    "Requests refused with 401, 403, 429 or 503, or cut off, by code",
    label<string>("code", KINDS.refused),
  ),
  toolCalled: counter(
    "tool_calls_total",
    "Tool invocations, by tool and status",
    openLabel("tool"),
    openLabel("status"),
  ),
  transferred: counter(
    "transfers_total",
    "Attempts to put callers through, by the way they were reached and the outcome",
    label("mode", KINDS.transferMode),
    label("outcome", KINDS.transfer),
  ),
  sttAnswered: durations("stt_latency_seconds", "Speech-to-text: from the request to the text", LATENCY),
  sttSession: counter(
    "stt_realtime_sessions_total",
    "Realtime sessions of speech-to-text, by outcome",
    label("outcome", KINDS.session),
  ),
  sttRealtimeText: counter(
    "stt_realtime_texts_total",
    "Texts in realtime mode, by where they came from",
    label("from", KINDS.text),
  ),
  ttsAnswered: durations("tts_latency_seconds", "Text-to-speech: from the request to the first audio", LATENCY),
  llmAnswered: durations("llm_latency_seconds", "Language model: from the request to the first output", LATENCY),
  responded: durations(
    "response_latency_seconds",
    "From the end of the caller's speech to the first audio queued",
    LATENCY,
  ),
  backendFailed,
  backendWithdrawn: counter<[Backend]>(
    "backend_withdrawn_total",
    "Requests to back ends that were closed before their answer; some servers compute them to the end",
    label("backend", KINDS.backend),
  ),
  sttUsual: gauge(
    "stt_usual_seconds",
    "What 95 % of the recent requests to speech-to-text took: it decides how the recogniser is used",
  ),
  endpointed: durations("endpoint_wait_seconds", "Silence after which callers were taken to have finished", LATENCY),
  cutIn: counter("cut_ins_total", "Replies that were heard in a pause of the caller's, who then went on"),
  bargedIn: counter("barge_ins_total", "Replies that the caller silenced by speaking"),
  pausedReply: durations("reply_pause_seconds", "How long replies were silenced for what might be the caller", LATENCY),
  thoughtAhead: counter(
    "thoughts_ahead_total",
    "Replies begun before the caller had finished, or before all of their words were known, by outcome",
    label("outcome", KINDS.thought),
  ),
  overlapped: counter(
    "overlaps_total",
    "Sounds over the assistant, by what they turned out to be",
    label("kind", KINDS.overlap),
  ),
  mediaReconnected: counter(
    "media_reconnects_total",
    "Losses of the sound in the middle of a call, by outcome",
    label("outcome", KINDS.reconnect),
  ),
  /** The value of `what` names the queue. */
  dropped: counter("dropped_total", "What was lost to a full queue", label<string>("what", KINDS.dropped)),
  /** `failed` will be retried, `given_up` will not. */
  webhookAttempted: counter(
    "webhook_attempts_total",
    "Attempts to deliver a webhook, by outcome",
    label("outcome", KINDS.webhook),
  ),
  controllerTakenOver: counter(
    "controllers_taken_over_total",
    "Controllers that ended without a word, and whose calls were taken over by this one",
  ),
  occurrenceEnded: counter(
    "schedule_runs_total",
    "Runs of schedules that are over, by outcome",
    label("outcome", KINDS.run),
  ),
  occurrenceRang: durations(
    "schedule_lateness_seconds",
    "From the time that a run of a schedule was due to its being dialled",
    LATENESS,
  ),
  /** `firing` and `resolved` were taken; `unrouted` matched no route, for `refused` there was no room. */
  alertReported: counter("alerts_total", "Alerts reported by monitoring systems", label("what", KINDS.alert)),
  alertsWaiting: readGauge("alerts_waiting", "Alerts that fire and that no one has acknowledged"),
  alertAcknowledged: durations(
    "alert_acknowledged_seconds",
    "From the first report of an alert to its acknowledgement",
    REACHING,
  ),
  /** `told` and `untold` are of the end of alerts; `withdrawn` had nothing left to tell, `failed` could not be begun. */
  alertsCalledOut: counter(
    "alert_call_outs_total",
    "Ended chains that were called about alerts, by outcome",
    label("outcome", KINDS.callOut),
  ),
  chainEnded: counter("chains_total", "Chains of calls that are over, by outcome", label("outcome", KINDS.chain)),
  chainCalled: counter(
    "chain_calls_total",
    "Calls of chains that are over, by outcome",
    label("outcome", KINDS.chainCall),
  ),
  chainReached: durations(
    "chain_reached_seconds",
    "From the request of a chain until someone answered or acknowledged, as it demands",
    REACHING,
  ),
  chainsCalling: readGauge("chains_calling", "Chains of which this controller has a call in progress or queued"),
  asteriskConnected: gauge("asterisk_connected", "1 while the ARI connection to Asterisk stands"),
  applicationTaken: gauge("asterisk_application_taken", "1 while another client has the ARI application"),
  orphanRemoved: counter(
    "asterisk_strays_total",
    "Channels and bridges that no call had to do with, taken away; `caller`: callers who were found, and taken or gone on with",
    label("kind", KINDS.stray),
  ),
  sipRegistered: gauge("sip_registered", "1 while the SIP registration stands"),
  checks: readGauges("check_up", "1 while a check of /health is good, by check", "check"),
  activeCalls: readGauge("active_calls", "Calls in progress"),
  pendingWebhooks: readGauge("webhooks_pending", "Webhooks that are due: being sent, or waiting for their turn"),
  storeShorter: gauge("store_missing_writes", "Writes that the store had acknowledged and has lost, at least"),
};

type Recordings = { readonly [Name in keyof typeof METRICS]: ReturnType<(typeof METRICS)[Name]> };

/** Records the counts and times of the service, without call ids. No function throws; an invalid number counts as 0. */
export interface Metrics extends Recordings {
  /** Returns all metrics in the Prometheus text format. */
  render(): Promise<{ contentType: string; body: string }>;
}

export interface MetricsNeeds {
  /** Prefix of the service's own metrics, without the underscore. */
  readonly prefix: string;
  /** Whether Node's own metrics (memory, CPU, event loop lag) are collected as well. */
  readonly node?: boolean;
}

/** Creates the metrics in a separate registry, so that two sets never collide. */
export function createMetrics({ prefix, node = true }: MetricsNeeds): Metrics {
  const registry = new Registry();
  if (node) collectDefaultMetrics({ register: registry });
  const recordings = Object.fromEntries(
    Object.entries(METRICS).map(([name, register]) => [name, register({ registry, prefix })]),
  ) as unknown as Recordings;
  return {
    ...recordings,
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
