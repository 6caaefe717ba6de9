import { randomUUID } from "node:crypto";
import { Transcript } from "../conversation/transcript.js";
import { Ending } from "../kernel/ending.js";
import type { IncomingCall } from "../telephony/incoming-call.js";
import { Call } from "./call.js";
import { conductCall, type ConversationCallNeeds } from "./conversation-call.js";
import { traceCall } from "./call-trace.js";
import { keepRecord } from "./keep-call.js";

/** Maximum length of a caller's name, in characters: more than telephones show. */
const MAX_NAME = 80;

/** Answers an inbound call, converses and hangs up. Resolves when all of the call is released. Never rejects. */
export async function answerCall(incoming: IncomingCall, needs: ConversationCallNeeds): Promise<void> {
  const { liveCalls, resources, records } = needs;
  const { scope, caller, extension, channelId, client, callId = randomUUID() } = incoming;
  const { log, span } = traceCall({ callId, direction: "inbound" }, needs);

  const refusal = channelId === null ? liveCalls.browserRefusal : liveCalls.refusal;
  if (refusal) {
    resources.metrics.callRejected(refusal);
    log.warn("call_rejected", "Rejected a call", { caller: caller.number, reason: refusal });
    await incoming.reject(refusal === "overloaded" ? "congested" : "busy").catch(() => {});
    span?.fail(refusal);
    span?.end();
    scope.end(new Ending("cancelled", refusal));
    await scope.closed;
    return;
  }

  const call = new Call(
    {
      callId,
      owner: needs.owner(),
      direction: "inbound",
      extension,
      caller: caller.number,
      ...(caller.number && caller.name && { callerName: [...caller.name].slice(0, MAX_NAME).join("") }),
      status: "ringing",
      channelId,
      ...(client && { client }),
    },
    new Transcript(needs.systemPrompt),
  );
  call.span = span;
  log.info("call_start", "Incoming call", { caller: caller.number, extension, channel: channelId });
  const recorded = keepRecord(call, records, log);
  const onLine = () => {
    call.answered();
    void keepRecord(call, records, log);
  };
  await conductCall({ call, incoming, log, onLine, recorded }, needs);
}
