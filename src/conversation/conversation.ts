import type { LanguageModel } from "../language/ports.js";
import type { Toolbox } from "../language/toolbox.js";
import type { Tasks } from "../language/tool-context.js";
import type { ListeningOptions } from "../listening/utterances.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { SpeechToText, TextToSpeech } from "../speech/ports.js";
import type { Line } from "../telephony/line.js";
import type { Interjections } from "./interjections.js";
import type { Phrasebook } from "./phrasebook.js";
import type { Transcript } from "./transcript.js";

/** What conversations are held with: the same for all calls. */
export interface Faculties {
  readonly stt: SpeechToText;
  readonly tts: TextToSpeech;
  readonly model: LanguageModel;
  readonly toolbox: Toolbox;
  readonly metrics: Metrics;
  readonly listening: Partial<ListeningOptions>;
  /** IANA name; what "now" means to the tools. */
  readonly timeZone: string;
  /** How often a reply may go through tools before it has to be in words. */
  readonly toolRounds: number;
  /** How long nobody says anything before the caller is asked whether they are there, ms. */
  readonly idleTimeoutMs: number;
  /** What is played when nothing can be said: samples at 16 000 Hz. */
  readonly faultTone: Int16Array;
}

/** One conversation on one line. */
export interface Conversation extends Faculties {
  readonly line: Line;
  readonly transcript: Transcript;
  readonly phrasebook: Phrasebook;
  /** What others want said in it. */
  readonly interjections: Interjections;
  /** What the caller may set for later. */
  readonly tasks: Tasks;
  /** What tools remember of this conversation, by their names. */
  readonly toolMemories: Map<string, Map<string, unknown>>;
  readonly log: Log;
}
