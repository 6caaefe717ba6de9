import type { Setting } from "./setting.js";

/** Settings that belong together: a heading in the docs, a group in the code. */
export interface Area<S extends Readonly<Record<string, Setting<unknown>>>> {
  readonly title: string;
  /** An unknown name that begins like this is likely misspelt. */
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
