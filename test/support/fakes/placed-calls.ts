import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { TestContext } from "node:test";
import { samplesIn } from "../../../src/audio/pcm.js";
import type { Assistants } from "../../../src/calls/assistant/assistant.js";
import { createCallControl } from "../../../src/calls/call-control.js";
import type { CallResult } from "../../../src/calls/record/call-result.js";
import type { ResultOutbox } from "../../../src/calls/record/conclude-call.js";
import { createCalleeRights } from "../../../src/calls/rights/callee-rights.js";
import { createDoNotCall } from "../../../src/calls/rights/do-not-call.js";
import { createDialPolicy } from "../../../src/calls/rights/dial-policy.js";
import { LiveCalls } from "../../../src/calls/live/live-calls.js";
import type { CallRequest } from "../../../src/calls/placed/place-call.js";
import { resumeCall } from "../../../src/calls/resume-call.js";
import type { Conversation, ConversationResources } from "../../../src/conversation/conversation.js";
import type { Phrases } from "../../../src/config/phrases.js";
import { createDtmfMenu } from "../../../src/conversation/dtmf-menu.js";
import type { WrittenEntry } from "../../../src/directory/entry.js";
import { Scope } from "../../../src/kernel/scope.js";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import { createVoiceActivity } from "../../../src/listening/voice-activity.js";
import { type CalleeRules, NO_CALLEE_RULES } from "../../../src/callees/callee-rules.js";
import { createLog } from "../../../src/observability/log.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import type { CallRecord } from "../../../src/records/call-record.js";
import { recogniseInBatch } from "../../../src/speech/recognise-in-batch.js";
import { says } from "../backends/says.js";
import { CALLER_IDS } from "./caller-ids.js";
import { FakeDialler } from "./fake-dialler.js";
import { FakeIncomingCall } from "./fake-incoming-call.js";
import { FakeLine } from "./fake-line.js";
import { FakeModel } from "./fake-model.js";
import { FakeSpeechToText } from "./fake-speech-to-text.js";
import { switchboardOf } from "./fake-switchboard.js";
import { FakeVoice } from "./fake-voice.js";
import { memoryDoNotCallStore } from "./memory-do-not-call.js";
import { MemoryCallStore } from "./memory-call-store.js";
import { memoryScheduleStore } from "./memory-schedule-store.js";
import { Life } from "./mortal.js";
import { type Logged, PHRASES, silence } from "./talk.js";
import { turns } from "./turns.js";

export const RECEIVER = "http://receiver.test/";
export const MAX_CALL_MS = 600_000;
export const CHOICE = {
  prompt: "Will you come?",
  options: [
    { value: "yes", synonyms: ["sure"], key: "1" },
    { value: "no", synonyms: [], key: "2" },
  ],
  timeoutMs: 10_000,
  attempts: 2,
};

let answer: Int16Array | undefined;

export interface PlacedCallsOptions {
  /** Calls at the same time, and calls that may wait. */
  readonly most?: number;
  readonly queue?: number;
  /** Whether the machine has room for another; it has unless given. */
  readonly hasRoom?: () => boolean;
  readonly listening?: Conversation["listening"];
  readonly phrases?: Phrases;
  /** The assistants of the file, for the resources of the calls; none unless given. */
  readonly assistants?: (resources: ConversationResources) => Assistants;
  readonly realTimers?: boolean;
  /** Whether calls begin with the disclosure; false unless given. */
  readonly isDisclosed?: boolean;
  /** Whom callees can be put through to; nobody unless given. */
  readonly directory?: readonly WrittenEntry[];
}

