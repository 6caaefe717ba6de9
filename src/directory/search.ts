import type { DirectoryEntry } from "./entry.js";
import { type Fit, fitOf, type Heard, type HeardPart, highest, joinedScores, mostOf, type Name } from "./fit.js";
import { SURE } from "./likeness.js";
import type { Names } from "./names.js";
import type { Run, Way } from "./ways.js";
import type { WordIndex } from "./word-index.js";

/** Likeness from which a name is asked about. */
const POSSIBLE = 0.5;
/** Likeness from which a word can be the one that was said. */
const POSSIBLE_WORD = 0.6;
/** Entries whose likeness is this close to the best one's fit as well. */
const AS_GOOD = 0.1;

/** An entry that may be meant. */
export interface Ranked extends Fit {
  readonly entry: DirectoryEntry;
}

/**
 * Returns the entries that a request may mean, those that fit equally well or nearly so, best first.
 *
 * @param ways the ways to divide the request into words
 * @param isCandidate whether an entry may be found
 */
export function search(
  ways: readonly Way[],
  { index, names }: Names,
  isCandidate: (entry: DirectoryEntry) => boolean,
): readonly Ranked[] {
  const { asSaid, inAnyForm } = heardIn(ways, index);
  const candidates = names.filter(({ entry }) => isCandidate(entry));
  const ranked = rank(inAnyForm, candidates);
  const [best] = ranked;
  // Bob is Bob before he is Robert, but Rob may be either.
  const hasForms = asSaid.parts.some(({ scores }, at) => scores !== inAnyForm.parts[at]?.scores);
  const said = hasForms && best && best.score >= SURE ? rank(asSaid, candidates) : [];
  return said[0]?.score === best?.score ? said : ranked;
}

/** Returns a request as heard: as said, and if other forms of first names count as well. */
function heardIn(ways: readonly Way[], index: WordIndex): { readonly asSaid: Heard; readonly inAnyForm: Heard } {
  const known = new Map<string, Float32Array>();
  const likenesses = (word: string) => {
    const scores = known.get(word) ?? index.likenesses(word);
    known.set(word, scores);
    return scores;
  };
  const places = new Map<string, number>();
  const [asSaid, inAnyForm]: [HeardPart[], HeardPart[]] = [[], []];
  const placeOf = ({ word, parts }: Run) => {
    const key = [word, ...parts].join(" ");
    const place = places.get(key) ?? asSaid.length;
    places.set(key, place);
    if (place < asSaid.length) return place;
    const isJoined = parts.length > 0;
    const scores = isJoined ? joinedScores(likenesses(word), parts.map(likenesses)) : likenesses(word);
    asSaid.push({ scores, isJoined });
    inAnyForm.push({ scores: isJoined ? scores : index.inAnyForm(word, scores), isJoined });
    return place;
  };
  const divided = ways.map((way) => way.map(placeOf));
  return { asSaid: { parts: asSaid, ways: divided }, inAnyForm: { parts: inAnyForm, ways: divided } };
}

function rank(heard: Heard, names: readonly Name[]): readonly Ranked[] {
  const closest = highest(heard.parts);
  const fits = new Map<DirectoryEntry, Fit>();
  let best = POSSIBLE + AS_GOOD;
  for (const name of names) {
    if (mostOf(closest, name.words) < POSSIBLE_WORD) continue;
    const fit = fitOf(heard, name, best - AS_GOOD);
    best = Math.max(best, fit.score);
    if (fit.score > (fits.get(name.entry)?.score ?? 0)) fits.set(name.entry, fit);
  }
  const ranked = [...fits].map(([entry, fit]) => ({ entry, ...fit })).sort((a, b) => b.score - a.score);
  return ranked.filter(({ score }) => score >= best - AS_GOOD);
}
