import type { Settings } from "../config/settings.js";
import type { Backoff } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import type { ChecksOnDemand } from "../observability/health.js";
import type { Log } from "../observability/log.js";
import { createLatency, type Latency } from "../speech/latency.js";
import type { Recogniser, SpeechToText } from "../speech/ports.js";
import { recogniseInBatch } from "../speech/recognise-in-batch.js";
import { type RealtimeWatch, recogniseInRealtime } from "../speech/recognise-in-realtime.js";
import { createTranscriptionSessions, type TranscriptionSessions } from "../speech/transcription-session.js";
import { createRealtimeProbe } from "./engine-probes.js";
import { watchRecovery } from "./engine-recovery.js";
import type { Instruments } from "./instruments.js";

export interface RecognitionNeeds extends Instruments {
  readonly settings: Settings["stt"];
  readonly stt: SpeechToText;
  /** Of requests to `stt`, whatever their language. */
  readonly latency: Latency;
  readonly onAdapted: (what: string) => void;
  readonly scope: Scope;
  /** Maximum duration of a probe, in ms. */
  readonly deadlineMs: number;
  /** Pauses between the probes of an engine that is away. */
  readonly periods: Backoff;
}

export interface Recognition {
  /** Opens a call's recogniser, until the call's scope ends. */
  readonly openRecogniser: (call: { readonly scope: Scope; readonly log: Log }) => Recogniser;
  /** Whether speech can be recognised, in either way. */
  readonly isAvailable: () => boolean;
  readonly checks: ChecksOnDemand;
}

const OTHERWISE = "Utterances are sent as a whole instead.";

/** Creates what opens a recogniser for each call, in the mode that STT_MODE sets, and watches its sessions. */
export function createRecognition(needs: RecognitionNeeds): Recognition {
  const { health, scope, deadlineMs, periods } = needs;
  const { openRecogniser, sessions } = createOpener(needs);
  if (!sessions) return { openRecogniser, isAvailable: () => health.ok("stt"), checks: {} };
  const recovery = { health, scope, deadlineMs, periods, otherwise: OTHERWISE };
  return {
    openRecogniser,
    isAvailable: () => health.ok("stt_realtime") || health.ok("stt"),
    checks: { stt_realtime: watchRecovery("stt_realtime", createRealtimeProbe(sessions, scope), recovery) },
  };
}

export type OpenerNeeds = Omit<RecognitionNeeds, "scope" | "deadlineMs" | "periods">;

/** Creates what opens a recogniser for each call; `sessions` are undefined when utterances are sent as a whole. */
export function createOpener(needs: OpenerNeeds): Pick<Recognition, "openRecogniser"> & {
  readonly sessions: TranscriptionSessions | undefined;
} {
  const { settings, stt, latency, health, onAdapted } = needs;
  const openBatch = () => recogniseInBatch(stt, latency);
  if (settings.mode === "batch") return { openRecogniser: openBatch, sessions: undefined };
  const sessionLatency = createLatency();
  const sessions = createTranscriptionSessions(settings, onAdapted);
  return {
    sessions,
    openRecogniser: (call) =>
      recogniseInRealtime({
        scope: call.scope,
        open: sessions.open,
        isAvailable: () => health.ok("stt_realtime"),
        otherwise: openBatch(),
        latency: sessionLatency,
        watch: watchRealtime(needs, call.log),
      }),
  };
}

/** Counts what becomes of a call's realtime sessions, and reports it to the health board and the call's log. */
export function watchRealtime({ metrics, health }: Instruments, log: Log): RealtimeWatch {
  return {
    opened: () => metrics.sttSession("opened"),
    failed(detail) {
      metrics.sttSession("failed");
      log.warn("stt_realtime_failed", `${detail} ${OTHERWISE}`);
      health.report("stt_realtime", false, `${detail} ${OTHERWISE}`);
    },
    answered(seconds) {
      metrics.sttRealtimeText("session");
      metrics.sttAnswered(seconds);
      health.report("stt_realtime", true);
    },
    missed: () => metrics.sttRealtimeText("batch"),
  };
}
