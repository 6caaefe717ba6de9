import type { CallerTrack } from "./caller-track.js";
import type { SpokenFrame } from "./real-voice.js";
import { wordsHeard } from "./caller-track.js";

/**
 * A recogniser that knows the truth: the caller's words of which enough is in the samples, and "" for any other sound.
 *
 * @param echoed which of our own frames comes back in which frame of the track, where a recogniser is to find our words
 */
export function recognise(samples: Int16Array, track: CallerTrack, echoed?: ReadonlyMap<number, SpokenFrame>): string {
  const words = track.wordsIn(samples).map(({ word }) => word);
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
