import { telephoneKey } from "../kernel/dialable-number.js";
import type { DirectoryEntry } from "./entry.js";
import type { Name } from "./fit.js";
import { SURE } from "./likeness.js";
import {
  hasOtherFirstName,
  isAround,
  isReference,
  nameWords,
  requestWords,
  wordsWithNamesAround,
} from "./name-words.js";
import { prepareNames } from "./names.js";
import { saidNumber } from "./said-number.js";
import { type Ranked, search } from "./search.js";
import { particlesJoined, waysToJoin } from "./ways.js";

/** What a request for someone means. */
export type Found =
  | { readonly kind: "one"; readonly entry: DirectoryEntry }
  /** Several fit equally well, or one only roughly; best first, at most {@link MAX_ASKED}. */
  | { readonly kind: "unsure"; readonly entries: readonly DirectoryEntry[] }
  | { readonly kind: "none" };

/** The people and departments that callers can be put through to. */
export interface Directory {
  readonly entries: readonly DirectoryEntry[];
  /**
   * Finds whom a request names, forgiving of what recognisers make of names. Never guesses: when two sound alike, or one only
   * roughly, it is for the caller to say which.
   *
   * @param among those that the caller was asked about before: the request is first taken for the answer, by a name or a
   * department that only one of them has
   */
  find(request: string, among?: readonly DirectoryEntry[]): Found;
  /**
   * Returns the entries with this name, alone or with the department. Case and accents do not count, nor do titles, particles and
   * words such as "team", unless they tell one entry from the others: "Sales" and "Sales Team".
   */
  named(name: string): readonly DirectoryEntry[];
}

/** Maximum number of entries that a caller is asked about. */
const MAX_ASKED = 3;

/** A directory without entries. */
export const EMPTY_DIRECTORY: Directory = { entries: [], find: () => ({ kind: "none" }), named: () => [] };

/** Prepares entries for {@link Directory.find}, with pauses so that it does not delay the audio of calls. */
export async function createDirectory(entries: readonly DirectoryEntry[]): Promise<Directory> {
  const prepared = await prepareNames(entries);
  const { index, names, byNumber } = prepared;

  return {
    entries,
    named,
    find(request, among = []) {
      const asked = answerOf(request, among);
      if (asked) return { kind: "one", entry: asked };
      const exact = called(nameWords(request).join(" "));
      const [only] = exact;
      if (only && exact.length === 1 && /\d/.test(request)) return { kind: "one", entry: only };
      const numbered = exact.length > 0 ? [] : withNumber(request);
      if (numbered.length > 0) return oneOf(numbered);
      const found = foundBy(request, () => true);
      return found.kind === "none" ? perhaps(peopleOf(requestWords(request))) : found;
    },
  };

  /** Returns which of several a caller means who was asked about them; undefined if it is none of them, or not clear. */
  function answerOf(request: string, among: readonly DirectoryEntry[]): DirectoryEntry | undefined {
    if (among.length === 0) return undefined;
    const words = requestWords(request).filter((word) => !isReference(word));
    const isAmong = (entry: DirectoryEntry) => among.includes(entry);
    const whole = nameWords(request).join(" ");
    return (
      onlyOne(among.filter((entry) => nameWords(`${entry.name} ${entry.department}`).join(" ") === whole)) ??
      onlyOne(named(request).filter(isAmong)) ??
      onlyOne(among.length > 1 ? peopleOf(words).filter(isAmong) : []) ??
      entryIn(foundBy(request, isAmong))
    );
  }

  function called(whole: string): readonly DirectoryEntry[] {
    return entriesOf(names.filter(({ wholes }) => wholes.includes(whole)));
  }

  function withNumber(request: string): readonly DirectoryEntry[] {
    const key = telephoneKey(saidNumber(request) ?? requestWords(request).join(""));
    return (key !== undefined && byNumber.get(key)) || [];
  }

  function foundBy(request: string, isCandidate: (entry: DirectoryEntry) => boolean): Found {
    const more = wordsWithNamesAround(request, index.has);
    const found = more && foundIn(search(waysToJoin(more), prepared, isCandidate));
    if (found?.kind === "one") return found;
    const ways = [...waysToJoin(requestWords(request)), ...particlesJoined(request)];
    const plain = foundIn(search(ways, prepared, isCandidate));
    if (plain.kind === "none") return found ?? plain;
    if (plain.kind !== "one") return plain;
    const { entry } = plain;
    const isOther = [entry.name, ...entry.also].every((name) => hasOtherFirstName(request, name));
    const isCourtesy = !more && requestWords(request).every(isAround) && !named(request).includes(entry);
    return isOther || isCourtesy ? perhaps([entry]) : plain;
  }

  function named(said: string): readonly DirectoryEntry[] {
    const [spelling, whole] = [requestWords(said).join(" "), nameWords(said).join(" ")];
    const alike = names.filter(({ spellings }) => spellings.includes(spelling));
    const same = entriesOf(alike.filter(({ wholes }) => wholes.includes(whole)));
    return same.length === 1 ? same : entriesOf(alike);
  }

  /** Returns the people of a department. */
  function peopleOf(words: readonly string[]): readonly DirectoryEntry[] {
    const heard = words.map((word) => index.likenesses(word));
    const isHeard = (scores: Float32Array, besides: readonly number[]) =>
      besides.some((word) => (scores[word] ?? 0) >= SURE);
    if (heard.length === 0) return [];
    return entriesOf(names.filter(({ besides }) => heard.every((scores) => isHeard(scores, besides))));
  }
}

function entriesOf(names: readonly Name[]): readonly DirectoryEntry[] {
  return [...new Set(names.map(({ entry }) => entry))];
}

function onlyOne(entries: readonly DirectoryEntry[]): DirectoryEntry | undefined {
  return entries.length === 1 ? entries[0] : undefined;
}

function entryIn(found: Found): DirectoryEntry | undefined {
  return found.kind === "one" ? found.entry : undefined;
}

function foundIn(ranked: readonly Ranked[]): Found {
  const entries = ranked.map(({ entry }) => entry);
  return ranked[0]?.isSure ? oneOf(entries) : perhaps(entries);
}

function oneOf(entries: readonly DirectoryEntry[]): Found {
  const [only, another] = entries;
  return only && !another ? { kind: "one", entry: only } : perhaps(entries);
}

function perhaps(entries: readonly DirectoryEntry[]): Found {
  return entries.length === 0 ? { kind: "none" } : { kind: "unsure", entries: entries.slice(0, MAX_ASKED) };
}
