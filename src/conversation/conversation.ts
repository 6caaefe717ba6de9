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
export interface WaitLimits {
  /** Time without a sound after which a waiting caller hears a filler, in ms; 0 for never. */
  readonly fillerAfterMs: number;
  /** Maximum wait for a reply to begin, or to continue, before it is given up, in ms. */
  readonly turnDeadlineMs: number;
  /** Whether a reply is prepared when the caller pauses, before it is certain that they have finished. */
  readonly thinkAhead: boolean;
  /** Whether the caller's words change the silence that ends their turn (`words`), or nothing does (`fixed`). */
  readonly endpointMode: "words" | "fixed";
  /** Time without words from either side before the caller is asked whether they are there, in ms. */
  readonly idleTimeoutMs: number;
}

/** The resources of conversations, the same for all calls. */
export interface ConversationResources extends Backends, ReadySounds, WaitLimits {
  readonly listening: Partial<ListeningOptions>;
  /** The tools that callers may use. */
  readonly toolbox: ConversationTools;
  /** Language of the callers: a code such as `en`. */
  readonly language: string;
  /** IANA name of the time zone that tools use for the current time. */
  readonly timeZone: string;
  /** Menu for callers while speech-to-text or the model is away. */
  readonly menu: DtmfMenu;
  readonly metrics: Metrics;
}

/** One conversation on one line. */
export interface Conversation extends ConversationResources {
  /** A monitored line, or our own echo would be taken for the caller. */
  readonly line: Line;
  readonly recogniser: Recogniser;
  readonly transcript: Transcript;
  readonly phrasebook: Phrasebook;
  readonly log: Log;
  /** Span of the call's trace; undefined if there is none. */
  readonly span?: Span | undefined;
  /** Takes over when the caller presses zero; undefined if there is no operator. */
  readonly operator: Operator | undefined;
  /** Called when the caller is connected to the operator. */
  readonly onPutThrough?: (() => void) | undefined;
  /** Messages from outside that are to be said in it. */
  readonly interjections: Interjections;
  /** Tasks that the caller may schedule. */
  readonly tasks: Tasks;
  /** What the caller knows about back ends that are away. */
  readonly outage: Outage;
  /** Memories of the tools for this conversation, by tool name. */
  readonly toolMemories: Map<string, Map<string, unknown>>;
}

export interface ConversationNeeds extends Pick<Conversation, "line" | "transcript" | "log" | "span"> {
  /** The call's scope. */
  readonly scope: Scope;
  readonly phrases: Phrases;
  /** Default: no operator. */
  readonly operator?: Operator | undefined;
  readonly onPutThrough?: () => void;
  readonly interjections?: Interjections;
  /** Default: no tasks can be scheduled. */
  readonly tasks?: Tasks;
}

/** Creates everything a conversation needs, before its first word. */
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
