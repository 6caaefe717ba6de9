import type { Settings } from "../config/settings.js";
import { createRealtimeProbe } from "../conversation/backend-probes.js";
import { watchRecovery } from "../conversation/backend-recovery.js";
import type { Conversation } from "../conversation/conversation.js";
import { type Instruments, watchRealtime } from "../conversation/instrumented-backends.js";
import type { Backoff } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import type { ChecksOnDemand } from "../observability/health.js";
import type { Recogniser, SpeechToText } from "../speech/ports.js";
import { recogniseInBatch } from "../speech/recognise-in-batch.js";
import { recogniseInRealtime } from "../speech/recognise-in-realtime.js";
import { createTranscriptionSessions } from "../speech/transcription-session.js";

export interface RecognitionNeeds extends Instruments {
  readonly settings: Settings["stt"];
  readonly stt: SpeechToText;
  readonly onAdapted: (what: string) => void;
  readonly scope: Scope;
  /** What a probe may take in all, ms. */
  readonly deadlineMs: number;
  /** Between two looks whether it is back. */
  readonly periods: Backoff;
}

export interface Recognition extends Pick<Conversation, "openRecogniser"> {
  /** Whether words can be had, in whatever way. */
  readonly isAvailable: () => boolean;
  readonly checks: ChecksOnDemand;
}

/** Makes what gives each call its recogniser, as STT_MODE has it. */
export function createRecognition(needs: RecognitionNeeds): Recognition {
  const { settings, stt, metrics, health, onAdapted, scope, deadlineMs, periods } = needs;
  const batch: Recogniser = recogniseInBatch(stt);
  if (settings.mode === "batch") {
    return { openRecogniser: () => batch, isAvailable: () => health.ok("stt"), checks: {} };
  }

  const sessions = createTranscriptionSessions(settings, onAdapted);
  const isAvailable = () => health.ok("stt_realtime");
  const otherwise = "Utterances are sent as a whole instead.";
  const check = watchRecovery("stt_realtime", createRealtimeProbe(sessions, scope), {
    health,
    scope,
    deadlineMs,
    periods,
    otherwise,
  });
  return {
    openRecogniser: (call) =>
      recogniseInRealtime({
        scope: call.scope,
        open: sessions.open,
        isAvailable,
        otherwise: batch,
        watch: watchRealtime({ metrics, health }, call.log, otherwise),
      }),
    isAvailable: () => isAvailable() || health.ok("stt"),
    checks: { stt_realtime: check },
  };
}
