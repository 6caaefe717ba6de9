import { nearest } from "../kernel/nearest.js";
import { isTimeZone } from "../kernel/wall-clock.js";

/** Result of parsing one value: the value, or what was expected ("a whole number from 1 to 65535"). */
export type Parsed<T> = { readonly value: T } | { readonly expected: string };

/** Faults of a value with several parts. Each is a clause with the setting as its subject, and contains no secret. */
export interface Problems {
  readonly problems: readonly string[];
}

/** The declaration of a setting, from which the loader, `.env.example` and the table in docs/settings.md are derived. */
export interface Setting<T> {
  readonly name: string;
  /** One or two sentences that say what it does, with the unit. */
  readonly description: string;
  /** Possible values, for people. */
  readonly values: string;
  /** Value if it is not set; undefined if it has no default. */
  readonly fallback: T;
  /** The default in words, if `fallback` does not say it. */
  readonly fallbackText?: string;
  readonly required: boolean;
  /** Masked wherever it could be shown. It may also be given as a file by `NAME_FILE`. */
  readonly secret: boolean;
  /** May be given as a file by `NAME_FILE`. */
  readonly file: boolean;
  /** Returns whether a text can only be the path of a file with the value. */
  readonly isPath?: (text: string) => boolean;
  /** Returns the parts of a structured value that must not be shown. */
  secretParts?(value: T): readonly string[];
  /** Most installations set it, so it is not commented out in `.env.example`, like the required ones. */
  readonly usual?: boolean;
  parse(text: string): Parsed<T> | Problems;
}

/** Returns the default as written in the environment; empty if there is none. */
export function plainFallback({ fallback }: Setting<unknown>): string {
  return fallback === undefined ? "" : String(fallback);
}

/** Returns the default for people; empty if there is none. */
export function fallbackText(setting: Setting<unknown>): string {
  return setting.fallbackText ?? plainFallback(setting);
}

interface Declared {
  readonly description: string;
}
interface Defaulted<T> extends Declared {
  readonly default: NoInfer<T>;
}

export interface Reader<T> {
  readonly values: string;
  parse(text: string): Parsed<T>;
}
type AnyReader<T> = Pick<Setting<T>, "values" | "parse">;
type Extras = Partial<Pick<Setting<unknown>, "secret" | "file" | "usual" | "fallbackText" | "isPath">>;
type Parts<T> = Pick<Setting<T>, "secretParts">;

/** Declares a setting with a default. */
export function setting<T>(
  name: string,
  reader: AnyReader<T>,
  declared: Defaulted<T> & Extras & Parts<NoInfer<T>>,
): Setting<T> {
  const { default: fallback, ...rest } = declared;
  return { name, required: false, secret: false, file: rest.secret ?? false, fallback, ...rest, ...reader };
}

/** Declares a setting without a default: undefined if it is not set. */
export function optional<T>(name: string, reader: AnyReader<T>, declared: Declared & Extras): Setting<T | undefined> {
  return {
    name,
    required: false,
    secret: false,
    file: declared.secret ?? false,
    fallback: undefined,
    ...declared,
    ...reader,
  };
}

/** Declares a required setting. Its type excludes `undefined`, because loading fails if it is missing. */
export function required<T>(name: string, reader: AnyReader<T>, declared: Declared & Extras): Setting<T> {
  return { ...optional(name, reader, declared), required: true } as Setting<T>;
}

/** Returns a reader; `read` returns undefined for an invalid text. */
export function reader<T>(values: string, read: (text: string) => T | undefined): Reader<T> {
  return {
    values,
    parse(text) {
      const value = read(text);
      return value === undefined ? { expected: values } : { value };
    },
  };
}

export function integer(min: number, max: number): Reader<number> {
  return reader(`a whole number from ${min} to ${max}`, (text) =>
    /^[+-]?\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
  );
}

export function decimal(min: number, max: number): Reader<number> {
  return reader(`a number from ${min} to ${max}`, (text) =>
    /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
  );
}

export function flag(): Reader<boolean> {
  return reader("true or false", (text) => {
    if (/^(true|yes|on|1)$/i.test(text)) return true;
    return /^(false|no|off|0)$/i.test(text) ? false : undefined;
  });
}

export function oneOf<const V extends string | number>(...choices: V[]): Reader<V> {
  return reader(choices.join(", ").replace(/, ([^,]*)$/, " or $1"), (text) =>
    choices.find((choice) => String(choice) === text.toLowerCase()),
  );
}

/** Reads a single line. `pattern` must match it as a whole. */
export function line(values = "a text", pattern = /^.{1,1000}$/): Reader<string> {
  return reader(values, (text) => (pattern.test(text) && !hasControls(text) ? text : undefined));
}

/** Reads a text of one or more lines, at most `longest` characters. */
export function prose(longest: number): Reader<string> {
  return reader(`a text of at most ${longest} characters`, (text) => (text.length <= longest ? text : undefined));
}

/**
 * Reads the address of a server and removes trailing slashes. A user and password are rejected, because they would end up in
 * logs.
 */
export function address(): Reader<string> {
  const values = "an http:// or https:// address without user, query or fragment";
  return {
    values,
    parse(text) {
      const value = serverAddress(text);
      if (value !== undefined) return { value };
      // A guess at what was meant.
      const scheme = /^(?:https|wss):/i.test(text) ? "https" : "http";
      const rest = text.replace(/^\w*:\/\/|[?#].*$/gs, "").replace(/^[^/@]*@/, "");
      const likely = serverAddress(`${scheme}://${rest}`);
      return { expected: likely === undefined ? values : `${values}, such as ${likely}` };
    },
  };
}

function serverAddress(text: string): string | undefined {
  const url = URL.canParse(text) && !/\s/.test(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(text)) return undefined;
  return url.href.replace(/\/+$/, "");
}

/** Reads an IANA time zone. */
export function timeZone(): Reader<string> {
  const values = "an IANA time zone such as Europe/Berlin";
  return {
    values,
    parse(text) {
      if (isTimeZone(text)) return { value: text };
      const likely = likelyZone(text);
      return { expected: likely === undefined ? values : `an IANA time zone, perhaps ${likely}` };
    },
  };
}

/** Returns the zone of the city with that name, or the zone with the most similar name. */
function likelyZone(text: string): string | undefined {
  const zones = Intl.supportedValuesOf("timeZone");
  const city = text.toLowerCase().replace(/\s+/g, "_");
  return zones.find((zone) => zone.toLowerCase().endsWith(`/${city}`)) ?? nearest(text, zones, 3);
}

export function hasControls(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for them
  return /[\u0000-\u001f\u007f\u2028\u2029]/.test(text);
}

/** A group of related settings, with a heading in the docs. */
export interface Area<S extends Readonly<Record<string, Setting<unknown>>>> {
  readonly title: string;
  /** Unknown names with one of these prefixes are probably misspelt. */
  readonly prefixes: readonly string[];
  readonly settings: S;
}

export function area<const S extends Readonly<Record<string, Setting<unknown>>>>(
  title: string,
  prefixes: readonly string[],
  settings: S,
): Area<S> {
  return { title, prefixes, settings };
}
