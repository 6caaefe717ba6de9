import type { Phrases } from "../config/phrases.js";
import type { Scope } from "../kernel/scope.js";
import type { LanguageModel } from "../language/ports.js";
import type { ListeningOptions } from "../listening/utterances.js";
import type { Log } from "../observability/log.js";
import type { Span } from "../observability/trace.js";
import type { Backend, Metrics } from "../observability/metrics.js";
import type { Recogniser, TextToSpeech } from "../speech/ports.js";
import type { Line } from "../telephony/line.js";
import type { Operator } from "../telephony/operator.js";
import type { ConversationTools } from "../toolbox/allowed-tools.js";
import { NO_TASKS } from "../toolbox/detached-environment.js";
import type { Tasks } from "../toolbox/tool-context.js";
import type { DtmfMenu } from "./dtmf-menu.js";
import { monitored } from "../turn-taking/monitored-line.js";
import { Interjections } from "./interjections.js";
import { createOutage, type Outage } from "./outage.js";
import { createPhrasebook, type Phrasebook } from "./phrasebook.js";
import type { Transcript } from "./transcript.js";

/** The call that a recogniser is for. */
export interface RecogniserNeeds {
  readonly scope: Scope;
  readonly log: Log;
}

/** What hears, thinks and speaks, elsewhere. */
export interface Backends {
  /** Opens the ears for one call, until its scope ends. */
  readonly openRecogniser: (call: RecogniserNeeds) => Recogniser;
  readonly model: LanguageModel;
  /** What its server calls it. */
  readonly modelName: string;
  readonly tts: TextToSpeech;
  /** Whether a back end works as far as is known. */
  readonly isAvailable: (backend: Backend) => boolean;
  /** Has connections opened for requests that may come soon. Asks for nothing, and returns at once. */
  readonly connectAhead: () => void;
}

/** What can be played without asking a back end: samples at 16 000 Hz, not to be changed. */
export interface ReadySounds {
  /** The speech of a phrase; undefined when it is not cached. */
  readonly cached: (phrase: string) => Int16Array | undefined;
  /** What a caller hears who waits, when no phrase is cached: soft and short. */
  readonly waitingTone: Int16Array;
  /** What is played when nothing can be said. */
  readonly faultTone: Int16Array;
}

/** How long people wait, ms. */
export interface WaitLimits {
  /** After how long without a sound a caller who waits is told to; 0 for never. */
  readonly fillerAfterMs: number;
  /** How long a caller waits for a reply to begin, or to go on, before it is given up. */
  readonly turnDeadlineMs: number;
  /** Whether a reply is begun when the caller pauses, before it is certain that they have finished. */
  readonly thinkAhead: boolean;
  /** Whether what the caller says changes the silence after which they have finished, or nothing does. */
  readonly endpointMode: "words" | "fixed";
  /** How long nobody says anything before the caller is asked whether they are there. */
  readonly idleTimeoutMs: number;
}

/** What conversations are held with: the same for all calls. */
export interface ConversationResources extends Backends, ReadySounds, WaitLimits {
  readonly listening: Partial<ListeningOptions>;
  /** Those that callers may use. */
  readonly toolbox: ConversationTools;
  /** What callers speak: a language code such as `en`. */
  readonly language: string;
  /** IANA name; what "now" means to the tools. */
  readonly timeZone: string;
  /** What callers get without speech-to-text or a model. */
  readonly menu: DtmfMenu;
  readonly metrics: Metrics;
}

/** One conversation on one line. */
export interface Conversation extends ConversationResources {
  /** A monitored one, or our own echo is taken for the caller. */
  readonly line: Line;
  readonly recogniser: Recogniser;
  readonly transcript: Transcript;
  readonly phrasebook: Phrasebook;
  readonly log: Log;
  /** Of the call's trace; undefined where there is none. */
  readonly span?: Span | undefined;
  /** Who takes over when the caller presses zero; undefined when nobody does. */
  readonly operator: Operator | undefined;
  /** Told when the caller talks to the operator. */
  readonly onPutThrough?: (() => void) | undefined;
  /** What others want said in it. */
  readonly interjections: Interjections;
  /** What the caller may set for later. */
  readonly tasks: Tasks;
  /** What the caller was told of back ends that are away. */
  readonly outage: Outage;
  /** What tools remember of this conversation, by their names. */
  readonly toolMemories: Map<string, Map<string, unknown>>;
}

export interface ConversationNeeds extends Pick<Conversation, "line" | "transcript" | "log" | "span"> {
  /** The call's. */
  readonly scope: Scope;
  readonly phrases: Phrases;
  /** Nobody unless given. */
  readonly operator?: Operator | undefined;
  readonly onPutThrough?: () => void;
  readonly interjections?: Interjections;
  /** None can be set unless given. */
  readonly tasks?: Tasks;
}

/** Everything that a conversation is held with, before its first word. */
export function createConversation(resources: ConversationResources, needs: ConversationNeeds): Conversation {
  const { scope, phrases, operator, interjections = new Interjections(), tasks = NO_TASKS, ...given } = needs;
  return {
    ...resources,
    ...given,
    line: monitored(given.line),
    recogniser: resources.openRecogniser({ scope, log: given.log }),
    phrasebook: createPhrasebook(phrases),
    operator,
    interjections,
    tasks,
    outage: createOutage(resources.menu),
    toolMemories: new Map(),
  };
}
