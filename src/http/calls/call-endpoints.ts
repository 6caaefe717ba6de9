import type { CallControl } from "../../calls/call-control.js";
import type { CallRecord } from "../../records/call-record.js";
import type { JsonSchema } from "../../validation/validator.js";
import { requireScopes } from "../kit/client.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import { refuseCursor } from "../kit/paging.js";
import { answer, listOf, nullable, text } from "../kit/schema.js";
import { callListFaults, type CallListQuery, callListQuery, callQueryOf } from "./call-list-query.js";
import { callRecord, callRecordBody, callResult, WORDS_OF_CALL } from "./call-record.js";
import { chain, chainList } from "./chain.js";
import { chainEndpoints, type ChainEndpointsNeeds } from "./chain-endpoints.js";
import { choice, choiceOption } from "./choice.js";
import { callPlaced, callRequest, CALLS, placeCall, type PlaceCallNeeds } from "./place-call.js";
import { saidInCall, sayInCall, sayRequest } from "./say.js";
import { eraseTranscript, getTranscript, transcript, transcriptEntry } from "./transcript.js";

export interface CallEndpointsNeeds extends PlaceCallNeeds, ChainEndpointsNeeds {
  readonly calls: Omit<CallControl, "follow">;
  readonly chains: PlaceCallNeeds["chains"] & ChainEndpointsNeeds["chains"];
  /** ms since the epoch. */
  readonly now: () => number;
}

const callList: JsonSchema = answer({
  calls: listOf(callRecord, { description: "Latest first." }),
  next_cursor: nullable(text("Cursor of the next page; null on the last.")),
});

/** The schemas that have their own names in the API document. */
export const CALL_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  CallRequest: callRequest,
  Choice: choice,
  ChoiceOption: choiceOption,
  CallPlaced: callPlaced,
  CallRecord: callRecord,
  CallResult: callResult,
  CallList: callList,
  Chain: chain,
  ChainList: chainList,
  SayRequest: sayRequest,
  SaidInCall: saidInCall,
  Transcript: transcript,
  TranscriptEntry: transcriptEntry,
};

/** `/call`: place, inspect and end calls. */
export function callEndpoints(needs: CallEndpointsNeeds): Endpoint[] {
  const { calls, now } = needs;
  const shown = (record: CallRecord) => jsonAnswer(callRecordBody(record, now()));

  const listCalls: Endpoint<undefined, CallListQuery> = {
    id: "listCalls",
    method: "get",
    path: "/call",
    isLong: "list",
    scopes: ["read"],
    tag: CALLS,
    summary: "List calls, latest first",
    query: callListQuery,
    answer: { description: "One page of live and finished calls.", schema: callList },
    withheld: WORDS_OF_CALL,
    problems: ["invalid_request", "store_unavailable"],
    faults: ({ query }) => callListFaults(query),
    async handle({ client, query }) {
      if (query.text !== undefined) requireScopes(client, ["transcripts"]);
      const { items, nextCursor = null } = await calls.list(callQueryOf(query)).catch(refuseCursor);
      return jsonAnswer({ calls: items.map((record) => callRecordBody(record, now())), next_cursor: nextCursor });
    },
  };

  const getCall: Endpoint = {
    id: "getCall",
    method: "get",
    path: "/call/{id}",
    scopes: ["read"],
    tag: CALLS,
    summary: "Get a call's status or result",
    answer: { description: "The call.", schema: callRecord },
    withheld: WORDS_OF_CALL,
    problems: ["not_found", "store_unavailable"],
    handle: async ({ params }) => shown(await findOr404("call", params, (id) => calls.find(id))),
  };

  const hangUpCall: Endpoint = {
    id: "hangUpCall",
    method: "delete",
    path: "/call/{id}",
    scopes: ["call"],
    tag: CALLS,
    summary: "Hang up",
    description:
      "A live call ends as `cancelled`; a queued call is removed from the queue. A finished call does not " + "change.",
    answer: { description: "The call as it is now.", schema: callRecord },
    withheld: WORDS_OF_CALL,
    problems: ["not_found", "store_unavailable"],
    handle: async ({ params }) => shown(await findOr404("call", params, (id) => calls.hangUp(id))),
  };

  const say = sayInCall(calls);
  const transcripts = [getTranscript(calls), eraseTranscript(calls)];
  return [placeCall(needs), listCalls, getCall, say, hangUpCall, ...transcripts, ...chainEndpoints(needs)];
}
