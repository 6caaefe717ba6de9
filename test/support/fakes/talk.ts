import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { TestContext } from "node:test";
import { hangup } from "../../../tools/hangup.js";
import { samplesIn } from "../../../src/audio/pcm.js";
import type { ConversationResources } from "../../../src/conversation/conversation.js";
import { createConversation } from "../../../src/conversation/create-conversation.js";
import { converse } from "../../../src/conversation/converse.js";
import { Interjections } from "../../../src/conversation/interjections.js";
import { DEFAULT_PHRASES_BY_LANGUAGE, type Phrases } from "../../../src/config/phrases.js";
import { monitored } from "../../../src/turn-taking/monitored-line.js";
import { createOwnVoice } from "../../../src/listening/own-voice.js";
import { createDtmfMenu } from "../../../src/conversation/dtmf-menu.js";
import type { Switchboard } from "../../../src/conversation/transfer/switchboard.js";
import type { CallerMessage } from "../../../src/conversation/transfer/caller-message.js";
import { Transcript } from "../../../src/conversation/transcript.js";
import type { Farewell } from "../../../src/turn-taking/turn.js";
import { NO_TASKS } from "../../../src/toolbox/detached-environment.js";
import type { LanguageModel } from "../../../src/language/ports.js";
import { Ending, type EndingKind } from "../../../src/kernel/ending.js";
import { Scope } from "../../../src/kernel/scope.js";
import type { Tool } from "../../../src/toolbox/tool.js";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import { createVoiceActivity } from "../../../src/listening/voice-activity.js";
import { createLog } from "../../../src/observability/log.js";
import type { NumberStyle } from "../../../src/observability/number-mask.js";
import { createMetrics } from "../../../src/observability/metrics.js";
import type { TransferOutcome } from "../../../src/records/call-record.js";
import type { Recogniser, TextToSpeech } from "../../../src/speech/ports.js";
import { recogniseInBatch } from "../../../src/speech/recognise-in-batch.js";
import { says } from "../backends/says.js";
import { FakeLine } from "./fake-line.js";
import { FakeModel } from "./fake-model.js";
import { FakeSpeechToText } from "./fake-speech-to-text.js";
import { FakeVoice } from "./fake-voice.js";
import { mockNow } from "./mock-now.js";
import { turns } from "./turns.js";

/** One of each, so that a test knows what will be said. */
export const PHRASES: Phrases = {
  ...DEFAULT_PHRASES_BY_LANGUAGE.in("en"),
  greetings: ["Welcome."],
  goodbyes: ["Farewell."],
  acknowledgments: ["Okay."],
  thinking: ["One moment."],
  errors: ["That went wrong."],
  followups: ["Are you still there?"],
};

export const IDLE_MS = 15_000;

/** A cough as it is meant here: loud, voiced, and too short to be an utterance where barge-in is quicker than speech. */
export const QUICK_BARGE_IN = { bargeInMs: 100, minSpeechMs: 600 };

/** What the clock of virtual time begins with, ms. */
const VIRTUAL_START_MS = 1_000_000;

const QUESTION = "What time is it?";
let question: Int16Array | undefined;

