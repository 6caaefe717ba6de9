import type { AlertDesk } from "../alerts/alert-desk.js";
import { answerCall } from "../calls/answer-call.js";
import type { ConversationCallNeeds } from "../calls/answered/conversation-call.js";
import { type CallControl, createCallControl } from "../calls/call-control.js";
import { Admission } from "../calls/live/admission.js";
import { LiveCalls } from "../calls/live/live-calls.js";
import { obstacleTo } from "../calls/live/obstacle.js";
import { watchLoad } from "../calls/live/watch-load.js";
import { isAwaited } from "../calls/recovery/call-occurrence.js";
import { mayReturnWithin } from "../calls/recovery/find-lost-call.js";
import {
  type AbandonedCallsNeeds,
  closeCopiedCalls,
  failAbandonedCalls,
  type LostCallsNeeds,
  reconcileLostCalls,
} from "../calls/recovery/reconcile-calls.js";
import { resumeCall } from "../calls/resume-call.js";
import { createCalleeRights } from "../calls/rights/callee-rights.js";
import { type CallerIds, createCallerIds, ownCallerId } from "../calls/rights/caller-ids.js";
import { createDialPolicy, type DialPolicy } from "../calls/rights/dial-policy.js";
import { createDoNotCall, type DoNotCall } from "../calls/rights/do-not-call.js";
import { createToolRunner, type ToolRunner } from "../calls/tool-runner.js";
import type { PhrasesByLanguage } from "../config/phrases.js";
import type { Settings } from "../config/settings.js";
import { createSwitchboard } from "../conversation/transfer/switchboard.js";
import type { Directory } from "../directory/directory.js";
import { Scope } from "../kernel/scope.js";
import type { Metrics } from "../observability/metrics.js";
import { HANDED_OVER, newOwner } from "../ownership/owner-name.js";
import { createOwnership, type Ownership } from "../ownership/ownership.js";
import type { OwnedCalls } from "../ownership/take-over.js";
import { controllerId } from "../storage/controller-id.js";
import type { OpenedStore } from "../storage/open-store.js";
import type { Asterisk, AsteriskNeeds } from "../telephony/asterisk/asterisk.js";
import type { Wording } from "../toolbox/wording.js";
import { createAlerting } from "./alerting.js";
import { type DirectoryInUse, serveAssistants, type ServedAssistants } from "./assistants.js";
import { callsPlacedPerHour, clientsOf, numbersOf } from "./client-limits.js";
import type { createConversationResources } from "./conversation-resources.js";
import type { Foundation } from "./foundation.js";
import { createScheduling, type Scheduling } from "./scheduling.js";
import type { Toolset } from "./tools.js";

/** Time for which Asterisk keeps callers who have lost their controller, in ms: its dialplan contains the same number. */
export const REJOIN_MS = 15_000;

export interface CallingNeeds extends Foundation {
  readonly phrases: PhrasesByLanguage;
  /** Folder of the files that the administrator writes. */
  readonly filesFolder: string;
  readonly wording: Wording;
  readonly toolset: Toolset;
  readonly resources: ReturnType<typeof createConversationResources>;
  readonly inUse: DirectoryInUse;
  /** Attaches the service to its telephone system. */
  readonly attach: (needs: AsteriskNeeds) => Asterisk;
}

/** Everything that answers, places and resumes calls. */
export interface Calling {
  readonly asterisk: Asterisk;
  /** Scope of the connection to Asterisk. It closes after the calls, which hang up over it. */
  readonly connection: Scope;
  readonly liveCalls: LiveCalls;
  readonly ownership: Ownership;
  readonly callControl: CallControl;
  readonly callerIds: CallerIds;
  readonly served: ServedAssistants;
  readonly scheduling: Scheduling;
  readonly alerts: AlertDesk;
  readonly toolRunner: ToolRunner;
  /** Returns the needs of a conversation that begins now. */
  readonly conversationNeeds: () => ConversationCallNeeds;
  readonly doNotCall: DoNotCall;
  /** Why no call can be placed now, in one sentence; undefined when one can. */
  readonly obstacle: () => string | undefined;
  readonly sipRegistered: () => boolean;
  readonly isLive: (callId: string) => boolean;
}

