import { type ConversationResources, createConversation } from "../conversation/conversation.js";
import { converse, type Opening } from "../conversation/converse.js";
import { Interjections } from "../conversation/interjections.js";
import type { Phrases } from "../config/phrases.js";
import { onAbort } from "../kernel/abort.js";
import { withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import type { Log } from "../observability/log.js";
import type { IncomingCall } from "../telephony/incoming-call.js";
import type { Operator } from "../telephony/operator.js";
import type { Call } from "./call.js";
import type { CallerTasks } from "./tasks/caller-tasks.js";
import type { CallTraceNeeds } from "./call-trace.js";
import { keepRecord } from "./keep-call.js";
import type { LiveCall, LiveCalls } from "./live-calls.js";
import { handOverCall, type HandOverNeeds } from "./recovery/hand-over-call.js";
import { putOnLine, runCall, type RunCallNeeds } from "./run-call.js";

export interface ConversationCallNeeds extends Omit<RunCallNeeds, "records">, CallTraceNeeds {
  readonly records: RunCallNeeds["records"] & HandOverNeeds["records"];
  /** The owner of calls that this process has handed over. */
  readonly handedOverTo: string;
  readonly resources: ConversationResources;
  readonly phrases: Phrases;
  readonly systemPrompt: string;
  /** Takes over when the caller presses zero. */
  readonly operator?: Operator | undefined;
  /** The owner of new calls. */
  readonly owner: () => string;
  /** Maximum duration of a call, in ms. */
  readonly maxCallMs: number;
  readonly liveCalls: LiveCalls;
  /** What callers set for later. */
  readonly tasks: Pick<CallerTasks, "of">;
}

/** A call that is a conversation, and how it begins. */
export interface ConversationCall {
  readonly call: Call;
  readonly incoming: IncomingCall;
  /** Names the call in each line. */
  readonly log: Log;
  /** Called once the call is on its line. */
  readonly onLine: () => void;
  /** A greeting unless given. */
  readonly opening?: Opening | undefined;
  /** Resolves once the call is on record: a call is answered after that, so that no controller dies with an unknown one. */
  readonly recorded?: Promise<void>;
}

/** Maximum time that a call rings on for a slow store, in ms: a moment longer than until a write waits in the journal. */
const RECORDED_MS = 2_000;

/** Answers, converses, hangs up, and writes down how it ended. Resolves when nothing is left of the call. Never rejects. */
export async function conductCall(conversation: ConversationCall, given: ConversationCallNeeds): Promise<void> {
  const { call, incoming, log, onLine, opening, recorded } = conversation;
  const needs = { ...given, log };
  const { liveCalls } = needs;
  const { scope } = incoming;
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
  scope.onEnd(() => interjections.close()); // Of a call that never came to a conversation.
  liveCalls.add(live);
  const { windDown, handOver } = leavingOf(conversation, needs);
  await runCall(live, { talk }, needs);

  async function talk(): Promise<undefined> {
    if (recorded) await noLongerThan(RECORDED_MS, scope.signal, recorded);
    const line = putOnLine(live, await incoming.answer(), needs);
    onLine();
    const { resources, phrases, operator } = needs;
    const { transcript, span } = call;
    const tasks = needs.tasks.of(live);
    const parts = { line, scope, transcript, phrases, log, span, operator, onPutThrough, interjections, tasks };
    const farewell = await converse(createConversation(resources, parts), scope, windDown, { opening, handOver });
    if (farewell === "handed_over") await handOn();
    scope.end(new Ending("finished", farewell));
  }

  async function handOn(): Promise<void> {
    await handOverCall(call, needs);
    scope.end(new Ending("handed_over"));
  }

  /** Caller and operator need no controller: when the process leaves, they go on talking. */
  function onPutThrough(): void {
    call.goesOn("put_through");
    void keepRecord(call, needs.records, log);
    for (const leaving of [liveCalls.windDown, liveCalls.handOver]) scope.onEnd(onAbort(leaving, () => void handOn()));
  }
}

/** When a conversation says goodbye, and when it stops for the next process; the latter only if its channel outlives this one. */
function leavingOf(
  { call, incoming: { channelId, scope } }: ConversationCall,
  { liveCalls, maxCallMs }: ConversationCallNeeds,
): { readonly windDown: AbortSignal; readonly handOver: AbortSignal | undefined } {
  const windDown = new AbortController();
  const wind = () => windDown.abort();
  const timeUp = setTimeout(wind, maxCallMs - call.durationSeconds * 1000);
  scope.onEnd(() => clearTimeout(timeUp));
  const handOver = channelId === null ? undefined : liveCalls.handOver;
  for (const leaving of handOver ? [liveCalls.windDown] : [liveCalls.windDown, liveCalls.handOver])
    scope.onEnd(onAbort(leaving, wind));
  return { windDown: windDown.signal, handOver };
}

/** Waits for `promise`, for `ms` at most. @throws the signal's reason when it aborts */
async function noLongerThan(ms: number, signal: AbortSignal, promise: Promise<void>): Promise<void> {
  await withDeadline(ms, signal, "keeping the record", () => promise).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!(error instanceof Ending)) throw error;
  });
}
