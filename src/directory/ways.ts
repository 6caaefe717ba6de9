import { isAround, isParticle, MAX_WORDS, nameWords } from "./name-words.js";

/** A word of a name or request, perhaps of several run together. */
export interface Run {
  readonly word: string;
  /** The words that were run together; none for a single one. */
  readonly parts: readonly string[];
}

/** A way to divide a name or request into words. */
export type Way = readonly Run[];

/** Maximum length of words that are run together, in characters: names are not divided into longer parts. */
const MAX_JOINED = 12;

const alone = (word: string): Run => ({ word, parts: [] });

/** Returns the way that divides a name into its words. */
export function wayOf(words: readonly string[]): Way {
  return words.slice(0, MAX_WORDS).map(alone);
}

/** Returns words with any two neighbours, or all, run together: "Mac Donald", "Ang Strom". */
export function waysToJoin(words: readonly string[]): readonly Way[] {
  const pairs = words
    .slice(1)
    .map((_, at) => [
      ...words.slice(0, at).map(alone),
      joined(words.slice(at, at + 2)),
      ...words.slice(at + 2).map(alone),
    ]);
  const all = words.length > 2 ? [[joined(words)]] : [];
  const isShort = (way: Way) => way.every(({ word, parts }) => parts.length === 0 || word.length <= MAX_JOINED);
  return [words.map(alone), ...[...pairs, ...all].filter(isShort)];
}

/**
 * Returns the ways in which a name with particles is also written: "von Stetten" as `vonstetten`, "de la Torre" as `delatorre`
 * and `latorre`.
 */
export function withParticles(name: string): readonly Way[] {
  const words = nameWords(name);
  const isBefore = (word: string) => isAround(word) || isParticle(word);
  const run = (most: number) =>
    words
      .reduce<{ way: Run[]; particles: string[] }>(
        ({ way, particles }, word) =>
          isBefore(word)
            ? { way, particles: [...particles, word].slice(-most) }
            : { way: [...way, joined([...particles, word])], particles: [] },
        { way: [], particles: [] },
      )
      .way.slice(0, MAX_WORDS);
  return words.some(isBefore) ? [run(1), run(2)] : [];
}

/** Returns the words of a request with a particle run into the name after it, each in turn: "Etienne du bois" as `etienne dubois`. */
export function particlesJoined(request: string): readonly Way[] {
  const words = nameWords(request);
  return words.flatMap((word, at) => {
    if (!isParticle(word)) return [];
    const end = isParticle(words[at + 1]) ? at + 2 : at + 1;
    const name = words[end];
    if (name === undefined || isAround(name)) return [];
    const others = (part: readonly string[]) => part.filter((each) => !isAround(each)).map(alone);
    const way = [...others(words.slice(0, at)), joined(words.slice(at, end + 1)), ...others(words.slice(end + 1))];
    return [way.slice(0, MAX_WORDS)];
  });
}

/** Particles are no part by themselves: alone they are never compared. */
function joined(words: readonly string[]): Run {
  if (words.length === 1) return alone(words[0] ?? "");
  return { word: words.join(""), parts: words.filter((word) => !isAround(word) && !isParticle(word)) };
}
