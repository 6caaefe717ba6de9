import { Admission } from "../calls/admission.js";
import { answerCall } from "../calls/answer-call.js";
import { isAwaited } from "../calls/recovery/call-occurrence.js";
import { createCallControl } from "../calls/call-control.js";
import { createCallDeliveries } from "../calls/call-deliveries.js";
import { purgeOldCalls } from "../calls/purge-calls.js";
import { createForgetNumber } from "../calls/forget-number.js";
import { LiveCalls } from "../calls/live-calls.js";
import { obstacleTo, refusalOf } from "../calls/obstacle.js";
import { closeCopiedCalls, failAbandonedCalls, reconcileLostCalls } from "../calls/recovery/reconcile-calls.js";
import { mayReturnWithin } from "../calls/recovery/find-lost-call.js";
import { resumeCall } from "../calls/recovery/resume-call.js";
import { watchLoad } from "../calls/watch-load.js";
import { createToolRunner } from "../calls/tool-runner.js";
import { watchCalls } from "../calls/watch-calls.js";
import { resultsWithoutWords, withoutWords } from "../calls/without-words.js";
import type { Phrases } from "../config/phrases.js";
import type { Environment } from "../config/read-environment.js";
import type { Settings } from "../config/settings.js";
import { createWording } from "../toolbox/wording.js";
import { ratesOf } from "./client-limits.js";
import { dialRules } from "./dial-rules.js";
import { createConversationResources } from "./conversation-resources.js";
import { createEventHub } from "../http/events/event-hub.js";
import { createHttpInterface, type HttpInterfaceNeeds } from "../http/http-interface.js";
import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import { Scope } from "../kernel/scope.js";
import { createVoiceActivity } from "../listening/voice-activity.js";
import { createHealth, type FirstState } from "../observability/health.js";
import type { Log } from "../observability/log.js";
import { createMetrics } from "../observability/metrics.js";
import { HANDED_OVER, newOwner } from "../ownership/owner-name.js";
import { createOwnership } from "../ownership/ownership.js";
import type { CallRecord } from "../records/call-record.js";
import { controllerId } from "../storage/controller-id.js";
import { openStore } from "../storage/open-store.js";
import { type Asterisk, type AsteriskNeeds, attachToAsterisk } from "../telephony/asterisk/asterisk.js";
import { watchZoneRules } from "../scheduling/zone-rules.js";
import { operatorAt } from "../telephony/operator.js";
import { createLeaving, type Leaving } from "./leave.js";
import { readPeriods } from "./periods.js";
import { createScheduling } from "./scheduling.js";
import { createTalking } from "./talking.js";
import { openTracing } from "./tracing.js";
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
  /** What is shown besides what the service does. */
  readonly shown: Pick<HttpInterfaceNeeds, "settings" | "consoleFolder">;
  /** Attaches it to its telephone system; to an Asterisk unless given. */
  readonly attach?: (needs: AsteriskNeeds) => Asterisk;
}

/** The running service. */
export interface App extends Leaving {
  /** Where its HTTP interface listens. */
  readonly url: string;
  /** Loads the plugins anew. Calls go on. */
  reload(): Promise<void>;
}

const HTTP_CLOSE_MS = 2_000;
const NOT_YET: FirstState = { ok: false, detail: "Not connected yet." };
const NOT_OPENED: FirstState = { ok: true };
const UNTRIED: FirstState = { ok: false, detail: "It has not done anything yet." };

/**
 * Joins the parts, the only place that does, and starts them.
 *
 * Nothing outside has to be there for it to start: Asterisk, MongoDB and the back ends are connected to, and reported on,
 * from then on.
 *
 * @throws when the HTTP interface cannot listen, or the embedded store cannot be opened
 */
