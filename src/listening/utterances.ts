/**
 * What the caller says, one utterance after the other: voice activity → endpointing → the sound itself.
 *
 * Sound is the clock. Time is counted in frames heard and frames reported missing, so nothing here waits, and an hour of
 * sound takes a second to hear.
 */

import { FRAME_MS, FRAME_SAMPLES } from "../audio/pcm.js";
import { createEndpointing, type EndpointingOptions, type EndpointingState } from "./endpointing.js";
import { createFrameBuffer } from "./frame-buffer.js";
import type { VoiceActivity } from "./voice-activity.js";

export interface ListeningOptions extends EndpointingOptions {
  /** How much of what came before the first voiced frame an utterance includes (ms): the start of its first word. */
  readonly preRollMs: number;
}

/** Chosen by measurement: docs/listening.md. */
export const LISTENING_DEFAULTS: ListeningOptions = {
  endpointSilenceMs: 700,
  minSpeechMs: 100,
  maxSpeechSeconds: 30,
  bargeInMs: 300,
  preRollMs: 500,
};

export type Heard =
  /** Someone has been speaking for bargeInMs: whoever speaks to them should stop. Followed by one of the other two. */
  | { readonly kind: "voice" }
  /**
   * Someone has said something. Short ones ("no") come without a `voice` before them. Times are ms of line time, of the
   * beginning of the first and the end of the last voiced frame; the samples begin preRollMs before that and end 200 ms
   * after it. `truncated`: maxSpeechSeconds were over, and what follows is the next utterance.
   */
  | {
      readonly kind: "utterance";
      readonly samples: Int16Array;
      readonly startedAt: number;
      readonly endedAt: number;
      readonly truncated: boolean;
    }
  /** What was reported as `voice` came to nothing, a cough perhaps: whoever was interrupted may go on. */
  | { readonly kind: "discarded" };

export interface Listening extends Disposable {
  /** Takes the next 20 ms of the line. The frame is not kept. */
  hear(frame: Int16Array): void;
  /**
   * Takes `frames` · 20 ms in which the line brought nothing. A telephone that suppresses silence, or is muted, or whose
   * network fails, sends no frames at all, often in the middle of the pause that should end an utterance: without this
   * verb the endpoint would come with the next word. Whoever owns a wall clock calls it when a frame is overdue by more
   * than the line's jitter, first for the whole gap, then as time goes on. Calling it in lumps (5 frames each 100 ms) is
   * as good as frame by frame. Frames that do come late are heard as usual; line time is then ahead by the difference.
   */
  silence(frames: number): void;
  /**
   * Takes 20 ms that come after `silence` has stood in for them. Voice in it counts as usual; no voice does not count
   * again as silence, or a pause in which the network stalled would be over early by as long as the stall.
   */
  hearLate(frame: Int16Array): void;
  /** Where the utterance stands: anything but `quiet` means that there is voice, or was less than the endpoint ago. */
  readonly state: EndpointingState;
  /** Line time: how much sound and silence was taken so far (ms). */
  readonly lineTimeMs: number;
}

/** How much of the silence after the last voiced frame an utterance includes: the soft end of its last word. */
const TAIL_FRAMES = 200 / FRAME_MS;
const SILENT_FRAME = new Int16Array(FRAME_SAMPLES);

/**
 * Listens to one line. `tell` is called from within `hear` and `silence`, and must not throw.
 * Disposing disposes of `voiceActivity`; an utterance that has not ended is lost with it.
 */
export function listenForUtterances(needs: {
  readonly voiceActivity: VoiceActivity;
  readonly tell: (heard: Heard) => void;
  readonly options?: Partial<ListeningOptions>;
}): Listening {
  const { voiceActivity, tell } = needs;
  const options = { ...LISTENING_DEFAULTS, ...needs.options };
  const preRollFrames = Math.ceil(options.preRollMs / FRAME_MS);
  const endpointing = createEndpointing(options);
  const recording = createFrameBuffer(2 * (preRollFrames + 1));
  /** Line time in frames: now, before the first voiced frame of the utterance, after its last one. */
  let now = 0;
  let started = 0;
  let ended = 0;

  function take(frame: Int16Array, voiced: boolean): void {
    const wasQuiet = endpointing.state === "quiet";
    recording.append(frame);
    now++;
    const event = endpointing.hear(voiced);
    if (wasQuiet && endpointing.state !== "quiet") {
      recording.keepLast(preRollFrames + 1);
      started = now - 1;
      ended = now;
    } else if (endpointing.state === "speaking" || (event === "too-long" && voiced)) {
      ended = now;
    }
    if (event === "voice" || event === "discarded") tell({ kind: event });
    else if (event) tell(takeUtterance(event === "too-long"));
    if (endpointing.state === "quiet") recording.keepLast(preRollFrames);
  }

  function takeUtterance(truncated: boolean): Heard {
    const silence = now - ended;
    const samples = recording.take(recording.frames - Math.max(0, silence - TAIL_FRAMES));
    return { kind: "utterance", samples, startedAt: started * FRAME_MS, endedAt: ended * FRAME_MS, truncated };
  }

  return {
    hear: (frame) => take(frame, voiceActivity.isVoice(frame)),
    hearLate(frame) {
      if (voiceActivity.isVoice(frame)) return take(frame, true);
      recording.append(frame);
      now++;
      if (endpointing.state === "quiet") recording.keepLast(preRollFrames);
    },
    silence(frames) {
      for (let i = 0; i < frames; i++) take(SILENT_FRAME, false);
    },
    get state() {
      return endpointing.state;
    },
    get lineTimeMs() {
      return now * FRAME_MS;
    },
    [Symbol.dispose]: () => voiceActivity[Symbol.dispose](),
  };
}
