import type { Scope } from "../kernel/scope.js";
import type { Speech } from "../speech/ports.js";
import type { Conversation } from "./conversation.js";
import type { Floor } from "./floor.js";
import { recogniseSoon } from "./recognise-soon.js";
import { isSameWords } from "./spoken-words.js";

/** What goes on again so often before it is known what was said is not only the caller: nobody pauses for so short all the time. */
const RESTLESS = 2;
/** So long a recogniser may take to tell what was said so far, ms: later it says nothing about now. */
const ASK_MS = 2_000;

/**
 * Where others talk behind a caller the sound does not tell when they have finished. Their words do: when no words were
 * added to them for as long as silence would be waited for, that was all, whatever sounds on. So it is on a line that is never
 * quiet, and where what is said goes on again after each lull, as somebody on television does.
 *
 * @param waitAfter how long somebody who has said this is waited for, ms
 * @param floor told of an utterance that is over, and when one is to be looked at again: as soon as it may be
 */
export function watchForNoMoreWords(
  call: Pick<Conversation, "recogniser" | "isAvailable">,
  scope: Scope,
  waitAfter: (text: string) => number,
  floor: Pick<Floor, "endNow" | "talkAt" | "tellTalk">,
) {
  /** The words of an utterance, and where they were known for the first time (ms of line time): they end there or before. */
  let said: { readonly startedAt: number; readonly endedAt: number; readonly text: string } | undefined;
  let isAsking = false;
  /** How often an utterance has gone on too soon, and where it began. */
  let restless = { startedAt: Number.NaN, times: 0 };
  scope.onEnd(call.recogniser.onPartial((words) => known(words, words.text)));

  function known({ startedAt, endedAt }: Pick<Speech, "startedAt" | "endedAt">, text: string): void {
    if (said?.startedAt === startedAt && isSameWords(said.text, text)) return;
    said = { startedAt, endedAt, text };
    if (text) floor.talkAt(startedAt, endedAt + waitAfter(text));
  }

  async function ask(part: Speech): Promise<void> {
    if (isAsking) return;
    if (!call.recogniser.hasPartials) {
      isAsking = true;
      const text = await recogniseSoon(part, call, scope, ASK_MS);
      isAsking = false;
      if (text === undefined) return;
      known(part, text);
    }
    if (said?.startedAt !== part.startedAt || !said.text) return;
    if (part.endedAt - said.endedAt >= waitAfter(said.text)) floor.endNow(part.startedAt, said.text);
  }

  return {
    /** These are the words up to the end of this part of an utterance. */
    known,
    /** The utterance goes on: looks whether its words do. One part is asked about at a time. */
    ask,
    /** The utterance has gone on after a lull before it was known what was said up to there. */
    wentOn(lull: Speech): Promise<void> {
      if (lull.startedAt !== restless.startedAt) restless = { startedAt: lull.startedAt, times: 0 };
      if (++restless.times >= RESTLESS) floor.tellTalk(lull.startedAt);
      return ask(lull);
    },
  };
}
