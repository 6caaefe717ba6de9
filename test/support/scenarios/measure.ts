import { FRAME_MS } from "../../../src/audio/pcm.js";
import type { SpokenFrame } from "./real-voice.js";
import type { Scenario } from "./scenario.js";

/** Whoever goes on is not held up for longer than this, ms. */
const MAX_GAP_MS = 700;
/** Whoever yields is silent so soon after the caller's first sound, ms. */
const MAX_YIELD_MS = 1_000;

/** A trial as it went: what was played in each frame, `null` for another sound than a sentence, undefined for silence. */
export interface Played {
  readonly scenario: Scenario;
  readonly timeline: readonly (SpokenFrame | null | undefined)[];
  /** What is being said, or is to be said, when the caller does their part. */
  readonly being: readonly string[];
  readonly greeting: string;
  /** The caller's part, ms of the call. */
  readonly span: { readonly from: number; readonly to: number };
  /** When the caller can be heard, ms of the call. */
  readonly talking: readonly { readonly from: number; readonly to: number }[];
  /** When the question before it ended, ms of the call; undefined where none was asked. */
  readonly askedUntil: number | undefined;
  /** The words that are to be answered, and those that were. */
  readonly said: readonly string[];
  readonly understood: readonly string[];
  /** The most requests that the recogniser had at a time. */
  readonly mostRequests: number;
}

/** What came of a trial; times in ms, undefined where there is none. */
export interface Measured {
  /** Whether what was expected came of it, however long it took. */
  readonly isRight: boolean;
  /** Whether it did so in time: see {@link MAX_GAP_MS} and {@link MAX_YIELD_MS}. */
  readonly isInTime: boolean;
  /** The longest silence within what is being said. */
  readonly gapMs: number | undefined;
  /** From the caller's first sample to the last of ours. */
  readonly yieldMs: number | undefined;
  /** From the caller's last sample to the first of the answer. */
  readonly responseMs: number | undefined;
  /** The longest silence from the caller's last sample on, until something is said for the last time. */
  readonly deadAirMs: number | undefined;
  /** Whether anything of ours is heard in the caller's pause for thought. */
  readonly cutIn: boolean;
  /** How much of ours is heard before they have come to their end, and how much of that over their words. */
  readonly cutInMs: { readonly heard: number; readonly overWords: number };
  readonly wordsLost: number;
  readonly wordsTwice: number;
  /** Frames of a sentence that were heard more than once. */
  readonly saidTwice: boolean;
  readonly mostRequests: number;
}

export function measure(trial: Played): Measured {
  const { scenario, timeline, being, greeting, span, talking, askedUntil, said, understood, mostRequests } = trial;
  const { expected, during } = scenario;
  const places = (wanted: (frame: SpokenFrame | null) => boolean) =>
    timeline.flatMap((frame, at) => (frame !== undefined && wanted(frame) ? [at] : []));
  const isBeing = (frame: SpokenFrame | null) => frame !== null && being.includes(frame.text);

  const keys = timeline.flatMap((frame) => (frame ? [`${frame.index} ${frame.text}`] : []));
  const saidTwice = new Set(keys).size < keys.length;
  const whole = being.every((text) => {
    const indexes = new Set(timeline.flatMap((frame) => (frame?.text === text ? [frame.index] : [])));
    return indexes.size > 0 && indexes.size === timeline.find((frame) => frame?.text === text)?.frames;
  });

  const reply = places(isBeing);
  const [first = 0, last = -1] = [reply[0], reply.at(-1)];
  const gapMs = reply.length > 0 ? longestSilence(timeline.slice(first, last + 1)) : undefined;

  const end = during === "thinking" && askedUntil !== undefined ? askedUntil : span.to;
  const isAnswer = (frame: SpokenFrame | null) =>
    frame !== null && frame.text !== greeting && (during === "thinking" || !isBeing(frame));
  const answer = places(isAnswer).find((at) => at * FRAME_MS >= end);
  const afterwards = timeline.slice(Math.ceil(end / FRAME_MS));
  const lastPlayed = afterwards.findLastIndex((frame) => frame !== undefined);

  const isAsking = expected === "answers" && during === "silence";
  const within = (at: number, { from, to }: { from: number; to: number }) =>
    at * FRAME_MS >= from && at * FRAME_MS < to;
  const early = places(() => isAsking).filter((at) => within(at, span));
  const overWords = early.filter((at) => talking.some((piece) => within(at, piece)));
  const cutIn = early.length > 0;
  const others = places((frame) => frame !== null && frame.text !== greeting && !isBeing(frame)).length > 0;
  const isOverReply = expected === "yields";
  const words =
    expected === "goes on" || expected === "keeps silent" ? { lost: 0, twice: 0 } : compare(said, understood);
  const yieldMs = isOverReply && reply.length > 0 ? (last + 1) * FRAME_MS - span.from : undefined;
  const responseMs = answer === undefined ? undefined : answer * FRAME_MS - end;
  const isClean = words.lost + words.twice === 0 && !saidTwice && !cutIn;

  return {
    isRight: {
      "goes on": whole && !others && !saidTwice,
      yields: !whole && answer !== undefined && isClean,
      answers: answer !== undefined && isClean && (during !== "thinking" || whole),
      "keeps silent": !others,
    }[expected],
    isInTime: isOverReply ? (yieldMs ?? 0) <= MAX_YIELD_MS : expected !== "goes on" || (gapMs ?? 0) <= MAX_GAP_MS,
    gapMs: expected === "goes on" ? gapMs : undefined,
    yieldMs,
    responseMs: expected === "yields" || expected === "answers" ? responseMs : undefined,
    deadAirMs:
      expected === "yields" || expected === "answers"
        ? longestSilence(lastPlayed < 0 ? afterwards : afterwards.slice(0, lastPlayed + 1))
        : undefined,
    cutIn,
    cutInMs: { heard: early.length * FRAME_MS, overWords: overWords.length * FRAME_MS },
    wordsLost: words.lost,
    wordsTwice: words.twice,
    saidTwice,
    mostRequests,
  };
}

function longestSilence(timeline: readonly unknown[]): number {
  let [longest, now] = [0, 0];
  for (const frame of timeline) {
    now = frame === undefined ? now + 1 : 0;
    longest = Math.max(longest, now);
  }
  return longest * FRAME_MS;
}

/** How many words are missing, and how many there are too many. */
function compare(said: readonly string[], understood: readonly string[]): { lost: number; twice: number } {
  const counts = new Map<string, number>();
  for (const word of understood) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const word of said) counts.set(word, (counts.get(word) ?? 0) - 1);
  const sum = (sign: 1 | -1) => [...counts.values()].reduce((all, count) => all + Math.max(0, sign * count), 0);
  return { lost: sum(-1), twice: sum(1) };
}
