import { onAbort } from "../kernel/abort.js";
import { Ending } from "../kernel/ending.js";
import type { Scope } from "../kernel/scope.js";
import { type ModelWithTools, PROBE, READY } from "../language/tool-protocol.js";
import type { Backend } from "../observability/metrics.js";
import { createLatency } from "../speech/latency.js";
import { PROBE_SOUND } from "../speech/probe-sound.js";
import type { TranscriptionSessions } from "../speech/transcription-session.js";
import type { WatchedEngine } from "./engine-recovery.js";
import type { Engines } from "./engines.js";

/** The smallest real request to a voice. */
const WORD = "Okay.";

/** Engines to be probed; whether a model calls tools natively is found out by its probe. */
export interface ProbedEngines extends Engines {
  readonly llm: ModelWithTools;
}

/**
 * Creates a probe for each engine that requests as little real work as possible. A server that lists its models may still
 * refuse the model it is asked for, or hang at every request because the model no longer fits its card: only work shows it.
 * Answers are dropped.
 *
 * @param latency of the recogniser: its probes count, so that it is known before the first call
 */
export function createEngineProbes(
  { stt, llm, tts }: ProbedEngines,
  latency = createLatency(),
): Readonly<Record<Backend, WatchedEngine>> {
  return {
    stt: {
      async probe(signal) {
        await latency.time(() => stt.transcribe(PROBE_SOUND, signal));
      },
    },
    llm: {
      // Detecting how tools are called takes requests that are real work.
      async probe(signal) {
        if (!llm.isDetected) return llm.detect(signal);
        for await (const _ of llm.stream(PROBE, [READY], signal)) return;
      },
      get isUnknown() {
        return !llm.isDetected;
      },
    },
    tts: {
      async probe(signal) {
        for await (const chunk of tts.synthesise(WORD, signal)) if (chunk.length > 0) return;
      },
    },
  };
}

/** Creates a probe that opens a realtime session and has it transcribe; an open socket alone proves little. */
export function createRealtimeProbe(sessions: TranscriptionSessions, scope: Scope): WatchedEngine {
  return {
    async probe(signal) {
      await using probing = scope.child("probe");
      probing.onEnd(onAbort(signal, (reason) => probing.end(Ending.of(reason))));
      const session = await sessions.open(probing, () => {});
      session.append(PROBE_SOUND);
      await session.commit();
    },
  };
}
