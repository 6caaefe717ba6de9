import { type AttendantError, describe } from "../kernel/errors.js";
import type { Conversation } from "./conversation.js";
import { type Spoken, speak } from "./speak.js";

/** Says one standing phrase; when even that cannot be synthesised, a tone, because silence says nothing at all. */
export async function sayPhrase(phrase: string, call: Conversation, signal: AbortSignal): Promise<"go_on"> {
  const spoken: Spoken = { heard: [], unheard: [] };
  try {
    await speak(only(phrase), spoken, { line: call.line, tts: call.tts, signal });
    call.transcript.assistantSaid(phrase);
  } catch (error) {
    signal.throwIfAborted();
    call.log.error("phrase_failed", describe(error), { code: (error as AttendantError).code ?? "internal" });
    await call.line.play(call.faultTone);
    await call.line.mark();
  }
  return "go_on";
}

async function* only<T>(item: T): AsyncGenerator<T> {
  yield item;
}
