/** What is heard from the other side, and when. */

/** Something heard without interruption, in ms since the answer. */
export interface Heard {
  readonly from: number;
  readonly to: number;
  readonly kind: "speech" | "music" | "tone";
  /** Words with the time at which each has been said. */
  readonly words: readonly { readonly word: string; readonly at: number }[];
}

/** A call is played in steps of this, in ms. */
export const STEP_MS = 100;
/** How long a letter takes to say, in ms: about 150 words a minute. */
const LETTER_MS = 65;
const BEEP_MS = 400;
const FAX_MS = 3_000;
/** A car or a street sounds like a voice for so long at most, in ms. */
const NOISE_MS = 600;

/** Returns the pieces of a line of `first-set.ts`, begun at `from`. */
export function heardIn(line: string, from: number): readonly Heard[] {
  const pieces: Heard[] = [];
  let now = from;
  for (const [, pause, sound, seconds, text = ""] of line.matchAll(
    /\s*(?:\((\d[\d.]*)\)|(BEEP|FAX|MUSIC|NOISE)(?:\((\d[\d.]*)\))?|((?:(?!BEEP|FAX|MUSIC|NOISE)[^(])+))/gu,
  )) {
    if (pause !== undefined) now += Number(pause) * 1_000;
    else if (sound !== undefined) now = addSound(pieces, sound, Number(seconds ?? 0) * 1_000, now);
    else now = addSpeech(pieces, text.trim(), now);
  }
  return pieces;
}

function addSound(pieces: Heard[], sound: string, ms: number, from: number): number {
  const length = { BEEP: BEEP_MS, FAX: FAX_MS }[sound] ?? ms;
  const audible = sound === "NOISE" ? Math.min(NOISE_MS, ms) : length;
  const kind = sound === "BEEP" || sound === "FAX" ? "tone" : "music";
  pieces.push({ from, to: from + audible, kind, words: [] });
  return from + length;
}

function addSpeech(pieces: Heard[], text: string, from: number): number {
  if (text === "") return from;
  let at = from;
  const words = text.split(" ").map((word) => ({ word, at: (at += (word.length + 1) * LETTER_MS) }));
  pieces.push({ from, to: at, kind: "speech", words });
  return at;
}

/** Returns what remains when the speaker stops at the end of the word that is being said at `at`. */
export function stoppedAt(pieces: readonly Heard[], at: number): readonly Heard[] {
  return pieces.flatMap((piece) => {
    if (piece.from >= at) return [];
    if (piece.to <= at || piece.kind !== "speech") return [piece];
    const last = piece.words.find((word) => word.at >= at)?.at ?? piece.to;
    return [{ ...piece, to: last, words: piece.words.filter((word) => word.at <= last) }];
  });
}