/** Connects the calls with telephony, scheduling and tools, and accepts calls from then on. */
export async function startCalling(needs: CallingNeeds): Promise<Calling> {
  const { settings, phrases, wording, toolset, resources, log, metrics, health, store, outbox, tracing, scope, now } =
    needs;
  const { calls } = settings;
  const admission = new Admission();
  const liveCalls = new LiveCalls(calls.maxConcurrent, calls.queueLength, admission);
  metrics.activeCalls(() => liveCalls.count);
  metrics.chainsCalling(() => liveCalls.chains);
  watchLoad({ admission, liveCalls, metrics, log, scope });
  const [maxCallMs, rejoinMs] = [calls.maxSeconds * 1000, REJOIN_MS];
  const ownership = createOwnership({
    store,
    controllerId: controllerId(settings.general.dataDir),
    place: store.place,
    isShared: store.isShared,
    leaseMs: needs.periods.ownership.leaseMs,
    ...{ log, metrics, now },
  });
  const doNotCall = createDoNotCall({ store, log, now });
  const rights = createCalleeRights({
    ...{ doNotCall, records: store, log, now },
    rules: () => served.file.definitions.callees,
    callsPerHour: callsPlacedPerHour(settings.http),
  });
  const callNeeds = {
    ...{
      resources,
      inLanguage: (language: string) => served.inLanguage(language),
      maySpeak: resources.maySpeak,
      liveCalls,
      maxCallMs,
      outbox,
      metrics,
      ...{ tracing, log, scope, now },
    },
    phrases: phrases.in(settings.stt.language),
    isDisclosed: calls.disclosure,
    records: store,
    ...{ doNotCall, rights },
    owner: () => ownership.owner,
    isOurs: ownership.confirm,
    handedOverTo: newOwner(HANDED_OVER),
  };

  const connection = new Scope("connection to Asterisk");
  const { asterisk, sipRegistered } = attachTelephony(needs, { maxCallMs, rejoinMs, connection });
  const obstacle = () => obstacleTo({ liveCalls, health, telephony: asterisk });
  const { policy, callerIds } = dialRules(settings);
  const switchboardOf = (directory: Directory, operatorExtension: string | undefined) =>
    createSwitchboard({
      ...{ directory, operatorExtension, dialler: asterisk, own: callerIds.own },
      isDenied: (number) => policy.isDenied(number),
    });
  const served = serveAssistants({ ...needs, switchboardOf });
  const { assistants } = served;
  const callControl = createCallControl({
    ...{ ...callNeeds, assistants, policy, callerIds, obstacle },
    usualSwitchboard: served.switchboard,
    dialler: asterisk,
  });
  const mayReturn = mayReturnWithin(rejoinMs, asterisk, scope.signal);
  const scheduling = createScheduling({
    ...callNeeds,
    ...{ mayReturn, settings, wording, store, callControl, policy, closedDays: served.closedDays, dialler: asterisk },
    language: resources.language,
    jobs: store.jobs,
    intents: asterisk.intents,
    trustCallerId: calls.trustCallerId,
    periods: needs.periods.schedules,
  });
  const { tasks, chains } = scheduling;
  const { toolbox } = toolset;
  const toolRunner = createToolRunner({ ...resources, toolbox, callControl, liveCalls, tasks, chains, log, scope });

  const conversationNeeds = () => ({
    ...{ ...callNeeds, assistants, tasks, messages: needs.messages, systemPrompt: settings.llm.systemPrompt },
    switchboard: served.switchboard(),
  });
  const recovery = { occurrences: store, otherOwners: ownership.others, rejoinMs };
  await served.file.load();
  resources.readAhead([{ role: "system", content: settings.llm.systemPrompt }]);
  const alerts = createAlerting({
    ...{ ...callNeeds, wording, served, store, policy },
    ...{ chains, calls: callControl, language: resources.language },
    checkMs: needs.periods.schedules.sweepMs,
    userAgent: `ari-attendant/${needs.version}`,
  });
  chains.onEnd(async () => alerts.wake());
  // Only now: the file contains the days on which runs are left out.
  scheduling.start((name, parameters, by) => toolRunner.run(name, parameters, by));
  asterisk.open(
    (incoming) => void scope.run(answerCall(incoming, conversationNeeds())),
    (returning) => void scope.run(resumeCall(returning, { ...conversationNeeds(), ...recovery })),
  );
  const isLive = (callId: string) => liveCalls.find(callId) !== undefined;
  ownership.start(ownedCalls({ ...callNeeds, store, isLive, mayReturn, asterisk }), scope);
  return {
    ...{ asterisk, connection, liveCalls, ownership, callControl, callerIds, served, scheduling, alerts, toolRunner },
    ...{ conversationNeeds, doNotCall, obstacle, sipRegistered, isLive },
  };
}

