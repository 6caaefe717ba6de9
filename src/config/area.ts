import type { Setting } from "./setting.js";

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
