import { each } from "../kernel/each.js";
import { type AttendantError, describe } from "../kernel/errors.js";
import type { TextToSpeech } from "../speech/ports.js";
import type { Conversation } from "./conversation.js";
import { speak } from "./speak.js";
import type { Turn } from "./turn.js";

/** Says standing phrases, and puts down in the transcript what was heard of them. */
export async function sayPhrases(phrases: readonly string[], turn: Turn, call: Conversation): Promise<void> {
  try {
    await utter(phrases, turn, call);
  } finally {
    const { heard, unheard } = turn.spoken;
    unheard.push(...phrases.slice(heard.length + unheard.length));
    call.transcript.assistantSaid(turn.spoken);
  }
}

/** Says phrases; when they cannot be synthesised, plays a tone, because silence says nothing at all. */
export async function utter(phrases: readonly string[], turn: Turn, call: Conversation): Promise<void> {
  try {
    await speak(each(phrases), turn, call);
  } catch (error) {
    turn.scope.signal.throwIfAborted();
    call.log.error("phrase_failed", describe(error), { code: (error as AttendantError).code ?? "internal" });
    turn.audible = true;
    await speak(
      each(["a tone"]),
      { ...turn, spoken: { heard: [], unheard: [] } },
      { ...call, tts: only(call.faultTone) },
    );
  }
}

function only(samples: Int16Array): TextToSpeech {
  return { speak: () => each([samples]) };
}