function attachTelephony(
  { attach, settings, health, metrics, log, scope, periods }: CallingNeeds,
  limits: Pick<AsteriskNeeds, "maxCallMs" | "rejoinMs" | "connection">,
): Pick<Calling, "asterisk" | "sipRegistered"> {
  let isRegistered = false;
  const asterisk = attach({
    ari: settings.ari,
    app: settings.ari.app,
    ami: settings.sip && settings.ami,
    extension: settings.sip?.user,
    dialContext: settings.calls.dialContext,
    ...{ log, scope, ...limits },
    periods: periods.asterisk,
    reportAsterisk: (ok, detail) => {
      health.report("asterisk", ok, detail);
      metrics.asteriskConnected(ok);
    },
    reportTaken: metrics.applicationTaken,
    reportOrphan: metrics.orphanRemoved,
    reportRegistration: (ok) => {
      isRegistered = ok;
      metrics.sipRegistered(ok);
    },
    reportSip: (ok, detail) => health.report("sip", ok, detail),
    onMended: metrics.mediaReconnected,
  });
  return { asterisk, sipRegistered: () => isRegistered };
}

/** Returns the settings for placed calls: the numbers that may be dialled, and the caller ids. */
function dialRules({ calls, http, sip }: Settings): {
  readonly policy: DialPolicy;
  readonly callerIds: CallerIds;
} {
  const { clients, callers, never, callerEmergency } = calls.dialRules;
  const policy = createDialPolicy({
    allow: clients,
    clients: clientsOf(http),
    clientAllow: numbersOf(http),
    callerAllow: callers,
    deny: never,
    callerEmergency,
    ownExtension: sip?.user,
  });
  return { policy, callerIds: createCallerIds(ownCallerId(calls.callerId, sip?.user), calls.dialRules.callerIds) };
}

interface OwnedCallsNeeds
  extends Omit<AbandonedCallsNeeds, "records" | "isAwaited">, Pick<LostCallsNeeds, "liveCalls"> {
  readonly store: OpenedStore;
  readonly asterisk: Pick<Asterisk, "serves">;
  readonly metrics: Metrics;
  readonly scope: Scope;
  readonly now: () => number;
}

/** Connects the calls with the ownership, which reports changes of their owner. */
function ownedCalls(needs: OwnedCallsNeeds): OwnedCalls {
  const { store, liveCalls, asterisk, scope } = needs;
  const { signal } = scope;
  const abandoned = {
    ...needs,
    records: store,
    isAwaited: (record: Parameters<typeof isAwaited>[0]) => isAwaited(record, store),
  };
  const serves = (channelId: string) => asterisk.serves(channelId, signal);
  return {
    settle: () => failAbandonedCalls(abandoned),
    onLost: (former, owner) => reconcileLostCalls(former, owner, { liveCalls, records: store, serves }),
    release: (copied) => closeCopiedCalls(copied, { ...needs, leaving: signal }),
  };
}
