import { join } from "node:path";
import { faultTone, waitingTone } from "../audio/tone.js";
import { createBackend } from "../backends/openai.js";
import type { Phrases } from "../config/phrases.js";
import type { Settings } from "../config/settings.js";
import type { ConversationResources } from "../conversation/conversation.js";
import { turnDeadlineOf } from "../conversation/fill-silence.js";
import { createDtmfMenu } from "../conversation/dtmf-menu.js";
import { standingPhrases } from "../conversation/phrasebook.js";
import {
  languageModelWithRetry,
  speechToTextWithRetry,
  textToSpeechWithRetry,
} from "../conversation/backends-with-retry.js";
import { createBackendProbes } from "../conversation/backend-probes.js";
import { RECOVERY_PERIODS, watchRecovery } from "../conversation/backend-recovery.js";
import {
  instrumentLanguageModel,
  instrumentSpeechToText,
  instrumentTextToSpeech,
} from "../conversation/instrumented-backends.js";
import { describe } from "../kernel/errors.js";
import type { Backoff } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import { createLanguageModel } from "../language/create-language-model.js";
import type { ConversationTools } from "../toolbox/allowed-tools.js";
import type { ChecksOnDemand, Health } from "../observability/health.js";
import type { Log } from "../observability/log.js";
import type { Backend, Metrics } from "../observability/metrics.js";
import { createPhraseCache } from "../speech/phrase-cache.js";
import { createPhraseFiles, type PhraseFiles } from "../speech/phrase-files.js";
import { warmPhrases, withCachedPhrases } from "../speech/standing-phrases.js";
import { createTextToSpeech } from "../speech/synthesise.js";
import { createSpeechToText } from "../speech/transcribe.js";
import { createRecognition } from "./recognition.js";

export interface ConversationResourcesNeeds {
  readonly settings: Settings;
  readonly phrases: Phrases;
  readonly toolbox: ConversationTools;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly log: Log;
  readonly scope: Scope;
  /** Between two looks at a back end. */
  readonly periods?: Backoff;
}

/** Standing phrases kept in memory: about ten minutes of speech. */
const MAX_PHRASE_BYTES = 20_000_000;
/** Kept on disk: half an hour. Voices that were changed for others leave theirs behind until it is used up. */
const MAX_PHRASE_FILE_BYTES = 60_000_000;

/** What a probe of a back end may take in all unless its own time-out is long, ms. */
const PROBE_MS = 30_000;
/** What there is to do where the text protocol is a makeshift. */
const FOR_FUNCTION_CALLING =
  "for function calling take another LLM_MODEL or turn it on in the server, or set LLM_TOOL_PROTOCOL=text if this is meant";

/** What conversations are held with, and the back ends' checks. */
export interface CreatedResources extends ConversationResources {
  readonly checks: ChecksOnDemand;
}

/** Makes what conversations are held with: the back ends, instrumented and retried, the standing phrases, the tools. */
export function createConversationResources(needs: ConversationResourcesNeeds): CreatedResources {
  const { settings, phrases, toolbox, metrics, health, log, scope, periods = RECOVERY_PERIODS } = needs;
  const { stt, tts, llm, turns, calls, general } = settings;
  const sttServer = createBackend(stt);
  const ttsServer = createBackend(tts);
  const llmServer = createBackend(llm);
  const servers = { stt: sttServer, tts: ttsServer, llm: llmServer };
  scope.onEnd(() => Object.values(servers).forEach((server) => server.close()));
  const onAdapted = (backend: Backend) => (what: string) =>
    log.info("backend_adapted", `The server of ${backend} refused the usual form of a request; ${what}`, { backend });
  const model = createLanguageModel({ ...llm, backend: llmServer, onAdapted: onAdapted("llm") }, (protocol, why) => {
    const words = `Tools are called by the ${protocol} protocol: ${why}`;
    if (protocol === "text") log.warn("tool_protocol", `${words}; ${FOR_FUNCTION_CALLING}`, { protocol });
    else log.info("tool_protocol", words, { protocol });
  });

  const onOtherRate = (said: number, set: number) =>
    log.warn(
      "speech_rate_doubtful",
      `The text-to-speech server says that its sound has ${said} Hz, and TTS_SAMPLE_RATE says ${set}: callers hear it too fast or too slow if the server is right; unset TTS_SAMPLE_RATE to go by what it says.`,
    );
  const speechToText = createSpeechToText({ ...stt, backend: sttServer, onAdapted: onAdapted("stt") });
  const textToSpeech = createTextToSpeech({ ...tts, backend: ttsServer, onAdapted: onAdapted("tts"), onOtherRate });
  const probes = createBackendProbes(speechToText, model, textToSpeech);
  const deadlineMs = (timeoutMs: number) => Math.max(PROBE_MS, 2 * timeoutMs);
  const watched = (name: Backend, { timeoutMs }: { readonly timeoutMs: number }) =>
    watchRecovery(name, probes[name], { health, scope, deadlineMs: deadlineMs(timeoutMs), periods });
  const checks = { stt: watched("stt", stt), tts: watched("tts", tts), llm: watched("llm", llm) };

  const instruments = { metrics, health };
  const instrumentedTts = instrumentTextToSpeech(textToSpeech, instruments);
  const menu = createDtmfMenu(toolbox, calls.operatorExtension !== undefined, phrases);
  const standing = standingPhrases(phrases, menu);
  const cache = createPhraseCache(instrumentedTts, { maxBytes: MAX_PHRASE_BYTES, files: phraseFiles(needs) });
  void scope.run(warmPhrases(cache, standing, { log, signal: scope.signal })).catch(() => {});
  const works = (name: Backend) => () => health.ok(name);
  const recognition = createRecognition({
    settings: stt,
    stt: speechToTextWithRetry(instrumentSpeechToText(speechToText, instruments), works("stt")),
    onAdapted: onAdapted("stt"),
    ...instruments,
    scope,
    deadlineMs: deadlineMs(stt.timeoutMs),
    periods,
  });
  return {
    checks: { ...checks, ...recognition.checks },
    openRecogniser: recognition.openRecogniser,
    tts: withCachedPhrases(textToSpeechWithRetry(instrumentedTts, works("tts")), cache, standing),
    model: languageModelWithRetry(instrumentLanguageModel(model, instruments), works("llm")),
    modelName: llm.model,
    isAvailable: (name) => (name === "stt" ? recognition.isAvailable() : health.ok(name)),
    connectAhead: () => {
      for (const [name, server] of Object.entries(servers)) if (health.ok(name as Backend)) server.connectAhead();
    },
    toolbox,
    menu,
    metrics,
    listening: { ...turns, ...(turns.endpointMode === "fixed" && { noisyMs: 0 }) },
    language: stt.language,
    timeZone: general.timezone,
    toolRounds: llm.toolRounds,
    thinkAhead: turns.thinkAhead,
    endpointMode: turns.endpointMode,
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
