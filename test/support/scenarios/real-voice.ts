import { FRAME_SAMPLES, samplesIn } from "../../../src/audio/pcm.js";
import type { TextToSpeech } from "../../../src/speech/ports.js";
import { FakeRequest, passing, playSteps } from "../fakes/requests.js";
import { extent } from "../listening/conversation.js";
import { speak, type Voice } from "../listening/voices.js";
import { random } from "../listening/sounds.js";
import { frameKey } from "./caller-track.js";

/** A frame of a sentence: the how-many-th of how many. */
export interface SpokenFrame {
  readonly text: string;
  readonly index: number;
  readonly frames: number;
}

/** Sentences in real speech, in whole frames, each different from every other. Kept for the process. */
const sentences = new Map<string, Int16Array>();
const frames = new Map<string, SpokenFrame>();

/** What somebody says, from their first sound to their last. Made at once: time in tests does not wait for a synthesiser. */
export function speechOf(text: string, voice: Voice): Int16Array {
  const sound = speak(text, voice);
  const { from, to } = extent(sound);
  return sound.slice(samplesIn(from), samplesIn(to));
}

/** A sentence as the assistant says it. */
export function sentenceSound(text: string, voice: Voice): Int16Array {
  const known = sentences.get(`${voice} ${text}`);
  if (known) return known;
  const speech = speechOf(text, voice);
  const count = Math.ceil(speech.length / FRAME_SAMPLES);
  const hiss = random(1_000 + sentences.size);
  const sound = Int16Array.from({ length: count * FRAME_SAMPLES }, (_, i) => Math.round((speech[i] ?? 0) + 2 * hiss()));
  for (let index = 0; index < count; index++) {
    const frame = sound.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES);
    frames.set(frameKey(frame), { text, index, frames: count });
  }
  sentences.set(`${voice} ${text}`, sound);
  return sound;
}

/** Which part of which sentence was played; undefined for a tone. */
export function spokenFrame(frame: Int16Array): SpokenFrame | undefined {
  return frames.get(frameKey(frame));
}

/** Text-to-speech that takes so long to its first sound, ms. */
export function realVoice(delayMs: number, voice: Voice): TextToSpeech {
  return {
    synthesise: (text, signal) =>
      playSteps(new FakeRequest(text, signal), [passing(delayMs), sentenceSound(text, voice)]),
  };
}
