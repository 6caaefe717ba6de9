/**
 * Is the sentence over? Judged from nothing but one bit for each frame: voiced or not.
 *
 *               voiced             minSpeech of voice            unvoiced
 *     quiet ─────────────▶ starting ─────────────▶ speaking ◀───────────────▶ stopping
 *      ▲ ▲                    │                        │     voice for 60 ms     │
 *      │ └── the run is over ─┘                        └── maxSpeech: too long ──┤
 *      │        (discarded)                                                      │
 *      └──────────────────── endpointSilence (endpoint), or too long ────────────┘
 *
 * A run of voice is a row of voiced frames with small gaps between them, as the consonants of a word leave them. Each
 * voiced frame earns the run three unvoiced ones, 240 ms at most: a click is over at once, a word survives its t and k.
 */

import { FRAME_MS } from "../audio/pcm.js";

export interface EndpointingOptions {
  /** So long a silence ends an utterance (ms). */
  readonly endpointSilenceMs: number;
  /** A run of voice shorter than this is no utterance (ms). */
  readonly minSpeechMs: number;
  /** An utterance that lasts so long is ended without waiting for silence (s). */
  readonly maxSpeechSeconds: number;
  /** So long a run of voice means that someone wants to speak (ms). */
  readonly bargeInMs: number;
}

export type EndpointingState = "quiet" | "starting" | "speaking" | "stopping";

/**
 * What a frame decides: `voice` once in an utterance, when a run of voice reaches bargeInMs; `endpoint` or `too-long` at
 * its end; `discarded` when a run that was reported as `voice` falls short of minSpeechMs.
 */
export type EndpointEvent = "voice" | "endpoint" | "too-long" | "discarded";

export interface Endpointing {
  readonly state: EndpointingState;
  /** Takes the next frame. */
  hear(voiced: boolean): EndpointEvent | undefined;
}

const GAP_FRAMES_EARNED = 3;
const MAX_GAP_FRAMES = 240 / FRAME_MS;
const RESUME_FRAMES = 60 / FRAME_MS;

export function createEndpointing(options: EndpointingOptions): Endpointing {
  const endpointFrames = framesIn(options.endpointSilenceMs);
  const minSpeechFrames = framesIn(options.minSpeechMs);
  const maxSpeechFrames = framesIn(options.maxSpeechSeconds * 1000);
  const bargeInFrames = framesIn(options.bargeInMs);

  let state: EndpointingState = "quiet";
  /** Frames since the utterance began, and since the last that belongs to it. */
  let length = 0;
  let silence = 0;
  let reported = false;
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

  return {
    get state() {
      return state;
    },
    hear(voiced) {
      extendRun(voiced);
      switch (state) {
        case "quiet":
          if (!voiced) return undefined;
          state = minSpeechFrames > 1 ? "starting" : "speaking";
          length = silence = 0;
          reported = false;
          break;
        case "starting":
          if (run === 0) return end(reported ? "discarded" : undefined);
          if (voiced && run >= minSpeechFrames) state = "speaking";
          break;
        case "speaking":
        case "stopping": {
          const speaks = voiced && (state === "speaking" || runVoiced >= RESUME_FRAMES);
          state = speaks ? "speaking" : "stopping";
          silence = speaks ? 0 : silence + 1;
          if (silence >= endpointFrames) return end("endpoint");
        }
      }
      length++;
      if (length >= maxSpeechFrames) return end("too-long");
      if (reported || !voiced || run < bargeInFrames) return undefined;
      reported = true;
      return "voice";
    },
  };
}

function framesIn(ms: number): number {
  return Math.max(1, Math.ceil(ms / FRAME_MS));
}