/** A log line, as it was written. */
export interface Logged {
  readonly level: string;
  readonly event: string;
  readonly msg: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What ears are made for. */
export interface RecogniserNeeds {
  readonly stt: FakeSpeechToText;
  readonly scope: Scope;
}

export interface TalkOptions {
  readonly tools?: readonly Tool[];
  /** A model in place of the fake one. */
  readonly model?: LanguageModel;
  /** A voice in place of the fake one. */
  readonly tts?: TextToSpeech;
  /** Ears in place of those that ask the fake recogniser for each utterance. */
  readonly recogniser?: (needs: RecogniserNeeds) => Recogniser;
  readonly listening?: ConversationResources["listening"];
  readonly switchboard?: Switchboard;
  /** Takes the messages that are left; none can be left unless given. */
  readonly onMessage?: (message: CallerMessage) => Promise<void>;
  /** Others than PHRASES. */
  readonly phrases?: Phrases;
  /** The speech of phrases that can be played without asking text-to-speech. None unless given. */
  readonly cached?: ConversationResources["cached"];
  /** How telephone numbers appear in the log; as they are unless given. */
  readonly logNumbers?: NumberStyle;
  /** Whether the line knows what it plays; only where time goes by. */
  readonly monitored?: boolean;
  /** Has connections opened for requests that may come; nothing does unless given. */
  readonly connectAhead?: () => void;
  readonly readAhead?: ConversationResources["readAhead"];
  /** How the caller is waited for; `sequential` unless given. */
  readonly turnTaking?: ConversationResources["turnTaking"];
  /** IDLE_MS unless given. */
  readonly idleTimeoutMs?: number;
  /** The service's time, in ms since the epoch; the machine's unless given. */
  readonly now?: () => number;
  /** Node's own timers instead of those that the test moves by `passes`. */
  readonly realTimers?: boolean;
  /** Whether the test's timers are set up already, by another talk of the same test. */
  readonly clockRuns?: boolean;
}

/** A conversation's whole surroundings, all of them faked but our own parts, with the test as the far side of each. */
export async function prepareTalk(t: Pick<TestContext, "mock" | "after">, options: TalkOptions = {}) {
  const { phrases = PHRASES } = options;
  question ??= await says(QUESTION);
  const spoken = question;
  (await createVoiceActivity())[Symbol.dispose](); // Loads the module, so that later it takes no time.
  if (!options.realTimers && !options.clockRuns) {
    t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    // A test that is held up for a tenth of a second must not be taken for a telephone that sends no frames in silence.
    // It stands at a whole number, always the same: times that are due at once compare alike in each run.
    mockNow(t, () => VIRTUAL_START_MS);
  }

  const scope = new Scope("call");
  const line = new FakeLine(scope);
  const [stt, voice, model] = [new FakeSpeechToText(), new FakeVoice(), new FakeModel()];
  const recogniser = options.recogniser?.({ stt, scope }) ?? recogniseInBatch(stt);
  const logged: Logged[] = [];
  const log = createLog({
    level: "debug",
    transcripts: true,
    numbers: options.logNumbers ?? "full",
    sink: (text) => logged.push(JSON.parse(text)),
  });
  const metrics = createMetrics({ prefix: "test", node: false });
  const transcript = new Transcript("Be brief.", Date.now);
  const toolbox = createToolbox([hangup, ...(options.tools ?? [])], { timeoutMs: 10_000 });
  const away = new Set<string>();
  const transfers: { readonly to: string; readonly outcome: TransferOutcome }[] = [];
  const resources: ConversationResources = {
    openRecogniser: () => recogniser,
    tts: options.tts ?? voice,
    model: options.model ?? model,
    modelName: "small",
    metrics,
    toolbox,
    listening: options.listening ?? {},
    language: "en",
    timeZone: "UTC",
    now: options.now ?? Date.now,
    menu: createDtmfMenu(toolbox, options.switchboard?.operator !== undefined, phrases),
    turnTaking: options.turnTaking ?? "sequential",
    fillerAfterMs: 1_200,
    turnDeadlineMs: 20_000,
    waitingTone: new Int16Array(samplesIn(200)).fill(-2_000),
    cached: (phrase) => options.cached?.(phrase),
    isAvailable: (backend) => !away.has(backend),
    connectAhead: () => options.connectAhead?.(),
    readAhead: (prompt) => options.readAhead?.(prompt),
    idleTimeoutMs: options.idleTimeoutMs ?? IDLE_MS,
    faultTone: new Int16Array(samplesIn(600)).fill(-1_000),
  };
  /** What it is told about the call. */
  const needs = {
    line: options.monitored ? line : { ...monitored(line), ownVoice: createOwnVoice() },
    scope,
    transcript,
    phrases,
    log,
    switchboard: options.switchboard,
    onTransfer: (to: string, outcome: TransferOutcome | undefined) => void (outcome && transfers.push({ to, outcome })),
    onMessage: options.onMessage,
    interjections: new Interjections(),
    tasks: NO_TASKS,
  };
  const call = createConversation(resources, needs);
  const windDown = new AbortController();
  const requests = () => [...stt.requests, ...voice.requests, ...model.requests];
  t.after(() => scope.end());

  return {
    call,
    resources,
    needs,
    scope,
    line,
    stt,
    voice,
    model,
    modelName: "small",
    logged,
    transcript,
    windDown,
    /** How each attempt to put the caller through ended. */
    transfers,
    /** The back ends that are reported away. */
    away,
    /** All that was asked of back ends. */
    requests,
    /** What the caller sounds like who asks something. */
    speech: spoken,

    /** Resolves when everything that can happen without time going by has happened. */
    settles: () => turns(30),

    /** Time goes by in which the caller is heard by nobody. */
    async passes(ms: number): Promise<void> {
      if (!options.realTimers) t.mock.timers.tick(ms);
      await this.settles();
    },

    /** The caller asks something: half a second of silence, speech, and the silence that ends an utterance. */
    async asks(): Promise<void> {
      await this.speaks();
      await this.pauses();
    },

    /** The caller speaks for so long, up to about a second, and has not finished. */
    async speaks(ms = 1_000): Promise<void> {
      line.says(silence(500));
      line.says(spoken.subarray(0, samplesIn(ms)));
      await this.settles();
    },

    /** The caller is silent for longer than within a sentence. */
    async pauses(ms = 1_000): Promise<void> {
      line.says(silence(ms));
      await this.settles();
    },

    /** Everything that was sent is played. */
    async hearsAll(): Promise<void> {
      line.plays();
      await this.settles();
    },

    async hears(ms: number): Promise<void> {
      line.plays(ms);
      await this.settles();
    },

    /** What the caller has heard so far, text by text; what was cut short is followed by a dash. */
    get heard(): string[] {
      return voice
        .read(line.heard)
        .map(({ text, ms }) => (text.startsWith("(") || ms % 1_000 === 0 ? text : `${text} –`));
    },

    /** The last entry of the transcript, without when it was and how it went. */
    get lastSaid(): unknown {
      const last = Object.entries(transcript.entries.at(-1) ?? {});
      return Object.fromEntries(last.filter(([name]) => name !== "at" && name !== "turn"));
    },

    /** What the model was told last, without the system prompt. */
    get history(): string[] {
      return (model.requests.at(-1)?.asked ?? []).slice(1).map(shown);
    },

    events(name: string): Logged[] {
      return logged.filter(({ event }) => event === name);
    },

    async metric(name: string): Promise<number> {
      const { body } = await metrics.render();
      const line = body.split("\n").find((each) => each.startsWith(`test_${name} `));
      return Number(line?.split(" ").at(-1));
    },

    /** Asserts that nobody is busy for this call any more. */
    assertNothingLeft(): void {
      assert.equal(line.listeners, 0, "listeners of the line");
      assert.equal(line.pendingMarks, 0, "marks");
      assert.equal(line.playedTooLate, 0, "samples played on a line that was gone");
      assert.deepEqual(
        requests()
          .filter(({ open }) => open)
          .map(({ asked }) => asked),
        [],
        "open requests",
      );
      for (const { signal } of requests()) assert.ok(signal.aborted, "a request's signal outlives the call");
      assert.equal(getEventListeners(windDown.signal, "abort").length, 0, "listeners of the wind-down");
    },
  };
}

export type Talk = Awaited<ReturnType<typeof prepareTalk>>;

/** How a conversation ended: with a farewell, or with the ending of its call. */
export type Ended = Farewell | EndingKind | "still going on";

export interface StartOptions extends TalkOptions {
  /** Whether the greeting has been heard; true unless given. */
  readonly greeted?: boolean;
  /** Whether the call is being wound down when the conversation begins. */
  readonly woundDown?: boolean;
  /** Whether the caller has hung up before the conversation begins. */
  readonly goneAlready?: boolean;
}

/** A conversation that has begun, up to where the test wants to take over: before the greeting is heard, or after. */
export async function startTalk(t: Pick<TestContext, "mock" | "after">, options: StartOptions = {}) {
  const talk = await prepareTalk(t, options);
  if (options.woundDown) talk.windDown.abort();
  if (options.goneAlready) talk.line.leaves();
  const conversation = converse(talk.call, talk.scope, talk.windDown.signal);
  let ended: Ended = "still going on";
  conversation.then(
    (farewell) => {
      ended = farewell;
    },
    (error: unknown) => {
      ended = error instanceof Ending ? error.kind : "failed";
    },
  );
  await talk.settles();
  if (options.greeted ?? true) await talk.hearsAll();
  return { talk, conversation, ended: () => ended };
}

export function silence(ms: number): Int16Array {
  return new Int16Array(samplesIn(ms));
}

function shown(message: Talk["model"]["requests"][number]["asked"][number]): string {
  if (message.role === "assistant" && message.toolCalls) {
    return `assistant${message.content ? ` ${message.content}` : ""} → ${message.toolCalls.map(({ name }) => name)}`;
  }
  return `${message.role} ${message.content}`;
}
