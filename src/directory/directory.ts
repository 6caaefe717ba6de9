import { setImmediate } from "node:timers/promises";
import type { DirectoryEntry } from "./entry.js";
import { nameWords, particlesJoined, requestWords, withParticles } from "./name-words.js";
import { createWordIndex } from "./word-index.js";

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
   * @param among those that the caller was asked about before: their exact names are then taken at their word
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
/** Likeness from which a name is taken for the one that was said, and from which it is asked about. */
const SURE = 0.84;
const POSSIBLE = 0.5;
/** Likeness from which a word can be the one that was said. */
const POSSIBLE_WORD = 0.6;
/** Entries whose likeness is this close to the best one's fit as well. */
const AS_GOOD = 0.1;
/** Number of names prepared without a pause. It takes about 1 ms. */
const AT_ONCE = 10;

/** A name of an entry. Words are numbers of the index. */
interface Name {
  readonly entry: DirectoryEntry;
  /** Alone, and with the department. */
  readonly spellings: readonly string[];
  /** The same with titles, particles and the like. */
  readonly wholes: readonly string[];
  /** The words of the name, and the ways in which they can be run together. */
  readonly ways: readonly (readonly number[])[];
  /** The words of the person's department, by all the names that it has in the directory. */
  readonly department: readonly number[];
}

interface Ranked {
  readonly entry: DirectoryEntry;
  readonly score: number;
}

/** A way to divide a request into words, each with its likeness to the words of the index. */
type Heard = readonly Float32Array[];

/** A directory without entries. */
export const EMPTY_DIRECTORY: Directory = { entries: [], find: () => ({ kind: "none" }), named: () => [] };

/** Prepares entries for {@link Directory.find}, with pauses so that it does not delay the audio of calls. */
export async function createDirectory(entries: readonly DirectoryEntry[]): Promise<Directory> {
  const index = createWordIndex();
  const names: Name[] = [];
  const departments = new Map(
    entries.map(({ name, also }) => [name, [name, ...also].flatMap((each) => requestWords(each))]),
  );
  for (const entry of entries) {
    for (const name of [entry.name, ...entry.also]) {
      const words = requestWords(name);
      const ways = [...waysToJoin(words), ...withParticles(name)].map((way) => way.map(index.add));
      const department = nameWords(entry.department);
      const spellings = aloneAndWith(department, words);
      const wholes = aloneAndWith(department, nameWords(name));
      const known = departments.get(entry.department) ?? requestWords(entry.department);
      names.push({ entry, spellings, wholes, ways, department: known.map(index.add) });
      if (names.length % AT_ONCE === 0) await setImmediate();
    }
  }

  return {
    entries,
    named,
    find(request, among = []) {
      const words = requestWords(request);
      const [asked, another] = named(request).filter((entry) => among.includes(entry));
      if (asked && !another) return { kind: "one", entry: asked };
      const numbered = entries.filter(({ number }) => number !== undefined && number === words.join(""));
      if (numbered.length > 0) return oneOf(numbered);
      const ways = [...waysToJoin(words), ...particlesJoined(request)];
      const inAnyForm = rank(ways, true);
      const best = inAnyForm[0]?.score ?? 0;
      if (best < POSSIBLE) return perhaps(peopleOf(words));
      const asSaid = best >= SURE ? rank(ways, false) : [];
      const ranked = asSaid[0]?.score === best ? asSaid : inAnyForm; // Bob is Bob before he is Robert, but Rob may be either.
      const fitting = ranked.filter(({ score }) => score >= best - AS_GOOD).map(({ entry }) => entry);
      return best >= SURE ? oneOf(fitting) : perhaps(fitting);
    },
  };

  function named(said: string): readonly DirectoryEntry[] {
    const [spelling, whole] = [requestWords(said).join(" "), nameWords(said).join(" ")];
    const alike = names.filter(({ spellings }) => spellings.includes(spelling));
    const same = entriesOf(alike.filter(({ wholes }) => wholes.includes(whole)));
    return same.length === 1 ? same : entriesOf(alike);
  }

  /** Returns the people of a department that is no entry itself. */
  function peopleOf(words: readonly string[]): readonly DirectoryEntry[] {
    const heard = words.map((word) => index.likenesses(word, false));
    const isHeard = (scores: Float32Array, department: readonly number[]) =>
      department.some((word) => (scores[word] ?? 0) >= SURE);
    if (heard.length === 0) return [];
    return entriesOf(names.filter(({ department }) => heard.every((scores) => isHeard(scores, department))));
  }

  /** Returns the entries by how well they fit, best first. @param ways the ways to divide the request into words */
  function rank(ways: readonly (readonly string[])[], anyForm: boolean): readonly Ranked[] {
    const units = new Map<string, Float32Array>();
    const requests: readonly Heard[] = ways.map((way) =>
      way.map((word) => {
        const scores = units.get(word) ?? index.likenesses(word, anyForm);
        units.set(word, scores);
        return scores;
      }),
    );
    const closest = highest([...units.values()]);
    const mayBe = (way: readonly number[]) => way.some((word) => (closest[word] ?? 0) >= POSSIBLE_WORD);
    const best = new Map<DirectoryEntry, number>();
    for (const name of names) {
      if (!name.ways.some(mayBe)) continue;
      const score = Math.max(...requests.map((request) => fit(request, name)));
      if (score > (best.get(name.entry) ?? 0)) best.set(name.entry, score);
    }
    return [...best].map(([entry, score]) => ({ entry, score })).sort((a, b) => b.score - a.score);
  }
}

