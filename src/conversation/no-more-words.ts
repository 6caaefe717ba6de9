import type { Scope } from "../kernel/scope.js";
import type { Speech } from "../speech/ports.js";
import type { Conversation } from "./conversation.js";
import { recogniseSoon } from "./recognise-soon.js";
import { isSameWords } from "./spoken-words.js";

/** So long a recogniser may take to tell what was said so far, ms: later it says nothing about now. */
const ASK_MS = 2_000;

/**
 * Where others talk behind a caller the sound does not tell when they have finished. Their words do: when no words were
 * added to them for as long as silence would be waited for, that was all, whatever sounds on.
 *
 * @param waitAfter how long somebody who has said this is waited for, ms
 * @param end told of an utterance that is over: where it began (ms of line time), and its words
 */
export function watchForNoMoreWords(
  call: Pick<Conversation, "recogniser" | "isAvailable">,
  scope: Scope,
  waitAfter: (text: string) => number,
  end: (startedAt: number, text: string) => void,
) {
  /** The words of an utterance, and where they were known for the first time (ms of line time): they end there or before. */
  let said: { readonly startedAt: number; readonly endedAt: number; readonly text: string } | undefined;
  let isAsking = false;
  scope.onEnd(call.recogniser.onPartial((words) => known(words, words.text)));

  function known({ startedAt, endedAt }: Pick<Speech, "startedAt" | "endedAt">, text: string): void {
    if (said?.startedAt !== startedAt || !isSameWords(said.text, text)) said = { startedAt, endedAt, text };
  }

  return {
    /** These are the words up to the end of this part of an utterance. */
    known,
    /** The utterance goes on: looks whether its words do. One part is asked about at a time. */
    async ask(part: Speech): Promise<void> {
      if (isAsking) return;
      if (!call.recogniser.hasPartials) {
        isAsking = true;
        const text = await recogniseSoon(part, call, scope, ASK_MS);
        isAsking = false;
        if (text === undefined) return;
        known(part, text);
      }
      if (said?.startedAt !== part.startedAt || !said.text) return;
      if (part.endedAt - said.endedAt >= waitAfter(said.text)) end(part.startedAt, said.text);
    },
  };
}
