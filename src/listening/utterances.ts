/**
 * Splits what the caller says into utterances: voice activity → endpointing → evidence of a voice → the sound itself.
 *
 * Sound is the clock. Time is counted in frames heard and frames reported missing. Nothing here waits, so an hour of
 * sound is processed in a second.
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
import { NOT_EXAMINED, type VoiceEvidence } from "./voice-evidence.js";

export interface ListeningOptions extends EndpointingOptions {
  /** Sound before the first voiced frame that an utterance includes, in ms: the start of its first word. */
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
   * The caller may have begun to speak: the assistant should fall silent at once. Sent once per utterance, or not at
   * all. While we are silent, this takes bargeInMs of voice; while we speak, less, if it resembles this caller's.
   */
  | { readonly kind: "voice" }
  /**
   * A moment within an utterance at which the words so far are worth checking: after lullMs of silence following new
   * voice, or 600 ms of talk without any. The samples begin as the utterance's do and belong to the receiver. The times
   * are those of an utterance that ended here; `voiceFrom` is where the reported voice began in it, in ms too.
   */
  | {
      readonly kind: "lull";
      readonly samples: Int16Array;
      readonly startedAt: number;
      readonly voiceFrom: number;
      readonly endedAt: number;
    }
  /**
   * Sent after every 800 ms of an utterance, and on request, if the line is never quiet or this was requested: the
   * sound alone does not show whether the caller has finished. Samples and times are as for a lull.
   */
  | { readonly kind: "talk"; readonly samples: Int16Array; readonly startedAt: number; readonly endedAt: number }
  /** The caller has resumed after a silence that was reported as a lull. */
  | { readonly kind: "resumed" }
  /**
   * The caller has said something. Short utterances have no `voice` before them. `startedAt` is the start of the first
   * voiced frame, `endedAt` the end of the last, in ms of line time. The samples begin preRollMs before that (or before
   * a voice taken for our echo that may be its beginning) and end 200 ms after it. `truncated`: maxSpeechSeconds has
   * passed, and the rest follows as the next utterance.
   */
  | {
      readonly kind: "utterance";
      readonly samples: Int16Array;
      readonly startedAt: number;
      readonly endedAt: number;
      readonly truncated: boolean;
    }
  /** What was reported as `voice` was not an utterance, a cough perhaps: an assistant that fell silent may continue. */
  | { readonly kind: "discarded" };

