import { categoryOf, OCCASIONS, type PhraseCategory } from "./phrase-categories.js";
import { SCHEMA } from "./schema.js";
import { fallbackText, plainFallback, type Setting } from "./setting.js";

/** Formats the settings as Markdown: a heading and a table for each area, ending with all phrases. */
export function settingsTable(): string {
  const { phrases, ...areas } = SCHEMA;
  const tables = Object.values(areas).map(({ title, settings }) => {
    const rows = (Object.values(settings) as Setting<unknown>[]).map((setting) => {
      const name = `\`${setting.name}\`${setting.file ? `<br>or \`${setting.name}_FILE\`` : ""}`;
      const fallback = setting.required ? "**required**" : fallbackText(setting);
      return [name, setting.description, setting.values, fallback];
    });
    return table(title, ["Setting", "Meaning", "Values", "Default"], rows);
  });
  return [...tables, phraseTable(phrases)].join("\n\n");
}

function phraseTable({ title, settings }: typeof SCHEMA.phrases): string {
  const variables: Readonly<Record<string, { readonly name: string }>> = settings;
  const rows = OCCASIONS.map((occasion) => {
    const { description, default: phrases, values = [] }: PhraseCategory = categoryOf(occasion);
    const variable = variables[occasion];
    const name = `\`${occasion}\`${variable ? `<br>or \`${variable.name}\`` : ""}`;
    const unseen = values.filter((value) => !phrases.some((phrase) => phrase.includes(`{${value}}`)));
    const filledIn = unseen.map((value) => ` \`{${value}}\` is filled in.`).join("");
    return [name, description + filledIn, phrases.map((phrase) => `“${phrase}”`).join(" ")];
  });
  return table(title, ["Category", "Meaning", "Default"], rows);
}

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [`### ${title}`, "", line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** A variable that compose.yaml reads and the controller does not. */
export interface ComposeVariable {
  readonly name: string;
  readonly meaning: string;
  /** Its default in compose.yaml; empty when it has none. */
  readonly fallback: string;
}

/** The settings that almost every installation fills in, by the way of installing. */
const FIRST: readonly (readonly [way: string, names: readonly string[]])[] = [
  [
    "Every installation: language-model and speech servers, and the time zone",
    ["LLM_BASE_URL", "LLM_MODEL", "LLM_API_KEY", "SPEECH_BASE_URL", "TIMEZONE"],
  ],
  [
    "Registration as an extension of a PBX, with or without Docker Compose (Compose asks for the password)",
    ["SIP_USER", "SIP_PASSWORD", "SIP_DOMAIN"],
  ],
  ["Docker Compose only", ["COMPOSE_PROFILES", "ASTERISK_EXTERNAL_ADDRESS"]],
  ["Your own Asterisk, without Docker Compose (which generates these two)", ["ARI_PASSWORD", "AMI_PASSWORD"]],
];

const WIDTH = 118;
const LINE = "=".repeat(WIDTH - 2);
/** Maximum length of a description of values; longer ones are in docs/settings.md only. */
const MAX_VALUES_LENGTH = 70;

/** A name, the comment above it, and its default. */
interface Entry {
  readonly name: string;
  readonly note: string;
  readonly value: string;
}

/** Returns the text of `.env.example`: first the settings to fill in, then all others, commented out. */
export function envExample(composeVariables: readonly ComposeVariable[] = []): string {
  const areas = [...areasOfSettings(), ["Docker Compose", composeVariables.map(entryOfCompose)] as const];
  const byName = new Map(areas.flatMap(([, entries]) => entries.map((entry) => [entry.name, entry] as const)));
  const first = FIRST.map(([way, names]) => [way, names.flatMap((name) => byName.get(name) ?? [])] as const);
  const isFirst = new Set(first.flatMap(([, entries]) => entries.map(({ name }) => name)));
  const rest = areas.map(([title, entries]) => [title, entries.filter(({ name }) => !isFirst.has(name))] as const);
  return [
    "# Settings of Attendant. Copy this file to .env, and fill in the settings above the double line.",
    "# docs/settings.md has the details. A secret can also be read from a file: LLM_API_KEY_FILE=/path.",
    ...first.flatMap(([way, entries]) => part(way, entries, ({ name }) => `${name}=`)),
    "",
    `# ${LINE}`,
    "# All other settings have a default. Remove the # to set one.",
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
