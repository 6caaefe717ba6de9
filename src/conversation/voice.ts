import { asyncIterableOf } from "../kernel/async-iterable.js";
import { type AttendantError, describe } from "../kernel/errors.js";
import type { Log } from "../observability/log.js";
import type { Span } from "../observability/trace.js";
import type { TextToSpeech } from "../speech/ports.js";
import type { Line } from "../telephony/line.js";
import { Spoken } from "../turn-taking/spoken.js";
import type { Turn } from "../turn-taking/turn.js";
import { notedVoice, tracedVoice } from "./noted-backends.js";
import { speak, type SpeakOptions } from "./speak.js";
import type { Transcript } from "./transcript.js";
import { traceTurn } from "./turn-trace.js";

/** The assistant's voice on one line. */
export interface Voice {
  /** Says the sentences of a reply; see {@link speak}. */
  speak(sentences: AsyncIterable<string>, turn: Turn, options: SpeakOptions): Promise<void>;
  /**
   * Says phrases within a turn. If they cannot be synthesised, plays a tone, because silence tells the caller nothing.
   */
  say(phrases: readonly string[], turn: Turn, limits?: SayLimits): Promise<void>;
  /** Says phrases as a separate turn, and records in the transcript what was heard of them. */
  sayAsTurn(phrases: readonly string[], turn: Turn, limits?: SayLimits): Promise<void>;
  /** Has phrases synthesised that are said next; those that the voice caches can then be said at once. */
  prepare(phrases: readonly string[], signal: AbortSignal): void;
}

/** Limits the wait for speech, and tells when all of it was sent. */
export type SayLimits = Pick<SpeakOptions, "firstSoundMs" | "onAllSent">;

/**
 * Maximum wait for the first sound of a phrase that is not cached, in ms: the caller hears nothing meanwhile. It is
 * shorter if they may already have waited through the longest silence.
 */
export const AT_ONCE: SayLimits = { firstSoundMs: 2_000 };
export const AFTER_A_WAIT: SayLimits = { firstSoundMs: 600 };

export interface VoiceNeeds {
  readonly line: Line;
  readonly tts: TextToSpeech;
  /** Played when nothing can be said. */
  readonly faultTone: Int16Array;
  readonly transcript: Transcript;
  /** Span of the call's trace; undefined if there is none. */
  readonly span?: Span | undefined;
  readonly log: Log;
}

export function createVoice({ line, tts, faultTone, transcript, span, log }: VoiceNeeds): Voice {
  const onSkipped = (why: Error) => log.warn("sentence_skipped", `A sentence was not spoken: ${describe(why)}`);

  async function say(phrases: readonly string[], turn: Turn, limits = AT_ONCE): Promise<void> {
    try {
      await speak(asyncIterableOf(phrases), turn, { ...limits, line, tts: tracedVoice(tts, turn), onSkipped });
    } catch (error) {
      turn.scope.signal.throwIfAborted();
      log.error("phrase_failed", describe(error), { code: (error as AttendantError).code ?? "internal" });
      turn.audible = true;
      const aside = { ...turn, spoken: new Spoken() }; // A tone does not count as speech.
      await speak(asyncIterableOf(["a tone"]), aside, { line, tts: only(faultTone) });
    }
  }

  return {
    speak: (sentences, turn, options) =>
      speak(sentences, turn, { ...options, line, tts: notedVoice(tts, turn), onSkipped }),
    say,
    async sayAsTurn(phrases, turn, limits) {
      traceTurn(turn, span, "phrase");
      turn.spoken.plan(phrases);
      transcript.assistantBegins(turn.spoken);
      try {
        await say(phrases, turn, limits);
      } finally {
        turn.spoken.complete(phrases);
        transcript.assistantSaid(turn.spoken);
      }
    },
    prepare(phrases, signal) {
      for (const phrase of phrases) void drained(tts.synthesise(phrase, signal)).catch(() => {}); // Told when it is said.
    },
  };
}

async function drained(audio: AsyncIterable<Int16Array>): Promise<void> {
  for await (const _ of audio);
}

function only(samples: Int16Array): TextToSpeech {
  return { synthesise: () => asyncIterableOf([samples]) };
}
