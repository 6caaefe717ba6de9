import type { Opening } from "../conversation/opening.js";
import { createPhrasebook } from "../conversation/phrasebook.js";
import { Transcript } from "../conversation/transcript.js";
import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import type { Metrics } from "../observability/metrics.js";
import type { CallRecord, TranscriptEntry } from "../records/call-record.js";
import { sentencesIn } from "../speech/sentences.js";
import type { IncomingCall, ReturningCall } from "../telephony/incoming-call.js";
import { assistantOf, spokenIn } from "./assistant/assistant.js";
import { Call } from "./record/call.js";
import { promptWithCaller } from "./assistant/caller-in-prompt.js";
import { traceCall } from "./record/call-trace.js";
import { conductCall, type ConversationCallNeeds } from "./answered/conversation-call.js";
import { keepRecord } from "./record/keep-call.js";
import { continueScript } from "./placed/continue-script.js";
import type { SpeakScriptNeeds } from "./placed/speak-script.js";
import { findLostCall, type FindLostCallNeeds, type LostCall } from "./recovery/find-lost-call.js";
import { brokenOff, settleCall } from "./record/settle-call.js";
import { waitOnLine } from "./recovery/wait-on-line.js";

export interface ResumeNeeds extends ConversationCallNeeds, FindLostCallNeeds, Pick<SpeakScriptNeeds, "doNotCall"> {
  readonly records: ConversationCallNeeds["records"] & FindLostCallNeeds["records"];
}

/** Silence after which a caller hears the waiting sound, in ms. */
const SILENT_MS = 1_000;
/** A call that has lost more controllers than this is not resumed: it may be the cause of their deaths. */
const MAX_RESUMPTIONS = 2;

type PhraseFor = (occasion: "resumed" | "resumed_unheard") => string;

/**
 * Resumes a call that its controller has lost: an earlier process that died or has handed it over, or another controller. The
 * call becomes ours because its channel came to us. It keeps its record and transcript, and resumes at the sentence that was
 * cut off; in a conversation, the last second before a crash may be said again. A call that cannot continue returns to the
 * dialplan. Resolves when all of the call is released. Never rejects.
 */
export async function resumeCall(returning: ReturningCall, needs: ResumeNeeds): Promise<void> {
  const { liveCalls, metrics } = needs;
  const isLeaving = liveCalls.refusal === "shutting_down";
  const finding = new AbortController();
  const incoming = waitOnLine(returning, SILENT_MS, finding.signal);
  const lost = isLeaving ? undefined : await findLostCall(incoming, needs);
  finding.abort();
  if (lost) return await goOn(lost, incoming, needs);
  if (liveCalls.handOver.aborted) {
    incoming.scope.end(new Ending("handed_over"));
    return await incoming.scope.closed;
  }
  const { channelId } = returning;
  needs.log.warn("call_not_resumed", "A returning call could not be resumed", { channel: channelId });
  await giveBack(incoming, "given_back", metrics);
}

async function goOn(lost: LostCall, incoming: ReturningCall, given: ResumeNeeds): Promise<void> {
  const { record, entries, isHandedOver } = lost;
  if (record.direction === "inbound") incoming.hadDialled(record.extension, record.assistant);
  const needs = spokenIn(assistantOf(given, record.assistant), record.language);
  const { resources, phrases, metrics } = needs;
  const { log, span } = traceCall(record, needs);
  if ((record.resumptions ?? 0) > MAX_RESUMPTIONS) {
    span?.end();
    await Promise.all([giveBack(incoming, "given_up", metrics), writeOff(record, { ...needs, log })]);
    return;
  }
  const { pick: phraseFor } = createPhrasebook(phrases, resources.cached);
  const { script } = record;
  const { opening, said } = script ? { said: entries } : await openingOf(lost, phraseFor, resources.language);
  const prompt = promptWithCaller(needs.systemPrompt, record.caller, record.callerName);
  const call = Call.resumed(record, Transcript.resumed(script ? "" : prompt, said, needs.now), needs.now);
  call.span = span;
  if (!script) call.wasAnswered();
  const onLine = () => {
    call.wasAnswered();
    if (script || record.status === "ringing") void keepRecord(call, needs.records, log);
    metrics.callResumed(isHandedOver ? "handed_over" : "resumed");
    const detail = isHandedOver
      ? "Resumed a call handed over by the previous process"
      : "Resumed a call lost by its controller";
    const { direction, caller, extension, channelId } = record;
    log.info("call_resumed", detail, { direction, caller, extension, channel: channelId, handed_over: isHandedOver });
  };
  const resumed = { call, incoming, log, onLine };
  if (script) await continueScript({ ...resumed, script, apology: phraseFor("resumed") }, needs);
  else await conductCall({ ...resumed, opening }, needs);
}

/** Returns a call to the dialplan, unless the caller has hung up. */
async function giveBack(
  incoming: IncomingCall,
  outcome: "given_back" | "given_up",
  metrics: Pick<Metrics, "callResumed">,
) {
  metrics.callResumed(outcome);
  if (!incoming.scope.ending) await incoming.reject().catch(() => {});
  await incoming.scope.closed;
}

/** Records that a call is not resumed again. */
async function writeOff(record: CallRecord, needs: ResumeNeeds): Promise<void> {
  const error = `The service stopped unexpectedly during the call, ${record.resumptions} times: it was not resumed again.`;
  needs.log.error("call_given_up", error, { caller: record.caller });
  const final = { ...brokenOff(record, needs.maxCallMs, needs.now()), status: "failed" as const, error };
  await settleCall(final, needs).catch((failure: unknown) =>
    needs.log.error("call_not_recorded", `Could not store how the call ended: ${describe(failure)}`),
  );
}

/**
 * Returns the opening that the caller is owed: the rest of what they were hearing, or an answer; neither is known when no
 * words are stored. A caller who was cut off hears an apology first; one whose controller died while answering is owed a
 * greeting.
 *
 * @returns the opening, and what was said before
 */
async function openingOf(
  { record, entries, isHandedOver }: LostCall,
  phraseFor: PhraseFor,
  language: string,
): Promise<{ readonly opening?: Opening; readonly said: readonly TranscriptEntry[] }> {
  if (record.status === "ringing" && entries.length === 0) return { said: [] };
  const last = entries.at(-1);
  if (isHandedOver && last?.who === "caller") return { opening: { answerTo: last.text }, said: entries.slice(0, -1) };
  if (last?.who !== "assistant") return { opening: { say: [phraseFor("resumed_unheard")] }, said: entries };
  const rest = last.unheard ? await sentencesIn(last.unheard, language) : [];
  return { opening: { say: isHandedOver ? rest : [phraseFor("resumed"), ...rest] }, said: entries };
}
