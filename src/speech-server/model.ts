import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../kernel/errors.js";

/** What a model is for: words from sound, sound from words, or whether there is speech at all. */
export type ModelUse = "recogniser" | "voice" | "activity";

/** How a model's files are read, and which ones it has. */
export const MODEL_FORMS = {
  moonshine: { use: "recogniser", files: ["encoder", "decoder", "tokenizer"] },
  "nemo-transducer": { use: "recogniser", files: ["encoder", "decoder", "joiner", "tokens"] },
  piper: { use: "voice", files: ["voice", "config"] },
  silero: { use: "activity", files: ["activity"] },
} as const satisfies Record<string, { use: ModelUse; files: readonly string[] }>;
export type ModelForm = keyof typeof MODEL_FORMS;

/** A model in its folder, as its model.json describes it. */
export interface Model {
  readonly name: string;
  readonly use: ModelUse;
  readonly form: ModelForm;
  /** Such as `de`. */
  readonly languages: readonly string[];
  readonly licence: string;
  /** Names of its files, by their part in the model. */
  readonly files: Readonly<Record<string, string>>;
}

/** The description of a model, in its folder. */
export const MODEL_FILE = "model.json";

/** The models in a folder, each in a folder of its own. @throws {Error} that names a model.json which cannot be used */
export function modelsIn(folder: string): readonly Model[] {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
  return names.flatMap((name) => {
    const path = join(folder, name, MODEL_FILE);
    try {
      const text = readFileSync(path, "utf8");
      // After a power failure it may be empty: then the model is fetched again.
      return text.replaceAll("\0", "").trim() === "" ? [] : [readModel(name, text, path)];
    } catch (error) {
      if (["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "")) return [];
      throw error;
    }
  });
}

/** @param path names the file in errors. @throws {Error} that says what is wrong */
export function readModel(name: string, text: string, path: string): Model {
  const wrong = (what: string) => new Error(`${path}: ${what}; see docs/speech-server.md, "Models of your own"`);
  let given: Record<string, unknown>;
  try {
    given = Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    throw wrong("expected JSON");
  }
  const { form, languages = [], licence = "unknown", files } = given;
  if (!isForm(form)) throw wrong(`form: expected ${Object.keys(MODEL_FORMS).join(", ")}`);
  if (!isWords(languages)) throw wrong(`languages: expected a list such as ["de"]`);
  const { use, files: parts } = MODEL_FORMS[form];
  const named = Object(files) as Record<string, unknown>;
  const chosen = parts.map((part) => {
    const file = named[part];
    if (typeof file !== "string" || !/^[\w][\w.-]*$/.test(file))
      throw wrong(`files.${part}: expected the name of a file`);
    return [part, file] as const;
  });
  return { name, use, form, languages, licence: String(licence), files: Object.fromEntries(chosen) };
}

function isForm(value: unknown): value is ModelForm {
  return typeof value === "string" && Object.hasOwn(MODEL_FORMS, value);
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
