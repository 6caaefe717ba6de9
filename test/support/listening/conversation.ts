/** A call's worth of speech with known beginnings and ends, and how well a listener found them. */

import { FRAME_SAMPLES, msOf } from "../../../src/audio/pcm.js";
import { type Heard, type ListeningOptions, listenForUtterances } from "../../../src/listening/utterances.js";
import type { VoiceActivity } from "../../../src/listening/voice-activity.js";
import { FLITE_VOICES, speak, type Voice } from "./voices.js";
import { atLevel, concat, mix, silence } from "./sounds.js";

export const SENTENCES = [
  "What time is it?",
  "Yes.",
  "No.",
  "Set a timer for ten minutes, please.",
  "Four.",
  "Eight.",
  "Six.",
  "No thank you.",
  "Well, I would like to speak to somebody about my order.",
  "Stop.",
  "Tell me a joke.",
  "Hello?",
  "Please call me back at five.",
  "She sells sea shells.",
  "Ten plus four, and then divided by two.",
  "Fifteen.",
  "Thank you, goodbye.",
  "Two.",
];

/** An event and the line time (ms) at which it was told. */
export interface Told {
  readonly at: number;
  readonly heard: Heard;
}

/** From the first to the last sound of a sentence (ms). */
export interface Spoken {
  readonly from: number;
  readonly to: number;
}

export interface Conversation {
  readonly sound: Int16Array;
  readonly spoken: readonly Spoken[];
}

/** Each sentence in each of the voices, with pauses between them, at `dbfs`. */
export function conversation(dbfs: number, pauseMs = 2_500, sentences: readonly string[] = SENTENCES): Conversation {
  const parts: Int16Array[] = [silence(3_000)];
  const spoken: Spoken[] = [];
  let at = 3_000;
  for (const text of sentences) {
    for (const voice of FLITE_VOICES) {
      const sound = atLevel(speak(text, voice), dbfs);
      const { from, to } = extent(sound);
      spoken.push({ from: at + from, to: at + to });
      parts.push(sound, silence(pauseMs));
      at += msOf(sound) + pauseMs;
    }
  }
  return { sound: concat(...parts), spoken };
}

/** Six people talking at once, far away. */
export function babble(ms: number, dbfs: number, voices: readonly Voice[] = FLITE_VOICES): Int16Array {
  const talkers = Array.from({ length: 6 }, (_, k) => {
    const order = [...SENTENCES.slice(3 * k), ...SENTENCES.slice(0, 3 * k)];
    const said = order.map((text, i) => speak(text, voices[(i + k) % voices.length]));
    return atLevel(concat(...said), -26);
  });
  return atLevel(mix(silence(ms), ...talkers), dbfs);
}

/** What is told about `sound` and the two seconds of silence after it. */
export function listenTo(
  sound: Int16Array,
  voiceActivity: VoiceActivity,
  options: Partial<ListeningOptions> = {},
): Told[] {
  const told: Told[] = [];
  using listening = listenForUtterances({
    voiceActivity,
    options,
    tell: (heard) => told.push({ at: listening.lineTimeMs, heard }),
  });
  for (let at = 0; at + FRAME_SAMPLES <= sound.length; at += FRAME_SAMPLES) {
    listening.hear(sound.subarray(at, at + FRAME_SAMPLES));
  }
  listening.silence(100);
  return told;
}

export function utterancesIn(told: readonly Told[]) {
  return told.flatMap(({ at, heard }) => (heard.kind === "utterance" ? [{ ...heard, at }] : []));
}

/** First and last 5 ms within `rangeDb` of the loudest. */
export function extent(sound: Int16Array, rangeDb = 35): Spoken {
  const step = 80;
  const energies = Array.from({ length: Math.floor(sound.length / step) }, (_, i) =>
    sound.subarray(i * step, (i + 1) * step).reduce((sum, sample) => sum + sample * sample, 0),
  );
  const limit = Math.max(...energies) / 10 ** (rangeDb / 10);
  const audible = (energy: number) => energy > limit;
  return { from: energies.findIndex(audible) * 5, to: (energies.findLastIndex(audible) + 1) * 5 };
}
