import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { isAwaited } from "../../../src/calls/recovery/call-occurrence.js";
import { createCallControl } from "../../../src/calls/call-control.js";
import type { CallResult } from "../../../src/calls/record/call-result.js";
import { Call } from "../../../src/calls/record/call.js";
import { createCallerDials } from "../../../src/calls/rights/caller-dials.js";
import { createCallerTasks } from "../../../src/calls/tasks/caller-tasks.js";
import type { ResultOutbox } from "../../../src/calls/record/conclude-call.js";
import { createCalleeRights } from "../../../src/calls/rights/callee-rights.js";
import { createDoNotCall } from "../../../src/calls/rights/do-not-call.js";
import { createDialPolicy } from "../../../src/calls/rights/dial-policy.js";
import { failAbandonedCalls, reconcileLostCalls } from "../../../src/calls/recovery/reconcile-calls.js";
import { resumeCall } from "../../../src/calls/resume-call.js";
import { LiveCalls } from "../../../src/calls/live/live-calls.js";
import type { PlaceNeeds } from "../../../src/calls/placed/place-call.js";
import type { CallerIdTrust } from "../../../src/calls/tasks/task-owner.js";
import { scheduleChecks, createScheduledCalls } from "../../../src/calls/scheduled-call.js";
import { followChains } from "../../../src/calls/tasks/follow-chains.js";
import { stopOthersOnAnswer } from "../../../src/calls/tasks/stop-others.js";
import { Transcript } from "../../../src/conversation/transcript.js";
import { Ending } from "../../../src/kernel/ending.js";
import { AttendantError } from "../../../src/kernel/errors.js";
import { Scope } from "../../../src/kernel/scope.js";
import type { ToolResult } from "../../../src/toolbox/tool.js";
import { type CalleeRules, NO_CALLEE_RULES } from "../../../src/callees/callee-rules.js";
import { createVoiceActivity } from "../../../src/listening/voice-activity.js";
import { createLog } from "../../../src/observability/log.js";
import type { NumberStyle } from "../../../src/observability/number-mask.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import { createOwnership } from "../../../src/ownership/ownership.js";
import type { CallRecord } from "../../../src/records/call-record.js";
import type { DialState } from "../../../src/records/dial-intent.js";
import type { Schedule } from "../../../src/records/schedule.js";
import type { Alarm, AlarmNeeds } from "../../../src/scheduling/alarm.js";
import type { NewSchedule } from "../../../src/scheduling/new-schedule.js";
import { createChains } from "../../../src/scheduling/chains.js";
import { createScheduler } from "../../../src/scheduling/scheduler.js";
import { createSchedules } from "../../../src/scheduling/schedules.js";
import { recogniseInBatch } from "../../../src/speech/recognise-in-batch.js";
import { CALLER_IDS } from "./caller-ids.js";
import { type FakeCallee, FakeDialler } from "./fake-dialler.js";
import { FakeIncomingCall } from "./fake-incoming-call.js";
import { FakeLine } from "./fake-line.js";
import { FakeModel } from "./fake-model.js";
import { FakeSpeechToText } from "./fake-speech-to-text.js";
import { FakeVoice } from "./fake-voice.js";
import { MemoryCallStore } from "./memory-call-store.js";
import { memoryInstanceStore, takingFrom } from "./memory-instance-store.js";
import { memoryDoNotCallStore } from "./memory-do-not-call.js";
import { memoryScheduleStore } from "./memory-schedule-store.js";
import { Life } from "./mortal.js";
import { type Logged, PHRASES } from "./talk.js";
import { turns } from "./turns.js";

// Loads the module, so that later it takes no time.
(await createVoiceActivity())[Symbol.dispose]();

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** A Monday. */
export const START = Date.parse("2026-06-01T08:00:00Z");
export const LATENESS_MS = 5 * MINUTE;
export const LEASE_MS = 30_000;
const REJOIN_MS = 15_000;

const STEP_MS = 250;

/** An alarm that rings by the world's clock. What is set outlives whoever has set it. */
class FakeAlarm implements Alarm {
  readonly set_: { readonly scheduleId: string; readonly dueAt: number }[] = [];
  /** While true, nothing that is set is kept. */
  deaf = false;

  async set(scheduleId: string, dueAt: number): Promise<void> {
    if (!this.deaf) this.set_.push({ scheduleId, dueAt });
  }

  async clear(scheduleId: string): Promise<void> {
    for (const [at, each] of [...this.set_.entries()].reverse()) {
      if (each.scheduleId === scheduleId) this.set_.splice(at, 1);
    }
  }

