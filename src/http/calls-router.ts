import type { Router } from "express";
import { jsonAnswer } from "./answer.js";
import type { Idempotency } from "./idempotency.js";
import { mount } from "./mount.js";
import { known, whereNamed } from "./named.js";
import { getCall, getTranscript, hangUpCall, listCalls, placeCall } from "./operations/calls.js";
import { refuseCursor } from "./paging.js";
import { perform, performOnce } from "./perform.js";
import { callbackUrlFaults, type CheckCallbackUrl, locationOf, sentenceOf, targetOf } from "./placement.js";
import type { CallControl, PlacedCall } from "./ports.js";
import { callRecordBody, transcriptBody } from "./representations/call-record.js";
import type { CallBody, CallListQuery } from "./schemas/call.js";
import { choiceFaults, choiceOf } from "./schemas/choice.js";

export interface CallsRouterNeeds {
  readonly calls: CallControl;
  readonly idempotency: Idempotency;
  readonly checkCallbackUrl: CheckCallbackUrl;
  /** ms since the epoch. */
  readonly now?: () => number;
}

/** `/call`: place calls, look at them, hang up. */
export function callsRouter({ calls, idempotency, checkCallbackUrl, now = Date.now }: CallsRouterNeeds): Router {
  const inspect = ({ body }: { readonly body: unknown }) => [
    ...callbackUrlFaults(body, checkCallbackUrl),
    ...choiceFaults((body as { choice?: unknown } | null)?.choice, "/choice"),
  ];

  return mount([
    [
      placeCall,
      performOnce<CallBody>(placeCall, idempotency, inspect, ({ body }) => ({
        perform: async (callId) => {
          const { message, choice } = body;
          const request = { ...targetOf(body, callId), message, choice: choice ? choiceOf(choice) : null };
          const placed = await calls.place(request);
          return jsonAnswer(placedBody(placed, body.extension), locationOf(placed.callId));
        },
        recover: async (callId) => {
          if (!(await calls.find(callId))) return undefined;
          return jsonAnswer(placedBody({ callId, queuePosition: null }, body.extension), locationOf(callId));
        },
      })),
    ],
    [
      listCalls,
      perform<undefined, CallListQuery>(listCalls, async ({ query }) => {
        const { items, nextCursor } = await calls.list(query).catch(refuseCursor);
        return jsonAnswer({
          calls: items.map((record) => callRecordBody(record, now())),
          next_cursor: nextCursor ?? null,
        });
      }),
    ],
    [
      getCall,
      perform(getCall, async ({ params: { id = "" } }) =>
        jsonAnswer(callRecordBody(known(id, await whereNamed(id, (each) => calls.find(each))), now())),
      ),
    ],
    [
      hangUpCall,
      perform(hangUpCall, async ({ params: { id = "" } }) =>
        jsonAnswer(callRecordBody(known(id, await whereNamed(id, (each) => calls.hangUp(each))), now())),
      ),
    ],
    [
      getTranscript,
      perform(getTranscript, async ({ params: { id = "" } }) =>
        jsonAnswer(transcriptBody(id, known(id, await whereNamed(id, (each) => calls.transcript(each))))),
      ),
    ],
  ]);
}

function placedBody(placed: PlacedCall, extension: string) {
  return {
    call_id: placed.callId,
    status: "queued",
    message: sentenceOf(placed, extension),
    queue_position: placed.queuePosition,
  };
}
