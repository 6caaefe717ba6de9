import type { Phrases } from "../config/phrases.js";
import type { Scope } from "../kernel/scope.js";
import type { LanguageModel, Message } from "../language/ports.js";
import type { ListeningOptions } from "../listening/utterances.js";
import type { Log } from "../observability/log.js";
import type { Span } from "../observability/trace.js";
import type { Backend, Metrics } from "../observability/metrics.js";
import type { TransferOutcome } from "../records/call-record.js";
import type { Recogniser, TextToSpeech } from "../speech/ports.js";
import type { Line } from "../telephony/line.js";
import type { ConversationTools } from "../toolbox/allowed-tools.js";
import type { TurnTaking } from "../turn-taking/endpoint/wait-rules.js";
import type { Transfer, Turn } from "../turn-taking/turn.js";
import { monitored } from "../turn-taking/monitored-line.js";
import type { CallTools } from "./call-tools.js";
import type { DtmfMenu, MenuItem } from "./dtmf-menu.js";
import { type FillNeeds, fillSilence, type SilenceFiller, type Wait } from "./fill-silence.js";
import type { Interjections } from "./interjections.js";
import type { Outage } from "./outage.js";
import { createPhrasebook, type Phrasebook } from "./phrasebook.js";
import type { Transcript } from "./transcript.js";
import type { OnMessage } from "./transfer/caller-message.js";
import type { TransferDesk } from "./transfer/transfer-desk.js";
import { createVoice, type Voice } from "./voice.js";

/** The call that a recogniser works for. */
export interface RecogniserNeeds {
  readonly scope: Scope;
  readonly log: Log;
}

/** The back ends that hear, think and speak. */
export interface Backends {
  /** Opens a recogniser for one call, until the call's scope ends. */
  readonly openRecogniser: (call: RecogniserNeeds) => Recogniser;
  readonly model: LanguageModel;
  /** Name of the model on its server. */
  readonly modelName: string;
  readonly tts: TextToSpeech;
  /** Whether a back end works, as far as is known. */
  readonly isAvailable: (backend: Backend) => boolean;
  /** Opens connections for requests that may come soon. Sends no request, and returns at once. */
  readonly connectAhead: () => void;
  /** Has the model read the beginning of a conversation before it is asked, if that pays. Returns at once. */
  readonly readAhead: (prompt: readonly Message[]) => void;
}

/** Sounds that can be played without asking a back end: samples at 16 000 Hz, read-only. */
export interface ReadySounds {
  /** Returns the speech of a phrase; undefined if it is not cached. */
  readonly cached: (phrase: string) => Int16Array | undefined;
  /** Played to a waiting caller when no phrase is cached: soft and short. */
  readonly waitingTone: Int16Array;
  /** Played when nothing can be said. */
  readonly faultTone: Int16Array;
}

/** How long callers wait. */
export interface WaitLimits extends Pick<FillNeeds, "fillerAfterMs" | "turnDeadlineMs"> {
  readonly turnTaking: TurnTaking;
  /** Time without words from either side before the caller is asked whether they are there, in ms. */
  readonly idleTimeoutMs: number;
}

/** The resources of conversations, the same for all calls. */
export interface ConversationResources extends Backends, ReadySounds, WaitLimits {
  readonly listening: Partial<ListeningOptions>;
  /** The tools that callers may use. */
  readonly toolbox: ConversationTools;
  /** Language of the conversation: a code such as `en`. */
  readonly language: string;
  /** Tells the model which language to speak; undefined for the usual one. */
  readonly instruction?: string | undefined;
  /** IANA name of the time zone that tools use for the current time. */
  readonly timeZone: string;
  /** The service's time, in ms since the epoch. */
  readonly now: () => number;
  /** Menu for callers while speech-to-text or the model is away. */
  readonly menu: DtmfMenu;
  readonly metrics: Metrics;
}

/** Everything needed to hear and speak on one line, and the resources behind it. */
export interface Dialogue extends Pick<
  ConversationResources,
  "connectAhead" | "isAvailable" | "language" | "listening" | "metrics" | "model"
> {
  /** A monitored line, or our own echo would be taken for the caller. */
  readonly line: Line;
  readonly recogniser: Recogniser;
  readonly transcript: Transcript;
  readonly phrasebook: Phrasebook;
  readonly voice: Voice;
  /** Tells a waiting caller that the answer takes longer; see {@link fillSilence}. */
  readonly fillSilence: (turn: Turn, wait: Wait) => SilenceFiller;
  readonly log: Log;
  /** Span of the call's trace; undefined if there is none. */
  readonly span?: Span | undefined;
}

/** A dialogue in which a model answers, with tools. */
export interface Conversation
  extends Dialogue, Pick<ConversationResources, "idleTimeoutMs" | "instruction" | "modelName" | "turnTaking"> {
  /** Called when the caller asks for another language. Returns whether the call goes on in it. */
  readonly onLanguage?: ((language: string) => boolean) | undefined;
  /** Puts the caller through to others; undefined if there is no one. */
  readonly transfers: TransferDesk | undefined;
  /** Called when an attempt to put the caller through begins, and with how it ended: `transferred` when they are connected. */
  readonly onTransfer?: ((to: string, outcome: TransferOutcome | undefined) => void) | undefined;
  /** Called with a message that the caller leaves for someone. Undefined if none can be left. */
  readonly onMessage?: OnMessage | undefined;
  /**
   * Prepares a dialogue of its own, such as with someone else: what they will be told is synthesised before they answer.
   *
   * @throws what went wrong if one of the sentences cannot be said
   */
  readonly prepareDialogue: (
    sentences: readonly string[],
    signal: AbortSignal,
  ) => Promise<(line: Line, scope: Scope, transcript?: Transcript) => Dialogue>;
  /** Messages from outside that are to be said in it. */
  readonly interjections: Interjections;
  readonly tools: CallTools;
  readonly outage: Outage;
  /** Puts the caller through, as a turn of its own. */
  readonly putThrough: (transfer: Transfer, turn: Turn) => Promise<void>;
  /** Answers a key with its item of the menu, as if it were a question. */
  readonly answerKey: (item: MenuItem, turn: Turn) => Promise<void>;
}

export interface DialogueNeeds extends Pick<Dialogue, "line" | "transcript" | "log" | "span"> {
  /** The call's scope. */
  readonly scope: Scope;
  readonly phrases: Phrases;
}

/** Creates everything that hearing and speaking on a line needs, before the first word. */
export function createDialogue(resources: ConversationResources, needs: DialogueNeeds): Dialogue {
  const { connectAhead, isAvailable, language, listening, metrics, model } = resources;
  const { scope, transcript, log, span } = needs;
  const line = monitored(needs.line);
  const phrasebook = createPhrasebook(needs.phrases, resources.cached);
  const voice = createVoice({ ...resources, line, transcript, span, log });
  return {
    ...{ connectAhead, isAvailable, language, listening, metrics, model },
    ...{ line, transcript, phrasebook, voice, log, span },
    recogniser: resources.openRecogniser({ scope, log }),
    fillSilence: (turn, wait) => fillSilence(turn, { ...resources, line, phrasebook, log }, wait),
  };
}
