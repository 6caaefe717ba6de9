import { OCCASIONS } from "../config/phrase-categories.js";
import type { Phrases } from "../config/phrases.js";
import { type Settings, settingsIn } from "../config/settings.js";
import type { AssistantDefinition, BackendDefinition, TurnsDefinition } from "./definition.js";

/** Returns the settings as they are for an assistant: its own where it has them, otherwise the service's. */
export function settingsOf(settings: Settings, assistant: AssistantDefinition): Settings {
  const { language, voice, speed, backend, turns, operator, callerId, name } = assistant;
  const { stt, tts } = language === undefined ? settings : settingsIn(settings, language);
  const { llm, calls } = settings;
  return {
    ...settings,
    stt,
    tts: { ...tts, ...(voice !== undefined && { voice, usualVoice: voice }), speed: speed ?? tts.speed },
    llm: { ...(backend ? modelOf(llm, backend) : llm), systemPrompt: promptOf(llm.systemPrompt, assistant) },
    turns: turnsOf(settings.turns, turns),
    calls: {
      ...calls,
      operatorExtension: operator === null ? undefined : (operator ?? calls.operatorExtension),
      callerId: {
        name: callerId?.name ?? name ?? calls.callerId?.name,
        number: callerId?.number ?? calls.callerId?.number,
      },
    },
  };
}

/** Returns an assistant's phrases: its own, otherwise the service's. */
export function phrasesOf(phrases: Phrases, { phrases: own }: AssistantDefinition): Phrases {
  const all = OCCASIONS.map((occasion) => [occasion, own[occasion] ?? phrases[occasion]]);
  return Object.freeze(Object.fromEntries(all)) as Phrases;
}

/** The key is sent to its own server only: another server may belong to another company. */
function modelOf(llm: Settings["llm"], backend: BackendDefinition): Settings["llm"] {
  const isElsewhere = backend.url !== undefined;
  return {
    ...llm,
    baseUrl: backend.url ?? llm.baseUrl,
    apiKey: backend.key ?? (isElsewhere ? undefined : llm.apiKey),
    model: backend.model,
    temperature: backend.temperature ?? llm.temperature,
    maxTokens: backend.maxTokens ?? llm.maxTokens,
    reasoningEffort: backend.reasoningEffort ?? (isElsewhere ? undefined : llm.reasoningEffort),
    extraBody: isElsewhere ? undefined : llm.extraBody,
    contextTokens: backend.contextTokens ?? llm.contextTokens,
  };
}

function turnsOf(turns: Settings["turns"], own: TurnsDefinition | undefined): Settings["turns"] {
  return {
    turnTaking: own?.mode ?? turns.turnTaking,
    endpointSilenceMs: own?.endpointSilenceMs ?? turns.endpointSilenceMs,
    fillerAfterMs: own?.fillerAfterMs ?? turns.fillerAfterMs,
    idleTimeoutSeconds: own?.idleTimeoutSeconds ?? turns.idleTimeoutSeconds,
  };
}

function promptOf(usual: string, { prompt = usual, name, knowledge }: AssistantDefinition): string {
  const parts = [prompt.trim(), name && `You answer for ${name}.`, knowledge && `What you know:\n${knowledge.trim()}`];
  return parts.filter(Boolean).join("\n\n");
}
