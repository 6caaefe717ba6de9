import { unlessAborted } from "../kernel/deadline.js";
import type { Scope } from "../kernel/scope.js";
import { type Composition, composeReply } from "./compose-reply.js";
import type { Conversation } from "./conversation.js";
import { notedVoice } from "./noted-backends.js";
import { speak, type SpeakNeeds } from "./speak.js";
import type { Turn } from "../turn-taking/turn.js";

/**
 * A reply to words that may change: the model answers them, and its first sentence is synthesised. Nothing of it is
 * heard, acted on or recorded before the words are confirmed.
 */
export interface Draft {
  readonly words: string;
  readonly composition: Composition;
  /** Confirms the words. Resolves when the caller has heard the reply; rejects as {@link speak} and the model do. */
  confirmed(): Promise<void>;
  /** Discards the draft because the words changed, and ends everything it has started. */
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
  for (const each of [mayBegin, spoken]) each.catch(() => {}); // They may never be awaited.

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
