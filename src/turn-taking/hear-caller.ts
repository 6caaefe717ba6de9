import { FRAME_MS } from "../audio/pcm.js";
import type { Scope } from "../kernel/scope.js";
import {
  type Heard,
  type ListeningOptions,
  listenForUtterances,
  type UtterancePiece,
} from "../listening/utterances.js";
import type { SpeechInProgress } from "../listening/speech-in-progress.js";
import { createVoiceActivity } from "../listening/voice-activity.js";
import { createVoiceEvidence } from "../listening/voice-evidence.js";
import type { Speech } from "../speech/ports.js";
import type { Line } from "../telephony/line.js";
import type { MonitoredLine } from "./monitored-line.js";

/** Interval for checking whether frames are overdue, in ms. */
const OVERDUE_POLL_MS = 100;
/** Maximum delay of a frame that still counts as jitter, in ms. */
const MAX_JITTER_MS = 100;
/** A frame this late came after a pause, not after a delay, in ms. */
const MAX_DELAY_MS = 500;
/** Maximum drift of two clocks during one frame, in ms. */
const MAX_DRIFT_MS = 0.05;

/** Something heard, and when that was known: `at` is on the clock of `performance.now()`. */
export type HeardAt = Heard & {
  readonly at: number;
  /** How long the caller had been silent by then, in ms; for `resumed`, until they continued. */
  readonly silentMs: number;
};

export type Utterance = Extract<HeardAt, { kind: "utterance" }>;

/** When an utterance began, on the clock of `performance.now()`. */
export function beginningOf(heard: Pick<Utterance, "at" | "silentMs" | "startedAt" | "endedAt">): number {
  const { at, silentMs, startedAt, endedAt } = heard;
  return at - silentMs - (endedAt - startedAt);
}

/** A short pause: a silence within what the caller says, or its end, which is not known yet. */
export type Lull = Extract<HeardAt, { kind: "lull" }>;

/** A moment within what sounds like the caller, but may be someone else by now. */
export type Talk = Extract<HeardAt, { kind: "talk" }>;

/** Listening in progress. */
export interface Hearing {
  /**
   * Whether no speech of the caller's is in progress that may become an utterance; someone behind them may be speaking.
   * Discarded noise causes no event, so this has to be polled.
   */
  readonly quiet: boolean;
  /** Time without any voice, in ms. A voice that may still be discarded counts as voice. */
  readonly voicelessMs: number;
  /** Whether our own voice may come back on this line loud enough to be taken for the caller. */
  readonly mayEcho: boolean;
  /** Returns what was heard of the speech in progress; undefined if the caller is not speaking. */
  soFar(): Speech | undefined;
  /** The speech in progress, or the last one. */
  readonly speech: SpeechInProgress;
  /**
   * Ends the current utterance, or dismisses the last one: it was noise, after which similar sounds do not interrupt
   * for a while, or a caller who only shows that they listen.
   */
  dismiss(who: "noise" | "listener"): void;
}

/**
 * Listens to the caller until the scope ends. Frames go from the media socket into voice activity and endpointing
 * without a queue or an await in between; `tell` and `tellPiece` are called from there and must be quick.
 *
 * A telephone that suppresses silence sends no frames during it. Only this file has a clock to notice that: while an
 * utterance is in progress, missing frames are reported as silence.
 *
 * @param line a {@link MonitoredLine}, or the assistant's own echo is taken for the caller
 * @param tellMissing receives how many missing frames were taken for silence; with it, they are between utterances as well
 */
export async function hearCaller(
  line: Line & Partial<Pick<MonitoredLine, "ownVoice">>,
  options: Partial<ListeningOptions>,
  scope: Scope,
  tell: (heard: HeardAt) => void,
  tellPiece?: (piece: UtterancePiece) => void,
  tellMissing?: (frames: number) => void,
): Promise<Hearing> {
  const voiceActivity = await createVoiceActivity();
  /** End of the last words, in ms of line time. */
  let wordsEndedAt = 0;
  const listening = listenForUtterances({
    voiceActivity,
    evidence: createVoiceEvidence(),
    ...(line.ownVoice && { ownVoice: line.ownVoice }),
    options,
    ...(tellPiece && { tellPiece }),
    tell: (heard) => {
      if ("endedAt" in heard) wordsEndedAt = heard.endedAt;
      const isAfterWords = "endedAt" in heard || heard.kind === "resumed";
      const silentMs = isAfterWords ? listening.lineTimeMs - wordsEndedAt : 0;
      tell({ ...heard, at: performance.now(), silentMs });
    },
  });
  let soundUntil = performance.now();
  let heardAt = soundUntil;
  /** When the last frame would have been heard without delays. */
  let dueAt = soundUntil;
  /** Frames replaced by silence that may still arrive. */
  let standIns = 0;
  const stop = line.hear((frame) => {
    const now = performance.now();
    // 20 ms cannot be spoken in less: the frame was delayed. After a true pause, frames arrive at their normal pace.
    const late = now - heardAt < FRAME_MS / 2;
    const firstAfterGap = now - heardAt > MAX_JITTER_MS;
    if (!late && !firstAfterGap) standIns = 0;
    soundUntil = heardAt = now;
    dueAt = now - dueAt > MAX_DELAY_MS ? now : Math.min(now, dueAt + FRAME_MS + MAX_DRIFT_MS);
    if (late && standIns > 0) {
      standIns--;
      listening.hearLate(frame, dueAt);
    } else listening.hear(frame, dueAt);
  });
  const fillGap = () => {
    const missingMs = performance.now() - soundUntil;
    if (scope.ending || missingMs < MAX_JITTER_MS) return;
    if (listening.state === "quiet" && !tellMissing) return;
    const frames = Math.floor(missingMs / FRAME_MS);
    soundUntil += frames * FRAME_MS;
    standIns += frames;
    listening.silence(frames);
    tellMissing?.(frames);
  };
  // After the process was blocked, timers run before the frames that have arrived meanwhile; those must be heard first.
  const overdue = setInterval(() => setImmediate(fillGap), OVERDUE_POLL_MS);
  scope.onEnd(() => {
    stop();
    clearInterval(overdue);
    listening[Symbol.dispose]();
  });
  return {
    get quiet() {
      return !listening.isCallerSpeaking;
    },
    get voicelessMs() {
      return listening.voicelessMs;
    },
    get mayEcho() {
      return listening.mayEcho;
    },
    soFar() {
      const soFar = listening.isCallerSpeaking ? listening.soFar() : undefined;
      return soFar && { ...soFar, silentMs: listening.lineTimeMs - soFar.endedAt };
    },
    get speech() {
      return listening.speech;
    },
    dismiss: (who) => listening.dismiss(who),
  };
}

/** Returns whether this is the end of what was said before the short pause. */
export function isEndOf(after: Lull | undefined, heard: HeardAt): heard is Utterance {
  return heard.kind === "utterance" && !heard.truncated && heard.endedAt === after?.endedAt;
}
