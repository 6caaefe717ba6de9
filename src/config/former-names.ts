import { FORMER_PHRASES } from "./areas/conversation.js";
import { FORMER_SETTINGS, type FormerSetting } from "./former-settings.js";
import type { Environment, GivenText } from "./environment.js";

/** Text of a setting, with the name under which it was given. */
export interface NamedText extends GivenText {
  readonly name: string;
  /** The names whose texts it joins, if there are several. */
  readonly joined: readonly string[];
}

const PHRASE_ROWS = FORMER_PHRASES.map(([occasion, { name }]): FormerSetting => ({
  name,
  advice: `put its list into phrases.json as "${occasion}"`,
}));
const ROWS = [...FORMER_SETTINGS, ...PHRASE_ROWS];

/** Every former name of a setting. */
export const FORMER_NAMES: readonly string[] = ROWS.map(({ name }) => name);

/** Returns the text of a setting together with the values of its former names; undefined when none of them is set. */
export function withFormerNames(name: string, own: GivenText | undefined, env: Environment): NamedText | undefined {
  const rows = FORMER_SETTINGS.filter(({ now }) => now === name);
  const given = rows.flatMap((row) => {
    const text = translated(row, env);
    return text === undefined ? [] : [{ row, text }];
  });
  const [first] = given;
  if (!first) return own && { ...own, name, joined: [] };
  const joint = first.row.joint;
  if (own && joint === undefined) return { ...own, name, joined: [] };
  const former = (joint === undefined ? [first] : given).map(({ row, text }) => ({ name: row.name, text }));
  const parts = [...(own ? [{ name, text: own.text }] : []), ...former];
  return {
    text: parts.map(({ text }) => text).join(joint),
    source: own?.source ?? "environment",
    name: parts.length === 1 ? first.row.name : name,
    joined: parts.length === 1 ? [] : parts.map((part) => part.name),
  };
}

/** Returns one sentence about all former names that are set, each with what to do; undefined when there are none. */
export function formerNamesWarning(env: Environment): string | undefined {
  const given = ROWS.filter(({ name }) => valueOf(name, env) !== undefined);
  if (given.length === 0) return undefined;
  const each = given.map((row) => `${row.name} (${row.advice ?? replacement(row, env)})`);
  return `Former names of settings, which the next version will not read: ${each.join(", ")}`;
}

function replacement(row: FormerSetting, env: Environment): string {
  const { now, values, before } = row;
  const value = values ? translated(row, env) : before && `${before}…`;
  if (now === undefined || (values && value === undefined)) return "has no effect: delete it";
  return value ? `now ${now}=${value}` : `now ${now}`;
}

function translated({ name, values, before = "", rewrite }: FormerSetting, env: Environment): string | undefined {
  const value = valueOf(name, env);
  if (value === undefined) return undefined;
  if (!values) return before + (rewrite?.(value) ?? value);
  const key = value.toLowerCase();
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

function valueOf(name: string, env: Environment): string | undefined {
  return env[name]?.trim() || undefined;
}
