import { below } from "./words.js";

/** Where texts of a value, at any depth, have half a character in them: what no encoding can write down. */
export function unpairedSurrogates(value: unknown): string[] {
  const found: string[] = [];
  // A list of what is still to be looked at instead of recursion: the depth is the sender's choice.
  const open: { readonly at: unknown; readonly path: string }[] = [{ at: value, path: "" }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.at === "string" && /\p{Surrogate}/u.test(next.at)) found.push(next.path);
    if (typeof next.at !== "object" || next.at === null) continue;
    for (const [key, inner] of Object.entries(next.at)) open.push({ at: inner, path: below(next.path, key) });
  }
  return found;
}
