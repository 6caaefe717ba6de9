import { answerCall } from "../calls/answer-call.js";
import { isAwaited } from "../calls/awaited-call.js";
import { createCallControl } from "../calls/call-control.js";
import { createCallDeliveries } from "../calls/call-deliveries.js";
import { createDialPolicy } from "../calls/dial-policy.js";
import { purgeOldCalls } from "../calls/purge-calls.js";
import { LiveCalls } from "../calls/live-calls.js";
import { obstacleTo } from "../calls/obstacle.js";
import { failAbandonedCalls } from "../calls/fail-abandoned-calls.js";
import { createToolRunner } from "../calls/tool-runner.js";
import type { Phrases } from "../config/phrases.js";
import type { Environment } from "../config/read-environment.js";
import type { Settings } from "../config/settings.js";
import { createConversationResources } from "./conversation-resources.js";
import { createHttpInterface } from "../http/http-interface.js";
import { withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import { Scope } from "../kernel/scope.js";
import { createVoiceActivity } from "../listening/voice-activity.js";
import { createHealth, type FirstState } from "../observability/health.js";
import type { Log } from "../observability/log.js";
import { createMetrics } from "../observability/metrics.js";
import type { CallRecord } from "../records/call-record.js";
import { controllerId } from "../storage/controller-id.js";
import { openStore } from "../storage/open-store.js";
import { attachToAsterisk } from "../telephony/asterisk/asterisk.js";
import { operatorAt } from "../telephony/operator.js";
import { createScheduling } from "./scheduling.js";
import { createToolset } from "./tools.js";
import { checkCallbackUrl } from "../webhooks/callback-url.js";
import { createDeliveryQueue } from "../webhooks/deliveries.js";

export interface AppNeeds {
  readonly settings: Settings;
  readonly phrases: Phrases;
  readonly log: Log;
  readonly version: string;
  /** As `process.env` has it, for the plugins. */
  readonly environment: Environment;
}

/** The running service. */
export interface App {
  /** Where its HTTP interface listens. */
  readonly url: string;
  /** Loads the plugins anew. Calls go on. */
  reload(): Promise<void>;
  /** Takes no more calls, has the running ones say goodbye within the deadline set, and lets go of everything. */
  stop(): Promise<void>;
}

const HTTP_CLOSE_MS = 2_000;
const NOT_YET: FirstState = { ok: false, detail: "Not connected yet." };
const UNTRIED: FirstState = { ok: true };

/**
 * Joins the parts, the only place that does, and starts them.
 *
 * Nothing outside has to be there for it to start: Asterisk, MongoDB and the back ends are connected to, and reported on,
 * from then on.
 *
 * @throws when the HTTP interface cannot listen, or the embedded store cannot be opened
 */
export async function startApp({ settings, phrases, log, version, environment }: AppNeeds): Promise<App> {
  const { general, calls, http, webhooks } = settings;
  const scope = new Scope("process");
  const metrics = createMetrics({ prefix: general.metricsPrefix });
  const health = createHealth({
    log,
    checks: { asterisk: NOT_YET, sip: NOT_YET, store: UNTRIED, stt: UNTRIED, llm: UNTRIED, tts: UNTRIED },
  });
  metrics.checks(() => health.checks);
  const store = await openStore({
    mongodbUri: settings.store.mongodbUri,
    dataDir: general.dataDir,
    report: (ok, detail) => health.report("store", ok, detail),
    log,
  });
  const outbox = createDeliveryQueue({
    store,
    secrets: webhooks.secrets,
    allowPrivate: webhooks.allowPrivate,
    log,
    metrics,
    scope,
    userAgent: `ari-attendant/${version}`,
  });

  const toolset = createToolset({ settings, environment, version, log, scope });
  await toolset.load();
  const resources = createConversationResources({
    settings,
    phrases,
    toolbox: toolset.toolbox,
    metrics,
    health,
    log,
    scope,
  });
  await createVoiceActivity().then((loaded) => loaded[Symbol.dispose]()); // Loads the module before the first call.
  const liveCalls = new LiveCalls(calls.maxConcurrent, calls.queueLength);
  metrics.activeCalls(() => liveCalls.count);
  const maxCallMs = calls.maxSeconds * 1000;
  const owner = controllerId(general.dataDir);
  const callNeeds = { resources, phrases, liveCalls, maxCallMs, owner, metrics, records: store, outbox, log };

  const asterisk = attachToAsterisk({
    ari: settings.ari,
    app: settings.ari.app,
    ami: settings.sip && settings.ami,
    extension: settings.sip?.user,
    dialContext: calls.dialContext,
    maxCallMs,
    log,
    scope,
    reportAsterisk: (ok, detail) => {
      health.report("asterisk", ok, detail);
      metrics.asteriskConnected(ok);
    },
    reportRegistration: (ok, detail) => {
      health.report("sip", ok, detail);
      metrics.sipRegistered(ok);
    },
  });

  const obstacle = () => obstacleTo({ liveCalls, health, telephony: asterisk });
  const policy = createDialPolicy({
    allow: calls.dialAllow,
    callerAllow: calls.callerDialAllow,
    deny: calls.dialDeny,
    callerEmergency: calls.callerEmergency,
    ownExtension: settings.sip?.user,
  });
  const callControl = createCallControl({ ...callNeeds, policy, dialler: asterisk, obstacle, scope });
  const scheduling = createScheduling({
    ...callNeeds,
    settings,
    store,
    jobs: store.jobs,
    callControl,
    intents: asterisk.intents,
    policy,
    scope,
  });
  const { schedules, tasks } = scheduling;
  const toolRunner = createToolRunner({ ...resources, callControl, liveCalls, tasks, log, scope });
  scheduling.start((name, parameters) => toolRunner.run(name, parameters));
  const operator = operatorAt(calls.operatorExtension, asterisk);
  const { systemPrompt } = settings.llm;
  asterisk.open((incoming) => {
    void scope.run(answerCall(incoming, { ...callNeeds, operator, tasks, systemPrompt }));
  });
  const { signal } = scope;
  const isLive = (callId: string) => liveCalls.find(callId) !== undefined;
  const awaited = (record: CallRecord) => isAwaited(record, store);
  void scope
    .run(failAbandonedCalls({ records: store, outbox, owner, isLive, isAwaited: awaited, maxCallMs, log, signal }))
    .catch(() => {});
  void scope
    .run(purgeOldCalls({ records: store, days: settings.store.callRetentionDays, log, signal }))
    .catch(() => {});

  const server = createHttpInterface({
    health,
    testLoopback: asterisk.testLoopback,
    version,
    log,
    metrics,
    keys: http.apiKeys,
    allowUnauthenticated: http.allowUnauthenticated,
    ratePerMinute: http.ratePerMinute,
    activeCalls: () => liveCalls.count,
    sipRegistered: () => health.ok("sip"),
    readiness: () => {
      const detail = obstacle() ?? (liveCalls.refusal && "As many calls are in progress as there may be.");
      return detail ? { ok: false, detail } : { ok: true };
    },
    calls: callControl,
    deliveries: createCallDeliveries({ calls: callControl, store, queue: outbox }),
    tools: toolRunner,
    schedules,
    timeZone: general.timezone,
    idempotencyStore: store,
    checkCallbackUrl: (url) => checkCallbackUrl(url, { allowPrivate: webhooks.allowPrivate }),
    toolTimeoutMs: calls.toolTimeoutMs,
  });

  async function stop(): Promise<void> {
    scheduling.leave();
    await withDeadline(calls.shutdownSeconds * 1000, undefined, "saying goodbye", () => liveCalls.drain()).catch(() =>
      log.warn("calls_cut_off", "Calls that were still going on are cut off", { count: liveCalls.count }),
    );
    scope.end(new Ending("shutting_down"));
    await scope.closed;
    await server.close(HTTP_CLOSE_MS);
    await store[Symbol.asyncDispose]();
  }

  try {
    const url = await server.listen(http);
    log.info("http_listening", `The HTTP interface listens on ${url}`, { url });
    return { url, reload: () => toolset.load(), stop };
  } catch (error) {
    await stop().catch((failure: unknown) => log.error("stop_failed", describe(failure)));
    throw error;
  }
}
