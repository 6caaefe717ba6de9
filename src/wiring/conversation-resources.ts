import { join } from "node:path";
import { faultTone, waitingTone } from "../audio/tone.js";
import { createBackend } from "../backends/openai.js";
import type { Phrases } from "../config/phrases.js";
import type { Settings } from "../config/settings.js";
import type { ConversationResources } from "../conversation/conversation.js";
import { turnDeadlineOf } from "../conversation/fill-silence.js";
import { createDtmfMenu } from "../conversation/dtmf-menu.js";
import { noticesOf, standingPhrases } from "../conversation/phrasebook.js";
import {
  languageModelWithRetry,
  speechToTextWithRetry,
  textToSpeechWithRetry,
} from "../conversation/backends-with-retry.js";
import { createBackendProbes } from "../conversation/backend-probes.js";
import { watchRecovery } from "../conversation/backend-recovery.js";
import {
  instrumentLanguageModel,
  instrumentSpeechToText,
  instrumentTextToSpeech,
} from "../conversation/instrumented-backends.js";
import { describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import { LANGUAGE_MODEL } from "../language/chat-model.js";
import { createLanguageModel, keepDetecting } from "../language/create-language-model.js";
import type { Toolbox } from "../toolbox/toolbox.js";
import type { Health } from "../observability/health.js";
import type { Log } from "../observability/log.js";
import type { Backend, Metrics } from "../observability/metrics.js";
import { createPhraseCache } from "../speech/phrase-cache.js";
import { createPhraseFiles, type PhraseFiles } from "../speech/phrase-files.js";
import { warmPhrases, withCachedPhrases } from "../speech/standing-phrases.js";
import { createTextToSpeech, TEXT_TO_SPEECH } from "../speech/synthesise.js";
import { createSpeechToText, SPEECH_TO_TEXT } from "../speech/transcribe.js";

export interface ConversationResourcesNeeds {
  readonly settings: Settings;
  readonly phrases: Phrases;
  readonly toolbox: Toolbox;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly log: Log;
  readonly scope: Scope;
}

/** Standing phrases kept in memory: about ten minutes of speech. */
const MAX_PHRASE_BYTES = 20_000_000;
/** Kept on disk: half an hour. Voices that were changed for others leave theirs behind until it is used up. */
const MAX_PHRASE_FILE_BYTES = 60_000_000;

/** Makes what conversations are held with: the back ends, instrumented and retried, the standing phrases, the tools. */
export function createConversationResources(needs: ConversationResourcesNeeds): ConversationResources {
  const { settings, phrases, toolbox, metrics, health, log, scope } = needs;
  const { stt, tts, llm, turns, calls, general } = settings;
  const sttServer = createBackend(stt);
  const ttsServer = createBackend(tts);
  const llmServer = createBackend(llm);
  const model = createLanguageModel({ ...llm, backend: llmServer }, (protocol, why) =>
    log.info("tool_protocol", `Tools are called by the ${protocol} protocol: ${why}`, { protocol }),
  );
  void scope.run(keepDetecting(model, scope.signal)).catch(() => {});

  const speechToText = createSpeechToText({ ...stt, backend: sttServer });
  const textToSpeech = createTextToSpeech({ ...tts, backend: ttsServer });
  const probe = createBackendProbes(speechToText, model, textToSpeech);
  watchRecovery("stt", { check: (signal) => sttServer.check(SPEECH_TO_TEXT, signal), probe: probe.stt }, needs);
  watchRecovery("tts", { check: (signal) => ttsServer.check(TEXT_TO_SPEECH, signal), probe: probe.tts }, needs);
  watchRecovery("llm", { check: (signal) => llmServer.check(LANGUAGE_MODEL, signal), probe: probe.llm }, needs);

  const instruments = { metrics, health };
  const instrumentedTts = instrumentTextToSpeech(textToSpeech, instruments);
  const menu = createDtmfMenu(toolbox, calls.operatorExtension !== undefined);
  const standing = standingPhrases(phrases, noticesOf(menu));
  const cache = createPhraseCache(instrumentedTts, { maxBytes: MAX_PHRASE_BYTES, files: phraseFiles(needs) });
  void scope.run(warmPhrases(cache, standing, { log, signal: scope.signal })).catch(() => {});
  const isAvailable = (name: Backend) => health.ok(name);
  return {
    stt: speechToTextWithRetry(instrumentSpeechToText(speechToText, instruments), () => isAvailable("stt")),
    tts: withCachedPhrases(
      textToSpeechWithRetry(instrumentedTts, () => isAvailable("tts")),
      cache,
      standing,
    ),
    model: languageModelWithRetry(instrumentLanguageModel(model, instruments), () => isAvailable("llm")),
    isAvailable,
    toolbox,
    menu,
    metrics,
    listening: turns,
    timeZone: general.timezone,
    toolRounds: llm.toolRounds,
    fillerAfterMs: turns.fillerAfterMs,
    turnDeadlineMs: turnDeadlineOf([stt, llm, tts, { timeoutMs: calls.toolTimeoutMs }]),
    idleTimeoutMs: turns.idleTimeoutSeconds * 1000,
    faultTone: faultTone(),
    waitingTone: waitingTone(),
    cached: (phrase) => cache.cached(phrase),
  };
}

function phraseFiles({ settings: { tts, general }, log }: ConversationResourcesNeeds): PhraseFiles {
  const { baseUrl, model, voice, speed, sampleRate } = tts;
  return createPhraseFiles({
    folder: join(general.dataDir, "phrases"),
    voice: { baseUrl, model, voice, speed, sampleRate },
    maxBytes: MAX_PHRASE_FILE_BYTES,
    onFault: (error) =>
      log.warn("phrases_not_kept", `Spoken phrases are kept in memory only: ${describe(error)}; see DATA_DIR`),
  });
}
