import type { DirectoryEntry } from "./entry.js";
import { CLOSE, SURE } from "./likeness.js";

/** A word of a name, by the numbers of the index. */
export interface NameWord {
  readonly word: number;
  /** The words that were run together to make it; none if it is written so. */
  readonly parts: readonly number[];
}

/** A name of an entry. */
export interface Name {
  readonly entry: DirectoryEntry;
  /** Alone, and with the department. */
  readonly spellings: readonly string[];
  /** The same with titles, particles and the like. */
  readonly wholes: readonly string[];
  /** The words of the name, and the ways in which they can be run together. */
  readonly ways: readonly (readonly NameWord[])[];
  /** The words of all ways. */
  readonly words: readonly number[];
  /** What else tells a person: the department, by all the names that it has in the directory, and the extension. */
  readonly besides: readonly number[];
}

/** A word of a request, perhaps of several run together. */
export interface HeardPart {
  /** How much it sounds like each word of the index. */
  readonly scores: Float32Array;
  readonly isJoined: boolean;
}

/** A request for someone. */
export interface Heard {
  readonly parts: readonly HeardPart[];
  /** The ways to divide it into parts, by their places. */
  readonly ways: readonly (readonly number[])[];
}

/** How well a request fits a name. */
export interface Fit {
  readonly score: number;
  /** Whether each word is one of the name's beyond doubt: an exact first name says nothing about the last name. */
  readonly isSure: boolean;
}

/**
 * Returns how well a request fits a name: each of its words has to be one of the name's, or of what else tells the person.
 *
 * @param least score below which the result does not matter and may be 0
 */
export function fitOf({ parts, ways }: Heard, name: Name, least = 0): Fit {
  const best = parts.map(({ scores }) => mostOf(scores, name.words));
  const isBesides = parts.map(({ scores }, at) => (best[at] ?? 0) < SURE && mostOf(scores, name.besides) >= CLOSE);
  let [score, isSure] = [0, false];
  for (const way of ways) {
    if (mean(way, best, isBesides) < Math.max(least, score)) continue;
    for (const words of name.ways) {
      const found = fit(way, parts, words, name.besides);
      score = Math.max(score, found.score);
      isSure ||= found.isSure;
    }
  }
  return { score, isSure };
}

/** Returns the mean likeness of the words that are not told otherwise. */
function mean(way: readonly number[], best: readonly number[], isBesides: readonly boolean[]): number {
  let [sum, count] = [0, 0];
  for (const at of way) {
    if (isBesides[at]) continue;
    sum += best[at] ?? 0;
    count++;
  }
  return count > 0 ? sum / count : 0;
}

function fit(
  request: readonly number[],
  parts: readonly HeardPart[],
  words: readonly NameWord[],
  besides: readonly number[],
): Fit {
  let [sum, count, isSure, taken] = [0, 0, true, 0];
  for (const place of request) {
    const heard = parts[place];
    if (!heard) continue;
    let [best, match] = [0, -1];
    for (let at = 0; at < words.length; at++) {
      const score = (taken & (1 << at)) === 0 ? likenessOf(heard, words[at]) : 0;
      if (score > best) [best, match] = [score, at];
    }
    if (match >= 0) taken |= 1 << match;
    if (best < SURE && mostOf(heard.scores, besides) >= CLOSE) continue;
    sum += best;
    count++;
    isSure &&= best >= (match === 0 ? SURE : CLOSE);
  }
  const score = count > 0 ? sum / count : 0;
  return { score, isSure: isSure && score >= SURE };
}

/** Words run together count only on one side, and only where they are more like the other than any of them alone. */
function likenessOf({ scores, isJoined }: HeardPart, name: NameWord | undefined): number {
  const score = name ? (scores[name.word] ?? 0) : 0;
  if (!name || name.parts.length === 0) return score;
  return isJoined || mostOf(scores, name.parts) >= score ? 0 : score;
}

/** Returns the highest likeness of some words of the index. */
export function mostOf(scores: Float32Array, words: readonly number[]): number {
  let most = 0;
  for (const word of words) {
    const score = scores[word] ?? 0;
    if (score > most) most = score;
  }
  return most;
}

/** Returns the likenesses of words run together, as far as they are more like a word than each of them alone. */
export function joinedScores(joined: Float32Array, parts: readonly Float32Array[]): Float32Array {
  const scores = joined.slice();
  for (const part of parts) {
    for (let at = 0; at < scores.length; at++) if ((part[at] ?? 0) >= (joined[at] ?? 0)) scores[at] = 0;
  }
  return scores;
}

/** Returns the highest of all likenesses at each place. */
export function highest(parts: readonly HeardPart[]): Float32Array {
  const most = parts[0]?.scores.slice() ?? new Float32Array();
  for (const { scores } of parts.slice(1)) {
    for (const [at, score] of scores.entries()) if (score > (most[at] ?? 0)) most[at] = score;
  }
  return most;
}
