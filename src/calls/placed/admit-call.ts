import type { Phrases } from "../../config/phrases.js";
import { Transcript } from "../../conversation/transcript.js";
import type { Switchboard } from "../../conversation/transfer/switchboard.js";
import { withDeadline } from "../../kernel/deadline.js";
import { isOutsideNumber } from "../../kernel/dialable-number.js";
import { Ending } from "../../kernel/ending.js";
import { AttendantError, hasCode } from "../../kernel/errors.js";
import type { Scope } from "../../kernel/scope.js";
import type { CallRecord } from "../../records/call-record.js";
import type { CallScript, Choice } from "../../records/call-script.js";
import type { CallStore } from "../../records/stores.js";
import { assistantOf, type Assistants, spokenIn } from "../assistant/assistant.js";
import { waiverOf } from "../assistant/disclosure.js";
import type { LiveCall } from "../live/live-calls.js";
import type { CallEnd } from "../live/run-call.js";
import { isFinalStatus } from "../record/call-state.js";
import { type CallTraceNeeds, traceCall } from "../record/call-trace.js";
import { Call } from "../record/call.js";
import type { DialPolicy, Requester } from "../rights/dial-policy.js";
import { type CallRequest, placeCall, type PlaceNeeds } from "./place-call.js";

export interface PlacedCall {
  readonly callId: string;
  /** Number of calls served before it, itself included; null when it has its line. */
  readonly queuePosition: number | null;
}

/** A call that was admitted, and its end. */
export interface FollowedCall extends PlacedCall {
  /** Resolves when all of the call is released and its end is recorded. Never rejects. */
  readonly end: Promise<CallEnd>;
}

export interface AdmitCallNeeds extends Omit<PlaceNeeds, "records" | "switchboard">, CallTraceNeeds {
  /** Returns the switchboard of calls without an assistant, as it is now; default: none. */
  readonly usualSwitchboard?: (() => Switchboard) | undefined;
  readonly records: CallStore;
  readonly policy: DialPolicy;
  /** The assistants of the file; undefined when calls are as the settings say. */
  readonly assistants?: Assistants | undefined;
  /** The owner of new calls. */
  readonly owner: () => string;
  /** Why no call can be placed now, in one sentence; undefined when one can. */
  readonly obstacle: () => string | undefined;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Scope of the process; the placed calls are its children. */
  readonly scope: Scope;
}

/** Admits calls to be placed. */
export interface CallAdmission {
  /** See {@link CallControl.follow}. */
  follow(request: CallRequest): Promise<FollowedCall>;
  /** @throws {AttendantError} `destination_not_allowed`, `queue_full` or `unavailable` */
  checkPlaceable(extension: string, by?: Requester): void;
  find(callId: string): Promise<CallRecord | undefined>;
}

/** Maximum time for looking a call up in the store, in ms. */
const LOOKUP_TIMEOUT_MS = 1_000;

export function createCallAdmission(needs: AdmitCallNeeds): CallAdmission {
  const { records, liveCalls, policy } = needs;

  function checkPlaceable(extension: string, by?: Requester): void {
    policy.check(extension, by);
    const obstacle = needs.obstacle();
    if (obstacle) throw new AttendantError("unavailable", obstacle);
    liveCalls.checkCapacity();
  }

  /** Requests being admitted, by call id: two with the same id get the same call. */
  const admitting = new Map<string, Promise<FollowedCall>>();

  function follow(request: CallRequest): Promise<FollowedCall> {
    const { callId } = request;
    const earlier = admitting.get(callId);
    if (earlier) return earlier;
    const placed = admit(request).finally(() => admitting.delete(callId));
    admitting.set(callId, placed);
    return placed;
  }

  async function admit(asked: CallRequest): Promise<FollowedCall> {
    const request = withAcknowledgement(asked, inLanguageOf(needs, asked));
    const { callId, extension } = request;
    const known = await lookUp(callId);
    if (known && (!request.commit || liveCalls.find(callId) || isFinalStatus(known.status))) {
      return { callId, queuePosition: liveCalls.positionOf(callId), end: endOf(callId, known) };
    }
    checkPlaceable(extension, request);
    await needs.rights.check(request);
    const owner = needs.owner();
    if (known && known.owner !== owner) await records.takeCall(callId, known.owner, owner);
    const call = queuedCall(request, owner, needs);
    const scope = needs.scope.child(`call ${callId}`);
    const live: LiveCall = { call, scope };
    let begin = () => {};
    const turn = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const queuePosition = enter(live, begin);
    scope.onEnd(begin); // Its turn will never come.
    // Live before it is stored: a stored call that is not live here counts as an earlier instance's.
    const kept = records.addCall(call.record);
    const end = needs.scope.run(beginCall(request, live, kept, turn));
    await kept;
    return { callId, queuePosition, end };
  }

  /** Returns how a stored call ended, or waits for its end. */
  async function endOf(callId: string, known: CallRecord): Promise<CallEnd> {
    return { kind: "over", record: (await liveCalls.find(callId)?.call.ended) ?? known };
  }

  /** Waits until the call is recorded and has its line, then runs it. Never rejects. */
  async function beginCall(
    request: CallRequest,
    live: LiveCall,
    kept: Promise<unknown>,
    turn: Promise<void>,
  ): Promise<CallEnd> {
    const { call, scope } = live;
    const { extension, client } = request;
    const { log, span } = traceCall(call.record, needs, { parent: request.traceparent });
    call.span = span;
    try {
      await kept;
    } catch (error) {
      // The client gets an error and may ask again: there must be no call, and no result of one.
      needs.metrics.callRejected(codeOf(error));
      const reason = "The call's record could not be kept.";
      call.over("failed", reason);
      span?.fail("store_unavailable");
      span?.end();
      scope.end(new Ending("failed", reason, { cause: error }));
      liveCalls.remove(live);
      return { kind: "withdrawn", reason };
    }
    await turn;
    const data = { direction: "outbound", extension, caller: "", ...(client && { client }) };
    if (!scope.ending) log.info("call_start", "Placing a call", data);
    return placeCall(live, request, { ...inLanguageOf(needs, request), log });
  }

  /**
   * While the store is away or hangs, a call counts as new unless it is live, so that calls are still placed. None of them was
   * requested before: a request with an idempotency key needs the store first.
   */
  async function lookUp(callId: string): Promise<CallRecord | undefined> {
    try {
      return await withDeadline(LOOKUP_TIMEOUT_MS, undefined, "the store's answer", () => find(callId));
    } catch (error) {
      if (isAway(error)) return undefined;
      throw error;
    }
  }

  function enter(live: LiveCall, begin: () => void): number | null {
    try {
      return liveCalls.enqueue(live, begin);
    } catch (error) {
      live.scope.end();
      needs.metrics.callRejected(codeOf(error));
      throw error;
    }
  }

  async function find(callId: string): Promise<CallRecord | undefined> {
    return liveCalls.find(callId)?.call.record ?? (await records.findCall(callId));
  }

  return { follow, checkPlaceable, find };
}

