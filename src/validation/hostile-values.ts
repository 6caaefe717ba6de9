import { below, type ValidationFault } from "./words.js";

/** Whether objects and arrays are nested deeper than `most` levels. Not recursive: the sender chooses the depth. */
export function isNestedDeeper(value: unknown, most: number): boolean {
  const open: { readonly at: unknown; readonly depth: number }[] = [{ at: value, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.at !== "object" || next.at === null) continue;
    if (next.depth > most) return true;
    for (const inner of Object.values(next.at)) open.push({ at: inner, depth: next.depth + 1 });
  }
  return false;
}

/** Keys that reach an object's prototype; never valid field names. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

export function isPrototypeKey(name: string): boolean {
  return PROTOTYPE_KEYS.has(name);
}

/** Copies a value without keys that reach a prototype, at any depth. Recursive: check the depth first. */
export function withoutPrototypeKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutPrototypeKeys);
  const entries = Object.entries(value).filter(([key]) => !isPrototypeKey(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutPrototypeKeys(inner)]));
}

/** Finds every key, at any depth, that reaches a prototype. */
export function prototypeKeys(value: unknown): { readonly path: string; readonly key: string }[] {
  const found: { path: string; key: string }[] = [];
  // A work list instead of recursion: the sender chooses the depth.
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

/** Reports each text, at any depth, that contains half a surrogate pair, which no encoding can represent. */
export function unpairedSurrogates(value: unknown): ValidationFault[] {
  const found: ValidationFault[] = [];
  // A work list instead of recursion: the sender chooses the depth.
  const open: { readonly at: unknown; readonly path: string }[] = [{ at: value, path: "" }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.at === "string" && /\p{Surrogate}/u.test(next.at)) {
      found.push({ path: next.path, message: "must be text without unpaired surrogates" });
    }
    if (typeof next.at !== "object" || next.at === null) continue;
    for (const [key, inner] of Object.entries(next.at)) open.push({ at: inner, path: below(next.path, key) });
  }
  return found;
}
