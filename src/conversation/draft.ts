import { unlessAborted } from "../kernel/deadline.js";
import type { Scope } from "../kernel/scope.js";
import { type Composition, composeReply } from "./compose-reply.js";
import type { Conversation } from "./conversation.js";
import { notedVoice } from "./noted-backends.js";
import { speak, type SpeakNeeds } from "./speak.js";
import type { Turn } from "../turn-taking/turn.js";

/**
 * A reply to words that may turn out to be others: the model answers them, and its first sentence becomes speech. Nothing of
 * it is heard, done or written down before the words are confirmed.
 */
export interface Draft {
  readonly words: string;
  readonly composition: Composition;
  /** These are the words. Resolves when the caller has heard the reply; rejects as {@link speak} and the model do. */
  confirmed(): Promise<void>;
  /** They were others: all that it has going ends. */
  drop(): void;
}

export interface DraftNeeds extends Pick<SpeakNeeds, "onFirstAudio" | "onSent" | "onAllSent"> {
  readonly scope: Scope;
  readonly onActing: () => void;
  readonly onHangUp: () => void;
}

export function beginDraft(words: string, turn: Turn, call: Conversation, needs: DraftNeeds): Draft {
  const { onActing, onHangUp, ...telling } = needs;
  const { line, tts } = call;
  const scope = needs.scope.child("draft");
  let confirm = () => {};
  const confirmation = new Promise<void>((resolve) => {
    confirm = resolve;
  });
  const commitment = Promise.all([confirmation, turn.commitment]).then(() => {});
  const composition = composeReply(words, call, { turn, commitment, scope, onActing, onHangUp });
  turn.spoken.plan(composition.all);
  const mayBegin = unlessAborted(scope.signal, confirmation);
  const spoken = scope.run(
    speak(composition.sentences, turn, { ...telling, line, tts: notedVoice(tts, turn), scope, mayBegin }),
  );
  for (const each of [mayBegin, spoken]) each.catch(() => {}); // Nobody may come to wait for it.

  return {
    words,
    composition,
    async confirmed() {
      confirm();
      await spoken;
      await composition.done;
    },
    drop() {
      scope.end();
      turn.spoken.dropUnheard();
      turn.notes.undo("llmAsked", "firstToken", "firstWord", "ttsAsked", "firstSample");
    },
  };
}
