import type { CallControl } from "../../calls/call-control.js";
import type { CallRecord, CallStatus } from "../../records/call-record.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import { cursor, limit, refuseCursor } from "../kit/paging.js";
import { answer, listOf, nullable, request, text } from "../kit/schema.js";
import { callRecord, callRecordBody, callResult, callStatus } from "./call-record.js";
import { choice, choiceOption } from "./choice.js";
import { callPlaced, callRequest, CALLS, placeCall, type PlaceCallNeeds } from "./place-call.js";
import { getTranscript, transcript, transcriptEntry } from "./transcript.js";

export interface CallEndpointsNeeds extends PlaceCallNeeds {
  readonly calls: Pick<CallControl, "place" | "find" | "list" | "hangUp" | "transcript">;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** What `GET /call` may be asked for, defaults filled in. */
interface CallListQuery {
  readonly status?: CallStatus;
  readonly limit: number;
  readonly cursor?: string;
}

const callListQuery: JsonSchema = request(
  {
    status: { ...callStatus, description: "Only calls that stand so." },
    limit: limit(50),
    cursor: cursor("next_cursor"),
  },
  [],
);

const callList: JsonSchema = answer({
  calls: listOf(callRecord, { description: "Latest first." }),
  next_cursor: nullable(text("Where the next page begins; null on the last.")),
});

/** The schemas that have a name of their own in the docs. */
export const CALL_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  CallRequest: callRequest,
  Choice: choice,
  ChoiceOption: choiceOption,
  CallPlaced: callPlaced,
  CallRecord: callRecord,
  CallResult: callResult,
  CallList: callList,
  Transcript: transcript,
  TranscriptEntry: transcriptEntry,
};

/** `/call`: place calls, look at them, hang up. */
export function callEndpoints(needs: CallEndpointsNeeds): Endpoint[] {
  const { calls, now } = needs;
  const shown = (record: CallRecord) => jsonAnswer(callRecordBody(record, now()));

  const listCalls: Endpoint<undefined, CallListQuery> = {
    id: "listCalls",
    method: "get",
    path: "/call",
    tag: CALLS,
    summary: "List calls, latest first",
    query: callListQuery,
    answer: { description: "A page of calls, live ones and those that are over.", schema: callList },
    problems: ["invalid_request", "store_unavailable"],
    async handle({ query }) {
      const { items, nextCursor = null } = await calls.list(query).catch(refuseCursor);
      return jsonAnswer({ calls: items.map((record) => callRecordBody(record, now())), next_cursor: nextCursor });
    },
  };

  const getCall: Endpoint = {
    id: "getCall",
    method: "get",
    path: "/call/{id}",
    tag: CALLS,
    summary: "See how a call stands, or went",
    answer: { description: "The call.", schema: callRecord },
    problems: ["not_found", "store_unavailable"],
    handle: async ({ params }) => shown(await findOr404("call", params, (id) => calls.find(id))),
  };

  const hangUpCall: Endpoint = {
    id: "hangUpCall",
    method: "delete",
    path: "/call/{id}",
    tag: CALLS,
    summary: "Hang up",
    description:
      "A live call ends as `cancelled`, one that waits is not dialled any more. A call that is over stays as it is.",
    answer: { description: "The call as it is now.", schema: callRecord },
    problems: ["not_found", "store_unavailable"],
    handle: async ({ params }) => shown(await findOr404("call", params, (id) => calls.hangUp(id))),
  };

  return [placeCall(needs), listCalls, getCall, hangUpCall, getTranscript(calls)];
}