function aloneAndWith(department: readonly string[], name: readonly string[]): readonly string[] {
  return [name.join(" "), [...name, ...department].join(" ")];
}

function entriesOf(names: readonly Name[]): readonly DirectoryEntry[] {
  return [...new Set(names.map(({ entry }) => entry))];
}

/** Returns the highest of all values at each place. */
function highest(all: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(), ...others] = all;
  return others.reduce((most, each) => most.map((value, at) => Math.max(value, each[at] ?? 0)), first);
}

/** Returns how well a request fits a name: each of its words has to be one of the name's, or of the person's department. */
function fit(request: Heard, { ways, department }: Name): number {
  let most = 0;
  for (const way of ways) {
    const left = [...way];
    let [sum, count] = [0, 0];
    for (const scores of request) {
      let [best, match] = [0, -1];
      for (const [at, word] of left.entries()) {
        const score = scores[word] ?? 0;
        if (score > best) [best, match] = [score, at];
      }
      if (match >= 0) left.splice(match, 1);
      if (best < SURE && department.some((word) => (scores[word] ?? 0) >= SURE)) continue;
      sum += best;
      count++;
    }
    if (count > 0) most = Math.max(most, sum / count);
  }
  return most;
}

function oneOf(entries: readonly DirectoryEntry[]): Found {
  const [only, another] = entries;
  return only && !another ? { kind: "one", entry: only } : perhaps(entries);
}

function perhaps(entries: readonly DirectoryEntry[]): Found {
  return entries.length === 0 ? { kind: "none" } : { kind: "unsure", entries: entries.slice(0, MAX_ASKED) };
}

/** Maximum length of words that are run together, in characters: names are not divided into longer parts. */
const MAX_JOINED = 12;

/** Returns words with any two neighbours, or all, run together: "Mac Donald", "Ang Strom". */
function waysToJoin(words: readonly string[]): readonly (readonly string[])[] {
  const isShort = (way: readonly string[]) => way.every((word) => words.includes(word) || word.length <= MAX_JOINED);
  const pairs = words
    .slice(1)
    .map((_, at) => [...words.slice(0, at), words.slice(at, at + 2).join(""), ...words.slice(at + 2)]);
  return [words, ...[...pairs, ...(words.length > 2 ? [[words.join("")]] : [])].filter(isShort)];
}