/** Returns what conducts a call: its assistant, in the language of the request. */
function inLanguageOf(needs: AdmitCallNeeds, { assistant, language }: CallRequest): PlaceNeeds & AdmitCallNeeds {
  return spokenIn(assistantOf({ ...needs, switchboard: needs.usualSwitchboard?.() }, assistant), language);
}

function queuedCall(request: CallRequest, owner: string, needs: AdmitCallNeeds): Call {
  const { language } = inLanguageOf(needs, request).resources;
  const {
    callId,
    extension,
    callbackUrl,
    client,
    tool = null,
    scheduleId = null,
    message,
    choice,
    assistant,
    chainId,
  } = request;
  const script = { message, choice, ...answererRule(request, needs), heard: 0, asked: 0 };
  const begun = { callId, owner, direction: "outbound", status: "queued", extension, language } as const;
  const by = { ...(client && { client }), ...(assistant !== undefined && { assistant }), ...(chainId && { chainId }) };
  const waiver = waiverOf(assistantOf(needs, assistant), request.disclosureWaived);
  const planned = { ...begun, ...waiver, callbackUrl, tool, ...by, scheduleId, script };
  return new Call(planned, new Transcript("", needs.now), needs.now);
}

function codeOf(error: unknown): string {
  return error instanceof AttendantError ? error.code : "internal";
}

/** Whether the store did not answer, or not in time. */
function isAway(error: unknown): boolean {
  return hasCode(error, "store_unavailable") || (error instanceof Ending && error.kind === "deadline");
}

/** The question for an acknowledgement: its only option, and how it is asked. */
const ACKNOWLEDGEMENT = { value: "acknowledged", key: "1" };
const ACKNOWLEDGEMENT_ASKED = { timeoutMs: 8_000, attempts: 3, dtmfEarly: true };

/** Returns a request with the question that it asks for, in the language of the phrases. */
function withAcknowledgement(request: CallRequest, { phrases }: { readonly phrases: Phrases }): CallRequest {
  if (!request.asksToAcknowledge || request.choice) return request;
  return { ...request, choice: acknowledgementIn(phrases) };
}

/** The question whether the callee has taken note: a key or a word of theirs says so, also during the message by key. */
function acknowledgementIn({ acknowledge_question: [prompt = ""], words_acknowledge: synonyms }: Phrases): Choice {
  return { prompt, options: [{ ...ACKNOWLEDGEMENT, synonyms }], ...ACKNOWLEDGEMENT_ASKED };
}

/**
 * Returns what a new call does when a machine answers. Who answers is listened for when the request or its assistant says what to
 * do then, on numbers outside the PBX, and in a chain, which a mailbox must not end; the other telephones inside belong to people
 * who are there, or do not answer.
 */
export function answererRule(
  request: Pick<CallRequest, "assistant" | "extension" | "onMachine" | "machineMessage" | "chainId">,
  { assistants }: { readonly assistants?: Pick<Assistants, "find"> | undefined },
): Pick<CallScript, "onMachine" | "machineMessage"> {
  const { assistant, extension, machineMessage, chainId } = request;
  const own = assistant === undefined ? undefined : assistants?.find(assistant)?.onMachine;
  const onMachine =
    request.onMachine ?? own ?? (isOutsideNumber(extension) || chainId !== undefined ? "speak" : undefined);
  if (onMachine === undefined) return {};
  return { onMachine, ...(machineMessage !== undefined && { machineMessage }) };
}
