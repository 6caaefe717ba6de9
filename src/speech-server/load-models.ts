import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe } from "../kernel/errors.js";
import { PUBLIC, writeWhole } from "../kernel/write-whole.js";
import type { NativeActivity, NativeRecogniser, NativeVoice, SpeechEngine } from "./engine.js";
import type { Model } from "./model.js";
import { readPiperConfig, writeDescribedVoice } from "./piper-voice.js";

/** Where distributions put espeak-ng's data, which tell Piper voices how words are pronounced. */
const ESPEAK_PLACES = [
  "/usr/lib/x86_64-linux-gnu/espeak-ng-data",
  "/usr/lib/aarch64-linux-gnu/espeak-ng-data",
  "/usr/share/espeak-ng-data",
  "/usr/lib/espeak-ng-data",
];

/** The folder of espeak-ng's data: next to the models, or this machine's own. */
export function espeakData(models: string): string | undefined {
  return [join(models, "espeak-ng-data"), ...ESPEAK_PLACES].find((place) => existsSync(join(place, "phontab")));
}

export interface LoadNeeds {
  readonly engine: SpeechEngine;
  /** All models are in it. */
  readonly folder: string;
  /** Processor threads for one request. */
  readonly threads: number;
}

/** @throws {Error} that names the model */
export async function loadRecogniser(model: Model, { engine, folder, threads }: LoadNeeds): Promise<NativeRecogniser> {
  const own = join(folder, model.name);
  const path = (part: string) => join(own, model.files[part] ?? "");
  return named(model, async () => {
    const kinds = {
      moonshine: async () => ({
        moonshine: { encoder: path("encoder"), mergedDecoder: path("decoder") },
        tokens: await written(join(own, "tokens.txt"), tokensOfTokenizer(await readFile(path("tokenizer"), "utf8"))),
      }),
      "nemo-transducer": async () => ({
        transducer: { encoder: path("encoder"), decoder: path("decoder"), joiner: path("joiner") },
        tokens: path("tokens"),
        modelType: "nemo_transducer",
      }),
    };
    if (model.form !== "moonshine" && model.form !== "nemo-transducer") throw new Error("it is not a recogniser");
    const config = await kinds[model.form]();
    return engine.OfflineRecognizer.createAsync({
      featConfig: { sampleRate: 16_000, featureDim: 80 },
      modelConfig: { ...config, numThreads: threads, debug: 0, provider: "cpu" },
    });
  });
}

/** @throws {Error} that names the model */
export async function loadVoice(model: Model, { engine, folder, threads }: LoadNeeds): Promise<NativeVoice> {
  const own = join(folder, model.name);
  const dataDir = espeakData(folder);
  return named(model, async () => {
    if (!dataDir)
      throw new Error(`espeak-ng's data are missing: run apt-get install espeak-ng-data, or copy them to ${folder}`);
    const config = readPiperConfig(await readFile(join(own, model.files.config ?? ""), "utf8"));
    const described = join(own, "voice.onnx");
    await writeDescribedVoice(join(own, model.files.voice ?? ""), described, config);
    const tokens = await written(join(own, "tokens.txt"), tokensOfVoice(config.phonemes));
    return engine.OfflineTts.createAsync({
      model: { vits: { model: described, tokens, dataDir }, numThreads: threads, debug: 0, provider: "cpu" },
      maxNumSentences: 1,
    });
  });
}

/** Returns a function that makes detectors of speech: each hears one sound at a time. @throws {Error} that names the model */
export async function loadActivity(model: Model, { engine, folder }: LoadNeeds): Promise<() => NativeActivity> {
  const sileroVad = {
    model: join(folder, model.name, model.files.activity ?? ""),
    threshold: 0.5,
    minSilenceDuration: 0.25,
    minSpeechDuration: 0.1,
    windowSize: 512,
    maxSpeechDuration: MAX_STRETCH_SECONDS,
  };
  const make = () => new engine.Vad({ sileroVad, sampleRate: 16_000, numThreads: 1, debug: 0, provider: "cpu" }, 60);
  await named(model, async () => make());
  return make;
}

/** The longest stretch of speech, in seconds, that is recognised at once: recognisers are made for 30. */
export const MAX_STRETCH_SECONDS = 20;

async function named<T>(model: Model, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new Error(`${model.name} cannot be used: ${describe(error)}`, { cause: error });
  }
}

/** Returns the path of a file with this text; writes it unless it is there, whole: the folder may be read-only by now. */
async function written(path: string, text: string): Promise<string> {
  const known = await readFile(path, "utf8").catch(() => undefined);
  if (known !== text) await writeWhole(path, text, PUBLIC);
  return path;
}

/** A line for each token, as sherpa-onnx reads them. @throws {Error} when the text is not such a tokenizer or configuration */

/** From a tokenizer.json of Hugging Face: a token's bytes in base64, and its number. */
export function tokensOfTokenizer(text: string): string {
  const { model, added_tokens: added = [] } = JSON.parse(text) as {
    readonly model?: { readonly vocab?: Readonly<Record<string, number>> };
    readonly added_tokens?: readonly { readonly id: number; readonly content: string }[];
  };
  if (!model?.vocab) throw new Error("tokenizer.json: expected model.vocab");
  const tokens: string[] = [];
  for (const [token, id] of Object.entries(model.vocab)) tokens[id] = token;
  for (const { id, content } of added) tokens[id] ??= content;
  return lines(Array.from(tokens, (token, id) => [bytesOf(token ?? `<${id}>`).toString("base64"), id]));
}

/** From the configuration of a Piper voice: a phoneme and its number. */
export function tokensOfVoice(phonemes: Readonly<Record<string, readonly number[]>>): string {
  return lines(Object.entries(phonemes).map(([phoneme, [id]]) => [phoneme, id ?? 0]));
}

function lines(tokens: readonly (readonly [token: string, id: number])[]): string {
  return `${tokens.map(([token, id]) => `${token} ${id}`).join("\n")}\n`;
}

/** SentencePiece writes a space as "▁", and a byte that is no character by itself as `<0x0A>`. */
function bytesOf(token: string): Buffer {
  const [, byte] = /^<0x([0-9A-F]{2})>$/.exec(token) ?? [];
  return byte === undefined ? Buffer.from(token.replaceAll("▁", " ")) : Buffer.from(byte, "hex");
}
