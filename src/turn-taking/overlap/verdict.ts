import type { OverlapKind } from "../../records/call-record.js";
import { isInTheMiddle } from "../../speech/in-the-middle.js";
import { isLikeWords } from "../like-words.js";
import { BETWEEN_WORDS_MS } from "./resume-playback.js";
import type { Utterance } from "../hear-caller.js";
import { type Evidence, hasSoftEnd, isJudged, isShort, mayBeHalfAWord, type Sound } from "./sound.js";

/** What the transcript of the judged part shows about the sound. */
export interface Verdict {
  /** Whose words they are; undefined if nothing could be recognised, though the sound may be words. */
  readonly kind: OverlapKind | undefined;
  /**
   * Whether they are complete. In the middle of a word, partial transcripts show more, and the whole is judged when it
   * is over.
   */
  readonly isWhole: boolean;
  /** Whether they may become a backchannel. */
  readonly isBegun: boolean;
  /** Whether the caller wants to speak, and the end of their words in ms of line time, if known. */
  readonly isYielding: boolean;
  readonly endsAt: number | undefined;
  /** Whether more may follow that changes the verdict. */
  readonly isToCome: boolean;
}

export function verdictOn(of: Sound, seen: Evidence): Verdict {
  const { utterances, judged } = of;
  const isWhole = !judged || !isInTheMiddle(judged) || !seen.hasPartials;
  const text = of.text ?? wordless(utterances);
  const kind = text === undefined ? undefined : seen.words.kindOf(text, isWhole);
  const goesOn = mayGoOn(of, seen);
  const mayBecome = kind === "words" && (goesOn || of.waiting.length > 0);
  const isBegun = mayBecome && seen.words.mayBecomeBackchannel(text ?? "");
  return {
    kind,
    isWhole,
    isBegun,
    isYielding: (kind === "words" && !isBegun) || (kind === undefined && utterances.length > 0),
    endsAt: isWhole && judged && hasSoftEnd(judged) ? judged.endedAt : undefined,
    isToCome: isToCome(of, { kind, isWhole, isBegun, goesOn }),
  };
}

/** Returns "" for utterances without anything like words: if they cannot be recognised, they are noise. */
function wordless(utterances: readonly Utterance[]): string | undefined {
  return utterances.length === 0 || utterances.some(isLikeWords) ? undefined : "";
}

/** Whether a listener is still talking, or has begun again, and may continue with other words. */
function mayGoOn(of: Sound, seen: Evidence): boolean {
  const isOver = of.isDiscarded || of.utterances.some((utterance) => isJudged(of, utterance));
  return of.goesOn || (!isOver && seen.voicelessMs < BETWEEN_WORDS_MS);
}

function isToCome(
  { isDiscarded, goesOn: isTalking, judged }: Sound,
  { kind, isWhole, isBegun, goesOn }: Pick<Verdict, "kind" | "isWhole" | "isBegun"> & { readonly goesOn: boolean },
): boolean {
  if (kind === undefined) return !isDiscarded;
  if (isBegun || (kind === "listening" && goesOn)) return true;
  if (!isTalking) return false;
  // Half a word has no transcript yet.
  return !isWhole || (judged !== undefined && (isShort(judged) || (kind === "nobody" && mayBeHalfAWord(judged))));
}