export async function startApp({ attach = attachToAsterisk, ...needs }: AppNeeds): Promise<App> {
  const { settings, phrases, log, version, environment, shown } = needs;
  const { general, calls, http, webhooks } = settings;
  const wording = createWording(phrases);
  const periods = readPeriods(environment, log);
  const scope = new Scope("process");
  const connection = new Scope("connection to Asterisk");
  const metrics = createMetrics({ prefix: general.metricsPrefix });
  const health = createHealth({
    log,
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
  const tracing = await openTracing(settings.tracing, { version, metrics, log });
  const opened = await openStore({
    mongodbUri: settings.store.mongodbUri,
    dataDir: general.dataDir,
    report: (ok, detail) => health.report("store", ok, detail),
    onMissing: (writes) => metrics.storeShorter(writes),
    log,
  });
  const keepsWords = settings.store.transcriptRetentionDays > 0;
  const store = keepsWords ? opened : withoutWords(opened);
  const deliveries = createDeliveryQueue({
    store,
    ...webhooks,
    ...{ log, metrics, tracing, scope, periods: periods.webhooks },
    userAgent: `ari-attendant/${version}`,
  });
  const outbox = keepsWords ? deliveries : resultsWithoutWords(deliveries);

  const toolset = createToolset({ settings, wording, environment, version, log, scope });
  await toolset.load();
  const resources = createConversationResources({
    ...{ settings, phrases, metrics, health, log, scope },
    toolbox: toolset.callerTools,
    periods: periods.backends,
  });
  await createVoiceActivity().then((loaded) => loaded[Symbol.dispose]()); // Loads the module before the first call.
  const admission = new Admission();
  const liveCalls = new LiveCalls(calls.maxConcurrent, calls.queueLength, admission);
  metrics.activeCalls(() => liveCalls.count);
  watchLoad({ admission, liveCalls, metrics, log, scope });
  const [maxCallMs, rejoinMs] = [calls.maxSeconds * 1000, calls.rejoinSeconds * 1000];
  const ownership = createOwnership({
    store,
    controllerId: controllerId(general.dataDir),
    place: opened.place,
    isShared: opened.isShared,
    leaseMs: settings.store.controllerLeaseSeconds * 1000,
    log,
    metrics,
  });
  const owner = () => ownership.owner;
  const otherOwners = () => ownership.others();
  const isOurs = (record: CallRecord) => ownership.confirm(record);
  const handedOverTo = newOwner(HANDED_OVER);
  const callNeeds = {
    handedOverTo,
    resources,
    phrases,
    liveCalls,
    maxCallMs,
    owner,
    isOurs,
    metrics,
    records: store,
    ...{ outbox, tracing, log },
  };

  let isRegistered = false;
  const asterisk = attach({
    ari: settings.ari,
    app: settings.ari.app,
    ami: settings.sip && settings.ami,
    extension: settings.sip?.user,
    dialContext: calls.dialContext,
    ...{ maxCallMs, rejoinMs, log, scope, connection },
    periods: periods.asterisk,
    reportAsterisk: (ok, detail) => {
      health.report("asterisk", ok, detail);
      metrics.asteriskConnected(ok);
    },
    reportTaken: (taken) => metrics.applicationTaken(taken),
    reportOrphan: (kind) => metrics.orphanRemoved(kind),
    reportRegistration: (ok) => {
      isRegistered = ok;
      metrics.sipRegistered(ok);
    },
    reportSip: (ok, detail) => health.report("sip", ok, detail),
    onMended: (outcome) => metrics.mediaReconnected(outcome),
  });

  const obstacle = () => obstacleTo({ liveCalls, health, telephony: asterisk });
  const { policy, callerIds } = dialRules(settings);
  const callControl = createCallControl({ ...callNeeds, policy, callerIds, dialler: asterisk, obstacle, scope });
  const { signal } = scope;
  const mayReturn = mayReturnWithin(rejoinMs, asterisk, signal);
  const scheduling = createScheduling({
    ...callNeeds,
    mayReturn,
    settings,
    wording,
    store,
    jobs: store.jobs,
    callControl,
    intents: asterisk.intents,
    policy,
    trustCallerId: calls.trustCallerId,
    scope,
    periods: periods.schedules,
  });
  const { schedules, tasks } = scheduling;
  const toolRunner = createToolRunner({
    ...resources,
    toolbox: toolset.toolbox,
    callControl,
    liveCalls,
    tasks,
    log,
    scope,
  });
  scheduling.start((name, parameters, client) => toolRunner.run(name, parameters, client));
  const operator = operatorAt(calls.operatorExtension, asterisk, callerIds.own);
  const { systemPrompt } = settings.llm;
  const conversationNeeds = { ...callNeeds, operator, tasks, systemPrompt };
  asterisk.open(
    (incoming) => void scope.run(answerCall(incoming, conversationNeeds)),
    (returning) =>
      void scope.run(resumeCall(returning, { ...conversationNeeds, occurrences: store, otherOwners, rejoinMs })),
  );
  const isLive = (callId: string) => liveCalls.find(callId) !== undefined;
  const awaited = (record: CallRecord) => isAwaited(record, store);
  const serves = (channelId: string) => asterisk.serves(channelId, signal);
  const abandoned = { records: store, outbox, owner, isLive, isAwaited: awaited, mayReturn, maxCallMs, log };
  ownership.start(
    {
      settle: () => failAbandonedCalls(abandoned),
      onLost: (former, now) => reconcileLostCalls(former, now, { liveCalls, records: store, serves }),
      release: (copied) => closeCopiedCalls(copied, { store, maxCallMs, leaving: signal, log, metrics, now: Date.now }),
    },
    scope,
  );
  const { callRetentionDays: days, transcriptRetentionDays: wordDays } = settings.store;
  const reportZones = (ok: boolean, detail?: string) => health.report("zones", ok, detail);
  void scope.run(watchZoneRules({ store, timeZone: general.timezone, signal }, reportZones)).catch(() => {});
  void scope.run(purgeOldCalls({ records: store, days, wordDays, log, signal })).catch(() => {});

  const server = createHttpInterface({
    health,
    checks: { ...resources.checks, asterisk: asterisk.testLoopback },
    version,
    log,
    metrics,
    keys: http.apiKeys,
    allowUnauthenticated: http.allowUnauthenticated,
    rates: ratesOf(http),
    ...{ activeCalls: () => liveCalls.count, sipRegistered: () => isRegistered },
    readiness: () => {
      const detail = obstacle() ?? refusalOf(liveCalls.refusal);
      return detail ? { ok: false, detail } : { ok: true };
    },
    ...createTalking({ ...conversationNeeds, scope }),
    calls: callControl,
    events: createEventHub({ watch: (tell) => watchCalls(liveCalls, tell), signal, now: Date.now }),
    ...shown,
    deliveries: createCallDeliveries({ calls: callControl, store, queue: deliveries }),
    tools: toolRunner,
    schedules,
    forgetNumber: createForgetNumber({ store, schedules, isLive, log }),
    timeZone: general.timezone,
    idempotencyStore: store,
    checkCallbackUrl: (url) => checkCallbackUrl(url, webhooks),
    callerIds,
    toolTimeoutMs: calls.toolTimeoutMs,
  });

  async function close(): Promise<void> {
    asterisk.leave(); // Who calls now is not to wait for nobody.
    scope.end(new Ending("shutting_down"));
    await scope.closed;
    await connection[Symbol.asyncDispose]();
    await server.close(HTTP_CLOSE_MS);
    await ownership.end();
    await store[Symbol.asyncDispose]();
    await tracing?.close();
  }

  const leaving = createLeaving({
    ...{ liveCalls, scheduling, asterisk, close, log },
    withinMs: calls.shutdownSeconds * 1000,
    rejoinMs,
  });

  try {
    const url = await server.listen(http);
    log.info("http_listening", `The HTTP interface listens on ${url}`, { url });
    return { url, reload: () => toolset.load(), ...leaving };
  } catch (error) {
    await leaving.stop().catch((failure: unknown) => log.error("stop_failed", describe(failure)));
    throw error;
  }
}
