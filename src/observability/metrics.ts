import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Seconds. Fit for what a caller waits for: 0.2 to 10 s, with a little room on both sides. */
const LATENCY_BUCKETS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 5, 7.5, 10, 15];
/** Seconds, from a hang-up at once to an hour. */
const DURATION_BUCKETS = [5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600];
/** Seconds, from a ring in time to one that was about to be missed. */
const LATENESS_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600];
/** Label values that come from outside (tool names) stop being told apart here, so that nobody can fill the memory. */
const MAX_NAMES = 100;

export type Direction = "inbound" | "outbound";
export type Backend = "stt" | "llm" | "tts";

/**
 * What the service counts and times. Seconds everywhere. No call ids in labels. No method throws; a duration that is
 * negative or not finite counts as 0.
 */
export interface Metrics {
  /** A call is over. `outcome` is its final status, `seconds` from answer to end; null when nobody answered. */
  callEnded(call: { direction: Direction; outcome: string; seconds: number | null }): void;
  /** A call was turned away before it began; `reason` is a code such as `busy`, `shutting_down`. */
  callRejected(reason: string): void;
  /** Has `count` asked at every scrape for the number of calls in progress. */
  activeCalls(count: () => number): void;
  toolCalled(tool: string, status: string): void;
  /** From the request to the text. */
  sttAnswered(seconds: number): void;
  /** From the request to the first audio. */
  ttsAnswered(seconds: number): void;
  /** From the request to the first output. */
  llmAnswered(seconds: number): void;
  /** A back end failed; `code` is of the error catalogue or the HTTP status. */
  backendFailed(backend: Backend, code: string): void;
  /** From the end of the caller's speech to the first audio of the reply queued. */
  responded(seconds: number): void;
  /** The caller spoke over the assistant and silenced it. */
  bargedIn(): void;
  /** Something was lost to a full queue: `what` names the queue, such as `media_frames`. */
  dropped(what: string, count?: number): void;
  /** A webhook was sent. `failed` will be tried again, `given_up` will not. */
  webhookAttempted(outcome: "delivered" | "failed" | "given_up"): void;
  /** Has `count` asked at every scrape for the number of webhooks that are due. */
  pendingWebhooks(count: () => number): void;
  /** A run of a schedule is over. */
  occurrenceEnded(outcome: string): void;
  /** A run of a schedule was dialled, or spoken, so much after its time. */
  occurrenceRang(lateSeconds: number): void;
  /** Has `read` asked at every scrape for the checks of `/health`, by name. */
  checks(read: () => Readonly<Record<string, { readonly ok: boolean }>>): void;
  asteriskConnected(connected: boolean): void;
  sipRegistered(registered: boolean): void;
  /** Everything in the text format of Prometheus. */
  render(): Promise<{ contentType: string; body: string }>;
}

export interface MetricsNeeds {
  /** What the names of the service's own metrics begin with, without the underscore. */
  readonly prefix: string;
  /** Whether Node's own metrics (memory, CPU, event loop lag) are collected too. */
  readonly node?: boolean;
}

