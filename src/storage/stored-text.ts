/**
 * How things are written down in every store: as JSON text.
 *
 * What callers say and clients send may hold any JavaScript string. JSON text is the one form that all stores give back
 * as they got it: SQLite ends a text at NUL, UTF-8 has no unpaired surrogates, and MongoDB's documents have opinions on
 * names such as `$x`. JSON escapes all of these. What is searched for or sorted by stands beside it in a field of its own.
 */
export const toText = (value: unknown): string => JSON.stringify(value);

/** The value behind a text that {@link toText} made. */
export const fromText = <T>(text: unknown): T => JSON.parse(String(text)) as T;

/** The record behind a text, or undefined where it cannot be read: damaged, or not written by us. */
export function recordFromText<T extends object>(text: unknown): T | undefined {
  try {
    return fromText<T | null>(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A name to find something by, with the same escapes; ordinary names stay as they are and no two become one. */
export const keyText = (key: string): string => JSON.stringify(key).slice(1, -1);

/** The name behind a text that {@link keyText} made. */
export const fromKeyText = (text: string): string => JSON.parse(`"${text}"`) as string;
