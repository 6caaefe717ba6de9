import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type ChosenModel, chooseModels } from "./choose-models.js";
import { shareCores } from "./cores.js";
import { installEngine, installedEngine } from "./engine-package.js";
import { fetchModel, sizeOf } from "./fetch-model.js";
import { createHearing } from "./hearing.js";
import { espeakData, loadActivity, loadRecogniser, loadVoice } from "./load-models.js";
import { type Model, modelsIn } from "./model.js";
import type { SpeechOptions } from "./options.js";
import { type SpeechServer, startSpeechServer } from "./server.js";
import { createSpeaking } from "./speaking.js";

export interface ServeSpeechNeeds {
  readonly options: SpeechOptions;
  /** Of engine and models. */
  readonly folder: string;
  readonly languages: readonly string[];
  readonly key: string | undefined;
  /** For people: what is done. */
  readonly tell: (text: string) => void;
  readonly signal: AbortSignal;
}

/** The models that are served. */
export interface ServedModels {
  readonly recogniser: Model;
  readonly voices: readonly Model[];
}

export interface ServedSpeech extends ServedModels, SpeechServer {}

const APT_MS = 300_000;
/** Progress is reported each time this share of a model has arrived. */
const TOLD_SHARE = 0.1;

/** Fetches what is missing, and serves. Returns undefined if only fetching was requested. @throws {Error} for people */
export async function serveSpeech(needs: ServeSpeechNeeds): Promise<ServedSpeech | undefined> {
  const { options, folder, languages, key, tell, signal } = needs;
  const chosen = chooseModels(options, languages, modelsIn(folder));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const at = join(folder, "engine");
  let engine = installedEngine(at);
  if (!engine) {
    tell(`installing the speech engine in ${at} (32 MB)`);
    engine = await installEngine(at, signal);
  }
  if (!espeakData(folder)) await installEspeakData(tell, signal);
  const have = (model: ChosenModel) => fetched(model, needs);
  const recogniser = await have(chosen.recogniser);
  const voices: Model[] = [];
  for (const voice of chosen.voices) voices.push(await have(voice));
  const activity = await have(chosen.activity);
  if (options.isFetchOnly) return undefined;

  const cores = shareCores(availableParallelism());
  const loading = { engine, folder, threads: cores.threads };
  tell(`loading ${[recogniser, ...voices].map(({ name }) => name).join(", ")}`);
  const native = await loadRecogniser(recogniser, loading);
  const hearing = createHearing(native, await loadActivity(activity, loading), cores);
  const spoken = new Map<string, Awaited<ReturnType<typeof loadVoice>>>();
  for (const voice of voices) spoken.set(voice.name, await loadVoice(voice, loading));
  const speaking = createSpeaking(spoken, cores);
  const { host, port } = options;
  const server = await startSpeechServer({ host, port, key, recogniser, voices, hearing, speaking, cores });
  return Object.assign(server, { recogniser, voices });
}

async function fetched(chosen: ChosenModel, { options, folder, tell, signal }: ServeSpeechNeeds): Promise<Model> {
  if (chosen.is === "there") return chosen.model;
  const { model } = chosen;
  const all = sizeOf(model);
  tell(`fetching ${model.name}: ${Math.ceil(all / 1_000_000)} MB, licence ${model.licence}`);
  let told = 0;
  const onProgress = (bytes: number) => {
    if (bytes < all && bytes / all - told < TOLD_SHARE) return;
    told = bytes / all;
    tell(`  ${Math.floor(told * 100)} %`);
  };
  return fetchModel(model, folder, { mirror: options.mirror, signal, onProgress });
}

/** Installs espeak-ng's data on Debian: voices need them. Elsewhere, loading a voice reports what is missing. */
async function installEspeakData(tell: (text: string) => void, signal: AbortSignal): Promise<void> {
  if (process.geteuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  tell("installing the Debian package espeak-ng-data");
  const args = ["install", "-y", "--no-install-recommends", "espeak-ng-data"];
  await promisify(execFile)("apt-get", args, { signal, timeout: APT_MS }).catch(() => {});
}
