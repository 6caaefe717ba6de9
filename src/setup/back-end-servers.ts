import { withDeadline } from "../kernel/deadline.js";
import { textUpTo } from "../kernel/text-up-to.js";
import { SPEECH_PORT } from "../speech-server/options.js";

/** What a model is for. */
export type ModelUse = "llm" | "stt" | "tts";

export interface ServedModel {
  readonly name: string;
  readonly use: ModelUse;
}

/** A server with OpenAI's interface that answered. */
export interface BackEndServer {
  /** Which program it is, by what it answers: `Ollama`; `a server` when that cannot be told. */
  readonly kind: string;
  /** As the settings have it, ending in /v1. */
  readonly baseUrl: string;
  readonly models: readonly ServedModel[];
  readonly voices: readonly string[];
  /** What has to be done before it can be used. */
  readonly hint?: string;
}

/** Where the programs that people have listen unless they are told otherwise. */
export const USUAL_PORTS = [11434, 8000, 8880, 1234, 8080, 8001, 4000, 5000, 9000, SPEECH_PORT] as const;
const ANSWER_MS = 2_000;
/** Of a list of models, bytes; providers that have hundreds of them send a tenth of it. */
const LONGEST_ANSWER = 1_000_000;

/** What a server said to a question; undefined when it said nothing, or that it has no such thing. */
type Ask = (path: string) => Promise<{ readonly text: string; readonly json: unknown } | undefined>;

/**
 * Asks a host at its ports what listens there.
 *
 * @param places `host`, for the usual ports, or `host:port`
 * @returns those that have OpenAI's interface, in the order of the places
 */
