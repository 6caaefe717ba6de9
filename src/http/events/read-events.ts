import type { JsonSchema } from "../../validation/validator.js";
import { WORDS_OF_CALL } from "../calls/call-record.js";
import { CALLS } from "../calls/place-call.js";
import type { Endpoint } from "../kit/endpoint.js";
import { anyText, request } from "../kit/schema.js";
import type { EventHub } from "./event-hub.js";

interface EventsQuery {
  readonly call_id?: string;
}

const eventsQuery: JsonSchema = request({ call_id: anyText("Only of this call, which is live.", 100) }, []);

export interface EventEndpointsNeeds {
  readonly events: EventHub;
}

/** `GET /events`: what happens in calls, while it happens. */
export function readEvents({ events }: EventEndpointsNeeds): Endpoint<undefined, EventsQuery> {
  return {
    id: "readEvents",
    method: "get",
    path: "/events",
    scopes: ["read"],
    tag: CALLS,
    summary: "Follow calls while they go on",
    description:
      "Server-sent events about the live calls of this controller, each with JSON as its `data`. `call`: one has begun or stands otherwise, as " +
      "`GET /call/{id}` has it; on connecting, each live call. `words`, with the scope `transcripts` alone: an entry of its transcript with " +
      "`call_id`, `id` and `final`; the same `id` again takes the place of the one before, as more of it is recognised, or heard. `turn`: how the " +
      "reply of that `id` went. `level`, four times a second: how loud both sides are (`caller_db`, `assistant_db`), from -70, which is " +
      "silence, to 0. `gone`: nothing more comes of it. Whoever does not keep up is cut off and connects again.",
    query: eventsQuery,
    answer: { description: "Events, until whoever reads them leaves, or the call is over.", type: "text/event-stream" },
    withheld: WORDS_OF_CALL,
    problems: ["invalid_request", "not_found", "rate_limited"],
    stream({ client, query: { call_id } }, open) {
      const mayReadWords = client?.scopes.includes("transcripts") ?? false;
      events.read({ key: client?.keyDigest, callId: call_id, mayReadWords }, open);
    },
  };
}
