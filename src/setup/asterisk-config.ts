import { takesNumber } from "../telephony/asterisk/dialling/extension-pattern.js";

/** One `key = value` of a configuration of Asterisk, and where it stands. */
export interface ConfigEntry {
  readonly key: string;
  readonly value: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export interface ConfigSection {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly entries: ConfigEntry[];
}

export interface ConfigInclude {
  /** As it is written, without quotation marks. */
  readonly target: string;
  readonly file: string;
}

/** A configuration as Asterisk puts it together: the file, and what it includes where it includes it. */
export interface AsteriskConfig {
  /** Sections with what they inherit; templates alone are none. */
  readonly sections: readonly ConfigSection[];
  readonly includes: readonly ConfigInclude[];
}

/** The text of a file of the configuration, by its name there or by its path; undefined when it is not there. */
export type ReadConfigFile = (name: string) => string | undefined;
/** The names that a pattern of an include stands for, such as `extensions.d/*.conf`. */
export type ExpandInclude = (pattern: string) => readonly string[];

const DEEPEST_INCLUDE = 10;

/**
 * Reads a configuration the way Asterisk does: comments, includes, templates, sections that are opened again or added to.
 *
 * @returns undefined when the file is not there
 */
export function readAsteriskConfig(
  name: string,
  readFile: ReadConfigFile,
  expand: ExpandInclude = () => [],
): AsteriskConfig | undefined {
  const sections: ConfigSection[] = [];
  const isTemplate = new Map<ConfigSection, boolean>();
  const includes: ConfigInclude[] = [];
  if (readFile(name) === undefined) return undefined;

  function read(file: string, depth: number, current: ConfigSection | undefined): void {
    const text = readFile(file);
    if (text === undefined || depth > DEEPEST_INCLUDE) return;
    let section = current;
    const lines = withoutBlockComments(text).split(/\r?\n/);
    for (const [index, raw] of lines.entries()) {
      const line = withoutComment(raw).trim();
      const [, include] = /^#(?:try)?include\s+["<]?([^">]+?)[">]?$/.exec(line) ?? [];
      if (include !== undefined) {
        includes.push({ target: include, file });
        const targets = /[*?[]/.test(include) ? expand(include) : [include];
        for (const target of targets) read(target, depth + 1, section);
        continue;
      }
      const [, header, options = ""] = /^\[([^\]]+)\](?:\s*\(([^)]*)\))?/.exec(line) ?? [];
      if (header !== undefined) {
        const marks = options.split(",").map((mark) => mark.trim());
        section = { name: header, file, line: index + 1, entries: inherited(marks, sections) };
        sections.push(section);
        isTemplate.set(section, marks.includes("!"));
        continue;
      }
      const [, key, value] = /^([^=]+?)\s*=>?\s*(.*)$/.exec(line) ?? [];
      if (key !== undefined && value !== undefined) section?.entries.push({ key, value, file, line: index + 1 });
    }
  }
  read(name, 0, undefined);
  return { sections: sections.filter((section) => !isTemplate.get(section)), includes };
}

/** Returns the entries that a section has from those named behind its own name. Each is kept once, where it counts: at the end. */
function inherited(marks: readonly string[], sections: readonly ConfigSection[]): ConfigEntry[] {
  const entries = marks.flatMap((mark) => sections.find(({ name }) => name === mark)?.entries ?? []);
  return [...new Set(entries.reverse())].reverse();
}

export function sectionsNamed(config: AsteriskConfig | undefined, name: string): readonly ConfigSection[] {
  return (config?.sections ?? []).filter((section) => section.name === name);
}

/** The value that counts: the last one. */
export function configValue(config: AsteriskConfig | undefined, section: string, key: string): string | undefined {
  const entries = sectionsNamed(config, section).flatMap((each) => each.entries);
  return entries.findLast((entry) => entry.key.toLowerCase() === key)?.value;
}

/** Whether a value means yes to Asterisk. */
export function isTrue(value: string | undefined): boolean {
  return /^(yes|true|y|t|1|on)$/i.test(value ?? "");
}

/** Where an extension that takes calls is defined by its very number, in a context or in those that it includes. */
export function findExtension(
  config: AsteriskConfig | undefined,
  context: string,
  number: string,
): ConfigEntry | undefined {
  return findEntry(config, context, (name) => name === number);
}

/**
 * Finds the pattern of a fixed length, such as `_7XXX`, that takes a number. Patterns of any length, with `.` or `!`,
 * do not count: they are for numbers that nothing else takes.
 */
export function findPattern(
  config: AsteriskConfig | undefined,
  context: string,
  number: string,
): ConfigEntry | undefined {
  return findEntry(config, context, (name) => OF_ONE_LENGTH.test(name) && takesNumber(name, number));
}

function findEntry(
  config: AsteriskConfig | undefined,
  context: string,
  isMeant: (extension: string) => boolean,
  seen = new Set<string>(),
): ConfigEntry | undefined {
  if (seen.has(context)) return undefined;
  seen.add(context);
  const entries = sectionsNamed(config, context).flatMap((section) => section.entries);
  const own = entries.find(({ key, value }) => {
    const [extension = "", priority] = value.split(",");
    return key === "exten" && priority?.trim() !== "hint" && isMeant(extension.split("/")[0]?.trim() ?? "");
  });
  if (own) return own;
  for (const { key, value } of entries) {
    if (key !== "include") continue;
    const found = findEntry(config, value.split(",")[0]?.trim() ?? "", isMeant, seen);
    if (found) return found;
  }
  return undefined;
}

/** A pattern that takes numbers of one length alone, without `.` and `!`. */
const OF_ONE_LENGTH = /^_(\[[\w*#-]+\]|[\w*#+-])+$/;

/** `;--` to `--;` is a comment over several lines; what it leaves has as many lines as before. */
function withoutBlockComments(text: string): string {
  return text.replace(/;--(?!-)[^]*?--;/g, (comment) => comment.replace(/[^\n]/g, ""));
}

/** Behind a semicolon is a comment, unless a backslash stands before it. */
function withoutComment(line: string): string {
  return line.replace(/(?<!\\);.*$/, "").replaceAll("\\;", ";");
}
