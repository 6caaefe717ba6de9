import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type KindOf, KINDS } from "./counted-kinds.js";

/** Seconds. Fit for what a caller waits for: 0.2 to 10 s, with a little room on both sides. */
const LATENCY_BUCKETS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 5, 7.5, 10, 15];
/** Seconds, from a hang-up at once to an hour. */
const DURATION_BUCKETS = [5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600];
/** Seconds, from a ring in time to one that was about to be missed. */
const LATENESS_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600];
/** Label values that come from outside (tool names) stop being told apart here, so that nobody can fill the memory. */
const MAX_NAMES = 100;

export type Backend = "stt" | "llm" | "tts";

/**
 * What the service counts and times. Seconds everywhere. No call ids in labels. No method throws; a duration that is
 * negative or not finite counts as 0.
 */
export interface Metrics {
  /** A call is over. `outcome` is its final status, `seconds` from answer to end; null when nobody answered. */
  callEnded(call: { direction: KindOf<"direction">; outcome: KindOf<"ended">; seconds: number | null }): void;
  /** A call was turned away before it began; `reason` is a code such as `busy`, `shutting_down`. */
  callRejected(reason: string): void;
  /**
   * A call came back that an earlier run had lost, or handed over: it goes on, went back to the dialplan, or did so because
   * it was lost too often.
   */
  callResumed(outcome: KindOf<"resumed">): void;
  /** The HTTP interface refused a request (`code` of the error catalogue, status 401, 403, 429 or 503) or cut it off. */
  requestRefused(code: string): void;
  /** The thread that carries the calls was busy for such a share (0–1) of its time, and has no room for another call. */
  loaded(busy: number, isFull: boolean): void;
  /** Has `count` asked at every scrape for the number of calls in progress. */
  activeCalls(count: () => number): void;
  toolCalled(tool: string, status: string): void;
  /** From the request to the text. */
  sttAnswered(seconds: number): void;
  /** A realtime session of speech-to-text has opened; or failed, before that or after. */
  sttSession(outcome: KindOf<"session">): void;
  /** Words came from a realtime session, or from a request for the whole because it did not have them. */
  sttRealtimeText(from: KindOf<"text">): void;
  /** From the request to the first audio. */
  ttsAnswered(seconds: number): void;
  /** From the request to the first output. */
  llmAnswered(seconds: number): void;
  /** A back end failed; `code` is of the error catalogue or the HTTP status. */
  backendFailed(backend: Backend, code: string): void;
  /** From the end of the caller's speech to the first audio of the reply queued. */
  responded(seconds: number): void;
  /** The caller was taken to have finished after so long a silence. */
  endpointed(seconds: number): void;
  /** A reply was heard in a pause of the caller's, who then went on. */
  cutIn(): void;
  /** The caller spoke over the assistant and silenced it. */
  bargedIn(): void;
  /** A reply was silenced for so long for what might have been the caller, whether it was or not. */
  pausedReply(seconds: number): void;
  /** A reply that was begun before it was certain that the caller had finished was heard, or was not wanted. */
  thoughtAhead(outcome: KindOf<"thought">): void;
  /** Something was heard over the assistant: words that took the floor, words of listening, our own echo, or no words. */
  overlapped(kind: KindOf<"overlap">): void;
  /** The sound of a call was lost in its middle, and connected anew or not. */
  mediaReconnected(outcome: KindOf<"reconnect">): void;
  /** Something was lost to a full queue: `what` names the queue, such as `media_frames`. */
  dropped(what: string, count?: number): void;
  /** A webhook was sent. `failed` will be tried again, `given_up` will not. */
  webhookAttempted(outcome: KindOf<"webhook">): void;
  /** Has `count` asked at every scrape for the number of webhooks that are due. */
  pendingWebhooks(count: () => number): void;
  /** The store turned out to lack so many writes that it had acknowledged. */
  storeShorter(writes: number): void;
  /** A run of a schedule is over. */
  occurrenceEnded(outcome: KindOf<"run">): void;
  /** Another controller has ended without a word, and what it had was taken over here. */
  controllerTakenOver(): void;
  /** A run of a schedule was dialled, or spoken, so much after its time. */
  occurrenceRang(lateSeconds: number): void;
  /** Has `read` asked at every scrape for the checks of `/health`, by name. */
  checks(read: () => Readonly<Record<string, { readonly ok: boolean }>>): void;
  asteriskConnected(connected: boolean): void;
  /** Whether another client has the ARI application. */
  applicationTaken(taken: boolean): void;
  /** A channel or bridge that no call had to do with was taken away; `kind` is of a short list. */
  strayEnded(kind: KindOf<"stray">): void;
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
  /** One that is told apart by a single label, whose values are known. */
  const counterOf = <L extends string>(name: string, help: string, label: L, kinds: readonly string[]) => {
    const made = counter(name, help, [label]);
    for (const kind of kinds) made.inc({ [label]: kind } as Record<L, string>, 0);
    return made;
  };
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
  for (const direction of KINDS.direction) for (const outcome of KINDS.ended) calls.inc({ direction, outcome }, 0);
  const duration = new Histogram({
    name: `${prefix}_call_duration_seconds`,
    help: "Duration of calls from answer to end",
    buckets: DURATION_BUCKETS,
    registers,
  });
  const resumed = counterOf(
    "calls_resumed_total",
    "Calls that came back after a controller had died",
    "outcome",
    KINDS.resumed,
  );
  const rejected = counterOf("calls_rejected_total", "Calls turned away before they began", "reason", KINDS.rejected);
  const busy = gauge(
    "thread_busy_ratio",
    "Share of its time for which the thread that carries the calls was busy, 0 to 1",
  );
  const overloaded = gauge("overloaded", "1 while further calls are turned away because the processor is busy");
  const refused = counterOf(
    "http_refused_total",
    "Requests refused with 401, 403, 429 or 503, or cut off, by code",
    "code",
    KINDS.refused,
  );
  const tools = counter("tool_calls_total", "Tool invocations, by tool and status", ["tool", "status"]);
  const stt = latency("stt_latency_seconds", "Speech-to-text: from the request to the text");
  const sttSessions = counterOf(
    "stt_realtime_sessions_total",
    "Realtime sessions of speech-to-text, by outcome",
    "outcome",
    KINDS.session,
  );
  const sttTexts = counterOf(
    "stt_realtime_texts_total",
    "Texts in realtime mode, by where they came from",
    "from",
    KINDS.text,
  );
  const tts = latency("tts_latency_seconds", "Text-to-speech: from the request to the first audio");
  const llm = latency("llm_latency_seconds", "Language model: from the request to the first output");
  const response = latency("response_latency_seconds", "From the end of the caller's speech to the first audio queued");
  const backendErrors = counter("backend_errors_total", "Failures of back ends", ["backend", "code"]);
  const endpoints = latency("endpoint_wait_seconds", "Silence after which callers were taken to have finished");
  const cutIns = counter("cut_ins_total", "Replies that were heard in a pause of the caller's, who then went on");
  const bargeIns = counter("barge_ins_total", "Replies that the caller silenced by speaking");
  const replyPauses = latency("reply_pause_seconds", "How long replies were silenced for what might be the caller");
  const thoughts = counterOf(
    "thoughts_ahead_total",
    "Replies begun before the caller had finished, or before all of their words were known, by outcome",
    "outcome",
    KINDS.thought,
  );
  const overlaps = counterOf(
    "overlaps_total",
    "Sounds over the assistant, by what they turned out to be",
    "kind",
    KINDS.overlap,
  );
  const reconnects = counterOf(
    "media_reconnects_total",
    "Losses of the sound in the middle of a call, by outcome",
    "outcome",
    KINDS.reconnect,
  );
  const drops = counterOf("dropped_total", "What was lost to a full queue", "what", KINDS.dropped);
  const webhooks = counterOf(
    "webhook_attempts_total",
    "Attempts to deliver a webhook, by outcome",
    "outcome",
    KINDS.webhook,
  );
  const takenOver = counter(
    "controllers_taken_over_total",
    "Controllers that ended without a word, and whose calls were taken over by this one",
  );
  const occurrences = counterOf(
    "schedule_runs_total",
    "Runs of schedules that are over, by outcome",
    "outcome",
    KINDS.run,
  );
  const lateness = new Histogram({
    name: `${prefix}_schedule_lateness_seconds`,
    help: "From the time that a run of a schedule was due to its being dialled",
    buckets: LATENESS_BUCKETS,
    registers,
  });
  const asterisk = gauge("asterisk_connected", "1 while the ARI connection to Asterisk stands");
  const taken = gauge("asterisk_application_taken", "1 while another client has the ARI application");
  const strays = counterOf(
    "asterisk_strays_total",
    "Channels and bridges that no call had to do with, taken away; `caller`: callers who were found, and taken or gone on with",
    "kind",
    KINDS.stray,
  );
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

