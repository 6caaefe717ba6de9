import { Transcript } from "../conversation/transcript.js";
import { withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { AttendantError, hasCode } from "../kernel/errors.js";
import type { Scope } from "../kernel/scope.js";
import type { CallRecord, TranscriptEntry } from "../records/call-record.js";
import type { CallQuery, CallStore, Page } from "../records/stores.js";
import { Call } from "./call.js";
import { type CallTraceNeeds, traceCall } from "./call-trace.js";
import type { DialPolicy } from "./dial-policy.js";
import type { LiveCall } from "./live-calls.js";
import { isFinalStatus } from "./call-state.js";
import { sayInCall } from "./say-in-call.js";
import { type CallRequest, type PlaceNeeds, placeCall } from "./place-call.js";
import type { CallEnd } from "./run-call.js";

export interface PlacedCall {
  readonly callId: string;
  /** How many are served before it, itself included; null when it has its line. */
  readonly queuePosition: number | null;
}

/** A call that was taken, and what it comes to. */
export interface FollowedCall extends PlacedCall {
  /** Resolves when nothing of the call is left and it is written down; never rejects. */
  readonly end: Promise<CallEnd>;
}

/** Where calls are asked for, looked up and ended. */
export interface CallControl {
  /**
   * Takes a call to be placed. Resolves when its record is kept; the call goes on from there by itself. A call whose id is
   * known already is not placed again.
   *
   * @throws {AttendantError} `destination_not_allowed`, `queue_full` or `unavailable`
   */
  place(request: CallRequest): Promise<PlacedCall>;
  /**
   * The same for whoever wants to know how it ends. With `commit` a call that is known, and neither live nor over, is placed
   * again: whoever gives it in knows that nobody was rung.
   *
   * @throws {AttendantError} as `place`, and `store_unavailable` when its record cannot be kept
   */
  follow(request: CallRequest): Promise<FollowedCall>;
  /**
   * Finds out whether a call could be placed now.
   *
   * @param by the caller's number, where it is not a client's call, or the name of the client's key
   * @throws {AttendantError} as `place`
   */
  checkPlaceable(extension: string, by?: Pick<CallRequest, "onBehalfOf" | "client">): void;
  /** Finds out whether a number may be dialled, now or later. @throws {AttendantError} `destination_not_allowed` */
  checkDialable(extension: string, by?: Pick<CallRequest, "onBehalfOf" | "client">): void;
  find(callId: string): Promise<CallRecord | undefined>;
  /** Latest first. @throws {AttendantError} `invalid_request` when the cursor is of no page before */
  list(query: CallQuery): Promise<Page<CallRecord>>;
  /** What was said so far; empty when nothing was. Undefined when there is no such call. */
  transcript(callId: string): Promise<readonly TranscriptEntry[] | undefined>;
  /**
   * Erases what was said in a call, for good. @returns whether there is such a call
   *
   * @throws {AttendantError} `call_in_progress`
   */
  eraseWords(callId: string): Promise<boolean>;
  /**
   * Has something said to the one on the line, as soon as nobody is speaking. Resolves when it is to be said, not when it was.
   *
   * @returns the call; undefined when there is none
   * @throws {AttendantError} `no_conversation`, or `queue_full` when too much waits to be said
   */
  say(callId: string, text: string): Promise<CallRecord | undefined>;
  /** Ends a live call and gives its final record; one that is over is left as it is. Undefined when there is none. */
  hangUp(callId: string): Promise<CallRecord | undefined>;
}

export interface CallControlNeeds extends Omit<PlaceNeeds, "records">, CallTraceNeeds {
  readonly records: CallStore;
  readonly policy: DialPolicy;
  /** Whose new calls are. */
  readonly owner: () => string;
  /** Why no call can be placed now, in one sentence; undefined when one can. */
  readonly obstacle: () => string | undefined;
  /** The process: calls that are placed live in it. */
  readonly scope: Scope;
}

/** How long the store may take to say whether it knows a call, ms. */
const LOOKUP_TIMEOUT_MS = 1_000;

export function createCallControl(needs: CallControlNeeds): CallControl {
  const { records, liveCalls, policy } = needs;

  const checkDialable: CallControl["checkDialable"] = (extension, { onBehalfOf, client } = {}) => {
    const mayDial =
      onBehalfOf === undefined ? policy.clientMayDial(extension, client) : policy.callerMayDial(extension);
    if (mayDial) return;
    throw new AttendantError("destination_not_allowed", `The number ${extension} may not be dialled.`);
  };

  function checkRoom(extension: string, by?: Pick<CallRequest, "onBehalfOf" | "client">): void {
    checkDialable(extension, by);
    const obstacle = needs.obstacle();
    if (obstacle) throw new AttendantError("unavailable", obstacle);
    liveCalls.checkCapacity();
  }

  /** Requests that are being admitted, by call id: of two with the same one, both get what became of the first. */
  const admitting = new Map<string, Promise<FollowedCall>>();

  function follow(request: CallRequest): Promise<FollowedCall> {
    const { callId } = request;
    const earlier = admitting.get(callId);
    if (earlier) return earlier;
    const placed = admit(request).finally(() => admitting.delete(callId));
    admitting.set(callId, placed);
    return placed;
  }

  async function admit(request: CallRequest): Promise<FollowedCall> {
    const { callId, extension, callbackUrl, client, tool = null, scheduleId = null, message, choice } = request;
    const known = await lookUp(callId);
    if (known && (!request.commit || liveCalls.find(callId) || isFinalStatus(known.status))) {
      return { callId, queuePosition: liveCalls.positionOf(callId), end: endOf(callId, known) };
    }
    checkRoom(extension, request);
    const owner = needs.owner();
    if (known && known.owner !== owner) await records.takeCall(callId, known.owner, owner);
    const call = new Call(
      {
        callId,
        owner,
        direction: "outbound",
        status: "queued",
        extension,
        callbackUrl,
        tool,
        ...(client && { client }),
        scheduleId,
        script: { message, choice, heard: 0, asked: 0 },
      },
      new Transcript(""),
    );
    const scope = needs.scope.child(`call ${callId}`);
    const live: LiveCall = { call, scope };
    let begin = () => {};
    const turn = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const queuePosition = enter(live, begin);
    scope.onEnd(begin); // It will never have its turn.
    // Known here before it is kept: what is kept and not known here counts as an earlier run's.
    const kept = records.addCall(call.record);
    const end = needs.scope.run(beginCall(request, live, kept, turn));
    await kept;
    return { callId, queuePosition, end };
  }

  /** Of a call that was known before: how it ended, or is going to. */
  async function endOf(callId: string, known: CallRecord): Promise<CallEnd> {
    return { kind: "over", record: (await liveCalls.find(callId)?.call.ended) ?? known };
  }

  /** Waits until the call is on record and has its line, and runs it. Never rejects. */
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
      // Whoever asked is told that there is no call, and may ask again: there must be none, and no result of it.
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
    if (!scope.ending) log.info("call_start", "A call is being placed", data);
    return placeCall(live, request, { ...needs, log });
  }

  /**
   * While the store is away, or hangs, a call counts as new unless it is live: calls are placed all the same. One that was
   * asked for before cannot be among them, because its idempotency key needs the store first.
   */
  async function lookUp(callId: string): Promise<CallRecord | undefined> {
    try {
      return await withDeadline(LOOKUP_TIMEOUT_MS, undefined, "the store's answer", () => find(callId));
    } catch (error) {
      const isLate = error instanceof Ending && error.kind === "deadline";
      if (isLate || hasCode(error, "store_unavailable")) return undefined;
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

  return {
    async place(request) {
      const { callId, queuePosition } = await follow(request);
      return { callId, queuePosition };
    },
    follow,
    checkPlaceable: checkRoom,
    checkDialable,
    find,
    async list(query) {
      const page = await records.listCalls(query);
      // What is going on is known here sooner than in the store.
      const items = page.items.map((record) => liveCalls.find(record.callId)?.call.record ?? record);
      return { ...page, items: items.filter(({ status }) => !query.status || status === query.status) };
    },
    async transcript(callId) {
      const live = liveCalls.find(callId);
      if (live) return live.call.transcript.entries;
      return (await records.findTranscript(callId)) ?? ((await find(callId)) ? [] : undefined);
    },
    async eraseWords(callId) {
      const record = await find(callId);
      if (!record) return false;
      if (liveCalls.find(callId) || !isFinalStatus(record.status)) {
        throw new AttendantError("call_in_progress", `The call ${callId} is not over.`);
      }
      await records.eraseWords(callId);
      return true;
    },
    say: (callId, text) => sayInCall(callId, text, needs),
    async hangUp(callId) {
      const live = liveCalls.find(callId);
      if (!live) return find(callId);
      live.scope.end(new Ending("cancelled", "The call was cancelled."));
      return live.call.ended;
    },
  };
}

function codeOf(error: unknown): string {
  return error instanceof AttendantError ? error.code : "internal";
}
