/**
 * Is the sentence over? Judged from nothing but one bit for each frame: voiced or not. (Somebody else may know better when
 * it has begun: while we speak a voice is told by its quality.)
 *
 *               voiced             minSpeech of voice            unvoiced
 *     quiet ─────────────▶ starting ─────────────▶ speaking ◀───────────────▶ stopping
 *      ▲ ▲                    │                        │     voice for 60 ms     │
 *      │ └── the run is over ─┘                        └── maxSpeech: too long ──┤
 *      │        (discarded)                                                      │
 *      └────────────── the silence of an endpoint, or too long ─────────────────┘
 *
 * A run of voice is a row of voiced frames with small gaps between them, as the consonants of a word leave them. Each
 * voiced frame earns the run three unvoiced ones, 240 ms at most: a click is over at once, a word survives its t and k.
 */

import { FRAME_MS } from "../audio/pcm.js";
import { SpeechInProgress, type SpeechTiming } from "./speech-in-progress.js";

export interface EndpointingOptions extends SpeechTiming {
  /** A run of voice shorter than this is no utterance (ms). */
  readonly minSpeechMs: number;
  /** An utterance that lasts so long is ended without waiting for silence (s). */
  readonly maxSpeechSeconds: number;
  /** So long a run of voice means that someone wants to speak (ms). */
  readonly bargeInMs: number;
  /** So much longer a silence ends one on a line that is never quiet (ms): soft ends and beginnings of words pass for it there. */
  readonly noisyMs: number;
}

export type EndpointingState = "quiet" | "starting" | "speaking" | "stopping";

/**
 * What a frame decides: `voice` once in an utterance, when a run of voice reaches bargeInMs; `lull` whenever what was said
 * so far may be all, and `resumed` when it was not; `endpoint` or `too-long` at its end; `discarded` when a run that was reported as `voice` falls short
 * of minSpeechMs.
 */
export type EndpointEvent = "voice" | "lull" | "resumed" | "endpoint" | "too-long" | "discarded";

/** What else is so while a frame is heard. */
export interface Surroundings {
  /** When the frame began, in ms of line time. */
  readonly startedAt?: number;
  /** Whether the frame makes a `voice` of what was heard, where that is not a question of its length. */
  readonly isOnset?: boolean | undefined;
  /** Whether the line is never quiet. */
  readonly isNoisy?: boolean;
  /** Whether the assistant has paused for it. */
  readonly isHeldUp?: boolean;
}

export interface Endpointing {
  readonly state: EndpointingState;
  /** Frames since the last voiced one. */
  readonly voicelessFrames: number;
  /** Frames of the utterance before the voice that was told of: something else, where there are any. */
  readonly framesBeforeVoice: number;
  /** The present utterance, or the last one. */
  readonly speech: SpeechInProgress;
  /** Takes the next frame. */
  hear(voiced: boolean, surroundings?: Surroundings): EndpointEvent | undefined;
  /** Ends the utterance without an event. */
  dismiss(): void;
}

const GAP_FRAMES_EARNED = 3;
const MAX_GAP_FRAMES = 240 / FRAME_MS;
const RESUME_FRAMES = 60 / FRAME_MS;
/** Whoever has talked for so long without a lull has said enough to be asked about all the same. */
const TALK_FRAMES = 600 / FRAME_MS;
/** Over somebody who speaks it is asked about again when it has lasted for so many times as long. */
const TALK_AGAIN = 1.4;
/**
 * Over somebody who speaks, each moment counts in which they are silent for what is only a word of listening: it is asked
 * about when it may be over, and so late in its middle that most words are almost over; and all of it sooner.
 */
const OVERLAP = {
  wordFrames: { least: 240 / FRAME_MS, silent: 60 / FRAME_MS, most: 420 / FRAME_MS },
  talkFrames: 500 / FRAME_MS,
  lullFrames: 100 / FRAME_MS,
  /** A voice that is told of in the middle of something else has begun so long ago. */
  onsetFrames: 160 / FRAME_MS,
};

