import type { JsonSchema } from "../../validation/validator.js";
import { WORDS_OF_CALL } from "../calls/call-record.js";
import { CALLS } from "../calls/place-call.js";
import type { Endpoint } from "../kit/endpoint.js";
import { anyText, request } from "../kit/schema.js";
import type { EventHub } from "./event-hub.js";

interface EventsQuery {
  readonly call_id?: string;
}

const eventsQuery: JsonSchema = request({ call_id: anyText("Only events of this live call.", 100) }, []);

export interface EventEndpointsNeeds {
  readonly events: EventHub;
}

/** `GET /events`: live call events. */
export function readEvents({ events }: EventEndpointsNeeds): Endpoint<undefined, EventsQuery> {
  return {
    id: "readEvents",
    method: "get",
    path: "/events",
    scopes: ["read"],
    tag: CALLS,
    summary: "Follow live calls",
    description:
      "Server-sent events about the live calls of this controller, each with JSON as its `data`. `call`: a " +
      "call began or changed, in the form of `GET /call/{id}`; sent for each live call on connecting. " +
      "`words` (needs the scope `transcripts`): a transcript entry with `call_id`, `id` and `final`; an " +
      "event with the same `id` replaces the earlier one as more is recognised or played. `turn`: how the " +
      "reply with that `id` went. `level`, four times a second: the levels of both sides (`caller_db`, " +
      "`assistant_db`), from -70, which is silence, to 0. `gone`: the call has left this controller. A " +
      "reader that does not keep up is disconnected and should connect again.",
    query: eventsQuery,
    answer: { description: "Events, until the reader disconnects or the call ends.", type: "text/event-stream" },
    withheld: WORDS_OF_CALL,
    problems: ["invalid_request", "not_found", "rate_limited"],
    stream({ client, query: { call_id } }, open) {
      const mayReadWords = client?.scopes.includes("transcripts") ?? false;
      events.read({ key: client?.keyDigest, callId: call_id, mayReadWords }, open);
    },
  };
}