  take(now: number) {
    const due = this.set_.filter(({ dueAt }) => dueAt <= now);
    for (const each of due) this.set_.splice(this.set_.indexOf(each), 1);
    return due;
  }
}

export type Service = ReturnType<World["starts"]>;
export type World = ReturnType<typeof startWorld>;

/** All that outlives the service: clock, store, Asterisk, webhooks; and the services that run in it. */
export function startWorld(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  t.mock.method(Math, "random", () => 0.5); // Pauses are jittered: how many steps fit into a minute is not left to chance.
  let now = START;
  const store = memoryScheduleStore();
  const records = new MemoryCallStore();
  const lives = memoryInstanceStore(records, store);
  let storeIsAway = false;
  lives.before = () => {
    if (storeIsAway) throw new AttendantError("store_unavailable", "The store is away.");
  };
  const alarm = new FakeAlarm();
  const intents = new Map<string, DialState>();
  /** What was reported, by call. */
  const sent = new Map<string, CallResult>();
  const outbox: ResultOutbox = {
    async enqueue({ callId, deliveryId = callId, payload }) {
      if (store.away) await store.findSchedule("");
      if (!sent.has(deliveryId)) sent.set(deliveryId, payload);
      return { body: JSON.stringify(sent.get(deliveryId)) };
    },
  };
  const unwanted = memoryDoNotCallStore();
  const callees: FakeCallee[] = [];
  /** Channels of callees who wait in Asterisk for a service to go on with them. */
  const waiting = new Set<string>();
  const services: { readonly life: Life; readonly onDue: (scheduleId: string, dueAt: number) => void }[] = [];
  const scopes: Scope[] = [];
  const logged: Logged[] = [];
  const spoken: string[] = [];
  /** What tools answer. */
  const tools = { result: { status: "SUCCESS", message: "It is sunny." } as ToolResult, runs: 0 };
  t.after(() => scopes.forEach((scope) => scope.end()));

  /** Starts the service: anew after a crash, or a second one beside the first. */
  function starts({
    owner = "me",
    /** Its folder: whoever has the same one starts when the last has died. */
    place = "" as string,
    /** What its clock says more than the world's. */
    clockIsOff = 0,
    life = new Life(),
    most = 5,
    queue = 0,
    deny = [] as RegExp[],
    clients = undefined as ReadonlySet<string> | undefined,
    maxSchedules = undefined as number | undefined,
    trustCallerId = "extensions" as CallerIdTrust,
    numbers = "full" as NumberStyle,
    limits = { inAll: 1_000, perNumber: 1_000 },
  } = {}) {
    const scope = new Scope("process");
    scopes.push(scope);
    const liveCalls = new LiveCalls(most, queue);
    const dialler = new FakeDialler(intents, `${owner}-${services.length}`);
    dialler.callees.push = (callee) => callees.push(callee);
    const log = createLog({
      level: "debug",
      transcripts: true,
      numbers,
      sink: (text) => logged.push(JSON.parse(text)),
    });
    const metrics = createMetrics({ prefix: "test", node: false });
    const policy = createDialPolicy({
      ...(clients && { clients }),
      clientAllow: new Map([["narrow", [/^999$/]]]),
      allow: [],
      callerAllow: [],
      deny,
      callerEmergency: "refuse",
      ownExtension: "8000",
    });
    const voice = new FakeVoice();
    voice.script = (text) => {
      if (!world.speechIsAway) spoken.push(text);
      return world.speechIsAway ? [new AttendantError("tts_failed", "Speech is away.")] : undefined;
    };
    const resources = {
      ...{ tts: voice, model: new FakeModel(), metrics, language: "en", listening: {} },
      openRecogniser: () => recogniseInBatch(new FakeSpeechToText()),
      isAvailable: () => true,
      connectAhead: () => {},
      cached: () => undefined,
    } as unknown as PlaceNeeds["resources"];
    const mortal = {
      store: life.lives(store, "schedules"),
      records: life.lives(records, "calls", ["before"]),
      outbox: life.lives(outbox, "outbox"),
      dialler: life.lives(dialler, "dialler", ["newChannelId"]),
      intents: life.lives(dialler.intents, "intents"),
      alarm: life.lives(alarm, "alarm"),
    };
    let obstacle: string | undefined;
    const ownership = createOwnership({
      store: { ...life.lives(lives, "lives", ["before"]), ...takingFrom(mortal.records, mortal.store) },
      controllerId: owner,
      place: place || owner,
      isShared: true,
      leaseMs: LEASE_MS,
      log,
      metrics,
      clock: () => now + clockIsOff,
      now: () => now,
    });
    const needs = {
      ...mortal,
      liveCalls,
      owner: () => ownership.owner,
      handedOverTo: "handed-over~me",
      isOurs: (record: CallRecord) => ownership.confirm(record),
      maxCallMs: HOUR,
      log,
      metrics,
      scope,
      policy,
      callerIds: CALLER_IDS,
      trustCallerId,
      closedDays: () => world.isClosed,
      mayReturn: async ({ channelId }: CallRecord) => channelId !== null && waiting.has(channelId),
      now: () => now,
    };
    const callControl = createCallControl({
      ...needs,
      resources,
      phrases: PHRASES,
      rights: createCalleeRights({
        doNotCall: createDoNotCall({ now: Date.now, store: unwanted, log }),
        rules: () => world.calleeRules,
        callsPerHour: (client, isScheduled) => (isScheduled ? world.callsPerHour.get(client) : undefined),
        ...{ records, log, now: () => now },
      }),
      obstacle: () => obstacle,
    });
    const callerDials = createCallerDials({ ...needs, limits, signal: scope.signal });
    const executor = createScheduledCalls({
      ...needs,
      startChain: (request) => chains.start(request),
      chainEnded: (chain) => chains.report(chain),
      callerDials,
      callControl,
      runTool: async () => {
        tools.runs++;
        return tools.result;
      },
    });
    let onDue: AlarmNeeds["onDue"] = () => {};
    const scheduler = createScheduler({
      ...needs,
      createAlarm: (told) => {
        onDue = told;
        return mortal.alarm;
      },
      latenessMs: LATENESS_MS,
    });
    scheduler.start(executor);
    const checks = scheduleChecks(callControl, policy, LATENESS_MS);
    const schedules = createSchedules({
      ...needs,
      scheduler,
      ...checks,
      windDown: (chainId, reason) => chains.windDown(chainId, reason),
      ...(maxSchedules !== undefined && { maxSchedules }),
    });
    const chains = createChains({
      ...needs,
      schedules,
      scheduler,
      ...checks,
    });
    stopOthersOnAnswer({ ...needs, noteCall: (call) => chains.noteCall(call) });
    followChains({ ...needs, findChain: (chainId) => chains.find(chainId) });
    const resuming = {
      ...needs,
      isLive: (callId: string) => liveCalls.find(callId) !== undefined,
      isAwaited: (record: CallRecord) => isAwaited(record, mortal.store),
    };
    ownership.start(
      {
        settle: () => failAbandonedCalls(resuming),
        onLost: (former, taken) => reconcileLostCalls(former, taken, { ...needs, serves: () => Promise.resolve(true) }),
        release: () => Promise.reject(new Error("nothing was copied")),
      },
      scope,
    );
    const tasks = createCallerTasks({ ...needs, callerDials, schedules, timeZone: "UTC", language: "en" });
    services.push({ life, onDue });
    return {
      callControl,
      schedules,
      chains,
      scheduler,
      /** Rings an alarm, whatever was set. */
      onDue,
      tasks,
      liveCalls,
      dialler,
      life,
      scope,
      metrics,
      set obstacle(sentence: string | undefined) {
        obstacle = sentence;
      },

      /** Somebody who waits comes back to it, and is not told anything yet. */
      async comesBack(channelId: string): Promise<FakeLine> {
        const call = scope.child("returning");
        const line = new FakeLine(call);
        waiting.delete(channelId);
        void resumeCall(new FakeIncomingCall(call, line, channelId), {
          ...needs,
          otherOwners: () => ownership.others(),
          now: () => now,
          occurrences: mortal.store,
          rejoinMs: REJOIN_MS,
          handedOverTo: "handed-over~me",
          resources,
          phrases: PHRASES,
          systemPrompt: "",
          tasks,
        });
        await world.settles();
        return line;
      },

      /** Somebody talks with the assistant. */
      talks(caller: string, callId = `call-of-${caller || "nobody"}`, assistant?: string) {
        const begun = { callId, owner, direction: "inbound", extension: "8000", status: "ringing", caller } as const;
        const call = new Call({ ...begun, ...(assistant && { assistant }) }, new Transcript("", Date.now), Date.now);
        call.answered();
        const said: { readonly text: string; heard(heard: boolean): void }[] = [];
        let isOpen = true;
        let isFull = false;
        const interject = (text: string, patience?: AbortSignal) =>
          isFull
            ? undefined
            : new Promise<boolean>((resolve) => {
                said.push({ text, heard: resolve });
                patience?.addEventListener("abort", () => resolve(false), { once: true });
              });
        const live = {
          call,
          scope: new Scope("call"),
          get interject() {
            return isOpen ? interject : undefined;
          },
        };
        liveCalls.add(live);
        return {
          live,
          said,
          /** As much waits to be said as may, or not any more. */
          set isFull(full: boolean) {
            isFull = full;
          },
          /** The conversation is over; the caller is still on the line, or not for long. */
          closes() {
            isOpen = false;
            for (const { heard } of said) heard(false);
          },
          hangsUp() {
            this.closes();
            live.scope.end(new Ending("hung_up"));
            call.over("completed");
            liveCalls.remove(live);
          },
        };
      },
    };
  }

  /** In small steps where something may happen, in one where nothing is due. */
  function stepMs(): number {
    if (callees.length > 0 || store.occurrences.some(({ state }) => state !== "over")) return STEP_MS;
    const next = Math.min(...store.schedules.map(({ nextAt, paused }) => (paused ? Infinity : (nextAt ?? Infinity))));
    return Math.max(STEP_MS, Math.min(next - 5_000 - now, world.maxStepMs));
  }

  async function pass(ms: number): Promise<void> {
    now += ms;
    t.mock.timers.tick(ms);
    const alive = services.filter(({ life }) => !life.dead);
    // One of those who share an alarm is told.
    const told = alive[Math.floor(now / STEP_MS) % Math.max(1, alive.length)];
    if (told) for (const { scheduleId, dueAt } of alarm.take(now)) told.onDue(scheduleId, dueAt);
    await world.settles();
  }

  const world = {
    starts,
    store,
    records,
    alarm,
    intents,
    sent,
    unwanted,
    callees,
    waiting,
    logged,
    tools,
    /** All texts that were made speech. */
    spoken,
    speechIsAway: false,
    /** The hours of each assistant; undefined for none. */
    isClosed: undefined as ((day: number) => boolean) | undefined,
    calleeRules: NO_CALLEE_RULES as CalleeRules,
    /** Most scheduled calls of clients in an hour, by name. */
    callsPerHour: new Map<string, number>(),
    /** How far time may go by at once, where nothing is due: several signs of life fit into a lease. */
    maxStepMs: DAY,

    set storeIsAway(away: boolean) {
      storeIsAway = store.away = records.away = away;
    },

    get now() {
      return now;
    },

    /** The clock on the wall is set, by so much. */
    stepsClock(ms: number): void {
      now += ms;
    },

    settles: () => turns(40),

    /** Time goes by, during which whoever is called does nothing. */
    async passes(ms: number): Promise<void> {
      for (const until = now + ms; now < until;) await pass(Math.min(stepMs(), until - now));
    },

    /** Time that nobody lives through: the service does not run. */
    sleeps(ms: number): void {
      assert.ok(services.every(({ life }) => life.dead));
      now += ms;
    },

    /** Whoever is called, and has done nothing yet, answers, hears everything, and is hung up on. */
    async answersAll(): Promise<void> {
      for (const callee of callees.splice(0)) {
        if (callee.request.scope.ending) continue;
        callee.rings();
        await world.settles();
        const line = callee.answers();
        await world.settles();
        line.plays();
        await world.settles();
      }
    },

    /** Time goes by in which everybody answers. @returns how many were rung */
    async lives(ms: number): Promise<number> {
      let rung = 0;
      for (const until = now + ms; now < until;) {
        await pass(Math.min(stepMs(), until - now));
        rung += callees.length;
        await world.answersAll();
      }
      return rung;
    },

    events: (name: string) => logged.filter(({ event }) => event === name),

    schedule(scheduleId = "s"): Schedule {
      const found = store.schedules.find((each) => each.scheduleId === scheduleId);
      assert.ok(found);
      return found;
    },

    /** What became of the latest run, in short. */
    lastRun(scheduleId = "s") {
      const { lastRun } = world.schedule(scheduleId);
      return lastRun && { outcome: lastRun.outcome, at: lastRun.dueAt, error: lastRun.error };
    },
  };
  return world;
}

/** In an hour, unless told otherwise. */
export function asked(more: Partial<NewSchedule> = {}): NewSchedule {
  return {
    scheduleId: "s",
    extension: "100",
    message: "Dinner is ready.",
    tool: null,
    toolParams: {},
    prefix: "",
    suffix: "",
    callbackUrl: "http://receiver.test/",
    ringTimeoutMs: 30_000,
    timeZone: "UTC",
    recurring: null,
    when: { kind: "time", time: "09:00", date: null },
    ...more,
  };
}

export const DAILY = asked({ recurring: "daily" });
