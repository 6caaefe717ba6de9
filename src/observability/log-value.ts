import { describe } from "../kernel/errors.js";

const MASK = "***";
/** A shorter secret would mask ordinary words and numbers everywhere. */
const MIN_SECRET_LENGTH = 4;
const MAX_TEXT_LENGTH = 8192;
const MAX_ENTRIES = 100;
const MAX_DEPTH = 6;

/** Characters that a terminal interprets or that are invisible: controls, direction marks, line separators, byte order marks. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** One half of a surrogate pair. */
const UNIT = /[^]/g;

/** Masks the parts of a text that must not be logged. @param fact the name of the fact whose value the text is, if any */
export type Mask = (text: string, fact?: string) => string;

/** What is masked in the values of facts and what in their names, which are words of ours or of a plugin. */
export interface Masks {
  readonly value: Mask;
  readonly name: Mask;
}

/** Recognises each secret as it is and in its URL-encoded form. */
export function createMask(secrets: readonly string[]): Mask {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < MIN_SECRET_LENGTH) continue;
    forms.add(secret);
    try {
      forms.add(encodeURIComponent(secret));
    } catch {
      // Half a surrogate pair: it cannot be in a URL.
    }
  }
  if (forms.size === 0) return (text) => text;
  // The longest first: otherwise a secret that begins with another one would be masked only in part.
  const alternatives = [...forms].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(alternatives.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "g");
  return (text) => text.replace(pattern, MASK);
}

/**
 * Converts a value for a log line: secrets masked, errors in words, bytes and samples as their number, long texts, long lists and
 * deep nesting truncated, loops and throwing getters contained. Never throws.
 */
export function toLogValue(value: unknown, masks: Masks): unknown {
  return valueAt(value, masks, 0);
}

function valueAt(value: unknown, masks: Masks, depth: number, fact?: string): unknown {
  switch (typeof value) {
    case "string":
      return cut(masks.value(value, fact));
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "boolean":
    case "undefined":
      return value;
    case "object":
      try {
        return value === null ? null : object(value, masks, depth, fact);
      } catch {
        return "[unreadable]";
      }
    default:
      return cut(masks.value(String(value)));
  }
}

/** @param fact the name of the fact; the items of a list have the name of their list */
function object(value: object, masks: Masks, depth: number, fact?: string): unknown {
  if (value instanceof Error) return cut(masks.value(describe(value)));
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "[no date]" : value.toISOString();
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (depth >= MAX_DEPTH) return "[deeper]";
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ENTRIES).map((item) => valueAt(item, masks, depth + 1, fact));
    return value.length > MAX_ENTRIES ? [...items, `[${value.length - MAX_ENTRIES} more]`] : items;
  }
  if (value instanceof URL) return cut(masks.value(value.href));
  if (value instanceof Set) return valueAt([...value], masks, depth, fact);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const result: [string, unknown][] = [];
  for (const [key, item] of entries.slice(0, MAX_ENTRIES)) {
    result.push([masks.name(String(key)), valueAt(item, masks, depth + 1, String(key))]);
  }
  return Object.fromEntries(result);
}

function cut(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}… [${text.length} characters]` : text;
}

/**
 * A JSON line with its invisible characters escaped: the value is the same, and a terminal or an editor shows what it contains.
 */
export function escapeInvisible(json: string): string {
  return json.replace(INVISIBLE, (found) => found.replace(UNIT, escapeOf));
}

function escapeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
