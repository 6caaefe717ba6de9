import type { BackEndServer, ModelUse } from "./back-end-servers.js";

/** Models that suit a telephone, the best first: fast, and able to call tools. */
const PREFERRED: Readonly<Record<ModelUse, readonly RegExp[]>> = {
  llm: [
    /^qwen3(?!.*(coder|vl))/i,
    /gpt-4\.1-mini/i,
    /qwen2\.5(?!.*coder)/i,
    /llama-?3/i,
    /mistral/i,
    /gemma/i,
    /gpt-oss/i,
  ],
  stt: [/distil.*small\.en/i, /turbo/i, /whisper.*small/i, /whisper/i],
  tts: [/^kokoro/i, /kokoro/i, /piper/i, /tts-1$/i],
};
/** Models that think before they answer, where the server can turn that off. */
const THINKS = /^(qwen3|deepseek-r1|magistral)/i;
const VOICES = ["af_heart", "alloy"];

/** A model of a server, for one use. */
export interface Choice {
  readonly server: BackEndServer;
  readonly model: string;
}

/** Returns the candidates for a use, the best first: the best model of each server. */
export function choicesFor(use: ModelUse, servers: readonly BackEndServer[]): readonly Choice[] {
  return servers.flatMap((server) => {
    const names = server.models.filter((model) => model.use === use).map(({ name }) => name);
    const rank = (name: string) => {
      const at = PREFERRED[use].findIndex((pattern) => pattern.test(name));
      return at < 0 ? PREFERRED[use].length : at;
    };
    const [model] = names.sort((a, b) => rank(a) - rank(b));
    return model === undefined ? [] : [{ server, model }];
  });
}

/** Returns the settings for the chosen servers. */
export function backEndSettings(chosen: Readonly<Partial<Record<ModelUse, Choice>>>): Record<string, string> {
  const { llm, stt, tts } = chosen;
  const settings: Record<string, string> = {};
  if (llm) {
    settings.LLM_BASE_URL = llm.server.baseUrl;
    settings.LLM_MODEL = llm.model;
    if (llm.server.kind === "Ollama") {
      settings.LLM_CONTEXT_TOKENS = "4096";
      if (THINKS.test(llm.model)) settings.LLM_REASONING_EFFORT = "none";
    }
  }
  if (stt && tts && stt.server === tts.server) settings.SPEECH_BASE_URL = stt.server.baseUrl;
  else {
    if (stt) settings.STT_BASE_URL = stt.server.baseUrl;
    if (tts) settings.TTS_BASE_URL = tts.server.baseUrl;
  }
  if (stt) settings.STT_MODEL = stt.model;
  if (tts) {
    settings.TTS_MODEL = tts.model;
    const { voices } = tts.server;
    const voice = VOICES.find((name) => voices.includes(name)) ?? (/kokoro/i.test(tts.model) ? VOICES[0] : voices[0]);
    if (voice) settings.TTS_VOICE = voice;
  }
  return settings;
}
