import { below, type ValidationFault } from "./words.js";

/** A fault for each text of a value, at any depth, that has half a character in it: what no encoding can write down. */
export function unpairedSurrogates(value: unknown): ValidationFault[] {
  const found: ValidationFault[] = [];
  // A list of what is still to be looked at instead of recursion: the depth is the sender's choice.
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
