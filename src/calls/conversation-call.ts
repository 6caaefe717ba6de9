import { type ConversationResources, createConversation } from "../conversation/conversation.js";
import { converse, type Opening } from "../conversation/converse.js";
import { monitored } from "../conversation/monitored-line.js";
import { Interjections } from "../conversation/interjections.js";
import type { Phrases } from "../config/phrases.js";
import { onAbort } from "../kernel/abort.js";
import { withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import type { Log } from "../observability/log.js";
import type { IncomingCall } from "../telephony/incoming-call.js";
import type { Line } from "../telephony/line.js";
import type { Operator } from "../telephony/operator.js";
import type { Call } from "./call.js";
import type { CallerTasks } from "./caller-tasks.js";
import type { CallTraceNeeds } from "./call-trace.js";
import { type ConcludeNeeds, concludeCall, conclusionOf } from "./conclude-call.js";
import { keepRecord } from "./keep-record.js";
import { letGoOfCall, type LetGoNeeds } from "./let-go-of-call.js";
import { keepTranscript } from "./keep-transcript.js";
import type { LiveCall, LiveCalls } from "./live-calls.js";

export interface ConversationCallNeeds extends Omit<ConcludeNeeds, "metrics" | "records">, CallTraceNeeds {
  readonly records: ConcludeNeeds["records"] & LetGoNeeds["records"];
  /** Whose calls are that this process has handed over. */
  readonly handedOverTo: string;
  readonly resources: ConversationResources;
  readonly phrases: Phrases;
  readonly systemPrompt: string;
  /** Who takes over when the caller presses zero. */
  readonly operator?: Operator | undefined;
  /** Whose new calls are. */
  readonly owner: () => string;
  /** The longest that a call may last, ms. */
  readonly maxCallMs: number;
  readonly liveCalls: LiveCalls;
  /** What callers set for later. */
  readonly tasks: Pick<CallerTasks, "of">;
}

/** How a call that is a conversation begins. */
export interface ConversationCall {
  readonly call: Call;
  readonly incoming: IncomingCall;
  /** Names the call in each line. */
  readonly log: Log;
  /** Told of the line when there is one. */
  readonly onLine: (line: Line) => void;
  /** A greeting unless given. */
  readonly opening?: Opening | undefined;
  /** When the call is on record, so that a process which dies has not answered one of which nobody knows. */
  readonly recorded?: Promise<void>;
}

/** So long, ms, it goes on ringing for a store that is slow: a moment longer than until a write waits in the journal. */
const RECORDED_MS = 2_000;

/**
 * Answers, converses, hangs up, and writes down what was said while it goes on and how it ended. Resolves when nothing is
 * left of the call. Never rejects.
 */
export async function conductCall(
  { call, incoming, log, onLine, opening, recorded }: ConversationCall,
  needs: ConversationCallNeeds,
): Promise<void> {
  const { liveCalls, resources, phrases, operator } = needs;
  const { scope } = incoming;
  const { transcript } = call;
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
  const windDown = new AbortController();
  const wind = () => windDown.abort();
  const timeUp = setTimeout(wind, needs.maxCallMs - call.durationSeconds * 1000);
  // Without a channel there is nothing that the next process could go on with.
  const handOver = incoming.channelId === null ? undefined : liveCalls.handOver;
  const stopWatching = onAbort(liveCalls.windDown, wind);
  if (!handOver) scope.onEnd(onAbort(liveCalls.handOver, wind));
  const letGo = async () => {
    await letGoOfCall(call, { ...needs, log });
    scope.end(new Ending("handed_over"));
  };
  /** Two who talk to each other need nobody: when the process leaves, they go on. */
  const onPutThrough = () => {
    call.goesOn("put_through");
    void keepRecord(call, needs.records, log);
    for (const leaving of [liveCalls.windDown, liveCalls.handOver]) scope.onEnd(onAbort(leaving, () => void letGo()));
  };
  try {
    if (recorded) await noLongerThan(RECORDED_MS, scope.signal, recorded);
    const line = monitored(await incoming.answer());
    call.line = line;
    onLine(line);
    void scope.run(keepTranscript(call, scope.signal, { ...needs, log })).catch(() => {});
    const tasks = needs.tasks.of(live);
    const conversation = createConversation(resources, {
      line,
      scope,
      transcript,
      phrases,
      log,
      span: call.span,
      operator,
      onPutThrough,
      interjections,
      tasks,
    });
    const farewell = await converse(conversation, scope, windDown.signal, { opening, handOver });
    if (farewell === "handed_over") await letGo();
    scope.end(new Ending("finished", farewell));
  } catch (error) {
    scope.end(Ending.of(error));
  } finally {
    clearTimeout(timeUp);
    stopWatching();
    interjections.close(); // Of a call that never came to a conversation.
    await scope.closed;
    liveCalls.freeLine(live);
    const ending = scope.ending ?? new Ending("finished");
    // Live until it is written down: a process that leaves waits for that.
    if (ending.isAnothers) call.withdraw();
    else await concludeCall(call, conclusionOf(ending, call), { ...needs, log, metrics: resources.metrics });
    liveCalls.remove(live);
  }
}

/** Waits for `promise`, but no longer than that. @throws the signal's reason when it aborts */
async function noLongerThan(ms: number, signal: AbortSignal, promise: Promise<void>): Promise<void> {
  await withDeadline(ms, signal, "keeping the record", () => promise).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!(error instanceof Ending)) throw error;
  });
}
