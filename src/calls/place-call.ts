import { announce, sentencesIn } from "../conversation/announce.js";
import { askChoice, type Choice } from "../conversation/ask-choice.js";
import type { Conversation, Faculties } from "../conversation/conversation.js";
import { Interjections } from "../conversation/interjections.js";
import { createPhrasebook, type Occasion } from "../conversation/phrasebook.js";
import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import { createPhraseCache } from "../speech/phrase-cache.js";
import type { TextToSpeech } from "../speech/ports.js";
import type { Dialler, Unanswered } from "../telephony/dialler.js";
import type { Line } from "../telephony/line.js";
import type { Call } from "./call.js";
import { type Conclusion, type ConcludeNeeds, concludeCall, conclusionOf } from "./conclude-call.js";

/** Whom to call, and how. */
export interface CallTarget {
  /** Chosen by whoever asks: a request that is repeated comes with the same one, and nobody is called twice. */
  readonly callId: string;
  readonly extension: string;
  readonly ringTimeoutMs: number;
  /** Where the result is sent. */
  readonly callbackUrl: string | null;
}

/** A call that somebody asked for. */
export interface CallRequest extends CallTarget {
  readonly message: string;
  readonly choice: Choice | null;
  /** The tool whose result the message is. */
  readonly tool?: string | null;
  readonly scheduleId?: string | null;
}

export interface PlaceNeeds extends ConcludeNeeds {
  readonly faculties: Faculties;
  readonly phrases: Readonly<Record<Occasion, readonly string[]>>;
  readonly dialler: Dialler;
  /** The longest that a call may last, from its answer on, ms. */
  readonly maxCallMs: number;
}

/**
 * Calls somebody: synthesises what there is to say, dials, speaks, asks, hangs up, and writes down what came of it.
 * Resolves when nothing of the call is left. Never rejects.
 *
 * Speech is made before anybody is rung: a telephone that rings has something to say.
 */
export async function placeCall(call: Call, request: CallRequest, scope: Scope, needs: PlaceNeeds): Promise<void> {
  const { log, dialler, faculties } = needs;
  const channelId = dialler.newChannelId();
  let conclusion: Conclusion | undefined;
  try {
    const { sentences, voice } = await prepare(request, faculties.tts, scope);
    call.dialling(channelId);
    await needs.records.saveCall(call.record); // With the channel's id, before it can ring.
    const dialled = await dialler.dial({
      number: request.extension,
      channelId,
      ringTimeoutMs: request.ringTimeoutMs,
      scope,
      onRinging: () => keep(() => call.ringing()),
    });
    if (dialled.kind === "not_answered") {
      conclusion = { outcome: dialled.outcome, error: unanswered(dialled) };
      return;
    }
    if (call.record.status === "queued") call.ringing();
    keep(() => call.answered());
    limitTo(needs.maxCallMs);
    await speakTo(dialled.line, sentences, voice);
    scope.end(new Ending("finished"));
  } catch (error) {
    scope.end(Ending.of(error));
  } finally {
    scope.end();
    await scope.closed;
    const ending = scope.ending ?? new Ending("finished");
    await concludeCall(call, conclusion ?? unheard(conclusionOf(ending, call), call), needs);
  }

  async function speakTo(line: Line, sentences: readonly string[], voice: TextToSpeech): Promise<void> {
    const { transcript } = call;
    const heard = await announce(sentences, { line, tts: voice, transcript, scope });
    if (heard) keep(() => call.messagePlayed());
    if (!request.choice || !heard) return;
    const conversation: Conversation = {
      ...faculties,
      interjections: new Interjections(),
      tts: voice,
      line,
      transcript,
      phrasebook: createPhrasebook(needs.phrases),
      log,
    };
    try {
      const { status, option } = await askChoice(request.choice, conversation, scope, (text) => call.recognised(text));
      keep(() => call.chose(status, option?.value ?? null));
    } catch (error) {
      call.chose("hung_up", null);
      throw error;
    }
    const last = call.record.choiceStatus === "matched" ? "acknowledgments" : "goodbyes";
    await announce([conversation.phrasebook.pick(last)], { line, tts: voice, transcript, scope });
  }

  /** Makes a change and has it written down, without waiting: the call goes on whatever the store does. */
  function keep(change: () => void): void {
    change();
    needs.records.saveCall(call.record).catch((error: unknown) => {
      log.warn("call_not_recorded", `A change of the call could not be kept: ${describe(error)}`);
    });
  }

  function limitTo(ms: number): void {
    const timeUp = new Ending("deadline", "The call took longer than MAX_CALL_SECONDS allows.");
    const timer = setTimeout(() => scope.end(timeUp), ms);
    scope.onEnd(() => clearTimeout(timer));
  }
}

/** Synthesises everything that the call is sure to need. */
async function prepare(request: CallRequest, tts: TextToSpeech, scope: Scope) {
  const sentences = await sentencesIn(request.message);
  const voice = createPhraseCache(tts, { maxBytes: Number.POSITIVE_INFINITY });
  const texts = request.choice ? [...sentences, request.choice.prompt] : sentences;
  const [failure] = await voice.warm(texts, scope.signal);
  if (failure) throw failure;
  return { sentences, voice };
}

function unanswered({ outcome, detail }: Unanswered): string | undefined {
  return outcome === "cancelled" ? "The call was cancelled before it was answered." : detail;
}

/** A call that was answered and came to its end, but too soon for its message. */
function unheard(conclusion: Conclusion, call: Call): Conclusion {
  if (conclusion.outcome !== "completed" || conclusion.error || call.record.messagePlayed) return conclusion;
  return { ...conclusion, error: "The callee hung up before the message had been played." };
}
