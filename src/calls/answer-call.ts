import { randomUUID } from "node:crypto";
import type { Phrases } from "../config/phrases.js";
import { type ConversationResources, createConversation } from "../conversation/conversation.js";
import { converse } from "../conversation/converse.js";
import { Interjections } from "../conversation/interjections.js";
import { Transcript } from "../conversation/transcript.js";
import { onAbort } from "../kernel/abort.js";
import { Ending } from "../kernel/ending.js";
import type { IncomingCall } from "../telephony/incoming-call.js";
import type { Operator } from "../telephony/operator.js";
import { Call } from "./call.js";
import type { CallerTasks } from "./caller-tasks.js";
import { type ConcludeNeeds, concludeCall, conclusionOf } from "./conclude-call.js";
import { keepRecord } from "./keep-record.js";
import type { LiveCall, LiveCalls } from "./live-calls.js";

export interface AnswerNeeds extends Omit<ConcludeNeeds, "metrics"> {
  readonly resources: ConversationResources;
  readonly phrases: Phrases;
  readonly systemPrompt: string;
  /** Who takes over when the caller presses zero. */
  readonly operator?: Operator | undefined;
  /** The controller, in the records of its calls. */
  readonly owner: string;
  /** The longest that a call may last, ms. */
  readonly maxCallMs: number;
  readonly liveCalls: LiveCalls;
  /** What callers set for later. */
  readonly tasks: Pick<CallerTasks, "of">;
}

/** Takes a call that has come in: answers, converses, hangs up. Resolves when nothing of it is left. Never rejects. */
export async function answerCall(incoming: IncomingCall, needs: AnswerNeeds): Promise<void> {
  const { liveCalls, resources, phrases } = needs;
  const { scope, caller, extension } = incoming;
  const callId = randomUUID();
  const log = needs.log.with({ call_id: callId });

  const refusal = liveCalls.refusal;
  if (refusal) {
    resources.metrics.callRejected(refusal);
    log.warn("call_rejected", "A call was turned away", { caller: caller.number, reason: refusal });
    await incoming.reject().catch(() => {});
    scope.end(new Ending("cancelled", refusal));
    await scope.closed;
    return;
  }

  const transcript = new Transcript(needs.systemPrompt);
  const channelId = incoming.channelId;
  const call = new Call(
    {
      callId,
      owner: needs.owner,
      direction: "inbound",
      extension,
      caller: caller.number,
      status: "ringing",
      channelId,
    },
    transcript,
  );
  const interjections = new Interjections();
  const live: LiveCall = {
    call,
    scope,
    get interject() {
      return interjections.closed
        ? undefined
        : (text: string, patience?: AbortSignal) => interjections.say(text, patience);
    },
  };
  liveCalls.add(live);
  log.info("call_start", "A call came in", { caller: caller.number, extension, channel: channelId });
  keepRecord(call, needs.records, log);
  const windDown = new AbortController();
  const wind = () => windDown.abort();
  const timeUp = setTimeout(wind, needs.maxCallMs);
  const stopWatching = onAbort(liveCalls.windDown, wind);
  try {
    const line = await incoming.answer();
    call.answered();
    keepRecord(call, needs.records, log);
    const conversation = createConversation(resources, {
      line,
      transcript,
      phrases,
      log,
      operator: needs.operator,
      interjections,
      tasks: needs.tasks.of(live),
    });
    const farewell = await converse(conversation, scope, windDown.signal);
    scope.end(new Ending("finished", farewell));
  } catch (error) {
    scope.end(Ending.of(error));
  } finally {
    clearTimeout(timeUp);
    stopWatching();
    interjections.close(); // Of a call that never came to a conversation.
    await scope.closed;
    liveCalls.freeLine(live);
    const conclusion = conclusionOf(scope.ending ?? new Ending("finished"), call);
    // Live until it is written down: a process that leaves waits for that.
    await concludeCall(call, conclusion, { ...needs, log, metrics: resources.metrics }).finally(() =>
      liveCalls.remove(live),
    );
  }
}
