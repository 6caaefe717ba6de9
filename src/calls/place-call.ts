import type { Phrases } from "../config/phrases.js";
import type { ConversationResources } from "../conversation/conversation.js";
import { onAbort } from "../kernel/abort.js";
import { unlessAborted } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { AttendantError } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import type { CallRecord } from "../records/call-record.js";
import type { Choice } from "../records/call-script.js";
import type { DialCommit } from "../scheduling/occurrence-executor.js";
import type { Dialler } from "../telephony/dialler.js";
import type { CallerIds } from "./caller-ids.js";
import type { Conclusion } from "./conclude-call.js";
import { keepRecord } from "./keep-call.js";
import type { LiveCall } from "./live-calls.js";
import { type CallEnd, limitCall, putOnLine, runCall, type RunCallNeeds } from "./run-call.js";
import { speakScript, spokenScript } from "./speak-script.js";

/** The number to call, and how. */
export interface CallTarget {
  /** Chosen by the requester: a repeated request has the same id, and places no second call. */
  readonly callId: string;
  readonly extension: string;
  readonly ringTimeoutMs: number;
  /** Where the result is sent. */
  readonly callbackUrl: string | null;
  /** The requester's span. */
  readonly traceparent?: string | undefined;
  /** The client that asks for it, by the name of its key; undefined without one. */
  readonly client?: string | undefined;
  /** The number that the callee is to see, if it is permitted; the assistant's own unless given. */
  readonly callerId?: string | undefined;
}

/** A call to be placed. */
export interface CallRequest extends CallTarget {
  readonly message: string;
  readonly choice: Choice | null;
  /** The tool whose result the message is. */
  readonly tool?: string | null;
  readonly scheduleId?: string | null;
  /** The number of the caller on whose behalf it is placed, empty when it is withheld; undefined for a client's call. */
  readonly onBehalfOf?: string;
  /**
   * Asked for permission to dial, when everything is ready. Until the call is dialled it does not count: unless it was
   * cancelled, its end is not written down, and it may be requested again with the same id.
   */
  readonly commit?: DialCommit;
}

export interface PlaceNeeds extends RunCallNeeds {
  readonly resources: ConversationResources;
  readonly phrases: Phrases;
  readonly dialler: Dialler;
  readonly callerIds: Pick<CallerIds, "shownFor">;
  /** Whether no other controller can have taken the call. */
  readonly isOurs: (record: CallRecord) => Promise<boolean>;
  /** Maximum duration of a call from its answer, in ms. */
  readonly maxCallMs: number;
}

/**
 * Places a call: synthesises what there is to say, dials, speaks, asks, hangs up, and writes down how it ended. Resolves when
 * nothing of the call is left. Never rejects.
 *
 * Speech is synthesised before the callee's telephone rings, so that there is something to say when it is answered.
 */
export async function placeCall(live: LiveCall, request: CallRequest, needs: PlaceNeeds): Promise<CallEnd> {
  const { log, dialler } = needs;
  const { call, scope } = live;
  let counts = request.commit === undefined;
  return runCall(live, { talk: dialAndSpeak, counts: () => counts }, needs);

  async function dialAndSpeak(): Promise<Conclusion | undefined> {
    const isAnswered = endUnanswered(scope, needs.liveCalls.windDown);
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
    limitCall(live, needs.maxCallMs);
    await speakScript(putOnLine(live, dialled.line, needs), { call, script, scope }, needs);
    return undefined;
  }

  /** Makes a change and writes it down. */
  function keep(change: () => void): void {
    change();
    void keepRecord(call, needs.records, log);
  }
}

async function allowDial({ commit }: CallRequest, channelId: string, signal: AbortSignal): Promise<void> {
  if (!commit || (await unlessAborted(signal, commit(channelId, signal)))) return;
  throw new Ending("interrupted", "It may not be dialled any more.");
}

/** Ends the call with `windDown` until the function returned is called, once the callee has answered. */
function endUnanswered(scope: Scope, windDown: AbortSignal): () => void {
  const stay = onAbort(windDown, (reason) => scope.end(Ending.of(reason)));
  scope.onEnd(stay);
  return stay;
}

/** What is said with a tool's words: the prefix, the words and the suffix, those of them that say something. */
export function messageAround(words: string, { prefix, suffix }: { readonly prefix: string; readonly suffix: string }) {
  return [prefix, words, suffix].filter((part) => part.trim()).join(" ");
}
