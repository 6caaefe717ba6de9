import { announce } from "../conversation/announce.js";
import { askChoice, type Choice } from "../conversation/ask-choice.js";
import { type ConversationResources, createConversation } from "../conversation/conversation.js";
import { createPhrasebook, type Occasion } from "../conversation/phrasebook.js";
import { onAbort } from "../kernel/abort.js";
import { unlessAborted } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { AttendantError, describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import { createPhraseCache } from "../speech/phrase-cache.js";
import type { TextToSpeech } from "../speech/ports.js";
import { sentencesIn } from "../speech/sentences.js";
import type { CallRecord } from "../records/call-record.js";
import type { DialCommit } from "../scheduling/occurrence-executor.js";
import type { Dialler } from "../telephony/dialler.js";
import type { Line } from "../telephony/line.js";
import type { Call } from "./call.js";
import { type Conclusion, type ConcludeNeeds, concludeCall, conclusionOf } from "./conclude-call.js";
import { keepRecord } from "./keep-record.js";

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
  /** The number of the caller in whose name it is placed, empty where that is withheld; a client's call without one. */
  readonly onBehalfOf?: string;
  /**
   * Of a call whose dialling is for somebody else to allow: asked when everything is ready. Until it is dialled it does not
   * count: unless it was cancelled, nothing is written down about how it ended, and it may be asked for again with the same id.
   */
  readonly commit?: DialCommit;
}

export interface PlaceNeeds extends ConcludeNeeds {
  readonly resources: ConversationResources;
  readonly phrases: Readonly<Record<Occasion, readonly string[]>>;
  readonly dialler: Dialler;
  /** The longest that a call may last, from its answer on, ms. */
  readonly maxCallMs: number;
  /** Aborts, with an `Ending` as its reason, when the process is about to leave: nobody is rung, or kept ringing, any more. */
  readonly windDown: AbortSignal;
  /** Told when nothing of the call is left on its line; what it came to is written down after that. */
  readonly onLineFree: () => void;
}

/** What a call came to. */
export type CallEnd =
  | { readonly kind: "over"; readonly record: CallRecord }
  /** Nobody was rung, and nothing is written down: why, in one sentence. Only of calls with `commit`. */
  | { readonly kind: "withdrawn"; readonly reason: string };

/**
 * Calls somebody: synthesises what there is to say, dials, speaks, asks, hangs up, and writes down what came of it.
 * Resolves when nothing of the call is left. Never rejects.
 *
 * Speech is made before anybody is rung: a telephone that rings has something to say.
 */
export async function placeCall(call: Call, request: CallRequest, scope: Scope, needs: PlaceNeeds): Promise<CallEnd> {
  const { log, dialler, resources } = needs;
  let counts = request.commit === undefined;
  let conclusion: Conclusion | undefined;
  try {
    conclusion = await dialAndSpeak();
  } catch (error) {
    scope.end(Ending.of(error));
  }
  scope.end();
  await scope.closed;
  needs.onLineFree();
  const ending = scope.ending ?? new Ending("finished");
  if (!counts && ending.kind !== "cancelled") {
    call.withdraw();
    return { kind: "withdrawn", reason: describe(ending.cause ?? ending) };
  }
  await concludeCall(call, conclusion ?? concluded(ending, call, request), needs);
  return { kind: "over", record: call.record };

  /** @returns how the call ended, where its scope does not tell */
  async function dialAndSpeak(): Promise<Conclusion | undefined> {
    const isAnswered = endUnanswered(scope, needs.windDown);
    const script = await prepare(request, needs, scope);
    const channelId = dialler.newChannelId();
    await allowDial(request, channelId, scope.signal);
    call.dialling(channelId);
    // With the channel's id, before it can ring.
    await unlessAborted(scope.signal, needs.records.saveCall(call.record));
    scope.signal.throwIfAborted();
    counts = true;
    const dialled = await dialler.dial({
      number: request.extension,
      channelId,
      ringTimeoutMs: request.ringTimeoutMs,
      scope,
      onRinging: () => keep(() => call.ringing()),
    });
    if (dialled.kind === "not_answered") {
      return dialled.outcome === "cancelled" ? undefined : { outcome: dialled.outcome, error: dialled.detail };
    }
    isAnswered();
    if (call.record.status === "queued") call.ringing();
    keep(() => call.answered());
    limitTo(needs.maxCallMs);
    await speakTo(dialled.line, script);
    scope.end(new Ending("finished"));
    return undefined;
  }

  async function speakTo(line: Line, { sentences, voice, thanks, farewell }: Script): Promise<void> {
    const { transcript } = call;
    const toLine = { line, tts: voice, transcript, scope };
    if (!(await announce(sentences, toLine))) {
      throw new AttendantError("media_failed", "The message was sent, but not reported as played to its end.");
    }
    keep(() => call.messagePlayed());
    if (!request.choice) return;
    const conversation = createConversation(
      { ...resources, tts: voice },
      { line, transcript, phrases: needs.phrases, log },
    );
    const { status, option } = await askChoice(request.choice, conversation, scope, (text) => call.recognised(text));
    keep(() => call.chose(status, option?.value ?? null));
    await announce([option ? thanks : farewell].filter(Boolean), toLine);
  }

  /** Makes a change and has it written down. */
  function keep(change: () => void): void {
    change();
    keepRecord(call, needs.records, log);
  }

  function limitTo(ms: number): void {
    const timeUp = new Ending("deadline", "The call took longer than MAX_CALL_SECONDS allows.");
    const timer = setTimeout(() => scope.end(timeUp), ms);
    scope.onEnd(() => clearTimeout(timer));
  }
}

