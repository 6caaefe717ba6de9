import { encodingFault } from "../kernel/encoding-fault.js";
import { describe } from "../kernel/errors.js";
import { FORMER_PHRASES } from "./areas/conversation.js";
import type { Environment, GivenText, ReadFile } from "./environment.js";
import { type SettingFault, hasFault, maskedValue } from "./fault.js";
import { FORMER_NAMES, formerNamesWarning, withFormerNames } from "./former-names.js";
import { nearest } from "../kernel/nearest.js";
import { SCHEMA, type Values } from "./schema.js";
import type { Setting } from "./setting.js";

export interface Reading {
  readonly values: Values;
  /** Names of the settings that are set. */
  readonly given: ReadonlySet<string>;
  /** Their texts and sources, including secrets. */
  readonly texts: ReadonlyMap<string, GivenText>;
  readonly faults: SettingFault[];
  readonly warnings: string[];
  /** Warnings about names that are probably misspelt settings. */
  readonly misspelt: readonly string[];
  /** Warning about former names, if any is set. */
  readonly outdated: string | undefined;
}

/** Reads every setting of the schema independently. A faulty setting is listed in `faults` and has its default in `values`. */
export function readEnvironment(env: Environment, readFile: ReadFile): Reading {
  const faults: SettingFault[] = [];
  const warnings: string[] = [];
  const texts = new Map<string, GivenText>();

  function read(setting: Setting<unknown>): unknown {
    const found = withFormerNames(setting.name, textOf(setting, env, readFile, faults), env);
    if (found === undefined) {
      if (setting.required && !hasFault(faults, setting.name))
        faults.push({ name: setting.name, problem: `must be set: ${setting.description}` });
      return setting.fallback;
    }
    texts.set(setting.name, found);
    const { text, name, joined } = found;
    const from = joined.length > 0 ? ` (read from ${listed(joined)})` : "";
    const oddity = oddityOf(text);
    if (oddity !== undefined) warnings.push(`${name} ${oddity}${from}`);
    const parsed = setting.parse(text);
    if ("value" in parsed) return parsed.value;
    if ("problems" in parsed) {
      faults.push(...parsed.problems.map((problem) => ({ name, problem: problem + from })));
      return setting.fallback;
    }
    faults.push({
      name,
      problem: `expected ${parsed.expected}${from}`,
      given: maskedValue(text, setting.secret),
    });
    return setting.fallback;
  }

  const areas = Object.entries(SCHEMA).map(([area, { settings }]) => {
    const entries = Object.entries(settings as Record<string, Setting<unknown>>);
    return [area, Object.fromEntries(entries.map(([key, setting]) => [key, read(setting)]))];
  });
  const values = Object.fromEntries(areas) as Values;
  const formerPhrases = Object.fromEntries(FORMER_PHRASES.map(([occasion, setting]) => [occasion, read(setting)]));
  const { misspelt, unknown } = unknownNames(env);
  const outdated = formerNamesWarning(env);
  warnings.push(...misspelt, ...unknown, ...(outdated ? [outdated] : []));
  return {
    values: { ...values, phrases: { ...values.phrases, ...formerPhrases } },
    given: new Set(texts.keys()),
    texts,
    faults,
    warnings,
    misspelt,
    outdated,
  };
}

function listed(names: readonly string[]): string {
  return names.join(", ").replace(/, ([^,]*)$/, " and $1");
}

/** Returns the text of a setting, from the environment or from the file `NAME_FILE`. Empty counts as not set. */
function textOf(
  setting: Setting<unknown>,
  env: Environment,
  readFile: ReadFile,
  faults: SettingFault[],
): GivenText | undefined {
  const inline = inlineTextOf(setting, env[setting.name]);
  const named = setting.file ? env[`${setting.name}_FILE`]?.trim() : undefined;
  const fileName = named ? `${setting.name}_FILE` : setting.name;
  const path = named || (inline !== undefined && setting.isPath?.(inline) ? inline.trim() : undefined);
  if (!path) return inline === undefined ? undefined : { text: inline, source: "environment" };
  if (inline !== undefined && named) {
    faults.push({ name: fileName, problem: `${setting.name} is set as well; keep one of the two` });
    return undefined;
  }
  const found = textIn(path, readFile);
  if (typeof found !== "string") return found;
  faults.push({ name: fileName, problem: found, given: maskedValue(path, false) });
  return undefined;
}

/** Blanks around a secret may belong to it. */
function inlineTextOf({ secret }: Pick<Setting<unknown>, "secret">, given = ""): string | undefined {
  if (given.trim() === "") return undefined;
  return secret ? given : given.trim();
}

/** The text in a file, or why there is none. */
function textIn(path: string, readFile: ReadFile): GivenText | string {
  try {
    const text = readFile(path)
      .replace(/^\ufeff/, "")
      .replace(/(\r?\n)+$/, "");
    return text.trim() === "" ? "the file is empty" : { text, source: "file" };
  } catch (error) {
    return `cannot be read (${describe(error)})`;
  }
}

/** A text in quotation marks of any form that editors insert, or with only one of the two marks. */
const IN_QUOTES = /^\s*(?:(["'`]).*\1|[“„”].*[“”]|[‘‚’].*[‘’])\s*$/s;
const HALF_QUOTED = /^["“„][^"“„”]*$|^[^"“„”]*["“”]$/;

/** Describes characters at the ends of a value that are probably unintended; usually undefined. */
function oddityOf(text: string): string | undefined {
  const garbled = encodingFault(text);
  if (garbled) return garbled.message;
  if (IN_QUOTES.test(text)) return "begins and ends with a quotation mark, which is part of its value";
  if (HALF_QUOTED.test(text)) return "has a single quotation mark, which is part of its value";
  return text.trim() === text ? undefined : "begins or ends with a blank, which is part of its value";
}

/** Finds names that look like settings but are not. Otherwise, a misspelt setting would be ignored silently. */
function unknownNames(env: Environment): Record<"misspelt" | "unknown", readonly string[]> {
  const areas = Object.values(SCHEMA);
  const settings = areas.flatMap((area) => Object.values(area.settings) as Setting<unknown>[]);
  const known = settings.flatMap(({ name, file }) => (file ? [name, `${name}_FILE`] : [name]));
  const former = new Set(FORMER_NAMES);
  const prefixes = areas.flatMap((area) => area.prefixes);
  const misspelt: string[] = [];
  const unknown: string[] = [];
  for (const name of Object.keys(env).sort()) {
    if (env[name] === undefined || known.includes(name) || former.has(name)) continue;
    // In another case, or with another character in place of the underscore.
    const spelled = name
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .replace(/^_|_$/g, "");
    if (name.length >= 6 && known.includes(spelled)) {
      misspelt.push(`${name} is not a setting; did you mean ${spelled}?`);
      continue;
    }
    const base = name.replace(/_FILE$/, "");
    if (base !== name && known.includes(base)) {
      misspelt.push(`${name} is not a setting: ${base} cannot be given as a file`);
      continue;
    }
    const ours = prefixes.some((prefix) => name.startsWith(prefix));
    // Without our prefix, only one or two wrong letters count: other programs share the environment.
    const slips = name.length >= 12 ? 2 : name.length >= 7 ? 1 : 0;
    const near = nearest(name, known, ours ? 4 : slips);
    if (near) misspelt.push(`${name} is not a setting; did you mean ${near}?`);
    else if (ours) unknown.push(`${name} is not a setting`);
  }
  return { misspelt, unknown };
}
