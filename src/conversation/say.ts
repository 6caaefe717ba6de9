import { asyncIterableOf } from "../kernel/async-iterable.js";
import { type AttendantError, describe } from "../kernel/errors.js";
import type { TextToSpeech } from "../speech/ports.js";
import type { Conversation } from "./conversation.js";
import { speak, type SpeakNeeds } from "./speak.js";
import { Spoken } from "../turn-taking/spoken.js";
import { traceTurn } from "./turn-trace.js";
import type { Turn } from "../turn-taking/turn.js";

export type SayNeeds = Pick<Conversation, "line" | "tts" | "faultTone" | "log">;

/** Limits the wait for speech: `firstSoundMs` per phrase, or a scope that watches the wait. */
export type SayOptions = Pick<SpeakNeeds, "scope" | "onSent" | "firstSoundMs">;

/**
 * Maximum wait for the first sound of a phrase that is not cached, in ms: the caller hears nothing meanwhile. It is
 * shorter if they may already have waited through the longest silence.
 */
const AT_ONCE: SayOptions = { firstSoundMs: 2_000 };
export const AFTER_A_WAIT: SayOptions = { firstSoundMs: 600 };

/** Says phrases as a separate turn, and records in the transcript what was heard of them. */
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

/**
 * Says phrases within a turn. If they cannot be synthesised, plays a tone, because silence tells the caller nothing.
 */
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
    const aside = { ...turn, spoken: new Spoken() }; // A tone does not count as speech.
    await speak(asyncIterableOf(["a tone"]), aside, { line: call.line, tts: only(call.faultTone) });
  }
}

function only(samples: Int16Array): TextToSpeech {
  return { synthesise: () => asyncIterableOf([samples]) };
}
