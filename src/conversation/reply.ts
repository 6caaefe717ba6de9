import { unlessAborted } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { AttendantError, describe } from "../kernel/errors.js";
import type { TurnFigures } from "../records/call-record.js";
import type { Speech } from "../speech/ports.js";
import type { Conversation } from "./conversation.js";
import { beginDraft, type Draft } from "./draft.js";
import { fillSilence } from "./fill-silence.js";
import { notedRecogniser } from "./noted-backends.js";
import { pickCached } from "./phrasebook.js";
import { runMenuItem } from "./run-menu-item.js";
import { AFTER_A_WAIT, say } from "./say.js";
import { isSameWords } from "../turn-taking/spoken-words.js";
import { traceReply, traceTurn } from "./turn-trace.js";
import { onceCommitted, type Turn } from "../turn-taking/turn.js";

export interface ReplyNeeds {
  /** When the caller fell silent, on the clock of `performance.now()`. */
  readonly callerSilentAt: number;
  /**
   * Called when the caller's words count as answered: they hear a reply or an excuse, or a tool has begun to act on
   * them. Until then, the words may be put before what the caller says next.
   */
  readonly onAnswering: () => void;
  /** Called whenever some of the caller's words are known before all are. */
  readonly onSoFar?: () => void;
  /** Called with the caller's words as soon as they are known; "" if nothing was understood. */
  readonly onUnderstood?: (text: string) => void;
  /**
   * Whether the words known so far may be all of them: a reply to them is then begun, and withdrawn if the words
   * change. Default: never.
   */
  readonly mayBeAll?: (text: string) => boolean;
  /** The caller's words, if they are known already. */
  readonly known?: string | undefined;
  /** The words to answer if nothing is understood. */
  readonly otherwise?: string;
}

/**
 * Progress of a reply: the caller's words are being recognised; the model, or a menu item, answers them; something
 * failed, and an excuse is said.
 */
type Stage = "transcribing" | "answering" | "failed";

/** Maximum number of replies begun with words that are not certain. */
const MAX_DRAFTS = 2;

/** What made the caller's words count as answered: something they hear, or something a tool does. */
type Answer = "spoken" | "acted";

/**
 * Answers what the caller said: utterance → text → the model's words and tools → sentences → speech. Resolves `false`
 * and says nothing if nothing was understood.
 *
 * A caller who has to wait is told so. If a back end fails, or takes longer than a turn may, an error phrase is spoken.
 * While there is no model, words that name a menu item still run its tool. The only error thrown is the ending of the
 * turn's scope.
 */
