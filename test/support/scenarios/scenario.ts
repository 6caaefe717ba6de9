import type { Noise as MakeNoise, NoiseName } from "../listening/noises.js";
import type { Voice } from "../listening/voices.js";
import type { OddNoiseName } from "../listening/odd-noises.js";
import type { OnWithdrawal } from "./single-file-server.js";

/** How long a back end takes to its first result, ms. */
export interface BackendDelays {
  readonly stt: number;
  readonly llm: number;
  readonly tts: number;
  /** By how much the words of a realtime recogniser trail the sound; without it each utterance is asked for as a whole. */
  readonly trailMs?: number;
  /** How the recogniser differs from one that serves any number of requests at once and understands every word. */
  readonly recogniser?: RecogniserManner;
}

export interface RecogniserManner {
  /** It serves one request at a time; and what it does with those that are withdrawn. */
  readonly singleFile?: OnWithdrawal;
  /** Share of the words, 0 to 1, in whose place it understands another. */
  readonly errs?: number;
  /** What it makes of sounds in which there are no words; "" unless given. */
  readonly invents?: Inventor;
}

/**
 * Returns what is understood in a sound without words, as the service filters it, and after how long; the recogniser's usual
 * time unless given.
 */
export type Inventor = (samples: Int16Array, seed: number) => { readonly text: string; readonly ms?: number };

/** What the caller does: says pieces of text with pauses between them (ms), or lets something sound. */
export type Cue = { readonly says: readonly (string | number)[] } | Noise;

/** Something that sounds, as loud and as long as its kind is unless given. */
export interface Noise {
  /** A kind, or how it is made. */
  readonly noise: NoiseName | OddNoiseName | MakeNoise;
  readonly dbfs?: number;
  readonly ms?: number;
}

/** The assistant's own voice in the caller's microphone. */
export interface Echo {
  /** Against what was played. */
  readonly db: number;
  readonly delayMs: number;
  /** Whether a recogniser finds our words in it. */
  readonly isRecognised: boolean;
}

/**
 * What should come of it. `goes on`: all that is being said is heard to its end, once, with no gap longer than 700 ms, and
 * nobody answers. `yields`: it ends, and the caller's words are answered. `answers`: one answer, to all the words, after the
 * last of them. `keeps silent`: nothing is said.
 */
export type Expected = "goes on" | "yields" | "answers" | "keeps silent";

/** One situation, tried with several voices and at several moments. */
export interface Scenario {
  /** Its name, unique. */
  readonly cell: string;
  /** When the caller does it: into the greeting, over the reply, while the assistant thinks, or while nobody speaks. */
  readonly during: "greeting" | "reply" | "thinking" | "silence";
  readonly cue: Cue | undefined;
  /** Into the greeting: the span after its first sound in which they begin, in ms; its first 60 % unless given. */
  readonly startsWithinMs?: readonly [from: number, to: number];
  /** Others in place of it in the trials after the first, one after the other. */
  readonly cues?: readonly Cue[];
  /** Who calls; those that the ears were tuned with unless given. */
  readonly voices?: readonly Voice[];
  /** How loud the caller speaks in it, dBFS; -26, as before, unless given. */
  readonly callerDbfs?: number;
  /** For the whole of the call: our own voice, and what sounds behind the caller, who speaks at -26 dBFS. */
  readonly echo?: Echo;
  readonly behind?: Noise;
  readonly backends: BackendDelays;
  readonly expected: Expected;
}

export const USUAL: BackendDelays = { stt: 300, llm: 300, tts: 100 };
export const REALTIME: BackendDelays = { ...USUAL, trailMs: 250 };
export const QUICK: BackendDelays = { stt: 100, llm: 100, tts: 100 };
export const SLOW: BackendDelays = { stt: 600, llm: 1_200, tts: 300 };
