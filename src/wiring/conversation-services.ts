import { join } from "node:path";
import { faultTone, waitingTone } from "../audio/tone.js";
import { type Backend, createBackend, type Purpose } from "../backends/openai.js";
import type { Phrases } from "../config/phrases.js";
import type { Settings } from "../config/settings.js";
import type { ConversationServices } from "../conversation/conversation.js";
import { createDtmfMenu, type DtmfMenu } from "../conversation/dtmf-menu.js";
import { NO_OPERATOR, PUTTING_THROUGH, standingPhrases } from "../conversation/phrasebook.js";
import {
  languageModelWithRetry,
  speechToTextWithRetry,
  textToSpeechWithRetry,
} from "../conversation/backends-with-retry.js";
import { createBackendProbes } from "../conversation/backend-probes.js";
import {
  instrumentLanguageModel,
  instrumentSpeechToText,
  instrumentTextToSpeech,
} from "../conversation/instrumented-backends.js";
import { describe } from "../kernel/errors.js";
import { retryForever, retryUntilDone } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import { LANGUAGE_MODEL } from "../language/chat-model.js";
import { createLanguageModel } from "../language/create-language-model.js";
import type { Toolbox } from "../toolbox/toolbox.js";
import type { Health } from "../observability/health.js";
import type { Log } from "../observability/log.js";
import type { Backend as BackendName, Metrics } from "../observability/metrics.js";
import { createPhraseCache, type PhraseCache } from "../speech/phrase-cache.js";
import { createPhraseFiles, type PhraseFiles } from "../speech/phrase-files.js";
import type { TextToSpeech } from "../speech/ports.js";
import { createTextToSpeech, TEXT_TO_SPEECH } from "../speech/synthesise.js";
import { createSpeechToText, SPEECH_TO_TEXT } from "../speech/transcribe.js";

export interface ConversationServicesNeeds {
  readonly settings: Settings;
  readonly phrases: Phrases;
  readonly toolbox: Toolbox;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly log: Log;
  readonly scope: Scope;
}

/** Standing phrases kept in memory: about ten minutes of speech. */
const PHRASE_BYTES = 20_000_000;
/** Kept on disk: half an hour. Voices that were changed for others leave theirs behind until it is used up. */
const PHRASE_FILE_BYTES = 60_000_000;
const LOOK_AGAIN = { firstMs: 2_000, maxMs: 10_000 };

/** Makes what conversations are held with: ears, voice and mind, each watched, and the tools. */
export function createConversationServices(needs: ConversationServicesNeeds): ConversationServices {
  const { settings, phrases, toolbox, metrics, health, log, scope } = needs;
  const { stt, tts, llm, turns, calls, general } = settings;
  const sttServer = createBackend(stt);
  const ttsServer = createBackend(tts);
  const llmServer = createBackend(llm);
  const model = createLanguageModel({ ...llm, backend: llmServer }, (protocol, why) =>
    log.info("tool_protocol", `Tools are called by the ${protocol} protocol: ${why}`, { protocol }),
  );
  // Again and again, because whoever comes back after having been away may be another.
  void scope
    .run(
      retryForever(
        scope.signal,
        LOOK_AGAIN,
        () => model.findOut(scope.signal),
        () => {},
      ),
    )
    .catch(() => {});

  const ears = createSpeechToText({ ...stt, backend: sttServer });
  const voice = createTextToSpeech({ ...tts, backend: ttsServer });
  const alive = createBackendProbes(ears, model, voice);
  watchRecovery("stt", { server: sttServer, purpose: SPEECH_TO_TEXT, works: alive.stt }, needs);
  watchRecovery("tts", { server: ttsServer, purpose: TEXT_TO_SPEECH, works: alive.tts }, needs);
  watchRecovery("llm", { server: llmServer, purpose: LANGUAGE_MODEL, works: alive.llm }, needs);

  const watch = { metrics, health };
  const speaker = instrumentTextToSpeech(voice, watch);
  const menu = createDtmfMenu(toolbox, calls.operatorExtension !== undefined);
  const standing = standingPhrases(phrases, noticesOf(menu, calls.operatorExtension));
  const remembered = createPhraseCache(speaker, { maxBytes: PHRASE_BYTES, files: phraseFiles(needs) });
  void scope.run(keepPhrasesReady(remembered, standing, scope, log)).catch(() => {});
  const available = (name: BackendName) => () => health.ok(name);
  return {
    stt: speechToTextWithRetry(instrumentSpeechToText(ears, watch), available("stt")),
    tts: rememberingOnly(standing, remembered, textToSpeechWithRetry(speaker, available("tts"))),
    model: languageModelWithRetry(instrumentLanguageModel(model, watch), available("llm")),
    toolbox,
    menu,
    metrics,
    listening: turns,
    timeZone: general.timezone,
    toolRounds: llm.toolRounds,
    fillerAfterMs: turns.fillerAfterMs,
    // No part is given less than it is set to; what several of them take together is too much for any caller.
    turnDeadlineMs: Math.max(stt.timeoutMs, llm.timeoutMs, tts.timeoutMs, calls.toolTimeoutMs),
    idleTimeoutMs: turns.idleTimeoutSeconds * 1000,
    faultTone: faultTone(),
    waitingTone: waitingTone(),
    cached: (phrase) => remembered.cached(phrase),
    isAvailable: (name) => health.ok(name),
  };
}

