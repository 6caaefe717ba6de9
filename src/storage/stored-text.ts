/**
 * The stored form of values: JSON text.
 *
 * What callers say and clients send may contain any JavaScript string. JSON text is the one form that all stores return
 * unchanged: SQLite ends a text at NUL, UTF-8 has no unpaired surrogates, and MongoDB restricts field names such as `$x`. JSON
 * escapes all of these. What is searched or sorted by is stored beside it in a field of its own.
 */
export const toText = (value: unknown): string => JSON.stringify(value);

/** Decodes a text made by {@link toText}. */
export const fromText = <T>(text: unknown): T => JSON.parse(String(text)) as T;

/** Decodes a record, or returns undefined when it is damaged or not ours. */
export function recordFromText<T extends object>(text: unknown): T | undefined {
  try {
    return fromText<T | null>(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Encodes a name for lookups, with the same escapes; ordinary names are unchanged, and no two names become equal. */
export const keyText = (key: string): string => JSON.stringify(key).slice(1, -1);

/** Decodes a name made by {@link keyText}. */
export const fromKeyText = (text: string): string => JSON.parse(`"${text}"`) as string;
