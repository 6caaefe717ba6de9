/**
 * What happens on a line while we speak, as data: what we play, what the line brings at the same time, and what in it is
 * meant for us. The caller's level is -26 dBFS, ours -20; sound is the clock of both.
 */

import { msOf, samplesIn } from "../../../src/audio/pcm.js";
import type { Cast } from "./casts.js";
import { extent, type Spoken } from "./conversation.js";
import type { NoiseName } from "./noises.js";
import { atLevel, concat, pinkNoise, telephoneBand } from "./sounds.js";
import { speak, type Voice } from "./voices.js";

export interface Scene {
  readonly name: string;
  /** What the line brings. */
  readonly sound: Int16Array;
  /** What we play: pieces, and when each begins (ms). */
  readonly ours: readonly { readonly at: number; readonly samples: Int16Array }[];
  /** Nothing that is told before then counts (ms). */
  readonly from: number;
  /** The caller's interruption, if there is one (ms). */
  readonly interruption?: Spoken;
}

const CALLER_DBFS = -26;
const OURS_DBFS = -20;
const LINE_NOISE_DBFS = -64;
const LONGEST_MS = 30_000;

/** Sounds that several scenes share: made once. */
const made = new Map<string, Int16Array>();

function once(key: string, make: () => Int16Array): Int16Array {
  const sound = made.get(key) ?? make();
  made.set(key, sound);
  return sound;
}

const pick = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;

function spokenBy(voice: Voice, text: string, dbfs: number): Int16Array {
  return once(`${voice} ${dbfs} ${text}`, () => atLevel(speak(text, voice), dbfs));
}

/** Puts pieces at their times (ms) on a line that hisses softly. */
function lineOf(ms: number, pieces: readonly { readonly at: number; readonly samples: Int16Array }[]): Int16Array {
  const sum = once("line", () => pinkNoise(LONGEST_MS, LINE_NOISE_DBFS)).slice(0, samplesIn(ms));
  for (const { at, samples } of pieces) {
    const start = samplesIn(at);
    for (let i = 0; i < samples.length && start + i < sum.length; i++) {
      sum[start + i] = Math.max(-32_768, Math.min(32_767, (sum[start + i] as number) + (samples[i] as number)));
    }
  }
  return sum;
}

/** What a loudspeaker, a room and a microphone make of a sound: three ways through the room, and a narrower band. */
function echoOf(samples: Int16Array, db: number): Int16Array {
  const gain = 10 ** (db / 20);
  const room = new Float64Array(samples.length + samplesIn(80));
  for (const [delayMs, share] of [
    [0, 0.85],
    [13, 0.4],
    [37, 0.25],
    [70, 0.12],
  ] as const) {
    const delay = samplesIn(delayMs);
    for (let i = 0; i < samples.length; i++)
      room[i + delay] = (room[i + delay] as number) + share * (samples[i] as number);
  }
  return telephoneBand(Int16Array.from(room, (sample) => Math.round(gain * sample)));
}

export interface Echo {
  readonly db: number;
  readonly delayMs: number;
}

const GREETING = "Good morning, this is the assistant of the harbour hotel. What can I do for you today?";
const QUESTION = "Could you tell me about the opening hours of the place, please?";

export interface Happening {
  readonly name: string;
  readonly samples: Int16Array;
  readonly isInterruption: boolean;
}

export interface SceneOptions {
  readonly echo?: Echo;
  /** Whether the caller has spoken before; if not, it happens in the greeting. */
  readonly known?: boolean;
  /** How long after the reply has begun it happens, ms; unless given, anywhere in it. */
  readonly afterMs?: number;
  /** What the line makes of its sound. */
  readonly line?: (sound: Int16Array) => Int16Array;
}

/** A greeting, a question of the caller's, and a reply in which something happens. */
export function sceneOf(
  cast: Cast,
  trial: number,
  happening: Happening | undefined,
  { echo, known = true, afterMs, line = (sound) => sound }: SceneOptions = {},
): Scene {
  const [caller, our] = [pick(cast.callers, trial), pick(cast.ours, trial >> 1)];
  const greeting = spokenBy(our, GREETING, OURS_DBFS);
  const question = spokenBy(caller, QUESTION, CALLER_DBFS);
  const reply = concat(
    spokenBy(our, pick(cast.replies, trial), OURS_DBFS),
    spokenBy(our, pick(cast.replies, trial + 1), OURS_DBFS),
  );
  const askedAt = 500 + msOf(greeting) + 700;
  const repliedAt = known ? askedAt + msOf(question) + 1_500 : 500;
  const ours = known
    ? [
        { at: 500, samples: greeting },
        { at: repliedAt, samples: reply },
      ]
    : [{ at: 500, samples: concat(greeting, reply) }];
  // Anywhere in a sentence or between two, at no multiple of a frame.
  const happensAt = repliedAt + (afterMs ?? 1_007 + ((trial * 379) % 3_300));
  const pieces = known ? [{ at: askedAt, samples: question }] : [];
  if (happening) pieces.push({ at: happensAt, samples: happening.samples });
  if (echo)
    pieces.push(
      ...ours.map(({ at, samples }) => ({
        at: at + echo.delayMs,
        samples: once(`${echo.db} ${our} ${trial % cast.replies.length} ${msOf(samples)}`, () =>
          echoOf(samples, echo.db),
        ),
      })),
    );
  const ms = repliedAt + 9_000;
  const spoken = happening?.isInterruption ? extent(happening.samples, 25) : undefined;
  const sound = lineOf(ms - (ms % 20), pieces);
  return {
    name: happening?.name ?? "nothing",
    sound: line(sound),
    ours,
    from: happening && !echo ? happensAt - 20 : 0,
    ...(spoken && { interruption: { from: happensAt + spoken.from, to: happensAt + spoken.to } }),
  };
}

/** Of at least 250 ms, as an interruption by a real caller is. */
export function interruption(cast: Cast, trial: number, kind: "orders" | "sentences", dbfs = CALLER_DBFS): Happening {
  const text = pick(cast[kind], Math.floor(trial / cast.callers.length) + trial);
  return { name: text, samples: spokenBy(pick(cast.callers, trial), text, dbfs), isInterruption: true };
}

export function disturbance(cast: Cast, name: NoiseName, trial: number): Happening {
  const sound = once(`${name} ${trial} ${cast.callers[0]}`, () => cast.noises[name](trial));
  return { name, samples: sound, isInterruption: false };
}
