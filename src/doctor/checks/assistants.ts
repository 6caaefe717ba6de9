import { pathIn, textOnDisk } from "../../assistants/assistants-file.js";
import type { AssistantDefinition, AssistantDefinitions } from "../../assistants/definition.js";
import { faultLines, readDefinitions } from "../../assistants/read-definitions.js";
import { settingsOf } from "../../assistants/settings-of.js";
import { createBackend } from "../../backends/openai.js";
import type { Settings } from "../../config/settings.js";
import { engineKey } from "../../engines/own-engines.js";
import { withDeadline } from "../../kernel/deadline.js";
import { describe } from "../../kernel/errors.js";
import { createLanguageModel } from "../../language/create-language-model.js";
import { createTextToSpeech } from "../../speech/synthesise.js";
import { advice, type Check, fault, type Found, good } from "../check.js";
import { GIVE_IT, readPermitted } from "../read-permitted.js";

/** Maximum duration of one request, in ms. */
const TRY_MS = 20_000;

/** Reads the file of the assistants, and tries each voice and model of its own. */
export const ASSISTANTS_CHECK: Check = {
  name: "assistants",
  title: "Assistants",
  needs: ["folder"],
  settings: ["DATA_DIR", "LLM_", "TTS_", "SPEECH_"],
  deadlineMs: 3 * TRY_MS,
  remedies: [
    [/EACCES/, GIVE_IT],
    [/does not work/, "Correct the voice or the model in assistants.yaml; calls use the service's own until then"],
    [/./, "Correct these lines of assistants.yaml: docs/assistants.md; until then the service uses the previous file"],
  ],
  async look({ settings, environment, readFile }, signal) {
    const { dataDir, timezone: timeZone } = settings.general;
    const path = pathIn(dataDir);
    const text = await textOnDisk(path, readPermitted);
    if (text === undefined) return good("There is no file of assistants: the settings apply to all calls.");
    const found = await readDefinitions(text, { environment, readFile, timeZone }, signal);
    if ("faults" in found) return fault(`${path}: ${faultLines(found.faults).join("; ")}.`);
    return await tried(found.definitions, settings, signal);
  },
};

async function tried({ all }: AssistantDefinitions, settings: Settings, signal: AbortSignal): Promise<Found> {
  const known = new Set([engineKey(settings, "tts"), engineKey(settings, "llm")]);
  const faults: string[] = [];
  for (const assistant of all.values()) {
    const own = settingsOf(settings, assistant);
    for (const engine of ["tts", "llm"] as const) {
      if (known.has(engineKey(own, engine))) continue;
      known.add(engineKey(own, engine));
      const reason = await failureOf(engine, own, signal);
      if (reason !== undefined) faults.push(`${nameOf(engine, own)} of ${assistant.id} does not work: ${reason}`);
    }
  }
  if (faults.length > 0) return advice(faults.join(" "));
  return good(`${namesOf([...all.values()])} can be used.`);
}

function nameOf(engine: "tts" | "llm", { tts, llm }: Settings): string {
  return engine === "tts" ? `The voice ${tts.voice}` : `The model ${llm.model}`;
}

function namesOf(assistants: readonly AssistantDefinition[]): string {
  if (assistants.length === 0) return "The file defines no assistants and";
  return `${assistants.length} ${assistants.length === 1 ? "assistant" : "assistants"}`;
}

/** Makes the voice say a word, or the model write one. @returns why that failed; undefined if it worked */
async function failureOf(
  engine: "tts" | "llm",
  { tts, llm }: Settings,
  signal: AbortSignal,
): Promise<string | undefined> {
  const server = createBackend(engine === "tts" ? tts : llm);
  try {
    await withDeadline(TRY_MS, signal, "its answer", async (limited) => {
      const answer =
        engine === "tts"
          ? createTextToSpeech({ ...tts, backend: server }).synthesise("Okay.", limited)
          : createLanguageModel({ ...llm, backend: server }).stream(
              [{ role: "user", content: "Say: Okay." }],
              [],
              limited,
            );
      for await (const _ of answer) return;
    });
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    return describe(error);
  } finally {
    server.close();
  }
}
