import { unlessAborted } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { AttendantError, describe } from "../kernel/errors.js";
import { type Composition, composeReply } from "./compose-reply.js";
import type { Conversation } from "./conversation.js";
import { fillSilence } from "./fill-silence.js";
import { pickCached } from "./phrasebook.js";
import { runMenuItem } from "./run-menu-item.js";
import { AFTER_A_WAIT, say } from "./say.js";
import { speak } from "./speak.js";
import type { Turn } from "./turn.js";

export interface ReplyNeeds {
  /** When the caller fell silent, on the clock of `performance.now()`. */
  readonly callerSilentAt: number;
  /**
   * Told when the caller's words count as answered: they hear a reply or an excuse, or a tool has begun to act on them.
   * Until then they may be put before what the caller says next.
   */
  readonly onAnswering: () => void;
}

/**
 * How far a reply has come: the caller's words are being recognised; the model answers them, or an item of the menu; the
 * model has answered, and the rest of it is being spoken; something failed, and an excuse is said.
 */
type Stage = "transcribing" | "composing" | "composed" | "failed";

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
  samples: Int16Array,
  turn: Turn,
  call: Conversation,
  needs: ReplyNeeds,
): Promise<boolean> {
  const { spoken } = turn;
  const { signal } = turn.scope;
  /** Of everything that makes the reply: it ends before the turn when a part of it fails. */
  const making = turn.scope.child("reply");
  let stage: Stage = "transcribing";
  let heard = "";
  let composition: Composition | undefined;
  /** Undefined while the caller may still say it anew. */
  let answer: Answer | undefined;
  const onTooLate = () =>
    making.end(new Ending("deadline", `The reply did not begin or go on within ${call.turnDeadlineMs} ms`));
  const wait = fillSilence(turn, call, { scope: making, since: needs.callerSilentAt, onTooLate });
  try {
    heard = await unlessAborted(making.signal, call.stt.transcribe(samples, making.signal));
    signal.throwIfAborted();
    call.log.said("stt_result", heard ? "The caller said something" : "Nothing was understood", {}, { text: heard });
    if (!heard) {
      needs.onAnswering();
      return false;
    }
    stage = "composing";
    const known = call.isAvailable("llm") ? undefined : call.menu.byWords(heard);
    if (known) {
      answerBy("spoken");
      making.end();
      await runMenuItem(known, turn, call, needs.callerSilentAt);
      return true;
    }
    const onHangUp = () => {
      turn.farewell = "goodbye";
    };
    const onActing = () => answerBy("acted");
    composition = composeReply(heard, call, { scope: making, onActing, onHangUp });
    composition.done.then(
      () => {
        if (stage === "composing") stage = "composed";
      },
      () => {},
    );
    const { line, tts } = call;
    await speak(composition.sentences, turn, { line, tts, scope: making, onFirstAudio, onSent: wait.sent });
    await composition.done;
    call.outage.end();
    const told = { sentences: spoken.heard.length };
    call.log.said("tts_spoken", "The caller heard the reply", told, { text: spoken.heard.join(" ") });
  } catch (error) {
    signal.throwIfAborted();
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
    if (composition && stage !== "failed") spoken.complete(composition.all);
    if (answer) call.transcript.assistantReplied(spoken, composition?.messages ?? [], wasInterrupted());
  }
  return true;

  function onFirstAudio(): void {
    answerBy("spoken");
    call.metrics.responded((performance.now() - needs.callerSilentAt) / 1000);
  }

  /** Whose fault it was. Of what took too long, the one that was waited for. */
  function codeOf(error: unknown): string {
    if (error instanceof AttendantError) return error.code;
    if (!(error instanceof Ending && error.kind === "deadline")) return "internal";
    if (stage === "transcribing") return "stt_failed";
    const isSaid = composition && composition.all.length <= spoken.heard.length;
    return stage === "composing" && isSaid ? "llm_failed" : "tts_failed";
  }

  /** Does without whoever failed, as far as that goes; else says that it went wrong, and once what works all the same. */
  async function makeUpFor(code: string): Promise<void> {
    const known = code === "llm_failed" && answer !== "acted" && spoken.heard.length === 0 && call.menu.byWords(heard);
    if (known) return runMenuItem(known, turn, call);
    const away = code === "stt_failed" ? "stt" : code === "llm_failed" ? "llm" : undefined;
    const error = [pickCached("errors", call)];
    const excuses = [away ? call.outage.tell(away) : [], error].filter(({ length }) => length > 0);
    const isReady = (phrases: readonly string[]) => phrases.every((phrase) => call.cached(phrase));
    await say(excuses.find(isReady) ?? excuses[0] ?? error, turn, call, AFTER_A_WAIT);
  }

  /** Not when all there was to hear had been heard by then. */
  function wasInterrupted(): boolean {
    return signal.aborted && !(stage === "composed" && spoken.unheard.length === 0);
  }

  /** From here on the caller's words are part of the conversation; before, an interruption lets them say it anew. */
  function answerBy(what: Answer): void {
    const isAnswered = answer !== undefined;
    if (answer !== "acted") answer = what;
    if (isAnswered) return;
    if (heard) call.transcript.callerSaid(heard);
    needs.onAnswering();
  }
}
