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
import type { Speech } from "../speech/ports.js";
import type { Line } from "../telephony/line.js";
import type { MonitoredLine } from "./monitored-line.js";

/** How often it is looked whether frames are overdue, ms. */
const OVERDUE_POLL_MS = 100;
/** How much later than due a frame may come, ms. */
const MAX_JITTER_MS = 100;
/** A frame this much later than due came after a pause, not after a delay, ms. */
const MAX_DELAY_MS = 500;
/** How far two clocks may drift apart in the time of a frame, ms. */
const MAX_DRIFT_MS = 0.05;

/** Something heard, and when it was known: `at` on the clock of `performance.now()`. */
export type HeardAt = Heard & {
  readonly at: number;
  /** How long the caller had been silent by then, ms; with `resumed`, until they went on. */
  readonly silentMs: number;
};

export type Utterance = Extract<HeardAt, { kind: "utterance" }>;

/** A silence within what the caller says, or its end: that is not known yet. */
export type Lull = Extract<HeardAt, { kind: "lull" }>;

/** A moment in what sounds like the caller's talk, and may be somebody else's by now. */
export type Talk = Extract<HeardAt, { kind: "talk" }>;

/** Listening that goes on. */
export interface Hearing {
  /**
   * Whether no speech of the caller's is in progress that may become an utterance; of somebody behind them there may be. Noise
   * that is dropped makes no event: this has to be asked.
   */
  readonly quiet: boolean;
  /** How long there was no voice at all, ms, not even of what may come to nothing. */
  readonly voicelessMs: number;
  /** What was heard of the speech in progress so far; undefined while there is none of the caller's. */
  soFar(): Speech | undefined;
  /** The speech in progress, or the last one. */
  readonly speech: SpeechInProgress;
  /**
   * What was heard of the present utterance, or of the last one, is over: it was nobody, whose like interrupts no more for a
   * while, or a caller who only shows that they listen.
   */
  dismiss(who: "noise" | "listener"): void;
}

/**
 * Listens to the caller until the scope ends. Frames go from the media socket into voice activity and endpointing without
 * a queue or an await between them; `tell` and `tellPiece` are called from in there and must be quick.
 *
 * A telephone that suppresses silence sends no frames in it. Only here is there a clock to notice: while an utterance is
 * open, missing frames are reported as silence.
 *
 * @param line a {@link MonitoredLine}, or the assistant's own echo is taken for the caller
 */
export async function hearCaller(
  line: Line & Partial<Pick<MonitoredLine, "ownVoice">>,
  options: Partial<ListeningOptions>,
  scope: Scope,
  tell: (heard: HeardAt) => void,
  tellPiece?: (piece: UtterancePiece) => void,
): Promise<Hearing> {
  const voiceActivity = await createVoiceActivity();
  /** Where the last words end, ms of line time. */
  let wordsEndedAt = 0;
  const listening = listenForUtterances({
    voiceActivity,
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
  /** When the last frame was heard, had it not been held up on the way. */
  let dueAt = soundUntil;
  /** Frames that silence has stood in for and that may still come. */
  let standIns = 0;
  const stop = line.hear((frame) => {
    const now = performance.now();
    // Nobody speaks 20 ms in less than that: it was held up on the way. After a true pause frames come at their pace.
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
    if (scope.ending || listening.state === "quiet" || missingMs < MAX_JITTER_MS) return;
    const frames = Math.floor(missingMs / FRAME_MS);
    soundUntil += frames * FRAME_MS;
    standIns += frames;
    listening.silence(frames);
  };
  // In a process that stood still, timers come before the frames that have arrived meanwhile; those are heard first.
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

/** Whether it is the end of what was said before the lull. */
export function isEndOf(after: Lull | undefined, heard: HeardAt): heard is Utterance {
  return heard.kind === "utterance" && !heard.truncated && heard.endedAt === after?.endedAt;
}
