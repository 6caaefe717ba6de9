import { join } from "node:path";
import { faultTone, waitingTone } from "../audio/tone.js";
import type { Spoken } from "../calls/assistant/assistant.js";
import type { Phrases, PhrasesByLanguage } from "../config/phrases.js";
import { type Settings, settingsIn } from "../config/settings.js";
import type { ConversationResources } from "../conversation/conversation.js";
import { turnDeadlineOf } from "../conversation/fill-silence.js";
import { createDtmfMenu } from "../conversation/dtmf-menu.js";
import { standingPhrases } from "../conversation/phrasebook.js";
import { type CreatedEngines, createEngines } from "../engines/create-engines.js";
import { RECOVERY_PERIODS } from "../engines/engine-recovery.js";
import { type OwnEngines, voiceOr } from "../engines/own-engines.js";
import { describe } from "../kernel/errors.js";
import type { Backoff } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import { withSystemLine } from "../language/forced-tool.js";
import { findLocale, primaryLanguage } from "../locales/locales.js";
import type { ConversationTools } from "../toolbox/allowed-tools.js";
import type { ChecksOnDemand, Health } from "../observability/health.js";
import type { Log } from "../observability/log.js";
import type { Backend, Metrics } from "../observability/metrics.js";
import { createPhraseCache, type PhraseCache } from "../speech/phrase-cache.js";
import { createPhraseFiles, type PhraseFiles } from "../speech/phrase-files.js";
import type { TextToSpeech } from "../speech/ports.js";
import { warmPhrases, withCachedPhrases } from "../speech/standing-phrases.js";

export interface ConversationResourcesNeeds {
  readonly settings: Settings;
  readonly phrases: PhrasesByLanguage;
  readonly toolbox: ConversationTools;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly log: Log;
  readonly scope: Scope;
  /** ms since the epoch. */
  readonly now: () => number;
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
  /** The primary languages that calls can be in. */
  readonly languages: readonly string[];
  /** Whether callers may ask for a language: it is complete, and the recogniser can understand it as far as is known. */
  readonly maySpeak: (language: string) => boolean;
  /** Returns the resources and phrases for a language other than the usual one of the service or of an assistant. */
  readonly inLanguageOf: (own: LanguageNeeds) => (language: string) => Spoken;
  /** Returns the resources of an assistant that differs in these. */
  readonly ofAssistant: (own: OwnResourcesNeeds) => ConversationResources;
}

/** What an assistant has of its own. */
export interface OwnResourcesNeeds extends Pick<ConversationResourcesNeeds, "settings" | "toolbox"> {
  readonly phrases: Phrases;
  /** Its voice and model; undefined when they are the service's. */
  readonly voice: OwnVoice | undefined;
  /** What it says besides its phrases, to be kept ready like them. */
  readonly saysToo?: readonly string[];
  /** Ends when nothing will be said for it any more. */
  readonly scope: Scope;
}

export interface CreatedVoices {
  /** Creates the voice and model of an assistant, or of another language. */
  readonly ownVoice: (settings: Settings, whose: Parameters<CreatedEngines["own"]>[1]) => OwnVoice;
}

/** What other languages are spoken with. */
export interface LanguageNeeds extends Pick<OwnResourcesNeeds, "settings" | "toolbox" | "scope"> {
  /** Returns the voice and model of these settings; undefined when they are the service's. */
  readonly voiceIn: (settings: Settings) => OwnVoice | undefined;
}

/** An assistant's own voice and model, and the speech that is kept ready. */
export interface OwnVoice {
  readonly engines: OwnEngines;
  /** Undefined when the voice is the service's. */
  readonly cache: PhraseCache | undefined;
}

