import { Ending } from "../kernel/ending.js";
import { AttendantError } from "../kernel/errors.js";
import { primaryLanguage } from "../locales/locales.js";
import type { CallRecord, TranscriptEntry } from "../records/call-record.js";
import type { CallQuery, Page } from "../records/stores.js";
import { assistantOf } from "./assistant/assistant.js";
import { type AdmitCallNeeds, createCallAdmission, type FollowedCall, type PlacedCall } from "./placed/admit-call.js";
import type { Requester } from "./rights/dial-policy.js";
import type { CalleeRights } from "./rights/callee-rights.js";
import { isFinalStatus } from "./record/call-state.js";
import { type CheckTransfersNeeds, createTransferChecks, type TransferChecks } from "./placed/check-transfers.js";
import type { CallRequest } from "./placed/place-call.js";
import { sayInCall } from "./live/say-in-call.js";

/** Places, finds and ends calls. */
export interface CallControl extends TransferChecks {
  /**
   * Admits a call to be placed. Resolves when its record is stored; the call then proceeds on its own. A call with a known id
   * is not placed again.
   *
   * @throws {AttendantError} `destination_not_allowed`, `queue_full` or `unavailable`
   */
  place(request: CallRequest): Promise<PlacedCall>;
  /**
   * Places a call as `place` does, and returns its end too. With `commit`, a known call that is neither live nor over is
   * placed again: the requester knows that the callee was not called.
   *
   * @throws {AttendantError} as `place`, and `store_unavailable` when its record cannot be stored
   */
  follow(request: CallRequest): Promise<FollowedCall>;
  /**
   * Checks whether a call could be placed now.
   *
   * @param by the caller's number when a caller requests the call, or the name of the client's key
   * @throws {AttendantError} as `place`
   */
  checkPlaceable(extension: string, by?: Requester): void;
  /** See {@link CalleeRights.checkAny}. */
  readonly checkCallable: CalleeRights["checkAny"];
  /** Returns the primary language that a call would be in. */
  languageOf(target: Pick<CallRequest, "assistant" | "language">): string;
  find(callId: string): Promise<CallRecord | undefined>;
  /** Lists calls, latest first. @throws {AttendantError} `invalid_request` when the cursor belongs to no page */
  list(query: CallQuery): Promise<Page<CallRecord>>;
  /** Returns what was said so far; undefined when there is no such call. */
  transcript(callId: string): Promise<readonly TranscriptEntry[] | undefined>;
  /**
   * Erases the words of a call for good. @returns whether the call exists
   *
   * @throws {AttendantError} `call_in_progress`
   */
  eraseWords(callId: string): Promise<boolean>;
  /**
   * Queues a sentence to be spoken at the next pause. Resolves when it is queued, not when it was spoken.
   *
   * @returns the call; undefined when there is none
   * @throws {AttendantError} `no_conversation`, or `queue_full` when too many sentences are queued
   */
  say(callId: string, text: string): Promise<CallRecord | undefined>;
  /** Ends a live call and returns its final record. A finished call stays as it is. Undefined when there is no such call. */
  hangUp(callId: string): Promise<CallRecord | undefined>;
}

export type CallControlNeeds = AdmitCallNeeds & Pick<CheckTransfersNeeds, "doNotCall">;

export function createCallControl(needs: CallControlNeeds): CallControl {
  const { records, liveCalls } = needs;
  const { follow, checkPlaceable, find } = createCallAdmission(needs);
  return {
    async place(request) {
      const { callId, queuePosition } = await follow(request);
      return { callId, queuePosition };
    },
    ...{ follow, checkPlaceable, find },
    checkCallable: needs.rights.checkAny,
    ...createTransferChecks(needs),
    languageOf: ({ assistant, language }) =>
      primaryLanguage(language ?? assistantOf(needs, assistant).resources.language),
    async list(query) {
      const page = await records.listCalls(query);
      // The record of a live call is newer here than in the store.
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
