import { randomUUID } from "node:crypto";
import { Transcript } from "../conversation/transcript.js";
import { Ending } from "../kernel/ending.js";
import type { IncomingCall } from "../telephony/incoming-call.js";
import { assistantAnswering } from "./assistant/assistant.js";
import { Call } from "./record/call.js";
import { promptWithCaller } from "./assistant/caller-in-prompt.js";
import { waiverOf } from "./assistant/disclosure.js";
import { conductCall, type ConversationCallNeeds } from "./answered/conversation-call.js";
import { type CallTrace, traceCall } from "./record/call-trace.js";
import { keepRecord } from "./record/keep-call.js";
import type { Refusal } from "./live/live-calls.js";

/** Answers an inbound call, converses and hangs up. Resolves when all of the call is released. Never rejects. */
export async function answerCall(incoming: IncomingCall, given: ConversationCallNeeds): Promise<void> {
  const { caller, extension, channelId, client, callId = randomUUID() } = incoming;
  const trace = traceCall({ callId, direction: "inbound" }, given);
  // A busy service asks Asterisk for no assistant, and other calls may take the last line meanwhile.
  const first = refusalOf(incoming, given);
  if (first) return await turnAway(incoming, first, trace, given);
  const { needs, opening } = await assistantAnswering(given, incoming);
  const refusal = refusalOf(incoming, needs);
  if (refusal) return await turnAway(incoming, refusal, trace, needs);

  const { log, span } = trace;
  const { resources, records } = needs;
  const name = caller.name || undefined;
  const call = new Call(
    {
      callId,
      owner: needs.owner(),
      direction: "inbound",
      extension,
      caller: caller.number,
      ...(name !== undefined && { callerName: name }),
      ...(needs.id !== undefined && { assistant: needs.id }),
      language: resources.language,
      ...waiverOf(needs),
      status: "ringing",
      channelId,
      ...(client && { client }),
    },
    new Transcript(promptWithCaller(needs.systemPrompt, caller.number, name), needs.now),
    needs.now,
  );
  call.span = span;
  resources.readAhead(call.transcript.messages);
  log.info("call_start", "Incoming call", {
    ...{ caller: caller.number, extension, channel: channelId },
    ...(name !== undefined && { caller_name: name }),
    ...(needs.id !== undefined && { assistant: needs.id }),
  });
  const recorded = keepRecord(call, records, log);
  const onLine = () => {
    call.answered();
    void keepRecord(call, records, log);
  };
  await conductCall({ call, incoming, log, onLine, recorded, opening }, needs);
}

function refusalOf(
  { channelId }: IncomingCall,
  { liveCalls }: Pick<ConversationCallNeeds, "liveCalls">,
): Refusal | undefined {
  return channelId === null ? liveCalls.browserRefusal : liveCalls.refusal;
}

async function turnAway(
  incoming: IncomingCall,
  refusal: Refusal,
  { log, span }: CallTrace,
  { resources }: Pick<ConversationCallNeeds, "resources">,
): Promise<void> {
  const { scope, caller } = incoming;
  resources.metrics.callRejected(refusal);
  log.warn("call_rejected", "Rejected a call", { caller: caller.number, reason: refusal });
  await incoming.reject(refusal === "overloaded" ? "congested" : "busy").catch(() => {});
  span?.fail(refusal);
  span?.end();
  scope.end(new Ending("cancelled", refusal));
  await scope.closed;
}
