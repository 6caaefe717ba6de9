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
   * Told when the caller's words count as answered: they hear a reply or an excuse, or a tool has begun to act on them.
   * Until then they may be put before what the caller says next.
   */
  readonly onAnswering: () => void;
  /** Told whenever words of the caller's are known before all of them are. */
  readonly onSoFar?: () => void;
  /** Told what the caller said as soon as it is known; "" where nothing was understood. */
  readonly onUnderstood?: (text: string) => void;
  /**
   * Whether words that are known so far may well be all: then the reply is begun with them, and taken back where they turn out
   * to be others. Never unless given.
   */
  readonly mayBeAll?: (text: string) => boolean;
  /** What was said, where that is known already. */
  readonly known?: string | undefined;
  /** What is answered when nothing is understood. */
  readonly otherwise?: string;
}

/**
 * How far a reply has come: the caller's words are being recognised; the model answers them, or an item of the menu;
 * something failed, and an excuse is said.
 */
type Stage = "transcribing" | "answering" | "failed";

/** So many replies are begun with words that are not known for certain. */
const MAX_DRAFTS = 2;

/** By what the caller's words count as answered: something they hear, or something that a tool does. */
type Answer = "spoken" | "acted";

/**
 * Answers what the caller said: utterance → text → the model's words and tools → sentences → speech. Resolves `false`,
 * having said nothing, when nothing was understood.
 *
 * A caller who has to wait is told to. A back end that fails, or takes longer than a turn may, becomes a phrase that says
 * so; while there is no model, words that stand for a tool still reach it. The only thing thrown is the ending of the
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
  /** Of everything that makes the reply: it ends before the turn when a part of it fails. */
  const making = turn.scope.child("reply");
  let stage: Stage = "transcribing";
  let heard = "";
  /** The reply to what was said, as far as that is known. */
  let draft: Draft | undefined;
  let drafts = 0;
  /** Undefined while the caller may still say it anew. */
  let answer: Answer | undefined;
  const onTooLate = () =>
    making.end(new Ending("deadline", `The reply did not begin or go on within ${call.turnDeadlineMs} ms`));
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

  /** So much is known of what the caller said. */
  function onSoFar(text: string): void {
    needs.onSoFar?.();
    if (stage !== "transcribing" || making.ending || (draft && isSameWords(draft.words, text))) return;
    dropDraft();
    if (!needs.mayBeAll?.(text) || drafts >= MAX_DRAFTS || !call.isAvailable("llm")) return;
    drafts++;
    draft = begin(text);
  }

  /** The caller has said something else. */
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

  /** Whose fault it was. Of what took too long, the one that was waited for. */
  function codeOf(error: unknown): string {
    if (error instanceof AttendantError) return error.code;
    if (!(error instanceof Ending && error.kind === "deadline")) return "internal";
    if (stage === "transcribing") return "stt_failed";
    const { all, isWhole } = draft?.composition ?? { all: [], isWhole: true };
    return !isWhole && all.length <= spoken.heard.length ? "llm_failed" : "tts_failed";
  }

  /** Does without whoever failed, as far as that goes; else says that it went wrong, and once what works all the same. */
  async function makeUpFor(code: string): Promise<void> {
    const known = code === "llm_failed" && answer !== "acted" && spoken.heard.length === 0 && call.menu.byWords(heard);
    if (known) return runMenuItem(known, turn, call);
    const away = code === "stt_failed" ? "stt" : code === "llm_failed" ? "llm" : undefined;
    const error = pickCached("errors", call);
    const notice = (away ? call.outage.tell(away) : []).map((occasion) => pickCached(occasion, call));
    // All of it where nothing is ready: text-to-speech may work. Else no wait comes between the phrases.
    const isReady = [error, ...notice].every((phrase) => call.cached(phrase)) || !call.cached(error);
    await say(isReady ? [error, ...notice] : [error], turn, call, AFTER_A_WAIT);
  }

  function figures(): TurnFigures {
    const { callerSilentAt } = needs;
    return turn.notes.figures({ callerSilentAt, isAhead: !!turn.commitment, isInterrupted: wasInterrupted() });
  }

  /** Not when all there was to hear had been heard by then. */
  function wasInterrupted(): boolean {
    return signal.aborted && !(draft?.composition.isWhole && stage !== "failed" && spoken.unheard.length === 0);
  }

  /** From here on the caller's words are part of the conversation; before, an interruption lets them say it anew. */
  function answerBy(what: Answer): void {
    const isAnswered = answer !== undefined;
    if (answer !== "acted") answer = what;
    if (isAnswered) return;
    if (heard) call.transcript.callerSaid(heard);
    call.transcript.assistantBegins(spoken);
    needs.onAnswering();
  }
}
