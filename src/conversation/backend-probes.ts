import { tone } from "../audio/tone.js";
import { onAbort } from "../kernel/abort.js";
import { Ending } from "../kernel/ending.js";
import type { Scope } from "../kernel/scope.js";
import type { ModelWithTools } from "../language/tool-protocol.js";
import type { SpeechToText, TextToSpeech } from "../speech/ports.js";
import type { TranscriptionSessions } from "../speech/transcription-session.js";
import type { WatchedBackend } from "./backend-recovery.js";

/** What is as small as a request can be: a second of faint sound, and a word. Nobody hears or reads what comes of it. */
const SOUND = tone(440, 1_000, 0.01);
const WORD = "Okay.";

/**
 * Asks a back end for real work, as little of it as there is. A server that lists its models and refuses the one that it is
 * asked for, or hangs at every request, as one does whose model no longer fits its card, is away, and only this tells.
 */
export interface BackendProbes {
  readonly stt: WatchedBackend;
  readonly llm: WatchedBackend;
  readonly tts: WatchedBackend;
}

export function createBackendProbes(stt: SpeechToText, model: ModelWithTools, tts: TextToSpeech): BackendProbes {
  return {
    stt: {
      async probe(signal) {
        await stt.transcribe(SOUND, signal);
      },
    },
    llm: {
      // How tools are called has to be found out anyway, by requests that are real work.
      async probe(signal) {
        if (!model.isDetected) return model.detect(signal);
        for await (const _ of model.stream([{ role: "user", content: `Say: ${WORD}` }], [], signal)) return;
      },
      get isUnknown() {
        return !model.isDetected;
      },
    },
    tts: {
      async probe(signal) {
        for await (const chunk of tts.synthesise(WORD, signal)) if (chunk.length > 0) return;
      },
    },
  };
}

/** A realtime session that takes sound and sends words: a socket that opens is no more than that. */
export function createRealtimeProbe(sessions: TranscriptionSessions, scope: Scope): WatchedBackend {
  return {
    async probe(signal) {
      await using probing = scope.child("probe");
      probing.onEnd(onAbort(signal, (reason) => probing.end(Ending.of(reason))));
      const session = await sessions.open(probing, () => {});
      session.append(SOUND);
      await session.commit();
    },
  };
}
