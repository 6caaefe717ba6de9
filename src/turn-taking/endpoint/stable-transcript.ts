import type { Scope } from "../../kernel/scope.js";
import type { PartialWords, Speech } from "../../speech/ports.js";
import type { Floor, FloorEvent } from "../floor.js";
import { type Recognition, recogniseSoon } from "../recognise-soon.js";
import { isSameWords } from "../spoken-words.js";
import type { TurnTaking } from "./wait-rules.js";

/**
 * Number of resumptions before a transcript is known after which the sound is checked periodically: it is not only the
 * caller.
 */
const RESTLESS = 2;
/** Maximum time that a transcript may take and still be taken for all words, in ms. */
const FRESH_MS = 400;
/** Partial transcripts trail the sound by about this, in ms: there may be more words. */
const TRAIL_MS = 300;

/**
 * Ends utterances when their transcript stops growing. If other people talk behind a caller, the sound does not show
 * when the caller has finished, but their words do: once no words were added for as long as a silence would be waited
 * for, they were complete, even if the sound continues. This applies to a line that is never quiet, and to a voice that
 * resumes after a short pause without adding words, or repeatedly before its words are known, as on a television.
 *
 * @param withoutWordsAfter returns how long to wait, in ms, for a caller who has said this on a line that is never quiet
 */
export function watchForStableTranscript(
  call: Recognition & { readonly turnTaking: TurnTaking },
  scope: Scope,
  withoutWordsAfter: (text: string) => number,
  floor: Pick<Floor, "turn" | "speechFrom">,
) {
  const isOn = call.turnTaking === "adaptive";
  /** The words of an utterance, and where they were first known (ms of line time): they end at that time or earlier. */
  let said: PartialWords | undefined;
  /** The part to transcribe next; the one before it may still be in progress. */
  let next: Speech | undefined;
  let isAsking = false;
  /** The current short pause, until the words up to it are known. */
  let unknown: Speech | undefined;
  /** Start of the utterance last reported as `talk`. */
  let talkedFrom = Number.NaN;
  /** How often an utterance resumed too early, and its start. */
  let restless = { startedAt: Number.NaN, times: 0 };
  scope.onEnd(call.recogniser.onPartial((words) => note(words, words.text)));

  /** @returns whether these are the same words that were known of it before */
  function note({ startedAt, endedAt }: Pick<Speech, "startedAt" | "endedAt">, text: string): boolean {
    if (said && startedAt < said.startedAt) return false; // It belongs to an utterance that has ended.
    if (said?.startedAt === startedAt && isSameWords(said.text, text)) return true;
    said = { startedAt, endedAt, text };
    lookWhenOver(said);
    return false;
  }

  /** Checks the transcript again as soon as these words may have been all. */
  function lookWhenOver({ startedAt, endedAt, text }: PartialWords): void {
    if (text) floor.speechFrom(startedAt)?.checkAt(endedAt + wordlessAfter(text));
  }

  /** Returns the time without new words after which these were all, in ms. */
  function wordlessAfter(text: string): number {
    return withoutWordsAfter(text) + (call.recogniser.hasPartials ? TRAIL_MS : 0);
  }

  async function look(part: Speech): Promise<void> {
    const begun = performance.now();
    const text = await recogniseSoon(part, call, scope);
    if (text === undefined) return;
    const isKnown = note(part, text);
    if (said?.startedAt !== part.startedAt || !said.text) return;
    const isFresh = performance.now() - begun <= FRESH_MS;
    const wordlessMs = part.endedAt + part.silentMs - said.endedAt;
    if (wordlessMs >= wordlessAfter(said.text)) end(part, isFresh ? text : undefined);
    else if (isKnown) lookWhenOver(said); // The caller has made a longer pause meanwhile, and is waited for longer.
  }

  /** Ends the utterance with these words. Speech over a turn ends as usual. */
  function end({ startedAt }: Speech, words: string | undefined): void {
    if (floor.turn && !floor.turn.commitment) return;
    floor.speechFrom(startedAt)?.endNow(words);
  }

  /**
   * Checks whether the words of a continuing utterance continue too. Transcribes one part at a time, then the latest.
   */
  async function ask(part: Speech): Promise<void> {
    if (!isOn) return;
    next = part;
    if (isAsking) return;
    isAsking = true;
    for (let one = take(); one; one = take()) await look(one);
    isAsking = false;
  }

  /** Handles an utterance that resumed after a short pause. */
  function wentOn(): void {
    if (said) lookWhenOver(said); // It was not reported while a reply was being prepared.
    if (!unknown || !isOn) return;
    const { startedAt } = unknown;
    if (startedAt === talkedFrom) void ask(unknown); // Its transcription was cancelled; these may be all.
    unknown = undefined;
    if (startedAt !== restless.startedAt) restless = { startedAt, times: 0 };
    if (++restless.times >= RESTLESS) floor.speechFrom(startedAt)?.checkAgain();
  }

  function take(): Speech | undefined {
    const taken = next;
    next = undefined;
    return taken;
  }

  return {
    /** Takes each event while no turn has the floor. */
    hear(event: FloorEvent): void {
      if (event.kind === "lull") unknown = event;
      else if (event.kind === "resumed") wentOn();
      else if (event.kind === "talk") {
        talkedFrom = event.startedAt;
        void ask(event);
      }
    },
    /**
     * Takes the words up to a short pause; "" if nothing was understood. Returns the silence after which no words were
     * added for long enough, in ms; undefined if that is not known.
     */
    known(lull: Speech, text: string): number | undefined {
      if (unknown === lull) unknown = undefined;
      if (!text || !note(lull, text) || !isOn || !said || said.endedAt >= lull.endedAt) return undefined;
      floor.speechFrom(lull.startedAt)?.checkAgain();
      return said.endedAt + wordlessAfter(text) - lull.endedAt;
    },
  };
}