  const missingWrites = gauge("store_missing_writes", "Writes that the store had acknowledged and has lost, at least");

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
    callResumed: (outcome) => resumed.inc({ outcome }),
    requestRefused: (code) => refused.inc({ code }),
    loaded(share, isFull) {
      busy.set(finite(share));
      overloaded.set(isFull ? 1 : 0);
    },
    activeCalls(count) {
      countActive = count;
    },
    toolCalled: (tool, status) => tools.inc({ tool: bounded(tool), status }),
    sttAnswered: (seconds) => stt.observe(finite(seconds)),
    sttSession: (outcome) => sttSessions.inc({ outcome }),
    sttRealtimeText: (from) => sttTexts.inc({ from }),
    ttsAnswered: (seconds) => tts.observe(finite(seconds)),
    llmAnswered: (seconds) => llm.observe(finite(seconds)),
    backendFailed: (backend, code) => backendErrors.inc({ backend, code }),
    responded: (seconds) => response.observe(finite(seconds)),
    endpointed: (seconds) => endpoints.observe(finite(seconds)),
    cutIn: () => cutIns.inc(),
    pausedReply: (seconds) => replyPauses.observe(finite(seconds)),
    bargedIn: () => bargeIns.inc(),
    thoughtAhead: (outcome) => thoughts.inc({ outcome }),
    overlapped: (kind) => overlaps.inc({ kind }),
    mediaReconnected: (outcome) => reconnects.inc({ outcome }),
    dropped: (what, count = 1) => drops.inc({ what }, finite(count)),
    webhookAttempted: (outcome) => webhooks.inc({ outcome }),
    pendingWebhooks(count) {
      countWebhooks = count;
    },
    storeShorter: (writes) => missingWrites.set(finite(writes)),
    occurrenceEnded: (outcome) => occurrences.inc({ outcome }),
    controllerTakenOver: () => takenOver.inc(),
    occurrenceRang: (seconds) => lateness.observe(finite(seconds)),
    checks(read) {
      readChecks = read;
    },
    asteriskConnected: (connected) => asterisk.set(connected ? 1 : 0),
    applicationTaken: (has) => taken.set(has ? 1 : 0),
    strayEnded: (kind) => strays.inc({ kind }),
    sipRegistered: (registered) => sip.set(registered ? 1 : 0),
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

/** prom-client throws at what is not a number and takes a counter back for a negative one. */
function finite(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0;
}
