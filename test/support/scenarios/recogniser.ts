import { msOf } from "../../../src/audio/pcm.js";
import { isTooLongFor, wordsIn } from "../../../src/speech/transcript.js";
import { seeded } from "../rest-fuzzer.js";
import type { CallerTrack, Sound } from "./caller-track.js";
import type { SpokenFrame } from "./real-voice.js";
import { wordsHeard } from "./caller-track.js";
import type { Inventor } from "./scenario.js";

/** Returns what is understood for one word, given its sound and its place there: always the same. */
export type Mishear = (word: string, sound: Sound, index: number) => string;

const WRONG_WORDS = ["the", "for", "ten", "house", "again", "they", "or", "paint"];

/** @param share of the words in whose place another is understood, 0 to 1 */
export function mishearing(share: number): Mishear {
  return (word, sound, index) => {
    const next = seeded(1 + Math.round(sound.at) * 31 + index);
    next();
    return next() < share ? (WRONG_WORDS[Math.floor(next() * WRONG_WORDS.length)] ?? word) : word;
  };
}

/** What Whisper made of noises when it was tried. */
const INVENTIONS = [
  "Thank you for watching!",
  "You",
  "I'm sorry. ".repeat(56),
  "Thank you.",
  "Bye.",
  "Thanks for watching, and see you in the next video.",
  "[BLANK_AUDIO]",
  "Okay, okay, okay, okay, okay, okay, okay.",
];

/** Makes up words about every other sound. */
export const inventWords: Inventor = (samples, seed) => {
  const next = seeded(seed + samples.length);
  next();
  if (next() < 0.5) return { text: "" };
  const words = wordsIn(INVENTIONS[Math.floor(next() * INVENTIONS.length)]) ?? "";
  return { text: isTooLongFor(msOf(samples), words) ? "" : words };
};

/**
 * A recogniser that knows the truth: the caller's words of which enough is in the samples, and "" for any other sound.
 *
 * @param mishear what it understands in place of each word; default: the word
 * @param echoed which of our own frames comes back in which frame of the track, where a recogniser is to find our words
 */
export function recognise(
  samples: Int16Array,
  track: CallerTrack,
  mishear: Mishear = (word) => word,
  echoed?: ReadonlyMap<number, SpokenFrame>,
): string {
  const words = track.wordsIn(samples).map(({ word, sound, index }) => mishear(word, sound, index));
  if (words.length > 0 || !echoed) return words.join(" ");
  const ours = new Map<string, { readonly frames: number; readonly there: Set<number> }>();
  for (const place of track.placesOf(samples)) {
    const frame = echoed.get(place);
    if (!frame) continue;
    const { there } = ours.get(frame.text) ?? { there: new Set<number>() };
    there.add(frame.index);
    ours.set(frame.text, { frames: frame.frames, there });
  }
  return [...ours]
    .flatMap(([text, { frames, there }]) => wordsHeard(text, 0, frames, there))
    .map(({ word }) => word)
    .join(" ");
}
