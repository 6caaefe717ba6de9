import type { MessageOutbox } from "../calls/answered/leave-message.js";
import type { ResultOutbox } from "../calls/record/conclude-call.js";
import { resultsWithoutWords, withoutWords } from "../calls/record/without-words.js";
import type { Environment } from "../config/environment.js";
import type { Settings } from "../config/settings.js";
import { Scope } from "../kernel/scope.js";
import { createSteadyClock } from "../kernel/steady-clock.js";
import { createHealth, type FirstState, type Health } from "../observability/health.js";
import type { Log } from "../observability/log.js";
import { createMetrics, type Metrics } from "../observability/metrics.js";
import type { Tracing } from "../observability/trace.js";
import { type OpenedStore, openStore } from "../storage/open-store.js";
import { createDeliveryQueue, type DeliveryQueue } from "../webhooks/deliveries.js";
import { type Periods, readPeriods } from "./periods.js";

export interface FoundationNeeds {
  readonly settings: Settings;
  readonly log: Log;
  readonly version: string;
  readonly environment: Environment;
}

/** The basis of all other parts: observability, the store, and webhook delivery. */
export interface Foundation extends FoundationNeeds {
  readonly periods: Periods;
  /** The time, in ms since the epoch: for everything that is stored, scheduled, or expires. Short leaps of the clock are left out. */
  readonly now: () => number;
  /** Scope of the process. */
  readonly scope: Scope;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly tracing: Tracing | undefined;
  readonly store: OpenedStore;
  readonly deliveries: DeliveryQueue;
  readonly outbox: ResultOutbox;
  /** Sends the messages of callers; undefined when no words may be stored. */
  readonly messages: MessageOutbox | undefined;
}

const NOT_YET: FirstState = { ok: false, detail: "Not connected yet." };
const NOT_OPENED: FirstState = { ok: true };
const UNTRIED: FirstState = { ok: false, detail: "No activity yet." };

/** Opens the store and the observability. @throws when the embedded store cannot be opened */
export async function openFoundation(needs: FoundationNeeds): Promise<Foundation> {
  const { settings, log, version, environment } = needs;
  const periods = readPeriods(environment, log);
  const now = serviceClock(settings, periods, log);
  const scope = new Scope("process");
  const metrics = createMetrics({ prefix: settings.general.metricsPrefix });
  const health = createHealth({
    ...{ log, now },
    checks: {
      asterisk: NOT_YET,
      sip: NOT_YET,
      store: NOT_OPENED,
      stt: UNTRIED,
      ...(settings.stt.mode === "realtime" && { stt_realtime: UNTRIED }),
      llm: UNTRIED,
      tts: UNTRIED,
    },
  });
  metrics.checks(() => health.checks);
  const tracing = await openTracing(settings.tracing, { version, metrics, log, words: settings.store.logsWords });
  const opened = await openStore({
    mongodbUri: settings.store.mongodbUri,
    dataDir: settings.general.dataDir,
    report: (ok, detail) => health.report("store", ok, detail),
    onMissing: (writes) => metrics.storeShorter(writes),
    log,
    now,
  });
  const keepsWords = settings.store.transcriptRetentionDays > 0;
  const store = keepsWords ? opened : withoutWords(opened);
  const deliveries = createDeliveryQueue({
    store,
    ...settings.webhooks,
    ...{ log, metrics, tracing, scope, now, periods: periods.webhooks },
    userAgent: `ari-attendant/${version}`,
  });
  const outbox = keepsWords ? deliveries : resultsWithoutWords(deliveries);
  const messages = keepsWords ? deliveries : undefined;
  return { ...needs, periods, now, scope, metrics, health, tracing, store, deliveries, outbox, messages };
}

/** Creates the clock of the service. The hold is at most half the permitted lateness, so that no run is missed because of it. */
function serviceClock({ schedules }: Pick<Settings, "schedules">, { clock }: Periods, log: Log): () => number {
  const holdMs = Math.min(clock.holdMs, (schedules.maxLatenessSeconds * 1000) / 2);
  const leapOf = (byMs: number) => `${Math.abs(Math.round(byMs / 1000))} s ${byMs < 0 ? "back" : "forward"}`;
  return createSteadyClock({
    holdMs,
    onLeap(byMs) {
      const detail = `The machine's clock was set ${leapOf(byMs)}; the service follows it after ${holdMs / 1000} s, if that lasts`;
      log.warn("clock_leapt", detail, { by_ms: byMs });
    },
    onFollow(byMs) {
      log.info("clock_followed", `The service follows the machine's clock, which was set ${leapOf(byMs)}`, {
        by_ms: byMs,
      });
    },
  });
}

interface TracingNeeds {
  readonly version: string;
  /** Whether spans may hold what was said. */
  readonly words: boolean;
  readonly metrics: Pick<Metrics, "dropped">;
  readonly log: Log;
}

/** Creates the tracing; undefined, with nothing loaded, if no collector is set. */
async function openTracing(
  { endpoint, headers }: Settings["tracing"],
  { version, words, metrics, log }: TracingNeeds,
): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined;
  const { createOtlpTracing } = await import("../observability/otlp-tracing.js");
  return createOtlpTracing({
    ...{ endpoint, headers, words, version },
    onDropped: (count) => metrics.dropped("spans", count),
    onOutcome(ok, detail) {
      if (ok) log.info("traces_sent", `The collector at ${endpoint} accepts traces`);
      else log.warn("traces_not_sent", `The collector at ${endpoint} rejects traces: ${detail.slice(0, 300)}`);
    },
  });
}