async function allowDial({ commit }: CallRequest, channelId: string, signal: AbortSignal): Promise<void> {
  if (!commit || (await unlessAborted(signal, commit(channelId, signal)))) return;
  throw new Ending("interrupted", "It may not be dialled any more.");
}

/** Has the call end with `windDown`, until the function returned is called: somebody has answered. */
function endUnanswered(scope: Scope, windDown: AbortSignal): () => void {
  const stay = onAbort(windDown, (reason) => scope.end(Ending.of(reason)));
  scope.onEnd(stay);
  return stay;
}

/** What there is to say in a call, and a voice that has it ready. */
interface Script {
  readonly sentences: readonly string[];
  /** What is said to somebody who has chosen, and to somebody who has not. Empty where there are no phrases. */
  readonly thanks: string;
  readonly farewell: string;
  readonly voice: TextToSpeech;
}

/** Synthesises everything that may have to be said. @throws {AttendantError} `tts_failed` */
async function prepare(
  { message, choice }: CallRequest,
  { resources, phrases }: Pick<PlaceNeeds, "resources" | "phrases">,
  scope: Scope,
): Promise<Script> {
  const sentences = await sentencesIn(message);
  const question = choice ? await sentencesIn(choice.prompt) : [];
  if (sentences.length === 0) throw unspeakable("message");
  if (choice && question.length === 0) throw unspeakable("question");
  const phrasebook = createPhrasebook(phrases);
  const [thanks, farewell] = [phrasebook.pick("acknowledgments"), phrasebook.pick("goodbyes")];
  const voice = createPhraseCache(resources.tts, { maxBytes: Number.POSITIVE_INFINITY });
  const texts = [...sentences, ...question, ...(choice ? [thanks, farewell].filter(Boolean) : [])];
  const [failure] = await voice.warm(texts, scope.signal);
  if (failure) throw failure;
  return { sentences, thanks, farewell, voice };
}

function unspeakable(what: string): AttendantError {
  return new AttendantError("tts_failed", `The ${what} has nothing in it that can be spoken.`);
}

/** How an answered call ended goes by how far it had come, not only by what ended it. */
function concluded(ending: Ending, call: Call, { choice }: CallRequest): Conclusion {
  const conclusion = conclusionOf(ending, call);
  if (call.record.answeredAt === null || ending.kind === "cancelled") return conclusion;
  const hungUp = ending.kind === "hung_up";
  if (hungUp && choice && call.record.choiceStatus === null) call.chose("hung_up", null);
  const { messagePlayed, choiceStatus } = call.record;
  if (messagePlayed && (!choice || choiceStatus)) return { outcome: "completed" }; // Only the goodbye was broken off.
  if (hungUp) return { outcome: "completed", error: "The callee hung up before the message had been played." };
  return { outcome: "failed", error: conclusion.error };
}
