import { below } from "./words.js";

/** Never the name of a field: what these reach is not the object's own. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

export function isPrototypeKey(name: string): boolean {
  return PROTOTYPE_KEYS.has(name);
}

/** A copy without keys that reach a prototype, at any depth. Recursive: check the depth first. */
export function withoutPrototypeKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutPrototypeKeys);
  const entries = Object.entries(value).filter(([key]) => !isPrototypeKey(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutPrototypeKeys(inner)]));
}

/** Every key in a value, at any depth, that reaches a prototype. */
export function prototypeKeys(value: unknown): { readonly path: string; readonly key: string }[] {
  const found: { path: string; key: string }[] = [];
  // A list of what is still to be looked at instead of recursion: the depth is the sender's choice.
  const open: { readonly at: unknown; readonly path: string }[] = [{ at: value, path: "" }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.at !== "object" || next.at === null) continue;
    for (const [key, inner] of Object.entries(next.at)) {
      const path = below(next.path, key);
      if (isPrototypeKey(key)) found.push({ path, key });
      else open.push({ at: inner, path });
    }
  }
  return found;
}