export function createEndpointing(options: EndpointingOptions): Endpointing {
  const minSpeechFrames = framesIn(options.minSpeechMs);
  const maxSpeechFrames = framesIn(options.maxSpeechSeconds * 1000);
  const noisyFrames = Math.ceil(options.noisyMs / FRAME_MS);
  const bargeInFrames = framesIn(options.bargeInMs);

  let state: EndpointingState = "quiet";
  /** Frames since the utterance began, and since the last that belongs to it. */
  let length = 0;
  let silence = 0;
  let voiceless = 0;
  let speech = new SpeechInProgress(0, options);
  let reported = false;
  /** Whether there is something new to be told at the next lull, and whether there was one already. */
  let hasNews = false;
  let hadLull = false;
  /**
   * Where in it the voice began that was told of, after how much of that it is asked about next though there is no lull, and
   * whether it was asked about within a word, and after it.
   */
  let begun = 0;
  let talkFrames = 0;
  let isAskedWithin = false;
  let isAskedAfter = false;
  /** The run of voice: all its frames, the voiced ones, and how many unvoiced ones it may still bridge. */
  let run = 0;
  let runVoiced = 0;
  let runCredit = 0;

  function extendRun(voiced: boolean): void {
    if (voiced) {
      run++;
      runVoiced++;
      runCredit = Math.min(MAX_GAP_FRAMES, runCredit + GAP_FRAMES_EARNED);
    } else if (runCredit > 0) {
      run++;
      runCredit--;
    }
    if (runCredit === 0) run = runVoiced = 0;
  }

  function end(event: EndpointEvent | undefined): EndpointEvent | undefined {
    state = "quiet";
    run = runVoiced = runCredit = 0;
    return event;
  }

  /** Over somebody who speaks, what came before the voice that is told of now was something else. */
  function beginAnew(): void {
    const before = length - OVERLAP.onsetFrames;
    if (before <= OVERLAP.onsetFrames) return;
    askAnew(before);
    hadLull = false;
  }

  /** Something is said from there on that is asked about by itself. */
  function askAnew(from: number): void {
    begun = from;
    talkFrames = 0;
    isAskedWithin = false;
    isAskedAfter = false;
  }

  /** Whether it is a moment to ask what was said, because it may be a word, or nearly. */
  function isToBeAsked(): boolean {
    const { least, silent, most } = OVERLAP.wordFrames;
    const heard = length - begun;
    if (silence < silent) {
      const isDue = !isAskedWithin && heard >= most;
      isAskedWithin ||= isDue;
      return isDue;
    }
    const isAfter = !isAskedAfter && heard - silence >= least;
    isAskedAfter ||= isAfter;
    return isAfter;
  }

  /** Whether there was no lull for too long; over somebody who speaks, again and again. */
  function isTalkDue(isOverlap: boolean): boolean {
    const heard = length - begun;
    if (silence > 0) return false;
    if (!isOverlap) return !hadLull && heard >= TALK_FRAMES;
    if (heard < Math.max(talkFrames, OVERLAP.talkFrames)) return false;
    talkFrames = Math.ceil(TALK_AGAIN * heard);
    return true;
  }

  /** A lull each time the silence after more voice gets there, and when there is none for too long. */
  function lullEvent(isOverlap: boolean): "lull" | "resumed" | undefined {
    const goesOn = silence === 0 && hadLull && !hasNews;
    if (silence === 0) hasNews = true;
    if (goesOn) {
      isAskedAfter = false;
      return "resumed";
    }
    if (!hasNews || (state === "starting" && !reported)) return undefined;
    if (isOverlap && isToBeAsked()) return "lull";
    const lullFrames = framesIn(speech.lullMs);
    const isSilent = silence >= (isOverlap ? Math.min(lullFrames, OVERLAP.lullFrames) : lullFrames);
    if (!isSilent && !isTalkDue(isOverlap)) return undefined;
    hasNews = !isSilent;
    hadLull = true;
    return "lull";
  }

  return {
    get state() {
      return state;
    },
    get voicelessFrames() {
      return voiceless;
    },
    get framesBeforeVoice() {
      return begun;
    },
    get speech() {
      return speech;
    },
    hear(voiced, { startedAt = 0, isOnset, isNoisy = false, isHeldUp = false } = {}) {
      extendRun(voiced);
      voiceless = voiced ? 0 : voiceless + 1;
      switch (state) {
        case "quiet":
          if (!voiced) return undefined;
          state = minSpeechFrames > 1 ? "starting" : "speaking";
          length = silence = 0;
          reported = hasNews = hadLull = false;
          speech = new SpeechInProgress(startedAt, options);
          askAnew(0);
          break;
        case "starting":
          if (run === 0) return end(reported ? "discarded" : undefined);
          silence = voiced ? 0 : silence + 1;
          if (voiced && run >= minSpeechFrames) state = "speaking";
          break;
        case "speaking":
        case "stopping": {
          if (speech.isToEnd) return end("endpoint");
          const speaks = voiced && (state === "speaking" || runVoiced >= RESUME_FRAMES);
          state = speaks ? "speaking" : "stopping";
          silence = speaks ? 0 : silence + 1;
          if (speaks) speech.goesOn();
          const isOver = silence >= framesIn(speech.endpointMs) + (isNoisy ? noisyFrames : 0);
          if (isOver && !voiced) return end("endpoint"); // Not in the middle of what may be more.
        }
      }
      length++;
      if (length >= maxSpeechFrames) return end("too-long");
      if (!reported && (isOnset ?? (voiced && run >= bargeInFrames))) {
        reported = true;
        if (isOnset) beginAnew();
        return "voice";
      }
      return lullEvent(isOnset !== undefined || isHeldUp);
    },
    dismiss: () => void end(undefined),
  };
}

function framesIn(ms: number): number {
  return Math.max(1, Math.ceil(ms / FRAME_MS));
}
