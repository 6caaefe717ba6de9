import { unlessAborted } from "../kernel/deadline.js";
import type { Scope } from "../kernel/scope.js";
import type { Metrics } from "../observability/metrics.js";
import { isSameWords } from "../turn-taking/spoken-words.js";
import type { Turn } from "../turn-taking/turn.js";
import { type Composer, type Composition, composeReply } from "./compose-reply.js";
import type { SpeakOptions } from "./speak.js";
import type { Voice } from "./voice.js";

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

export interface DraftNeeds extends Pick<SpeakOptions, "onFirstAudio" | "onSent" | "onAllSent"> {
  readonly scope: Scope;
  readonly onActing: () => void;
  readonly onHangUp: () => void;
}

/** Who drafts: the model, and the voice. */
export interface Drafter extends Composer {
  readonly voice: Pick<Voice, "speak">;
  readonly metrics: Pick<Metrics, "thoughtAhead">;
}

/** The drafts of one reply, at most one at a time. */
export interface Drafts {
  readonly current: Draft | undefined;
  /**
   * Takes the words known so far: withdraws a draft of other words, and begins one for these if they may be all.
   *
   * @param mayBeAll asked only if a draft could be begun
   */
  guess(words: string, mayBeAll: () => boolean): void;
  /** Withdraws a draft of other words than these, which are certain. */
  keepFor(words: string): void;
  /** Returns the draft of words that are certain. */
  of(words: string): Draft;
  /** Withdraws the draft: the words have changed, or something else answers them. */
  drop(): void;
}

/** Maximum number of drafts begun with words that are not certain. */
const MAX_DRAFTS = 2;

export function createDrafts(turn: Turn, call: Drafter, needs: DraftNeeds): Drafts {
  let current: Draft | undefined;
  let guesses = 0;

  function drop(): void {
    if (!current) return;
    current.drop();
    current = undefined;
    turn.notes.withdrawn++;
    call.metrics.thoughtAhead("reworded");
  }

  function keepFor(words: string): void {
    if (current && !isSameWords(current.words, words)) drop();
  }

  return {
    get current() {
      return current;
    },
    guess(words, mayBeAll) {
      keepFor(words);
      if (current || !mayBeAll() || guesses >= MAX_DRAFTS) return;
      guesses++;
      current = beginDraft(words, turn, call, needs);
    },
    keepFor,
    of: (words) => (current ??= beginDraft(words, turn, call, needs)),
    drop,
  };
}

function beginDraft(words: string, turn: Turn, call: Drafter, needs: DraftNeeds): Draft {
  const { onActing, onHangUp, ...telling } = needs;
  const scope = needs.scope.child("draft");
  let confirm = () => {};
  const confirmation = new Promise<void>((resolve) => {
    confirm = resolve;
  });
  const commitment = Promise.all([confirmation, turn.commitment]).then(() => {});
  const composition = composeReply(words, call, { turn, commitment, scope, onActing, onHangUp });
  turn.spoken.plan(composition.all);
  const mayBegin = unlessAborted(scope.signal, confirmation);
  const spoken = scope.run(call.voice.speak(composition.sentences, turn, { ...telling, scope, mayBegin }));
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
