import { SCHEMA } from "./schema.js";
import { fallbackText, plainFallback, type Setting } from "./setting.js";

/** A variable that compose.yaml reads and the controller does not. */
export interface ComposeVariable {
  readonly name: string;
  readonly meaning: string;
  /** Its default in compose.yaml; empty when it has none. */
  readonly fallback: string;
}

/** What almost everybody fills in, under the way of installing that needs it. */
const FIRST: readonly (readonly [way: string, names: readonly string[]])[] = [
  [
    "Every way: the servers for language and speech, and where the callers are",
    ["LLM_BASE_URL", "LLM_MODEL", "LLM_API_KEY", "SPEECH_BASE_URL", "TIMEZONE"],
  ],
  [
    "Docker Compose, and every other way with an extension of a PBX (Compose asks for the password itself)",
    ["SIP_USER", "SIP_PASSWORD", "SIP_DOMAIN"],
  ],
  ["Docker Compose alone", ["COMPOSE_PROFILES", "ASTERISK_EXTERNAL_ADDRESS"]],
  ["An Asterisk of your own, without Docker Compose, which makes these two itself", ["ARI_PASSWORD", "AMI_PASSWORD"]],
];

const WIDTH = 118;
const LINE = "=".repeat(WIDTH - 2);
/** A description of values that is longer than this stands in docs/settings.md only. */
const MAX_VALUES_LENGTH = 70;

/** A name, what stands above it, and its default. */
interface Entry {
  readonly name: string;
  readonly note: string;
  readonly value: string;
}

/** Returns the text of `.env.example`: first what is to be filled in, then every other setting, commented out. */
export function envExample(composeVariables: readonly ComposeVariable[] = []): string {
  const areas = [...areasOfSettings(), ["Docker Compose", composeVariables.map(entryOfCompose)] as const];
  const byName = new Map(areas.flatMap(([, entries]) => entries.map((entry) => [entry.name, entry] as const)));
  const first = FIRST.map(([way, names]) => [way, names.flatMap((name) => byName.get(name) ?? [])] as const);
  const isFirst = new Set(first.flatMap(([, entries]) => entries.map(({ name }) => name)));
  const rest = areas.map(([title, entries]) => [title, entries.filter(({ name }) => !isFirst.has(name))] as const);
  return [
    "# Settings of Attendant. Copy this file to .env, and fill in what stands above the double line.",
    "# docs/settings.md tells more about each. Secrets may also be files: LLM_API_KEY_FILE=/path.",
    ...first.flatMap(([way, entries]) => part(way, entries, ({ name }) => `${name}=`)),
    "",
    `# ${LINE}`,
    "# All others have a default. Remove the # to set one.",
    ...rest.flatMap(([title, entries]) => part(title, entries, ({ name, value }) => `#${name}=${value}`)),
    "",
  ].join("\n");
}

function part(title: string, entries: readonly Entry[], lineOf: (entry: Entry) => string): readonly string[] {
  if (entries.length === 0) return [];
  return ["", `# --- ${title} ---`, ...entries.flatMap((entry) => [commented(entry.note), lineOf(entry)])];
}

function areasOfSettings(): (readonly [title: string, entries: readonly Entry[]])[] {
  return Object.values(SCHEMA).map(({ title, settings }) => [
    title,
    (Object.values(settings) as Setting<unknown>[]).map((setting) => ({
      name: setting.name,
      note: noteOf(setting),
      value: setting.required || setting.fallbackText !== undefined ? "" : plainFallback(setting),
    })),
  ]);
}

function entryOfCompose({ name, meaning, fallback }: ComposeVariable): Entry {
  const sentence = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1).replace(/\.?$/, ".")}`;
  return { name, note: fallback === "" ? sentence : `${sentence} Default: ${fallback}.`, value: fallback };
}

function noteOf(setting: Setting<unknown>): string {
  const { description, values } = setting;
  const fallback = plainFallback(setting) === fallbackText(setting) ? "" : fallbackText(setting);
  return [
    description,
    ...(values.length <= MAX_VALUES_LENGTH ? [`Values: ${values}.`] : []),
    ...(fallback && fallback.length <= MAX_VALUES_LENGTH ? [`Default: ${fallback}.`] : []),
  ].join(" ");
}

function commented(text: string): string {
  const lines: string[] = [];
  let line = "#";
  for (const word of text.split(" ")) {
    if (line !== "#" && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = "#";
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}
