import type { Scope } from "../../kernel/scope.js";
import type { PartialWords, Speech } from "../../speech/ports.js";
import type { Floor, FloorEvent } from "../floor.js";
import { type Recognition, recogniseSoon } from "../recognise-soon.js";
import { isSameWords } from "../spoken-words.js";

/** Resumptions before a transcript is known after which the sound is checked periodically: it is not the caller alone. */
const RESTLESS = 2;
/** Longest wait for a transcript, in ms: a later one says nothing about the present. */
const ASK_MS = 2_000;
/** What it told later than this, ms, may not be all by then. */
const FRESH_MS = 400;
/** Partial transcripts trail the sound by about this, in ms: there may be more words. */
const TRAIL_MS = 300;

/**
 * Where others talk behind a caller the sound does not tell when they have finished. Their words do: when no words were
 * added to them for as long as silence would be waited for, that was all, whatever sounds on. So it is on a line that is never
 * quiet, and where what is said goes on after a lull without a word more, or again and again before its words are known, as
 * somebody on television does.
 *
 * @param waitAfter returns how long a caller who has said this is waited for on a line that is never quiet, in ms
 */
export function watchForStableTranscript(
  call: Recognition & { readonly thinkAhead: boolean; readonly endpointMode: "words" | "fixed" },
  scope: Scope,
  waitAfter: (text: string) => number,
  floor: Pick<Floor, "turn" | "speechFrom">,
) {
  const isOn = call.thinkAhead && call.endpointMode === "words";
  /** The words of an utterance, and where they were known for the first time (ms of line time): they end there or before. */
  let said: PartialWords | undefined;
  /** The part that is to be asked about next; the one before it is being asked about, if there is one. */
  let next: Speech | undefined;
  let isAsking = false;
  /** The lull that goes on, until it is known what was said up to there. */
  let unknown: Speech | undefined;
  /** Start of the utterance that was reported as `talk` last. */
  let talkedFrom = Number.NaN;
  /** How often an utterance has gone on too soon, and where it began. */
  let restless = { startedAt: Number.NaN, times: 0 };
  scope.onEnd(call.recogniser.onPartial((words) => note(words, words.text)));

  /** @returns whether these are the words that were known of it before */
  function note({ startedAt, endedAt }: Pick<Speech, "startedAt" | "endedAt">, text: string): boolean {
    if (said && startedAt < said.startedAt) return false; // Of an utterance that is over.
    if (said?.startedAt === startedAt && isSameWords(said.text, text)) return true;
    said = { startedAt, endedAt, text };
    lookWhenOver(said);
    return false;
  }

  /** Words are looked for again as soon as these may have been all. */
  function lookWhenOver({ startedAt, endedAt, text }: PartialWords): void {
    if (text) floor.speechFrom(startedAt)?.checkAt(endedAt + wordlessAfter(text));
  }

  /** When no words were added for so long, these were all, ms. */
  function wordlessAfter(text: string): number {
    return waitAfter(text) + (call.recogniser.hasPartials ? TRAIL_MS : 0);
  }

  async function look(part: Speech): Promise<void> {
    const begun = performance.now();
    const text = await recogniseSoon(part, call, scope, ASK_MS);
    if (text === undefined) return;
    const isKnown = note(part, text);
    if (said?.startedAt !== part.startedAt || !said.text) return;
    const isFresh = performance.now() - begun <= FRESH_MS;
    const wordlessMs = part.endedAt + part.silentMs - said.endedAt;
    if (wordlessMs >= wordlessAfter(said.text)) end(part, isFresh ? text : undefined);
    else if (isKnown) lookWhenOver(said); // The caller has paused for longer meanwhile, and is waited for longer.
  }

  /** Their words are over; what is said over a turn ends as usual. */
  function end({ startedAt }: Speech, words: string | undefined): void {
    if (floor.turn && !floor.turn.commitment) return;
    floor.speechFrom(startedAt)?.endNow(words);
  }

  /** The utterance goes on: looks whether its words do. One part is asked about at a time, the latest next. */
  async function ask(part: Speech): Promise<void> {
    if (!isOn) return;
    next = part;
    if (isAsking) return;
    isAsking = true;
    for (let one = take(); one; one = take()) await look(one);
    isAsking = false;
  }

  /** The utterance has gone on after the lull. */
  function wentOn(): void {
    if (said) lookWhenOver(said); // It was not reported while a reply was being tried.
    if (!unknown || !isOn) return;
    const { startedAt } = unknown;
    if (startedAt === talkedFrom) void ask(unknown); // What asked about it was taken back, and these may have been all.
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
    hear(event: FloorEvent | { readonly kind: "interjection" | "wind_down" | "hand_over" | "wordless" }): void {
      if (event.kind === "lull") unknown = event;
      else if (event.kind === "resumed") wentOn();
      else if (event.kind === "talk") {
        talkedFrom = event.startedAt;
        void ask(event);
      }
    },
    /**
     * These are the words up to a lull; "" where nothing was understood. Returns the silence in it after which none
     * were added for long enough, in ms; undefined where that is not known.
     */
    known(lull: Speech, text: string): number | undefined {
      if (unknown === lull) unknown = undefined;
      if (!text || !note(lull, text) || !isOn || !said || said.endedAt >= lull.endedAt) return undefined;
      floor.speechFrom(lull.startedAt)?.checkAgain();
      return said.endedAt + wordlessAfter(text) - lull.endedAt;
    },
  };
}
