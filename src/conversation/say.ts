import { asyncIterableOf } from "../kernel/async-iterable.js";
import { type AttendantError, describe } from "../kernel/errors.js";
import type { TextToSpeech } from "../speech/ports.js";
import type { Conversation } from "./conversation.js";
import { speak, type SpeakNeeds } from "./speak.js";
import { Spoken } from "../turn-taking/spoken.js";
import { traceTurn } from "./turn-trace.js";
import type { Turn } from "../turn-taking/turn.js";

export type SayNeeds = Pick<Conversation, "line" | "tts" | "faultTone" | "log">;

/** How what is said may take its time: `firstSoundMs` for each phrase, or a scope that watches over the wait. */
export type SayOptions = Pick<SpeakNeeds, "scope" | "onSent" | "firstSoundMs">;

/**
 * How long a phrase that is not cached may take to its first sound, ms: the caller hears nothing meanwhile. Less where
 * they may have been waiting already for as long as they do without hearing anything.
 */
const AT_ONCE: SayOptions = { firstSoundMs: 2_000 };
export const AFTER_A_WAIT: SayOptions = { firstSoundMs: 600 };

/** Says phrases as a turn of their own, and records in the transcript what was heard of them. */
export async function sayAsTurn(
  phrases: readonly string[],
  turn: Turn,
  call: SayNeeds & Pick<Conversation, "transcript" | "span">,
  options?: SayOptions,
): Promise<void> {
  traceTurn(turn, call, "phrase");
  turn.spoken.plan(phrases);
  call.transcript.assistantBegins(turn.spoken);
  try {
    await say(phrases, turn, call, options);
  } finally {
    turn.spoken.complete(phrases);
    call.transcript.assistantSaid(turn.spoken);
  }
}

/** Says phrases within a turn; when they cannot be synthesised, plays a tone, because silence says nothing at all. */
export async function say(
  phrases: readonly string[],
  turn: Turn,
  call: SayNeeds,
  options: SayOptions = AT_ONCE,
): Promise<void> {
  try {
    await speak(asyncIterableOf(phrases), turn, { ...options, line: call.line, tts: call.tts });
  } catch (error) {
    turn.scope.signal.throwIfAborted();
    call.log.error("phrase_failed", describe(error), { code: (error as AttendantError).code ?? "internal" });
    turn.audible = true;
    const aside = { ...turn, spoken: new Spoken() }; // A tone is nothing that was said.
    await speak(asyncIterableOf(["a tone"]), aside, { line: call.line, tts: only(call.faultTone) });
  }
}

function only(samples: Int16Array): TextToSpeech {
  return { synthesise: () => asyncIterableOf([samples]) };
}