/** A registry of its own: two of them never meet, and nothing is global. */
export function createMetrics({ prefix, node = true }: MetricsNeeds): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (node) collectDefaultMetrics({ register: registry });

  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter<L>({ name: `${prefix}_${name}`, help, labelNames: [...labelNames], registers });
  const latency = (name: string, help: string) =>
    new Histogram({ name: `${prefix}_${name}`, help, buckets: LATENCY_BUCKETS, registers });
  const gauge = (name: string, help: string, read?: () => number) =>
    new Gauge({
      name: `${prefix}_${name}`,
      help,
      registers,
      ...(read && {
        collect() {
          this.set(finite(read()));
        },
      }),
    });

  const calls = counter("calls_total", "Calls handled, by direction and outcome", ["direction", "outcome"]);
  const duration = new Histogram({
    name: `${prefix}_call_duration_seconds`,
    help: "Duration of calls from answer to end",
    buckets: DURATION_BUCKETS,
    registers,
  });
  const rejected = counter("calls_rejected_total", "Calls turned away before they began", ["reason"]);
  const tools = counter("tool_calls_total", "Tool invocations, by tool and status", ["tool", "status"]);
  const stt = latency("stt_latency_seconds", "Speech-to-text: from the request to the text");
  const tts = latency("tts_latency_seconds", "Text-to-speech: from the request to the first audio");
  const llm = latency("llm_latency_seconds", "Language model: from the request to the first output");
  const response = latency("response_latency_seconds", "From the end of the caller's speech to the first audio queued");
  const backendErrors = counter("backend_errors_total", "Failures of back ends", ["backend", "code"]);
  const bargeIns = counter("barge_ins_total", "Replies that the caller silenced by speaking");
  const drops = counter("dropped_total", "What was lost to a full queue", ["what"]);
  const webhooks = counter("webhook_attempts_total", "Attempts to deliver a webhook, by outcome", ["outcome"]);
  const occurrences = counter("schedule_runs_total", "Runs of schedules that are over, by outcome", ["outcome"]);
  const lateness = new Histogram({
    name: `${prefix}_schedule_lateness_seconds`,
    help: "From the time that a run of a schedule was due to its being dialled",
    buckets: LATENESS_BUCKETS,
    registers,
  });
  const asterisk = gauge("asterisk_connected", "1 while the ARI connection to Asterisk stands");
  const sip = gauge("sip_registered", "1 while the SIP registration stands");
  let readChecks: Parameters<Metrics["checks"]>[0] = () => ({});
  new Gauge({
    name: `${prefix}_check_up`,
    help: "1 while a check of /health is good, by check",
    labelNames: ["check"],
    registers,
    collect() {
      for (const [check, { ok }] of Object.entries(readChecks())) this.set({ check }, ok ? 1 : 0);
    },
  });
  let countActive = () => 0;
  gauge("active_calls", "Calls in progress", () => countActive());
  let countWebhooks = () => 0;
  gauge("webhooks_pending", "Webhooks that are due: being sent, or waiting for their turn", () => countWebhooks());

  const names = new Set<string>();
  const bounded = (name: string) => {
    if (!names.has(name) && names.size >= MAX_NAMES) return "other";
    names.add(name);
    return name;
  };

  return {
    callEnded({ direction, outcome, seconds }) {
      calls.inc({ direction, outcome });
      if (seconds !== null) duration.observe(finite(seconds));
    },
    callRejected: (reason) => rejected.inc({ reason }),
    activeCalls(count) {
      countActive = count;
    },
    toolCalled: (tool, status) => tools.inc({ tool: bounded(tool), status }),
    sttAnswered: (seconds) => stt.observe(finite(seconds)),
    ttsAnswered: (seconds) => tts.observe(finite(seconds)),
    llmAnswered: (seconds) => llm.observe(finite(seconds)),
    backendFailed: (backend, code) => backendErrors.inc({ backend, code }),
    responded: (seconds) => response.observe(finite(seconds)),
    bargedIn: () => bargeIns.inc(),
    dropped: (what, count = 1) => drops.inc({ what }, finite(count)),
    webhookAttempted: (outcome) => webhooks.inc({ outcome }),
    pendingWebhooks(count) {
      countWebhooks = count;
    },
    occurrenceEnded: (outcome) => occurrences.inc({ outcome }),
    occurrenceRang: (seconds) => lateness.observe(finite(seconds)),
    checks(read) {
      readChecks = read;
    },
    asteriskConnected: (connected) => asterisk.set(connected ? 1 : 0),
    sipRegistered: (registered) => sip.set(registered ? 1 : 0),
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

/** prom-client throws at what is not a number and takes a counter back for a negative one. */
function finite(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0;
}
