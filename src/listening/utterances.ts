/**
 * What the caller says, one utterance after the other: voice activity → endpointing → the sound itself.
 *
 * Sound is the clock. Time is counted in frames heard and frames reported missing, so nothing here waits, and an hour of
 * sound takes a second to hear.
 */

import { FRAME_MS, FRAME_SAMPLES } from "../audio/pcm.js";
import {
  createEndpointing,
  type EndpointEvent,
  type EndpointingOptions,
  type EndpointingState,
} from "./endpointing.js";
import { createFrameBuffer } from "./frame-buffer.js";
import { type CallerFrame, createCallerVoice } from "./caller-voice.js";
import { createOwnVoice, type OwnVoice } from "./own-voice.js";
import type { SpeechInProgress } from "./speech-in-progress.js";
import type { VoiceActivity } from "./voice-activity.js";

export interface ListeningOptions extends EndpointingOptions {
  /** How much of what came before the first voiced frame an utterance includes (ms): the start of its first word. */
  readonly preRollMs: number;
}

/** Chosen by measurement: docs/conversation.md. */
export const LISTENING_DEFAULTS: ListeningOptions = {
  endpointSilenceMs: 700,
  minSpeechMs: 100,
  maxSpeechSeconds: 30,
  bargeInMs: 300,
  lullMs: 200,
  noisyMs: 80,
  preRollMs: 500,
};

export type Heard =
  /**
   * What may be the caller has begun: whoever speaks to them should fall silent at once. Once in an utterance, which may
   * end without. While we are silent it takes bargeInMs of voice; while we speak, less of it that is like this caller's.
   */
  | { readonly kind: "voice" }
  /**
   * A moment within an utterance at which it is worth asking what was said so far: lullMs of silence after (more) voice,
   * or 600 ms of talk without any. The samples begin as the utterance's do, and belong to the receiver; the times are
   * those of an utterance that were to end here; `voiceFrom` is where the voice began in it that was told of, in ms as well.
   */
  | {
      readonly kind: "lull";
      readonly samples: Int16Array;
      readonly startedAt: number;
      readonly voiceFrom: number;
      readonly endedAt: number;
    }
  /**
   * On a line that is never quiet, or where it is asked for, after each 800 ms of an utterance and when it is asked for: nothing
   * in the sound tells whether they have finished. Samples and times are as for a lull.
   */
  | { readonly kind: "talk"; readonly samples: Int16Array; readonly startedAt: number; readonly endedAt: number }
  /** After a silence that was told as a lull, they have gone on. */
  | { readonly kind: "resumed" }
  /**
   * Someone has said something. Short ones come without a `voice` before them. Times are ms of line time, of the
   * beginning of the first and the end of the last voiced frame; the samples begin preRollMs before that, or before what was
   * taken for our echo and may be its beginning, and end 200 ms after it. `truncated`: maxSpeechSeconds were over, and what follows is the next utterance.
   */
  | {
      readonly kind: "utterance";
      readonly samples: Int16Array;
      readonly startedAt: number;
      readonly endedAt: number;
      readonly truncated: boolean;
    }
  /** What was reported as `voice` came to nothing, a cough perhaps: whoever fell silent for it may go on. */
  | { readonly kind: "discarded" };

