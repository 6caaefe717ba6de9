import { type AttendantError, describe } from "../kernel/errors.js";
import { type Composition, composeReply } from "./compose-reply.js";
import type { Conversation } from "./conversation.js";
import { utter } from "./say-phrase.js";
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
 * Answers what the caller said: utterance → text → the model's words and tools → sentences → speech. Resolves `false`,
 * having said nothing, when nothing was understood.
 *
 * A back end that fails becomes a phrase that says so. The only thing thrown is the ending of the turn's scope.
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
  let composition: Composition | undefined;
  let whole = false;
  let failed = false;
  let heard = "";
  let answering = false;
  try {
    heard = await call.stt.transcribe(samples, making.signal);
    signal.throwIfAborted();
    call.log.said("stt_result", heard ? "The caller said something" : "Nothing was understood", {}, { text: heard });
    if (!heard) {
      needs.onAnswering();
      return false;
    }
    const onHangUp = () => {
      turn.farewell = "goodbye";
    };
    composition = composeReply(heard, call, { scope: making, onActing: answer, onHangUp });
    composition.done.then(
      () => {
        whole = true;
      },
      () => {},
    );
    await speak(composition.sentences, turn, { ...call, onFirstAudio });
    await composition.done;
    const told = { sentences: spoken.heard.length };
    call.log.said("tts_spoken", "The caller heard the reply", told, { text: spoken.heard.join(" ") });
  } catch (error) {
    signal.throwIfAborted();
    call.log.error("reply_failed", describe(error), { code: (error as AttendantError).code ?? "internal" });
    failed = true;
    making.end();
    spoken.unheard.length = 0; // Nobody will say it any more.
    answer();
    await utter([call.phrasebook.pick("errors")], turn, call);
  } finally {
    making.end();
    await making.closed;
    if (composition && !failed)
      spoken.unheard.push(...composition.all.slice(spoken.heard.length + spoken.unheard.length));
    if (answering) {
      const interrupted = signal.aborted && !(whole && spoken.unheard.length === 0);
      call.transcript.assistantReplied(spoken, composition?.messages ?? [], interrupted);
    }
  }
  return true;

  function onFirstAudio(): void {
    answer();
    call.metrics.responded((performance.now() - needs.callerSilentAt) / 1000);
  }

  /** From here on the caller's words are part of the conversation; before, an interruption lets them say it anew. */
  function answer(): void {
    if (answering) return;
    answering = true;
    if (heard) call.transcript.callerSaid(heard);
    needs.onAnswering();
  }
}
