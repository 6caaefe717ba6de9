import { createCallDeliveries } from "../calls/call-deliveries.js";
import { createForgetNumber } from "../calls/record/forget-number.js";
import { refusalOf } from "../calls/live/obstacle.js";
import { watchCalls } from "../calls/live/watch-calls.js";
import { createEventHub } from "../http/events/event-hub.js";
import { createHttpInterface, type HttpInterfaceNeeds } from "../http/http-interface.js";
import type { ChecksOnDemand } from "../observability/health.js";
import { checkCallbackUrl } from "../webhooks/callback-url.js";
import type { Calling } from "./calling.js";
import { callsPerHourOf, ratesOf } from "./client-limits.js";
import type { Foundation } from "./foundation.js";
import { createTalking } from "./talking.js";

export interface RestNeeds {
  /** The primary languages that calls can be in. */
  readonly languages: readonly string[];
  readonly foundation: Foundation;
  readonly calling: Calling;
  /** On-demand checks of the engines. */
  readonly checks: ChecksOnDemand;
  /** What it shows besides the service's work. */
  readonly shown: Pick<HttpInterfaceNeeds, "settings" | "consoleFolder">;
}

/** Connects the HTTP interface with the parts that it operates. */
export function createRest({
  foundation,
  calling,
  checks,
  shown,
  languages,
}: RestNeeds): ReturnType<typeof createHttpInterface> {
  const { settings, health, metrics, store, deliveries, version, log, scope, now } = foundation;
  const { http, webhooks, general, calls } = settings;
  const { asterisk, liveCalls, callControl, callerIds, served, scheduling, alerts, toolRunner, obstacle, isLive } =
    calling;
  const { schedules, chains } = scheduling;
  return createHttpInterface({
    machineNow: Date.now,
    ...{ now, health, version, log, metrics, callerIds, schedules, alerts, languages },
    assistants: served.assistants,
    closedDays: served.closedDays,
    assistantsFile: served.file,
    checks: { ...checks, asterisk: asterisk.testLoopback },
    keys: http.apiKeys,
    allowUnauthenticated: http.allowUnauthenticated,
    rates: ratesOf(http),
    callsPerHour: callsPerHourOf(http),
    activeCalls: () => liveCalls.count,
    sipRegistered: calling.sipRegistered,
    readiness: () => {
      const detail = obstacle() ?? refusalOf(liveCalls.refusal);
      return detail ? { ok: false, detail } : { ok: true };
    },
    ...createTalking({ conversationNeeds: calling.conversationNeeds, liveCalls, scope }),
    calls: callControl,
    doNotCall: calling.doNotCall,
    stopping: scope.signal,
    chains,
    events: createEventHub({ watch: (tell) => watchCalls(liveCalls, tell), signal: scope.signal, now }),
    ...shown,
    deliveries: createCallDeliveries({ calls: callControl, store, queue: deliveries }),
    tools: toolRunner,
    forgetNumber: createForgetNumber({ store, schedules, isLive, log }),
    timeZone: general.timezone,
    idempotencyStore: store,
    checkCallbackUrl: (url) => checkCallbackUrl(url, webhooks),
    toolTimeoutMs: calls.toolTimeoutMs,
  });
}