/** A piece of an utterance that goes on, or has just ended: the times are those of all of it so far. */
export interface UtterancePiece {
  /** Begin where the piece before has ended, the first where the utterance's will. They belong to the receiver. */
  readonly samples: Int16Array;
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface Listening extends Disposable {
  /**
   * Takes the next 20 ms of the line. The frame is not kept.
   * @param at when they were heard, on the clock of `ownVoice` (ms); line time if left out
   */
  hear(frame: Int16Array, at?: number): void;
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
  hearLate(frame: Int16Array, at?: number): void;
  /**
   * What was heard of the present utterance, or of the last one, was nobody who speaks to us, or somebody who listens: the
   * utterance is over without an event. Of nobody, the like interrupts us no more for a while.
   */
  dismiss(who: "nobody" | "listener"): void;
  /** The present utterance, or the last one. */
  readonly speech: SpeechInProgress;
  /** Where the utterance stands: anything but `quiet` means that there is voice, or was less than the endpoint ago. */
  readonly state: EndpointingState;
  /** How long there was no voice at all (ms), not even of what may come to nothing. */
  readonly voicelessMs: number;
  /** Whether this caller speaks, as far as is known: what is much softer than they were is somebody behind them. */
  readonly isCallerSpeaking: boolean;
  /** What was heard of the present utterance so far; undefined while there is none. The samples belong to the receiver. */
  soFar(): UtterancePiece | undefined;
  /** Line time: how much sound and silence was taken so far (ms). */
  readonly lineTimeMs: number;
}

function isEnd(event: EndpointEvent | undefined): boolean {
  return event === "endpoint" || event === "too-long";
}

/** How much of the silence after the last voiced frame an utterance includes: the soft end of its last word. */
const TAIL_FRAMES = 200 / FRAME_MS;
const SILENT_FRAME = new Int16Array(FRAME_SAMPLES);
const NOBODY: CallerFrame = { voiced: false, isOnset: undefined };

/**
 * Listens to one line. `tell` is called from within `hear` and `silence`, and must not throw; so is `tellPiece`, of what is
 * more than a click and may be somebody who speaks to us, before `tell` is told of what comes of it.
 * Disposing disposes of `voiceActivity`; an utterance that has not ended is lost with it.
 */
export function listenForUtterances(needs: {
  readonly voiceActivity: VoiceActivity;
  /** What we play on this line; nothing if left out. */
  readonly ownVoice?: OwnVoice;
  readonly tell: (heard: Heard) => void;
  readonly tellPiece?: (piece: UtterancePiece) => void;
  readonly options?: Partial<ListeningOptions>;
}): Listening {
  const { voiceActivity, tell, tellPiece, ownVoice = createOwnVoice() } = needs;
  const options = { ...LISTENING_DEFAULTS, ...needs.options };
  const preRollFrames = Math.ceil(options.preRollMs / FRAME_MS);
  const caller = createCallerVoice(voiceActivity, ownVoice);
  const endpointing = createEndpointing(options);
  const recording = createFrameBuffer(2 * (preRollFrames + 1));
  /** Line time in frames. */
  let now = 0;
  /** Whether anything was told of the utterance: then its end is told as well, whoever it turns out to be. */
  let isTold = false;
  /** Frames of it that were told of in pieces. */
  let toldFrames = 0;

  const isQuiet = () => endpointing.state === "quiet";
  const isUtterance = () => endpointing.state === "speaking" || endpointing.state === "stopping";

  function take(frame: Int16Array, { voiced, isOnset }: CallerFrame): void {
    const wasQuiet = isQuiet();
    recording.append(frame);
    now++;
    const event = endpointing.hear(voiced, {
      startedAt: (now - 1) * FRAME_MS,
      isOnset,
      isNoisy: voiceActivity.isNoisy,
      isHeldUp: ownVoice.isHeldUp,
    });
    const { speech } = endpointing;
    if (wasQuiet && !isQuiet()) {
      recording.keepLast(preRollFrames + caller.framesInDoubt + 1);
      caller.begin();
      isTold = false;
      toldFrames = 0;
    } else if (endpointing.state === "speaking" || (event === "too-long" && voiced)) {
      speech.endedAt = now * FRAME_MS;
    }
    // What nobody was told of, and is nobody's, is noise.
    const isNoise = !isTold && event !== "voice" && caller.isNobody;
    if (!wasQuiet && isQuiet()) caller.end(event !== undefined && event !== "discarded" && !isNoise);
    const isMoreThanAClick = isTold || endpointing.state !== "starting";
    if (!isNoise && (isQuiet() ? isEnd(event) : isMoreThanAClick)) tellOfPiece();
    if (event && !isNoise) tellOf(event);
    else if (!isNoise && isUtterance() && speech.isCheckDue(now * FRAME_MS, voiceActivity.isNoisy)) tellOf("talk");
    if (isQuiet()) recording.keepLast(preRollFrames + caller.framesInDoubt);
  }

  function tellOfPiece(): void {
    const frames = framesOfUtterance();
    if (!tellPiece || frames <= toldFrames) return;
    const samples = recording.copy(toldFrames, frames);
    toldFrames = frames;
    tellPiece({ samples, ...timesOfUtterance() });
  }

  function timesOfUtterance() {
    const { startedAt, endedAt } = endpointing.speech;
    return { startedAt, endedAt };
  }

  function tellOf(event: EndpointEvent | "talk"): void {
    isTold = true;
    const times = timesOfUtterance();
    if (event === "voice" || event === "discarded" || event === "resumed") tell({ kind: event });
    else if (event === "talk") tell({ kind: event, samples: recording.copy(), ...times });
    else if (event === "lull") {
      const voiceFrom = times.startedAt + endpointing.framesBeforeVoice * FRAME_MS;
      tell({ kind: event, samples: recording.copy(), ...times, voiceFrom });
    } else
      tell({
        kind: "utterance",
        samples: recording.take(framesOfUtterance()),
        ...times,
        truncated: event === "too-long",
      });
  }

  /** How much of the recording is the utterance's, if it were to end here; what comes after it is pre-roll of the next. */
  function framesOfUtterance(): number {
    const silence = now - endpointing.speech.endedAt / FRAME_MS;
    return recording.frames - Math.max(0, silence - TAIL_FRAMES);
  }

  return {
    hear: (frame, at = now * FRAME_MS) => take(frame, caller.hear(frame, at)),
    hearLate(frame, at = now * FRAME_MS) {
      const heard = caller.hear(frame, at);
      if (heard.voiced) return take(frame, heard);
      recording.append(frame);
      now++;
      if (isQuiet()) recording.keepLast(preRollFrames);
    },
    dismiss(who) {
      if (who === "nobody") caller.dismiss();
      else if (!isQuiet()) caller.end(true);
      endpointing.dismiss();
      recording.keepLast(preRollFrames);
    },
    get speech() {
      return endpointing.speech;
    },
    silence(frames) {
      for (let i = 0; i < frames; i++) take(SILENT_FRAME, NOBODY);
    },
    get state() {
      return endpointing.state;
    },
    get voicelessMs() {
      return endpointing.voicelessFrames * FRAME_MS;
    },
    get isCallerSpeaking() {
      return !isQuiet() && !caller.isSomebodyElse;
    },
    soFar: () => (isQuiet() ? undefined : { samples: recording.copy(), ...timesOfUtterance() }),
    get lineTimeMs() {
      return now * FRAME_MS;
    },
    [Symbol.dispose]: () => voiceActivity[Symbol.dispose](),
  };
}
