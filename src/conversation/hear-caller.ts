import { FRAME_MS } from "../audio/pcm.js";
import type { Scope } from "../kernel/scope.js";
import { type Heard, type ListeningOptions, listenForUtterances } from "../listening/utterances.js";
import { createVoiceActivity } from "../listening/voice-activity.js";
import type { Line } from "../telephony/line.js";

/** How often it is looked whether frames are overdue, ms. */
const OVERDUE_POLL_MS = 100;
/** How much later than due a frame may come, ms. */
const MAX_JITTER_MS = 100;

/** Something heard, and when it was known: `at` on the clock of `performance.now()`. */
export type HeardAt = Heard & {
  readonly at: number;
  /** How long the caller had been silent by then, ms. */
  readonly silentMs: number;
};

/** Listening that goes on. */
export interface Hearing {
  /** Whether no speech is in progress that may become an utterance. Noise that is dropped makes no event: this has to be asked. */
  readonly quiet: boolean;
}

/**
 * Listens to the caller until the scope ends. Frames go from the media socket into voice activity and endpointing without
 * a queue or an await between them; `tell` is called from in there and must be quick.
 *
 * A telephone that suppresses silence sends no frames in it. Only here is there a clock to notice: while an utterance is
 * open, missing frames are reported as silence.
 */
export async function hearCaller(
  line: Line,
  options: Partial<ListeningOptions>,
  scope: Scope,
  tell: (heard: HeardAt) => void,
): Promise<Hearing> {
  const voiceActivity = await createVoiceActivity();
  const listening = listenForUtterances({
    voiceActivity,
    options,
    tell: (heard) => {
      const silentMs = heard.kind === "utterance" ? listening.lineTimeMs - heard.endedAt : 0;
      tell({ ...heard, at: performance.now(), silentMs });
    },
  });
  let soundUntil = performance.now();
  let heardAt = soundUntil;
  /** Frames that silence has stood in for and that may still come. */
  let standIns = 0;
  const stop = line.hear((frame) => {
    const now = performance.now();
    // Nobody speaks 20 ms in less than that: it was held up on the way. After a true pause frames come at their pace.
    const late = now - heardAt < FRAME_MS / 2;
    const firstAfterGap = now - heardAt > MAX_JITTER_MS;
    if (!late && !firstAfterGap) standIns = 0;
    soundUntil = heardAt = now;
    if (late && standIns > 0) {
      standIns--;
      listening.hearLate(frame);
    } else listening.hear(frame);
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
      return listening.state === "quiet";
    },
  };
}
