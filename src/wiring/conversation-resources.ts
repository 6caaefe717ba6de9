import { join } from "node:path";
import { faultTone, waitingTone } from "../audio/tone.js";
import type { Phrases } from "../config/phrases.js";
import type { Settings } from "../config/settings.js";
import type { ConversationResources } from "../conversation/conversation.js";
import { turnDeadlineOf } from "../conversation/fill-silence.js";
import { createDtmfMenu } from "../conversation/dtmf-menu.js";
import { standingPhrases } from "../conversation/phrasebook.js";
import { createEngines } from "../engines/create-engines.js";
import { RECOVERY_PERIODS } from "../engines/engine-recovery.js";
import { describe } from "../kernel/errors.js";
import type { Backoff } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import type { ConversationTools } from "../toolbox/allowed-tools.js";
import type { ChecksOnDemand, Health } from "../observability/health.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import { createPhraseCache } from "../speech/phrase-cache.js";
import { createPhraseFiles, type PhraseFiles } from "../speech/phrase-files.js";
import { warmPhrases, withCachedPhrases } from "../speech/standing-phrases.js";

export interface ConversationResourcesNeeds {
  readonly settings: Settings;
  readonly phrases: Phrases;
  readonly toolbox: ConversationTools;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly log: Log;
  readonly scope: Scope;
  /** Pauses between two checks of a back end. */
  readonly periods?: Backoff;
}

/** Maximum size of the standing phrases in memory, in bytes: about ten minutes of speech. */
const MAX_PHRASE_BYTES = 20_000_000;
/** Maximum size on disk, in bytes: half an hour. Phrases of voices no longer used stay until it is full. */
const MAX_PHRASE_FILE_BYTES = 60_000_000;

/** The resources of conversations, and on-demand checks of the engines. */
export interface CreatedResources extends ConversationResources {
  readonly checks: ChecksOnDemand;
}

/** Creates the resources of conversations: the engines, the standing phrases, the key menu. */
export function createConversationResources(needs: ConversationResourcesNeeds): CreatedResources {
  const { settings, phrases, toolbox, metrics, health, log, scope, periods = RECOVERY_PERIODS } = needs;
  const { stt, tts, llm, turns, calls, general } = settings;
  const engines = createEngines({ settings, metrics, health, log, scope, periods });
  const menu = createDtmfMenu(toolbox, calls.operatorExtension !== undefined, phrases);
  const standing = standingPhrases(phrases, menu);
  const cache = createPhraseCache(engines.ttsOnce, { maxBytes: MAX_PHRASE_BYTES, files: phraseFiles(needs) });
  void scope.run(warmPhrases(cache, standing, { log, signal: scope.signal })).catch(() => {});
  return {
    checks: engines.checks,
    openRecogniser: engines.openRecogniser,
    tts: withCachedPhrases(engines.tts, cache, standing),
    model: engines.llm,
    modelName: llm.model,
    isAvailable: engines.isAvailable,
    connectAhead: engines.connectAhead,
    toolbox,
    menu,
    metrics,
    listening: { endpointSilenceMs: turns.endpointSilenceMs, ...(turns.turnTaking !== "adaptive" && { noisyMs: 0 }) },
    language: stt.language,
    timeZone: general.timezone,
    thinkAhead: turns.turnTaking !== "sequential",
    endpointMode: turns.turnTaking === "adaptive" ? "words" : "fixed",
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
