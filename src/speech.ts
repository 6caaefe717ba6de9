import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isLoopback } from "./kernel/host.js";
import { dataDirOf, withEnvFile } from "./config/own-environment.js";
import { describe } from "./kernel/errors.js";
import { EX_USAGE } from "./kernel/exit-codes.js";
import { primaryLanguage } from "./locales/locales.js";
import { listedModels, listOfModels } from "./speech-server/list-models.js";
import { modelsIn } from "./speech-server/model.js";
import { HELP, type SpeechOptions, speechOptions } from "./speech-server/options.js";
import { type ServedModels, serveSpeech } from "./speech-server/serve-speech.js";

/** Serves speech recognition and voices: see --help. */

const FAILED = 1;
/** The same minimum as for keys of the REST interface, in characters. */
const SHORTEST_KEY = 16;

const complain = (text: string) => void process.stderr.write(`speech: ${text}\n`);

/** The settings with which the service, and scripts/demo, use it. */
function settingsFor(url: string, { recogniser, voices }: ServedModels): Readonly<Record<string, string>> {
  const [voice] = voices;
  return {
    SPEECH_BASE_URL: url,
    STT_MODEL: recogniser.name,
    ...(voice && { TTS_MODEL: voice.name, TTS_VOICE: voice.name }),
  };
}

/** @throws {Error} when a server that others can reach has no key, or a short one */
function keyFor(host: string, { SPEECH_API_KEY: given, SPEECH_API_KEY_FILE: file }: NodeJS.ProcessEnv) {
  const key = (given || (file && readFileSync(file, "utf8")) || "").trim();
  if (key !== "" && (key.length < SHORTEST_KEY || /\s/.test(key)))
    throw new Error(`SPEECH_API_KEY: expected a key of at least ${SHORTEST_KEY} characters without spaces`);
  if (key === "" && !isLoopback(host))
    throw new Error(`--host ${host}: anyone who can reach it could use this machine; set SPEECH_API_KEY to a key`);
  return key || undefined;
}

async function run(options: SpeechOptions): Promise<void> {
  const environment = withEnvFile(process.env);
  const folder = options.models ?? join(dataDirOf(environment), "speech");
  if (options.isList) {
    const listed = listedModels(modelsIn(folder));
    process.stdout.write(`${options.isJson ? JSON.stringify(listed, null, 2) : listOfModels(listed)}\n`);
    return;
  }
  const spoken = primaryLanguage(environment.STT_LANGUAGE || "en");
  const ending = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => ending.abort());
  const { signal } = ending;
  const ended = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  try {
    await using served = await serveSpeech({
      options,
      folder,
      languages: options.languages.length > 0 ? options.languages : [spoken],
      key: keyFor(options.host, environment),
      tell: (text) => void process.stderr.write(`${text}\n`),
      signal,
    });
    if (!served) return;
    const settings = settingsFor(served.url, served);
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    const words = `Serving speech. Settings for .env:\n  ${lines.join("\n  ")}`;
    process.stdout.write(`${options.isJson ? JSON.stringify({ url: served.url, settings }) : words}\n`);
    await ended;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

let options: SpeechOptions | undefined;
try {
  options = speechOptions(process.argv.slice(2));
} catch (error) {
  complain(`${describe(error)}\n\n${HELP}`);
  process.exitCode = EX_USAGE;
}
if (options?.isHelp) process.stdout.write(HELP);
else if (options) {
  try {
    await run(options);
  } catch (error) {
    complain(describe(error));
    process.exitCode = FAILED;
  }
}