/** Creates the resources of conversations: the engines, the standing phrases, the key menu. */
export function createConversationResources(needs: ConversationResourcesNeeds): CreatedResources & CreatedVoices {
  const { settings, phrases, metrics, health, log, scope, now, periods = RECOVERY_PERIODS } = needs;
  const { stt } = settings;
  const engines = createEngines({ settings, metrics, health, log, scope, periods });
  const cacheOf = (tts: TextToSpeech, of: Settings) =>
    createPhraseCache(tts, { maxBytes: MAX_PHRASE_BYTES, files: phraseFiles(of, log) });
  const usualCache = cacheOf(engines.ttsOnce, settings);
  const ofAssistant = (own: OwnResourcesNeeds): ConversationResources => {
    const { language } = own.settings.stt;
    const isInstructed = language !== stt.language || primaryLanguage(language) !== "en";
    const instructed = isInstructed ? { instruction: findLocale(language)?.instruction } : {};
    const model = own.voice?.engines.llm ? own.voice.engines : engines;
    return {
      ...resourcesWith(own, { engines, cache: usualCache, metrics, log, now, own: own.voice }),
      ...instructed,
      readAhead: (prompt) => model.readAhead(withSystemLine(prompt, instructed.instruction), own.toolbox.offers),
    };
  };
  const ownVoice = (own: Settings, whose: Parameters<CreatedEngines["own"]>[1]): OwnVoice => {
    const ownEngines = engines.own(own, whose);
    return { engines: ownEngines, cache: ownEngines.tts && cacheOf(ownEngines.tts, own) };
  };

  /** Resources are made when a language is spoken for the first time. */
  function inLanguageOf({ voiceIn, ...own }: LanguageNeeds): (code: string) => Spoken {
    const spoken = new Map<string, Spoken>();
    return (code) => {
      const language = primaryLanguage(code);
      const known = spoken.get(language);
      if (known) return known;
      const inIt = settingsIn(own.settings, language);
      const said = phrases.in(language);
      const theirs = { ...own, settings: inIt, phrases: said, voice: voiceIn(inIt) };
      const made = { phrases: said, resources: ofAssistant(theirs) };
      spoken.set(language, made);
      return made;
    };
  }

  const usual = { ...needs, phrases: phrases.in(stt.language), voice: undefined };
  return {
    ...ofAssistant(usual),
    checks: engines.checks,
    languages: phrases.languages,
    maySpeak: (language) =>
      findLocale(language) !== undefined && (primaryLanguage(language) === "en" || !ENGLISH_ONLY.test(stt.model)),
    inLanguageOf,
    ofAssistant,
    ownVoice,
  };
}

/** A recogniser whose model understands English only says so at the end of its name: `base.en`, `distil-small.en`. */
const ENGLISH_ONLY = /[.-]en$/i;

interface ResourceParts extends Pick<ConversationResourcesNeeds, "metrics" | "log" | "now"> {
  /** The service's engines, and the cache of its voice. */
  readonly engines: CreatedEngines;
  readonly cache: PhraseCache;
  readonly own: OwnVoice | undefined;
}

function resourcesWith(
  { settings, phrases, toolbox, saysToo = [], scope }: OwnResourcesNeeds,
  { engines, cache, metrics, log, now, own }: ResourceParts,
): Omit<ConversationResources, "readAhead"> {
  const { stt, tts, llm, turns, calls, general } = settings;
  const menu = createDtmfMenu(toolbox, calls.operatorExtension !== undefined, phrases);
  const standing = [...standingPhrases(phrases, menu), ...saysToo];
  const kept = own?.cache ?? cache;
  // Health says that an own voice is away; the log need not repeat it.
  const told = own?.cache ? { ...log, warn: () => {} } : log;
  void scope.run(warmPhrases(kept, standing, { log: told, signal: scope.signal })).catch(() => {});
  const usual = withCachedPhrases(engines.tts, cache, standing);
  const isOwnAvailable = (engine: Backend) => engine !== "stt" && own?.engines.isAvailable(engine) === true;
  return {
    openRecogniser: engines.opensFor(stt.language),
    tts: own?.cache ? voiceOr(withCachedPhrases(own.engines.tts ?? usual, own.cache, standing), usual) : usual,
    model: own?.engines.llm ?? engines.llm,
    modelName: llm.model,
    isAvailable: (engine) => isOwnAvailable(engine) || engines.isAvailable(engine),
    connectAhead: engines.connectAhead,
    toolbox,
    menu,
    metrics,
    listening: { endpointSilenceMs: turns.endpointSilenceMs, ...(turns.turnTaking !== "adaptive" && { noisyMs: 0 }) },
    language: stt.language,
    timeZone: general.timezone,
    now,
    turnTaking: turns.turnTaking,
    fillerAfterMs: turns.fillerAfterMs,
    turnDeadlineMs: turnDeadlineOf([stt, llm, tts, { timeoutMs: calls.toolTimeoutMs }]),
    idleTimeoutMs: turns.idleTimeoutSeconds * 1000,
    faultTone: faultTone(),
    waitingTone: waitingTone(),
    cached: (phrase) => own?.cache?.cached(phrase) ?? cache.cached(phrase),
  };
}

function phraseFiles({ tts, general }: Settings, log: Log): PhraseFiles {
  const { baseUrl, model, voice, speed, sampleRate } = tts;
  return createPhraseFiles({
    folder: join(general.dataDir, "phrases"),
    // Files of versions that did not look the rate up may have another one.
    voice: { baseUrl, model, voice, speed, sampleRate, rate: "looked up" },
    maxBytes: MAX_PHRASE_FILE_BYTES,
    onFault: (error) =>
      log.warn("phrases_not_kept", `Spoken phrases are kept in memory only: ${describe(error)}; see DATA_DIR`),
  });
}