/** Call control whose whole surroundings are faked, with the test as everybody who is called. */
export async function startPlacedCalls(t: TestContext, options: PlacedCallsOptions = {}) {
  answer ??= await says("What time is it?");
  const spoken = answer;
  (await createVoiceActivity())[Symbol.dispose](); // Loads the module, so that later it takes no time.
  if (!options.realTimers) t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });

  const scope = new Scope("process");
  const [dialler, store, unwanted] = [new FakeDialler(), new MemoryCallStore(), memoryDoNotCallStore()];
  const life = new Life();
  const [stt, voice] = [new FakeSpeechToText(), new FakeVoice()];
  const logged: Logged[] = [];
  const log = createLog({ level: "debug", transcripts: true, sink: (text) => logged.push(JSON.parse(text)) });
  const metrics = createMetrics({ prefix: "test", node: false });
  const toolbox = createToolbox([], { timeoutMs: 10_000 });
  const resources: ConversationResources = {
    openRecogniser: () => recogniseInBatch(stt),
    tts: voice,
    model: new FakeModel(),
    modelName: "small",
    metrics,
    toolbox,
    menu: createDtmfMenu(toolbox, false, PHRASES),
    turnTaking: "adaptive",
    connectAhead: () => {},
    readAhead: () => {},
    fillerAfterMs: 1_200,
    turnDeadlineMs: 15_000,
    waitingTone: new Int16Array(samplesIn(200)).fill(-2_000),
    cached: () => undefined,
    isAvailable: () => true,
    listening: options.listening ?? {},
    language: "en",
    timeZone: "UTC",
    now: Date.now,
    idleTimeoutMs: 15_000,
    faultTone: new Int16Array(samplesIn(600)).fill(-1_000),
  };
  const sent: CallResult[] = [];
  const outbox: ResultOutbox & { before: () => unknown } = {
    before: () => {},
    async enqueue({ payload }) {
      await outbox.before();
      sent.push(payload);
      return { body: JSON.stringify(payload) };
    },
  };
  const liveCalls = new LiveCalls(options.most ?? 5, options.queue ?? 0, {
    took: () => {},
    hasRoom: options.hasRoom ?? (() => true),
  });
  const isDenied = (number: string) => number.startsWith("0900");
  const switchboard = await switchboardOf(dialler, options.directory, undefined, isDenied);
  let obstacle: string | undefined;
  const phrases = options.phrases ?? PHRASES;
  let calleeRules: CalleeRules = NO_CALLEE_RULES;
  const perHour = new Map<string, number>();
  const doNotCall = createDoNotCall({ now: Date.now, store: unwanted, log });
  const rights = createCalleeRights({
    now: Date.now,
    ...{
      doNotCall,
      records: store,
      log,
      rules: () => calleeRules,
      callsPerHour: (client: string) => perHour.get(client),
    },
  });
  const callControl = createCallControl({
    now: Date.now,
    resources,
    phrases,
    ...(options.isDisclosed && { isDisclosed: true }),
    dialler,
    callerIds: CALLER_IDS,
    maxCallMs: MAX_CALL_MS,
    log,
    metrics,
    records: life.lives(store, "calls", ["before", "owners", "statuses"]),
    outbox: life.lives(outbox, "outbox", ["before"]),
    liveCalls,
    policy: createDialPolicy({
      allow: [],
      callerAllow: [],
      deny: [/^0900/],
      callerEmergency: "refuse",
      ownExtension: "8000",
    }),
    owner: () => "me",
    handedOverTo: "handed-over~me",
    usualSwitchboard: () => switchboard,
    isOurs: () => Promise.resolve(true),
    assistants: options.assistants?.(resources),
    ...{ doNotCall, rights },
    obstacle: () => obstacle,
    scope,
  });
  /** Of the runs after this one, which have the same store. */
  const later = { liveCalls: new LiveCalls(5) };
  let calls = 0;
  t.after(() => scope.end());

  const request = (given: Partial<CallRequest> = {}): CallRequest => ({
    callId: `call-${++calls}`,
    extension: "100",
    ringTimeoutMs: 30_000,
    callbackUrl: RECEIVER,
    message: "Dinner is ready.",
    choice: null,
    ...given,
  });

  return {
    callControl,
    scope,
    life,
    later,
    dialler,
    store,
    unwanted,
    outbox,
    log,
    sent,
    liveCalls,
    stt,
    voice,
    logged,
    request,
    /** Most calls of clients in an hour, by name. */
    perHour,
    set calleeRules(rules: Partial<CalleeRules>) {
      calleeRules = { ...NO_CALLEE_RULES, ...rules };
    },
    set obstacle(sentence: string | undefined) {
      obstacle = sentence;
    },

    /** Places a call and lets everything happen that can without anybody answering. */
    async places(given: Partial<CallRequest> = {}) {
      const placed = await callControl.place(request(given));
      await this.settles();
      return placed;
    },

    /**
     * The callee of the last call comes to a run of the service that has begun after this one's end.
     *
     * @param from whose call it is: this run's, unless given
     */
    async comesBack({ from = "me", to = "me~next", channelId = dialler.last.request.channelId } = {}) {
      const call = new Scope("returning");
      t.after(() => call.end());
      const line = new FakeLine(call);
      const incoming = new FakeIncomingCall(call, line, channelId);
      let isOver = false;
      const needs = { resources, metrics, phrases, systemPrompt: "", outbox, log, maxCallMs: MAX_CALL_MS };
      void resumeCall(incoming, {
        now: Date.now,
        ...needs,
        switchboard,
        records: store,
        liveCalls: later.liveCalls,
        owner: () => to,
        otherOwners: async () => [from],
        occurrences: memoryScheduleStore(),
        rejoinMs: 15_000,
        handedOverTo: "handed-over~me",
        tasks: { of: () => assert.fail("nobody sets anything") },
      }).then(() => (isOver = true));
      await this.settles();
      return { line, incoming, heard: () => this.heardOn(line), isOver: () => isOver };
    },

    /** Places a call that is answered; nothing of it has been heard. */
    async answered(given: Partial<CallRequest> = {}): Promise<{ callId: string; line: FakeLine }> {
      const { callId } = await this.places(given);
      dialler.last.rings();
      const line = dialler.last.answers();
      await this.settles();
      return { callId, line };
    },

    /** A call whose question has been asked in full. */
    async asked(given: Partial<CallRequest> = {}) {
      const answered = await this.answered({ choice: CHOICE, ...given });
      await this.hearsAll();
      await this.hearsAll();
      return answered;
    },

    settles: () => turns(30),

    async passes(ms: number): Promise<void> {
      t.mock.timers.tick(ms);
      await this.settles();
    },

    /** The callee speaks for so long, up to about a second, and has not finished. */
    async speaks(ms = 1_000): Promise<void> {
      dialler.last.line.says(silence(500));
      dialler.last.line.says(spoken.subarray(0, samplesIn(ms)));
      await this.settles();
    },

    /** The callee is silent for longer than within a sentence. */
    async pauses(ms = 1_000): Promise<void> {
      dialler.last.line.says(silence(ms));
      await this.settles();
    },

    /** The callee says something, which is understood like this. */
    async says(understood: string): Promise<void> {
      stt.next(understood);
      await this.speaks();
      await this.pauses();
    },

    async hears(ms: number): Promise<void> {
      dialler.last.line.plays(ms);
      await this.settles();
    },

    async hearsAll(): Promise<void> {
      await this.hears(Number.POSITIVE_INFINITY);
    },

    /** What the callee has heard, text by text, each of them a second long; what was cut short is followed by a dash. */
    get heard(): string[] {
      return this.heardOn(dialler.last.line);
    },

    heardOn(line: FakeLine): string[] {
      return voice.read(line.heard).flatMap(({ text, ms }) => {
        const whole = new Array<string>(Math.floor(ms / 1_000)).fill(text);
        return ms % 1_000 === 0 ? whole : [...whole, `${text} –`];
      });
    },

    async record(callId: string): Promise<CallRecord> {
      const record = await callControl.find(callId);
      assert.ok(record);
      return record;
    },

    /** What the webhook of the only call told. */
    get result(): CallResult {
      assert.equal(sent.length, 1, "webhooks");
      return sent[0] as CallResult;
    },

    events(name: string): Logged[] {
      return logged.filter(({ event }) => event === name);
    },

    /** Asserts that nobody is busy for any call any more. */
    assertNothingLeft(): void {
      assert.deepEqual([liveCalls.count, liveCalls.queued], [0, 0], "live calls");
      for (const { request } of dialler.callees) assert.ok(request.scope.ending, "a call's scope");
      const requests = [...stt.requests, ...voice.requests];
      assert.deepEqual(requests.filter(({ open }) => open).length, 0, "open requests");
      assert.equal(getEventListeners(liveCalls.windDown, "abort").length, 0, "listeners of the wind-down");
      assert.equal(getEventListeners(scope.signal, "abort").length, 0, "listeners of the process");
    },
  };
}

export type PlacedCalls = Awaited<ReturnType<typeof startPlacedCalls>>;
