/**
 * Finds the end of an utterance from one bit per frame: voiced or not. (The code that feeds it may know better when an
 * utterance begins: while we speak, a voice is recognised by its quality.)
 *
 *               voiced             minSpeech of voice            unvoiced
 *     quiet ─────────────▶ starting ─────────────▶ speaking ◀───────────────▶ stopping
 *      ▲ ▲                    │                        │     voice for 60 ms     │
 *      │ └─ the run has ended ┘                        └── maxSpeech: too long ──┤
 *      │        (discarded)                                                      │
 *      └────────────── the silence of an endpoint, or too long ─────────────────┘
 *
 * A run of voice is a sequence of voiced frames with small gaps, such as the consonants of a word leave. Each voiced
 * frame lets the run bridge three more unvoiced ones, up to 240 ms: a click ends at once, a word survives its t and k.
 */

import { FRAME_MS } from "../audio/pcm.js";
import { SpeechInProgress, type SpeechTiming } from "./speech-in-progress.js";

export interface EndpointingOptions extends SpeechTiming {
  /** Minimum run of voice that counts as an utterance, in ms. */
  readonly minSpeechMs: number;
  /** Maximum length of an utterance, in s: it then ends without waiting for silence. */
  readonly maxSpeechSeconds: number;
  /** Run of voice after which the caller is taken to want to speak, in ms. */
  readonly bargeInMs: number;
  /**
   * Additional silence before an utterance ends on a line that is never quiet, in ms: soft beginnings and ends of words
   * pass for silence there.
   */
  readonly noisyMs: number;
}

export type EndpointingState = "quiet" | "starting" | "speaking" | "stopping";

/**
 * What a frame decides. `voice`: a run of voice has reached bargeInMs; once per utterance. `lull`: what was said so far
 * may be everything. `resumed`: it was not. `endpoint` or `too-long`: the utterance has ended. `discarded`: a run that
 * was reported as `voice` ended before minSpeechMs.
 */
export type EndpointEvent = "voice" | "lull" | "resumed" | "endpoint" | "too-long" | "discarded";

/** The circumstances in which a frame is heard. */
export interface Surroundings {
  /** Start of the frame, in ms of line time. */
  readonly startedAt?: number;
  /** Whether the frame completes a `voice`, when that does not depend on its length. */
  readonly isOnset?: boolean | undefined;
  /** Whether there is a voice in the sound so far; default: yes. */
  readonly isVoice?: boolean;
  /** Whether the line is never quiet. */
  readonly isNoisy?: boolean;
  /** Whether the assistant has paused for this sound. */
  readonly isHeldUp?: boolean;
}

export interface Endpointing {
  readonly state: EndpointingState;
  /** Frames since the last voiced one. */
  readonly voicelessFrames: number;
  /** Frames of the utterance before the reported voice; if there are any, they were another sound. */
  readonly framesBeforeVoice: number;
  /** The current utterance, or the last one. */
  readonly speech: SpeechInProgress;
  /** Takes the next frame. */
  hear(voiced: boolean, surroundings?: Surroundings): EndpointEvent | undefined;
  /** Ends the utterance without an event. */
  dismiss(): void;
}

const GAP_FRAMES_EARNED = 3;
const MAX_GAP_FRAMES = 240 / FRAME_MS;
const RESUME_FRAMES = 60 / FRAME_MS;
/** After this many frames of talk without a short pause, the words so far are worth checking anyway. */
const TALK_FRAMES = 600 / FRAME_MS;
/** While the assistant is speaking, check again each time the sound has grown by this factor. */
const TALK_AGAIN = 1.4;
/**
 * While the assistant is speaking, each moment counts in which it is silent for a mere backchannel. The words are
 * checked when a word may be over, and in the middle of a longer one, late enough that most words are nearly over; also
 * sooner overall.
 */
const OVERLAP = {
  wordFrames: { least: 240 / FRAME_MS, silent: 60 / FRAME_MS, most: 420 / FRAME_MS },
  talkFrames: 500 / FRAME_MS,
  lullFrames: 100 / FRAME_MS,
  /** A voice reported in the middle of another sound began this long ago. */
  onsetFrames: 160 / FRAME_MS,
};

// oxlint-disable-next-line max-lines-per-function -- one machine, whose states are the cases of `hear`
export function createEndpointing(options: EndpointingOptions): Endpointing {
  const minSpeechFrames = framesIn(options.minSpeechMs);
  const maxSpeechFrames = framesIn(options.maxSpeechSeconds * 1000);
  const noisyFrames = Math.ceil(options.noisyMs / FRAME_MS);
  const bargeInFrames = framesIn(options.bargeInMs);

  let state: EndpointingState = "quiet";
  /** Frames since the utterance began, and since its last frame of speech. */
  let length = 0;
  let silence = 0;
  let voiceless = 0;
  let speech = new SpeechInProgress(0, options);
  let reported = false;
  /** Whether the next short pause has something new to report, and whether one was reported already. */
  let hasNews = false;
  let hadLull = false;
  /**
   * The frame at which the reported voice began; the length, in frames, at which its words are checked next although
   * there is no pause; whether they were checked within a word, and after it.
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

  /** While the assistant is speaking: separates the voice reported now from the other sound before it. */
  function beginAgain(): void {
    const before = length - OVERLAP.onsetFrames;
    if (before <= OVERLAP.onsetFrames) return;
    askAnew(before);
    hadLull = false;
  }

  /** From this frame on, the words are checked separately. */
  function askAnew(from: number): void {
    begun = from;
    talkFrames = 0;
    isAskedWithin = false;
    isAskedAfter = false;
  }

  /** Whether to check the words now because a word may be over, or nearly. */
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

  /** Whether there was no short pause for too long; while the assistant is speaking, this repeats. */
  function isTalkDue(isOverlap: boolean): boolean {
    const heard = length - begun;
    if (silence > 0) return false;
    if (!isOverlap) return !hadLull && heard >= TALK_FRAMES;
    if (heard < Math.max(talkFrames, OVERLAP.talkFrames)) return false;
    talkFrames = Math.ceil(TALK_AGAIN * heard);
    return true;
  }

  /** Reports a `lull` whenever the silence after new voice is long enough, and when no silence came for too long. */
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
    // oxlint-disable-next-line complexity -- a frame in each state
    hear(voiced, { startedAt = 0, isOnset, isVoice = true, isNoisy = false, isHeldUp = false } = {}) {
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
          if (isOver && !voiced) return end("endpoint"); // Not in the middle of what may be more speech.
        }
      }
      length++;
      if (length >= maxSpeechFrames) return end("too-long");
      if (!reported && isVoice && (isOnset ?? (voiced && run >= bargeInFrames))) {
        reported = true;
        if (isOnset) beginAgain();
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