/** A piece of an utterance that continues, or has just ended. The times are those of the utterance so far. */
export interface UtterancePiece {
  /**
   * Start where the previous piece ended; the first piece starts where the utterance will. They belong to the receiver.
   */
  readonly samples: Int16Array;
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface Listening extends Disposable {
  /**
   * Takes the next 20 ms of the line. Does not keep the frame.
   * @param at when they were heard, on the clock of `ownVoice` (ms); default: line time
   */
  hear(frame: Int16Array, at?: number): void;
  /**
   * Takes `frames` · 20 ms in which no frames arrived. A telephone that suppresses silence or is muted, or a failing
   * network, sends no frames at all, often during the pause that should end an utterance: without this method, the
   * endpoint would come with the next word. The owner of a wall clock calls it when a frame is overdue by more than the
   * line's jitter, first for the whole gap, then as time passes. Calling it in batches (5 frames every 100 ms) is as
   * good as frame by frame. Frames that arrive late are heard as usual; line time is then ahead by the difference.
   */
  silence(frames: number): void;
  /**
   * Takes 20 ms that arrive after `silence` has replaced them. Voice in them counts as usual. Silence in them does not
   * count a second time, or a pause during which the network stalled would end too early by the length of the stall.
   */
  hearLate(frame: Int16Array, at?: number): void;
  /**
   * Ends the current utterance without an event, and dismisses it, or the last one: it was not addressed to us
   * (`noise`), or only showed that the caller listens (`listener`). After `noise`, similar sounds do not interrupt
   * for a while.
   */
  dismiss(who: "noise" | "listener"): void;
  /** The current utterance, or the last one. */
  readonly speech: SpeechInProgress;
  /** State of the utterance. Except in `quiet`, there is voice, or was within the endpoint silence. */
  readonly state: EndpointingState;
  /** Time without any voice, in ms. A voice that may still be discarded counts as voice. */
  readonly voicelessMs: number;
  /** Whether our own voice may come back on this line loud enough to be taken for the caller. */
  readonly mayEcho: boolean;
  /**
   * Whether this caller is speaking, as far as is known: a voice much softer than theirs is someone behind them, and a
   * sound without a voice is noise.
   */
  readonly isCallerSpeaking: boolean;
  /**
   * Returns what was heard of the current utterance so far; undefined if there is none. The samples belong to the
   * receiver.
   */
  soFar(): UtterancePiece | undefined;
  /** Line time: sound and silence taken so far, in ms. */
  readonly lineTimeMs: number;
}

function isEnd(event: EndpointEvent | undefined): boolean {
  return event === "endpoint" || event === "too-long";
}

/** Frames of silence after the last voiced one that an utterance includes: the soft end of its last word. */
const TAIL_FRAMES = 200 / FRAME_MS;
const SILENT_FRAME = new Int16Array(FRAME_SAMPLES);
/** Frames before an utterance that show how its first word began. With more, hums that begin at once pass for voices. */
const BEFORE_FRAMES = 60 / FRAME_MS;
const NO_VOICE: CallerFrame = { voiced: false, isOnset: undefined };

/**
 * Listens to one line. `tell` is called from within `hear` and `silence` and must not throw. So is `tellPiece`, with
 * each sound that is more than a click and may be speech to us, before `tell` reports its result. Disposing also
 * disposes of `voiceActivity`; an unfinished utterance is lost.
 */
// oxlint-disable-next-line max-lines-per-function -- one loop over frames
export function listenForUtterances(needs: {
  readonly voiceActivity: VoiceActivity;
  /** Default: whatever voice activity lets through is a voice. */
  readonly evidence?: VoiceEvidence;
  /** What we play on this line; default: nothing. */
  readonly ownVoice?: OwnVoice;
  readonly tell: (heard: Heard) => void;
  readonly tellPiece?: (piece: UtterancePiece) => void;
  readonly options?: Partial<ListeningOptions>;
}): Listening {
  const { voiceActivity, evidence = NOT_EXAMINED, tell, tellPiece, ownVoice = createOwnVoice() } = needs;
  const options = { ...LISTENING_DEFAULTS, ...needs.options };
  const preRollFrames = Math.ceil(options.preRollMs / FRAME_MS);
  const caller = createCallerVoice(voiceActivity, ownVoice);
  const endpointing = createEndpointing(options);
  const recording = createFrameBuffer(2 * (preRollFrames + 1));
  /** Line time in frames. */
  let now = 0;
  /** Whether anything of the utterance was reported. If so, its end is reported too, whatever it turns out to be. */
  let isTold = false;
  /** Frames of it that were reported in pieces. */
  let toldFrames = 0;

  const isQuiet = () => endpointing.state === "quiet";
  const isUtterance = () => endpointing.state === "speaking" || endpointing.state === "stopping";

  // oxlint-disable-next-line complexity -- what one frame can begin, continue and end
  function take(frame: Int16Array, { voiced, isOnset }: CallerFrame): void {
    const wasQuiet = isQuiet();
    if (!wasQuiet) evidence.hear(frame);
    else if (voiced) evidence.begin(recording.copy(recording.frames - BEFORE_FRAMES), frame);
    recording.append(frame);
    now++;
    const event = endpointing.hear(voiced, {
      startedAt: (now - 1) * FRAME_MS,
      isOnset: isOnset && evidence.isClear,
      isVoice: evidence.isVoice,
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
    // An utterance that was never reported and has no voice, or does not match the caller's, is noise.
    const isNoise = !isTold && event !== "voice" && (caller.isNobody(evidence.isClear) || !evidence.isVoice);
    if (!wasQuiet && isQuiet()) caller.end(event !== undefined && event !== "discarded" && !isNoise);
    const isMoreThanAClick = isTold || endpointing.state !== "starting";
    if (!isNoise && (isQuiet() ? isEnd(event) : isMoreThanAClick)) reportPiece();
    const isNews = event !== "resumed" || isTold;
    if (event && isNews && !isNoise) report(event);
    else if (!isNoise && isUtterance() && speech.isCheckDue(now * FRAME_MS, voiceActivity.isNoisy)) report("talk");
    if (isQuiet()) recording.keepLast(preRollFrames + caller.framesInDoubt);
  }

  function reportPiece(): void {
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

  function report(event: EndpointEvent | "talk"): void {
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

  /** Returns the frames of the recording that an utterance ending here includes; the rest is pre-roll of the next. */
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
      if (who === "noise") caller.dismiss();
      else if (!isQuiet()) caller.end(true);
      endpointing.dismiss();
      recording.keepLast(preRollFrames);
    },
    get speech() {
      return endpointing.speech;
    },
    silence(frames) {
      for (let i = 0; i < frames; i++) take(SILENT_FRAME, NO_VOICE);
    },
    get state() {
      return endpointing.state;
    },
    get voicelessMs() {
      return endpointing.voicelessFrames * FRAME_MS;
    },
    get mayEcho() {
      return caller.mayEcho;
    },
    get isCallerSpeaking() {
      return !isQuiet() && !caller.isSomebodyElse && !evidence.isOverdue;
    },
    soFar: () => (isQuiet() ? undefined : { samples: recording.copy(), ...timesOfUtterance() }),
    get lineTimeMs() {
      return now * FRAME_MS;
    },
    [Symbol.dispose]: () => voiceActivity[Symbol.dispose](),
  };
}
