import type { Operation } from "../operation.js";
import { callList, callListQuery, callPlaced, callRecord, callRequest, transcript } from "../schemas/call.js";

export const placeCall: Operation = {
  id: "placeCall",
  method: "post",
  path: "/call",
  tag: "Calls",
  summary: "Place a call",
  description:
    "Calls a number, speaks the message and, if there is one, asks the question. Answers as soon as the call is admitted; " +
    "how it went is told by `GET /call/{id}` and, with `callback_url`, by the webhook.",
  body: { schema: callRequest, required: true },
  idempotent: true,
  answer: { description: "The call is admitted.", schema: callPlaced, located: true },
  problems: ["destination_not_allowed", "queue_full", "unavailable", "store_unavailable"],
};

export const listCalls: Operation = {
  id: "listCalls",
  method: "get",
  path: "/call",
  tag: "Calls",
  summary: "List calls, latest first",
  query: callListQuery,
  answer: { description: "A page of calls, live ones and those that are over.", schema: callList },
  problems: ["invalid_request", "store_unavailable"],
};

export const getCall: Operation = {
  id: "getCall",
  method: "get",
  path: "/call/{id}",
  tag: "Calls",
  summary: "See how a call stands, or went",
  answer: { description: "The call.", schema: callRecord },
  problems: ["not_found", "store_unavailable"],
};

export const hangUpCall: Operation = {
  id: "hangUpCall",
  method: "delete",
  path: "/call/{id}",
  tag: "Calls",
  summary: "Hang up",
  description:
    "A live call ends as `cancelled`, one that waits is not dialled any more. A call that is over stays as it is.",
  answer: { description: "The call as it is now.", schema: callRecord },
  problems: ["not_found", "store_unavailable"],
};

export const getTranscript: Operation = {
  id: "getTranscript",
  method: "get",
  path: "/call/{id}/transcript",
  tag: "Calls",
  summary: "Read what was said",
  answer: { description: "What was said so far.", schema: transcript },
  problems: ["not_found", "store_unavailable"],
};
