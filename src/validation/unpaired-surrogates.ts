import { below, type ValidationFault } from "./words.js";

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