/** What is said by itself when something is away, or somebody else is reached for. */
function noticesOf(menu: DtmfMenu, operatorExtension: string | undefined): readonly string[] {
  const transfer = operatorExtension === undefined ? [] : [PUTTING_THROUGH, NO_OPERATOR];
  return [...menu.notice("llm"), ...menu.notice("stt"), ...transfer];
}

interface Watched {
  readonly server: Backend;
  readonly purpose: Purpose;
  /** Has it do a little of what it is for. */
  readonly works: (signal: AbortSignal) => Promise<void>;
}

/**
 * Asks a back end for a sign of life at the start and while it is reported away: without calls nobody else would notice.
 * At the start it is enough that it is there. One that has failed since has to do what it failed at: servers that hang at
 * every request list their models all the same, and would be back for as long as it takes until the next caller waits.
 */
function watchRecovery(
  name: BackendName,
  { server, purpose, works }: Watched,
  { health, scope }: Pick<ConversationServicesNeeds, "health" | "scope">,
): void {
  const { signal } = scope;
  let asked = false;
  const ask = async () => {
    await (asked ? works(signal) : server.check(purpose, signal));
    health.report(name, true);
  };
  // Soon after a failure, and then ever more rarely.
  const look = async (settled: () => void) => {
    if (asked && health.ok(name)) return settled();
    return ask().finally(() => (asked = true));
  };
  const away = (error: unknown) => health.report(name, false, describe(error));
  void scope.run(retryForever(signal, LOOK_AGAIN, look, away)).catch(() => {});
}

/**
 * One voice, which remembers some texts for good. Whatever else is said is said once: were it remembered as well, it would
 * in time take the place of what must be there when text-to-speech is not.
 */
function rememberingOnly(texts: readonly string[], remembered: TextToSpeech, voice: TextToSpeech): TextToSpeech {
  const known = new Set(texts);
  return { speak: (text, signal) => (known.has(text) ? remembered : voice).speak(text, signal) };
}

function phraseFiles({ settings: { tts, general }, log }: ConversationServicesNeeds): PhraseFiles {
  const { baseUrl, model, voice, speed, sampleRate } = tts;
  return createPhraseFiles({
    folder: join(general.dataDir, "phrases"),
    voice: { baseUrl, model, voice, speed, sampleRate },
    maxBytes: PHRASE_FILE_BYTES,
    onFault: (error) =>
      log.warn("phrases_not_kept", `Spoken phrases are kept in memory only: ${describe(error)}; see DATA_DIR`),
  });
}

/** Has the standing phrases synthesised before they are needed: with text-to-speech away it would be too late. */
async function keepPhrasesReady(voice: PhraseCache, phrases: readonly string[], scope: Scope, log: Log): Promise<void> {
  const warm = async () => {
    const [failure] = await voice.warm(phrases, scope.signal);
    if (failure) throw failure;
  };
  await retryUntilDone(scope.signal, LOOK_AGAIN, warm, (error, nextMs) =>
    log.warn("phrases_not_ready", `The standing phrases cannot be synthesised: ${describe(error)}`, {
      next_ms: nextMs,
    }),
  );
  log.info("phrases_ready", "The standing phrases are synthesised");
  const late = phrases.filter((phrase) => voice.cached(phrase) === undefined).length;
  if (late > 0) log.warn("phrases_too_many", `${late} standing phrases are more than is kept ready`, { late });
}
