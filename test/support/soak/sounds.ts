import { says } from "../backends/says.js";
import { SPEECH_RATE } from "../backends/speech-server.js";

/** What callers and callees say in a soak. */
export const SAYINGS = {
  time: "what time is it",
  sum: "what is seven times six",
  joke: "tell me a joke",
  story: "tell me a long story",
  timer: "set a timer for ten seconds",
  callback: "please call me back soon",
  goodbye: "thank you very much and goodbye",
  yes: "yes please",
} as const;

export type Saying = keyof typeof SAYINGS;

const RATE = 16_000;
const WINDOW = RATE / 50;
/** Less alike than this is nothing that anybody says here. */
const ALIKE = 0.75;
/** A sentence may lie this far outside of what was cut out as one, in windows. */
const OUTSIDE = 12;

const MS_PER_LETTER = 45;
const SHORTEST_MS = 300;
const LONGEST_MS = 6_000;

const tones = new Map<number, Int16Array>();

/** A voice that costs nothing: a tone as long as the sentence would take. Samples at {@link SPEECH_RATE}. */
export function toneFor(text: string): Int16Array {
  const ms = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, Math.round((text.length * MS_PER_LETTER) / 100) * 100));
  const known = tones.get(ms);
  if (known) return known;
  const tone = Int16Array.from(
    { length: (ms * SPEECH_RATE) / 1000 },
    (_, n) => 8_000 * Math.sin((2 * Math.PI * 440 * n) / SPEECH_RATE),
  );
  tones.set(ms, tone);
  return tone;
}

/** Everything that is said, as samples at 16 000 Hz. */
export async function allSayings(): Promise<Readonly<Record<Saying, Int16Array>>> {
  const all = await Promise.all(Object.entries(SAYINGS).map(async ([name, text]) => [name, await says(text)] as const));
  return Object.fromEntries(all) as Record<Saying, Int16Array>;
}

function loudness(samples: Int16Array): Float64Array {
  return Float64Array.from({ length: Math.floor(samples.length / WINDOW) }, (_, at) => {
    let squares = 0;
    for (let n = at * WINDOW; n < (at + 1) * WINDOW; n++) squares += (samples[n] ?? 0) ** 2;
    return Math.sqrt(squares / WINDOW);
  });
}

/** How alike two courses of loudness are where the second one begins `lag` windows into the first; 1 for the same. */
function likeness(heard: Float64Array, known: Float64Array, lag: number): number {
  let [product, ofHeard, ofKnown] = [0, 0, 0];
  for (let at = Math.min(0, lag); at < Math.max(heard.length, known.length + lag); at++) {
    const [a, b] = [heard[at] ?? 0, known[at - lag] ?? 0];
    product += a * b;
    ofHeard += a * a;
    ofKnown += b * b;
  }
  return product / Math.sqrt(ofHeard * ofKnown || 1);
}

/**
 * A recogniser that costs nothing: it knows the few sentences that are said here by the course of their loudness.
 *
 * @returns what has 16 000 Hz samples to the text; empty for anything else
 */
export function knows(sayings: Readonly<Record<Saying, Int16Array>>): (samples: Int16Array) => string {
  const known = (Object.keys(SAYINGS) as Saying[]).map((name) => ({
    text: SAYINGS[name],
    shape: loudness(sayings[name]),
  }));
  return (samples) => {
    const heard = loudness(samples);
    let best: { text: string; alike: number } = { text: "", alike: ALIKE };
    for (const { text, shape } of known) {
      for (let lag = -OUTSIDE; lag <= heard.length - shape.length + OUTSIDE; lag++) {
        const alike = likeness(heard, shape, lag);
        if (alike > best.alike) best = { text, alike };
      }
    }
    return best.text;
  };
}
