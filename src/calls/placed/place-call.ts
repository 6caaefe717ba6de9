import { onAbort } from "../../kernel/abort.js";
import { unlessAborted } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Scope } from "../../kernel/scope.js";
import type { CallRecord } from "../../records/call-record.js";
import type { CallManner } from "../../records/call-manner.js";
import type { Choice } from "../../records/call-script.js";
import type { DialCommit } from "../../scheduling/occurrence-executor.js";
import type { Dialler } from "../../telephony/dialler.js";
import type { Party } from "../../telephony/line.js";
import type { CalleeRights } from "../rights/callee-rights.js";
import type { CallerIds } from "../rights/caller-ids.js";
import type { Conclusion } from "../record/conclude-call.js";
import type { DisclosureRule } from "../assistant/disclosure.js";
import { keepRecord } from "../record/keep-call.js";
import type { LiveCall } from "../live/live-calls.js";
import { type CallEnd, limitCall, putOnLine, runCall, type RunCallNeeds } from "../live/run-call.js";
import { attendCallee, type AttendCalleeNeeds } from "./attend-callee.js";
import { allSentences, spokenScript } from "./speak-script.js";

/** The number to call, and how. */
export interface CallTarget extends CallManner {
  /** Chosen by the requester: a repeated request has the same id and places no second call. */
  readonly callId: string;
  readonly extension: string;
  /** Span of the requester. */
  readonly traceparent?: string | undefined;
  /** Name of the requesting client's key; undefined without one. */
  readonly client?: string | undefined;
}

/** A call to be placed. */
export interface CallRequest extends CallTarget {
  readonly message: string;
  readonly choice: Choice | null;
  /** Whether the callee is asked to acknowledge the message, if it has no question of its own. */
  readonly asksToAcknowledge?: boolean | undefined;
  /** The tool whose result is the message. */
  readonly tool?: string | null;
  readonly scheduleId?: string | null;
  /** The chain that the call is a step of. */
  readonly chainId?: string | undefined;
  /** Number of the caller who requested the call, empty when it is withheld; undefined for a client's call. */
  readonly onBehalfOf?: string;
  /**
   * Asked for permission to dial when everything is ready. The call does not count until it is dialled: its end is recorded
   * only if it was cancelled, and it may be requested again with the same id.
   */
  readonly commit?: DialCommit;
}

export interface PlaceNeeds
  extends
    RunCallNeeds,
    DisclosureRule,
    Pick<AttendCalleeNeeds, "resources" | "phrases" | "switchboard" | "handedOverTo" | "doNotCall"> {
  readonly records: RunCallNeeds["records"] & AttendCalleeNeeds["records"];
  readonly dialler: Dialler;
  readonly callerIds: Pick<CallerIds, "shownFor">;
  /** Shown when the request names no number; default: that of `callerIds`. */
  readonly callerId?: Party | undefined;
  /** Whether no other controller can have taken the call. */
  readonly isOurs: (record: CallRecord) => Promise<boolean>;
  /** Maximum duration of a call from its answer, in ms. */
  readonly maxCallMs: number;
  readonly rights: CalleeRights;
}

/**
 * Places a call: synthesises the speech, dials, speaks, asks, hangs up, and records how it ended. Resolves when all of the
 * call is released. Never rejects.
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
    const written = call.record.script ?? { message: request.message, choice: request.choice };
    const script = await spokenScript(written, call.record, needs);
    const [failure] = await script.voice.warm(allSentences(script), scope.signal);
    if (failure) throw failure;
    const channelId = dialler.newChannelId();
    // Once more: the call may have waited for a line.
    await needs.rights.check(request, call.record);
    await allowDial(request, channelId, scope.signal);
    call.dialling(channelId);
    // Stored with the channel's id before it can ring.
    const isKept = await unlessAborted(scope.signal, needs.records.saveCall(call.record));
    if (!isKept || !(await unlessAborted(scope.signal, needs.isOurs(call.record)))) {
      throw new AttendantError("unavailable", "Another controller may have written the call off.");
    }
    scope.signal.throwIfAborted();
    counts = true;
    const shown = needs.callerIds.shownFor(request.callerId, needs.callerId);
    const dialled = await dialler.dial({
      number: request.extension,
      channelId,
      ringTimeoutMs: request.ringTimeoutMs,
      callerId: shown,
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
    return attendCallee(putOnLine(live, dialled.line, needs), { call, script, scope, name: shown.name }, needs);
  }

  /** Makes a change and stores it. */
  function keep(change: () => void): void {
    change();
    void keepRecord(call, needs.records, log);
  }
}

async function allowDial({ commit }: CallRequest, channelId: string, signal: AbortSignal): Promise<void> {
  if (!commit || (await unlessAborted(signal, commit(channelId, signal)))) return;
  throw new Ending("interrupted", "The number may no longer be dialled.");
}

/** Ends the call on `windDown` until the returned function is called, once the callee has answered. */
function endUnanswered(scope: Scope, windDown: AbortSignal): () => void {
  const stay = onAbort(windDown, (reason) => scope.end(Ending.of(reason)));
  scope.onEnd(stay);
  return stay;
}

/** Returns the message around a tool's words: prefix, words and suffix, without those that say nothing. */
export function messageAround(words: string, { prefix, suffix }: { readonly prefix: string; readonly suffix: string }) {
  return [prefix, words, suffix].filter((part) => part.trim()).join(" ");
}
