import { samplesIn } from "../audio/pcm.js";
import { hasSyllables, speechIn } from "../listening/speech-in.js";
import type { Latency } from "../speech/latency.js";
import type { Speech } from "../speech/ports.js";

/** End of a sound that is examined for likeness to words, in ms: examining a second takes 1 ms. */
const RECENT_MS = 1_000;
/**
 * A transcript is overdue after this multiple of the time within which nearly all arrive, and after OVERDUE_MS at the latest.
 * A slow recogniser answers an earlier request of the call first, and takes four times as long for noise, for which it writes
 * the same words again and again. Speech rarely sounds unlike words: one recorded prompt in eighty does.
 */
const OVERDUE = { quick: 1.2, slow: 5 };
const OVERDUE_MS = 6_000;

/** Returns whether a sound resembles words, judging by its end. */
export function isLikeWords({ samples }: Pick<Speech, "samples">): boolean {
  const recent = samples.subarray(Math.max(0, samples.length - samplesIn(RECENT_MS)));
  return speechIn(recent).ms > 0 || hasSyllables(recent);
}

/**
 * Returns a function that tells whether the caller is waiting for an answer to these sounds, whose transcript was just
 * requested. If they seem to be noise, the caller is not, until the transcript is overdue.
 */
export function awaitedAnswer(speech: readonly Pick<Speech, "samples">[], latency: Latency): () => boolean {
  const { p95Ms, isQuick } = latency;
  const dueAt = performance.now() + Math.min(OVERDUE_MS, OVERDUE[isQuick ? "quick" : "slow"] * p95Ms);
  let isSpeech: boolean | undefined;
  return () => performance.now() > dueAt || (isSpeech ??= speech.some(isLikeWords));
}
