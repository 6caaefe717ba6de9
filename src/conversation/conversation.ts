import type { LanguageModel } from "../language/ports.js";
import type { Toolbox } from "../toolbox/toolbox.js";
import type { Tasks } from "../toolbox/tool-context.js";
import type { ListeningOptions } from "../listening/utterances.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { SpeechToText, TextToSpeech } from "../speech/ports.js";
import type { Line } from "../telephony/line.js";
import type { Operator } from "../telephony/operator.js";
import type { Interjections } from "./interjections.js";
import type { DtmfMenu } from "./dtmf-menu.js";
import type { Outage } from "./outage.js";
import type { Phrasebook } from "./phrasebook.js";
import type { Transcript } from "./transcript.js";

/** What conversations are held with: the same for all calls. */
export interface ConversationServices {
  readonly stt: SpeechToText;
  readonly tts: TextToSpeech;
  readonly model: LanguageModel;
  readonly toolbox: Toolbox;
  /** What callers get without speech-to-text or a model. */
  readonly menu: DtmfMenu;
  readonly metrics: Metrics;
  readonly listening: Partial<ListeningOptions>;
  /** IANA name; what "now" means to the tools. */
  readonly timeZone: string;
  /** How often a reply may go through tools before it has to be in words. */
  readonly toolRounds: number;
  /** After how long without a sound a caller who waits is told to, ms; 0 for never. */
  readonly fillerAfterMs: number;
  /** How long a caller waits for a reply to begin, or to go on, before it is given up, ms. */
  readonly turnDeadlineMs: number;
  /** How long nobody says anything before the caller is asked whether they are there, ms. */
  readonly idleTimeoutMs: number;
  /** What is played when nothing can be said: samples at 16 000 Hz. */
  readonly faultTone: Int16Array;
  /** What a caller hears who waits, when no phrase is at hand: soft and short, samples at 16 000 Hz. */
  readonly waitingTone: Int16Array;
  /** The speech of a standing phrase, when it can be played without asking anybody. */
  readonly cached: (phrase: string) => Int16Array | undefined;
  /** Whether a back end is reported away. */
  readonly isAway: (backend: "stt" | "llm" | "tts") => boolean;
}

/** One conversation on one line. */
export interface Conversation extends ConversationServices {
  readonly line: Line;
  readonly transcript: Transcript;
  readonly phrasebook: Phrasebook;
  /** What the caller was told of back ends that are away. */
  readonly outage: Outage;
  /** Who takes over when the caller presses zero; undefined when nobody does. */
  readonly operator: Operator | undefined;
  /** What others want said in it. */
  readonly interjections: Interjections;
  /** What the caller may set for later. */
  readonly tasks: Tasks;
  /** What tools remember of this conversation, by their names. */
  readonly toolMemories: Map<string, Map<string, unknown>>;
  readonly log: Log;
}
