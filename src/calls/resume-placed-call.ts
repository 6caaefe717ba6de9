import { pickCached, createPhrasebook } from "../conversation/phrasebook.js";
import { Transcript } from "../conversation/transcript.js";
import { Ending } from "../kernel/ending.js";
import type { Span } from "../observability/trace.js";
import type { Log } from "../observability/log.js";
import type { CallRecord, TranscriptEntry } from "../records/call-record.js";
import type { CallScript } from "../records/call-script.js";
import type { IncomingCall } from "../telephony/incoming-call.js";
import { Call } from "./call.js";
import { type ConcludeNeeds, concludeCall, conclusionOfPlaced } from "./conclude-call.js";
import { keepRecord } from "./keep-record.js";
import { keepTranscript } from "./keep-transcript.js";
import { limitCall } from "./limit-call.js";
import type { LiveCall, LiveCalls } from "./live-calls.js";
import { speakScript, type SpeakScriptNeeds, spokenScript } from "./speak-script.js";

export interface ResumePlacedNeeds extends SpeakScriptNeeds, Omit<ConcludeNeeds, "metrics"> {
  readonly records: ConcludeNeeds["records"];
  readonly liveCalls: LiveCalls;
  /** The longest that a call may last, ms. */
  readonly maxCallMs: number;
}

/** A call that was placed, and what is known of it. */
export interface ResumedPlacedCall {
  readonly record: CallRecord & { readonly script: CallScript };
  readonly entries: readonly TranscriptEntry[];
  readonly incoming: IncomingCall;
  /** Names the call in each line. */
  readonly log: Log;
  readonly span: Span | undefined;
  /** Told when it goes on. */
  readonly onLine: () => void;
}

/**
 * Goes on with a call that an earlier run of the service has placed and somebody answered: with the message from the sentence
 * that was cut off, and with the question, which is asked again where it was not answered. It is the same call, with one end.
 * Resolves when nothing of it is left. Never rejects.
 */
export async function resumePlacedCall(
  { record, entries, incoming, log, span, onLine }: ResumedPlacedCall,
  given: ResumePlacedNeeds,
): Promise<void> {
  const needs = { ...given, log };
  const { liveCalls, resources, phrases, records, maxCallMs } = needs;
  const { scope } = incoming;
  const call = Call.resumed(record, Transcript.resumed("", entries));
  call.span = span;
  const live: LiveCall = { call, scope };
  liveCalls.add(live);
  try {
    const script = await spokenScript(record.script, needs);
    const line = await incoming.answer();
    onLine();
    noteAnswer();
    limitCall(call, scope, maxCallMs);
    void scope.run(keepTranscript(call, scope.signal, needs)).catch(() => {});
    const isOver = record.messagePlayed && !script.choice;
    const phrase = pickCached("resumed", { phrasebook: createPhrasebook(phrases), cached: resources.cached });
    if (!isOver) await speakScript(line, { call, script, scope, first: [phrase].filter(Boolean) }, needs);
    scope.end(new Ending("finished"));
  } catch (error) {
    scope.end(Ending.of(error));
  }
  await scope.closed;
  liveCalls.freeLine(live);
  const ending = scope.ending ?? new Ending("finished");
  // Live until it is written down: a process that leaves waits for that.
  if (ending.isAnothers) call.withdraw();
  else await concludeCall(call, conclusionOfPlaced(ending, call), { ...needs, metrics: resources.metrics });
  liveCalls.remove(live);

  function noteAnswer(): void {
    call.wasAnswered();
    void keepRecord(call, records, log);
  }
}