export async function findServers(places: readonly string[], signal?: AbortSignal): Promise<BackEndServer[]> {
  const origins = places.flatMap((place) => {
    const hasPort = /:\d+$/.test(place) && !/^[^[]*:.*:/.test(place);
    return hasPort ? [`http://${place}`] : USUAL_PORTS.map((port) => `http://${place}:${port}`);
  });
  const asked = [...new Set(origins)].map((origin) => recognise(origin, asker(origin, signal)));
  return (await Promise.all(asked)).filter((server) => server !== undefined);
}

/** Which program a server is, told by what only it answers, and what it serves. */
// oxlint-disable-next-line complexity -- one branch for each program
export async function recognise(origin: string, ask: Ask): Promise<BackEndServer | undefined> {
  const baseUrl = `${origin}/v1`;
  const [listed, tags] = await Promise.all([ask("/v1/models"), ask("/api/tags")]);
  const ollama = arrayIn(tags?.json, "models");
  if (ollama) {
    const models = ollama.map((each) => String(field(each, "name"))).filter((name) => !isEmbedding(name));
    const hint = models.length === 0 ? "it has no model yet: ollama pull qwen3:8b" : undefined;
    return {
      kind: "Ollama",
      baseUrl,
      models: models.map((name) => ({ name, use: "llm" })),
      voices: [],
      ...(hint && { hint }),
    };
  }
  const data = arrayIn(listed?.json, "data");
  if (!data) return recogniseWithoutModels(origin, ask);
  const [studio, voices, api] = await Promise.all([
    ask("/api/v0/models"),
    ask("/v1/audio/voices"),
    ask("/openapi.json"),
  ]);
  const models = data.flatMap((each) => modelOf(each));
  const names = data.map((each) => String(field(each, "id")));
  const owners = new Set(data.map((each) => field(each, "owned_by")));
  const title = String(field(field(api?.json, "info"), "title") ?? "");
  const found = { baseUrl, models, voices: voiceNames(voices?.json) };
  if (arrayIn(studio?.json, "data")) return { ...found, kind: "LM Studio" };
  if (owners.has("llamacpp")) return { ...found, kind: "llama.cpp server" };
  if (owners.has("ari-attendant")) return { ...found, kind: "ari-attendant speech" };
  if (owners.has("vllm")) return { ...found, kind: "vLLM" };
  if (/litellm/i.test(title)) return { ...found, kind: "LiteLLM proxy" };
  if (/kokoro/i.test(title)) return { ...found, kind: "Kokoro-FastAPI", models: [{ name: "kokoro", use: "tts" }] };
  if (/speaches/i.test(title) || data.some((each) => field(each, "task") !== undefined)) {
    const hint =
      models.length === 0
        ? `it has no model yet: curl -X POST ${baseUrl}/models/Systran/faster-distil-whisper-small.en`
        : undefined;
    return { ...found, kind: "Speaches", ...(hint && { hint }) };
  }
  if (names.length > 0 && names.every((name) => /^tts-1(-hd)?$/.test(name))) {
    return { ...found, kind: "openedai-speech", models: [{ name: "tts-1", use: "tts" }], voices: ["alloy"] };
  }
  return { ...found, kind: "a server" };
}

/** Some make speech only, and list no models; whisper.cpp has a page that says what it is. */
async function recogniseWithoutModels(origin: string, ask: Ask): Promise<BackEndServer | undefined> {
  const [page, voices] = await Promise.all([ask("/"), ask("/v1/audio/voices")]);
  const names = voiceNames(voices?.json);
  if (names.length > 0) {
    const kind = names.includes("af_heart") ? "Kokoro-FastAPI" : "a server";
    return {
      kind,
      baseUrl: `${origin}/v1`,
      models: [{ name: kind === "a server" ? "tts-1" : "kokoro", use: "tts" }],
      voices: names,
    };
  }
  if (!/whisper\.cpp/i.test(page?.text ?? "")) return undefined;
  const hint = "start it with --inference-path /v1/audio/transcriptions";
  return {
    kind: "whisper.cpp server",
    baseUrl: `${origin}/v1`,
    models: [{ name: "whisper-1", use: "stt" }],
    voices: [],
    hint,
  };
}

/** A model as it is listed; none for those that make embeddings or pictures. */
function modelOf(listed: unknown): ServedModel[] {
  const name = field(listed, "id");
  if (typeof name !== "string" || isEmbedding(name)) return [];
  const task = field(listed, "task");
  if (typeof task === "string") {
    if (task === "automatic-speech-recognition") return [{ name, use: "stt" }];
    return task === "text-to-speech" ? [{ name, use: "tts" }] : [];
  }
  return [{ name, use: useByName(name) }];
}

function useByName(name: string): ModelUse {
  if (/whisper|transcri|parakeet|canary|moonshine|sphinx|vosk|sensevoice|[-_]asr|^stt/i.test(name)) return "stt";
  return /tts|kokoro|piper|flite|orpheus|espeak|chatterbox|f5-|bark/i.test(name) ? "tts" : "llm";
}

function isEmbedding(name: string): boolean {
  return /embed|bge-|rerank|minilm|dall-e|stable-diffusion|flux/i.test(name);
}

function voiceNames(answer: unknown): string[] {
  const voices = arrayIn(answer, "voices") ?? (Array.isArray(answer) ? answer : []);
  return voices.flatMap((voice) => {
    const name =
      typeof voice === "string" ? voice : (field(voice, "id") ?? field(voice, "voice_id") ?? field(voice, "name"));
    return typeof name === "string" ? [name] : [];
  });
}

function asker(origin: string, signal: AbortSignal | undefined): Ask {
  return async (path) => {
    try {
      return await withDeadline(ANSWER_MS, signal, `asking ${origin}${path}`, async (deadline) => {
        const answer = await fetch(`${origin}${path}`, { signal: deadline, redirect: "manual" });
        const text = await textUpTo(LONGEST_ANSWER, answer);
        if (!answer.ok || text === undefined) return undefined;
        return { text, json: parsed(text) };
      });
    } catch {
      signal?.throwIfAborted();
      return undefined;
    }
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function arrayIn(value: unknown, name: string): readonly unknown[] | undefined {
  const found = field(value, name);
  return Array.isArray(found) ? found : undefined;
}