export async function replyTo(
  speech: readonly Speech[],
  turn: Turn,
  call: Conversation,
  needs: ReplyNeeds,
): Promise<boolean> {
  const { spoken } = turn;
  const { signal } = turn.scope;
  traceTurn(turn, call, "reply", needs.callerSilentAt);
  const committed = turn.commitment ?? Promise.resolve();
  /** Scope of everything that makes the reply: it ends before the turn if a part of it fails. */
  const making = turn.scope.child("reply");
  let stage: Stage = "transcribing";
  let heard = "";
  /** The reply to the words known so far. */
  let draft: Draft | undefined;
  let drafts = 0;
  /** Undefined while the caller may still rephrase. */
  let answer: Answer | undefined;
  const onTooLate = () =>
    making.end(new Ending("deadline", `The reply did not begin or continue within ${call.turnDeadlineMs} ms`));
  const wait = fillSilence(turn, call, { scope: making, since: needs.callerSilentAt, onTooLate });
  try {
    const { signal: working } = making;
    heard = needs.known ?? (await recognised(working));
    heard ||= needs.otherwise ?? "";
    if (draft && !isSameWords(draft.words, heard)) dropDraft();
    turn.notes.happens("recognised");
    const begunAt = speech.map(({ startedAt }) => startedAt);
    call.transcript.callerSays(heard, begunAt);
    needs.onUnderstood?.(heard);
    signal.throwIfAborted();
    onceCommitted(turn, () =>
      call.log.said("stt_result", heard ? "The caller said something" : "Nothing was understood", {}, { text: heard }),
    );
    if (!heard) {
      await unlessAborted(signal, committed);
      needs.onAnswering();
      return false;
    }
    stage = "answering";
    const known = call.isAvailable("llm") ? undefined : call.menu.byWords(heard);
    if (known) {
      dropDraft();
      await unlessAborted(signal, committed);
      answerBy("spoken");
      making.end();
      await runMenuItem(known, turn, call, needs.callerSilentAt);
      return true;
    }
    draft ??= begin(heard);
    await draft.confirmed();
    call.outage.end();
    const told = { sentences: spoken.heard.length };
    call.log.said("tts_spoken", "The caller heard the reply", told, { text: spoken.heard.join(" ") });
  } catch (error) {
    if (stage === "transcribing" && !signal.aborted) needs.onUnderstood?.("");
    await unlessAborted(signal, committed);
    if (stage === "transcribing") dropDraft();
    const code = codeOf(error);
    call.log.error("reply_failed", describe(error), { code });
    stage = "failed";
    making.end();
    spoken.dropUnheard();
    answerBy("spoken");
    await makeUpFor(code);
  } finally {
    making.end();
    await making.closed;
    if (draft && stage === "answering") spoken.complete(draft.composition.all);
    const turnFigures = figures();
    if (answer) call.transcript.assistantReplied(spoken, draft?.composition.messages ?? [], turnFigures);
    traceReply(turn, needs.callerSilentAt, turnFigures, { caller: heard, reply: spoken.heard.join(" ") });
  }
  return true;

  function recognised(signal: AbortSignal): Promise<string> {
    return unlessAborted(signal, notedRecogniser(call.recogniser, turn).transcribe(speech, signal, onSoFar));
  }

  function begin(words: string): Draft {
    return beginDraft(words, turn, call, {
      scope: making,
      onActing: () => answerBy("acted"),
      onHangUp: () => {
        turn.farewell = "goodbye";
      },
      onFirstAudio,
      onSent: wait.sent,
      onAllSent: wait.allSent,
    });
  }

  /** Handles the words known so far. */
  function onSoFar(text: string): void {
    needs.onSoFar?.();
    if (stage !== "transcribing" || making.ending || (draft && isSameWords(draft.words, text))) return;
    dropDraft();
    if (!needs.mayBeAll?.(text) || drafts >= MAX_DRAFTS || !call.isAvailable("llm")) return;
    drafts++;
    draft = begin(text);
  }

  /** Withdraws the draft because the words have changed. */
  function dropDraft(): void {
    if (!draft) return;
    draft.drop();
    draft = undefined;
    turn.notes.withdrawn++;
    call.metrics.thoughtAhead("reworded");
  }

  function onFirstAudio(): void {
    onceCommitted(turn, () => {
      answerBy("spoken");
      turn.notes.happens("firstSound");
      call.metrics.responded((performance.now() - needs.callerSilentAt) / 1000);
    });
  }

  /** Returns the code of the back end at fault. After a time-out, that is the one that was being waited for. */
  function codeOf(error: unknown): string {
    if (error instanceof AttendantError) return error.code;
    if (!(error instanceof Ending && error.kind === "deadline")) return "internal";
    if (stage === "transcribing") return "stt_failed";
    const { all, isWhole } = draft?.composition ?? { all: [], isWhole: true };
    return !isWhole && all.length <= spoken.heard.length ? "llm_failed" : "tts_failed";
  }

  /**
   * Makes do without the failed back end if possible. Otherwise says that something went wrong and, once, what still
   * works.
   */
  async function makeUpFor(code: string): Promise<void> {
    const known = code === "llm_failed" && answer !== "acted" && spoken.heard.length === 0 && call.menu.byWords(heard);
    if (known) return runMenuItem(known, turn, call);
    const away = code === "stt_failed" ? "stt" : code === "llm_failed" ? "llm" : undefined;
    const error = pickCached("errors", call);
    const notice = (away ? call.outage.tell(away) : []).map((occasion) => pickCached(occasion, call));
    // If nothing is cached, says everything: text-to-speech may work. Otherwise no gap may come between phrases.
    const isReady = [error, ...notice].every((phrase) => call.cached(phrase)) || !call.cached(error);
    await say(isReady ? [error, ...notice] : [error], turn, call, AFTER_A_WAIT);
  }

  function figures(): TurnFigures {
    const { callerSilentAt } = needs;
    return turn.notes.figures({ callerSilentAt, isAhead: !!turn.commitment, isInterrupted: wasInterrupted() });
  }

  /** Returns false if everything had been heard by then. */
  function wasInterrupted(): boolean {
    return signal.aborted && !(draft?.composition.isWhole && stage !== "failed" && spoken.unheard.length === 0);
  }

  /** Makes the caller's words part of the conversation. Before that, an interrupting caller may rephrase them. */
  function answerBy(what: Answer): void {
    const isAnswered = answer !== undefined;
    if (answer !== "acted") answer = what;
    if (isAnswered) return;
    if (heard) call.transcript.callerSaid(heard);
    call.transcript.assistantBegins(spoken);
    needs.onAnswering();
  }
}
