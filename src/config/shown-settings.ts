import { isDeepStrictEqual } from "node:util";
import type { Reading } from "./read-environment.js";
import { allSettings, SCHEMA } from "./schema.js";
import { fallbackText, type Setting } from "./setting.js";

/** A setting in a form that may be shown to users with access to the service. */
export interface ShownSetting {
  readonly name: string;
  /** Title of its area. */
  readonly area: string;
  readonly description: string;
  /** The given value or the default; null for a secret, or if there is neither. */
  readonly value: string | null;
  readonly secret: boolean;
  /** Whether a value was given. */
  readonly set: boolean;
  readonly source: "environment" | "file" | "default";
  /** In words if it depends on other settings; null if there is none. */
  readonly default: string | null;
}

/** Returns all settings as read, in the order of the documentation. */
export function shownSettings({ texts }: Pick<Reading, "texts">): readonly ShownSetting[] {
  return Object.values(SCHEMA).flatMap(({ title, settings }) =>
    (Object.values(settings) as Setting<unknown>[]).map((setting): ShownSetting => {
      const { name, description, secret } = setting;
      const given = texts.get(name);
      const fallback = fallbackText(setting) || null;
      const value = secret ? null : (given?.text ?? fallback);
      return {
        ...{ name, area: title, description, value, secret },
        ...{ set: given !== undefined, source: given?.source ?? "default", default: fallback },
      };
    }),
  );
}

/** Maximum length of a value in a list, in characters; longer ones are cut. */
const SHOWN_LENGTH = 160;

/** Selects the settings whose parsed value differs from the default (`yes` equals `true`), and every secret that is set. */
export function changedSettings(shown: readonly ShownSetting[]): readonly ShownSetting[] {
  const settings = new Map(allSettings().map((setting) => [setting.name, setting]));
  return shown.filter(({ name, value, set, secret }) => {
    if (!set || secret || value === null) return set;
    const setting = settings.get(name);
    const parsed = setting?.parse(value) ?? {};
    return !("value" in parsed && isDeepStrictEqual(parsed.value, setting?.fallback));
  });
}

/** Formats settings as a list for people, by area: name, value and default. Secrets are withheld. */
export function listOfSettings(settings: readonly ShownSetting[]): string {
  const width = Math.max(0, ...settings.map(({ name }) => name.length));
  const line = (setting: ShownSetting) => `  ${setting.name.padEnd(width)}  ${inWords(setting)}`;
  const areas = [...new Set(settings.map(({ area }) => area))];
  return areas.map((each) => [each, ...settings.filter(({ area }) => area === each).map(line)].join("\n")).join("\n\n");
}

function inWords({ name, value, secret, set, source, default: fallback }: ShownSetting): string {
  if (!set) return value === null ? "not set" : `${onOneLine(value)}  (default)`;
  const notes = [
    ...(source === "file" ? [`from ${name}_FILE`] : []),
    ...(fallback === null ? [] : [`default: ${onOneLine(fallback)}`]),
  ];
  const text = secret || value === null ? "*** (withheld)" : onOneLine(value);
  return notes.length > 0 ? `${text}  (${notes.join("; ")})` : text;
}

/** Cuts a text to the maximum length and escapes control characters, which could affect a terminal. */
function onOneLine(text: string): string {
  const cut = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
  return cut.replace(/[\p{C}\u2028\u2029]/gu, (each) => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`);
}
