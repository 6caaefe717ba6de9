import type { Phrases } from "../config/phrases.js";
import type { ConversationResources } from "../conversation/conversation.js";
import { onAbort } from "../kernel/abort.js";
import { unlessAborted } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { AttendantError, describe } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import type { CallRecord } from "../records/call-record.js";
import type { Choice } from "../records/call-script.js";
import type { DialCommit } from "../scheduling/occurrence-executor.js";
import type { Dialler } from "../telephony/dialler.js";
import type { Call } from "./call.js";
import type { CallerIds } from "./caller-ids.js";
import { type Conclusion, type ConcludeNeeds, concludeCall, conclusionOfPlaced } from "./conclude-call.js";
import { keepRecord } from "./keep-record.js";
import { keepTranscript } from "./keep-transcript.js";
import { limitCall } from "./limit-call.js";
import { speakScript, spokenScript } from "./speak-script.js";

/** Whom to call, and how. */
export interface CallTarget {
  /** Chosen by whoever asks: a request that is repeated comes with the same one, and nobody is called twice. */
  readonly callId: string;
  readonly extension: string;
  readonly ringTimeoutMs: number;
  /** Where the result is sent. */
  readonly callbackUrl: string | null;
  /** The span of the trace of whoever asks for it. */
  readonly traceparent?: string | undefined;
  /** The client that asks for it, by the name of its key; undefined without one. */
  readonly client?: string | undefined;
  /** The number that the callee is to see, if it is permitted; the assistant's own unless given. */
  readonly callerId?: string | undefined;
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
  readonly phrases: Phrases;
  readonly dialler: Dialler;
  readonly callerIds: Pick<CallerIds, "shownFor">;
  /** Whether nobody else can have taken the call. */
  readonly isOurs: (record: CallRecord) => Promise<boolean>;
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
  const { log, dialler } = needs;
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
    call.span?.fail("withdrawn");
    call.withdraw();
    return { kind: "withdrawn", reason: describe(ending.cause ?? ending) };
  }
  if (ending.isAnothers) call.withdraw();
  else await concludeCall(call, conclusion ?? conclusionOfPlaced(ending, call), needs);
  return { kind: "over", record: call.record };

  /** @returns how the call ended, where its scope does not tell */
  async function dialAndSpeak(): Promise<Conclusion | undefined> {
    const isAnswered = endUnanswered(scope, needs.windDown);
    const script = await spokenScript(request, needs);
    const [failure] = await script.voice.warm([...script.sentences, ...script.afterwards], scope.signal);
    if (failure) throw failure;
    const channelId = dialler.newChannelId();
    await allowDial(request, channelId, scope.signal);
    call.dialling(channelId);
    // With the channel's id, before it can ring.
    const isKept = await unlessAborted(scope.signal, needs.records.saveCall(call.record));
    if (!isKept || !(await unlessAborted(scope.signal, needs.isOurs(call.record)))) {
      throw new AttendantError("unavailable", "Another controller may have written the call off.");
    }
    scope.signal.throwIfAborted();
    counts = true;
    const dialled = await dialler.dial({
      number: request.extension,
      channelId,
      ringTimeoutMs: request.ringTimeoutMs,
      callerId: needs.callerIds.shownFor(request.callerId),
      scope,
      onRinging: () => keep(() => call.ringing()),
    });
    if (dialled.kind === "not_answered") {
      return dialled.outcome === "cancelled" ? undefined : { outcome: dialled.outcome, error: dialled.detail };
    }
    isAnswered();
    if (call.record.status === "queued") call.ringing();
    keep(() => call.answered());
    limitCall(call, scope, needs.maxCallMs);
    void scope.run(keepTranscript(call, scope.signal, needs)).catch(() => {});
    await speakScript(dialled.line, { call, script, scope }, needs);
    scope.end(new Ending("finished"));
    return undefined;
  }

  /** Makes a change and has it written down. */
  function keep(change: () => void): void {
    change();
    void keepRecord(call, needs.records, log);
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
