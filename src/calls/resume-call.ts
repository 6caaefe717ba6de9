import type { Opening } from "../conversation/converse.js";
import { Transcript } from "../conversation/transcript.js";
import { withDeadline } from "../kernel/deadline.js";
import { Ending } from "../kernel/ending.js";
import { describe } from "../kernel/errors.js";
import { retryUntilDone } from "../kernel/retry.js";
import type { Metrics } from "../observability/metrics.js";
import type { CallRecord, TranscriptEntry } from "../records/call-record.js";
import { WaitsInMemory } from "../records/store-away.js";
import type { CallStore } from "../records/stores.js";
import { sentencesIn } from "../speech/sentences.js";
import type { ChannelState } from "../telephony/channel-state.js";
import type { IncomingCall, ReturningCall } from "../telephony/incoming-call.js";
import { pickCached, createPhrasebook } from "../conversation/phrasebook.js";
import { Call } from "./call.js";
import { isFinalStatus } from "./call-state.js";
import { keepRecord } from "./keep-record.js";
import { traceCall } from "./call-trace.js";
import { resumePlacedCall } from "./resume-placed-call.js";
import { brokenOff, settleRecord } from "./settle-record.js";
import { conductCall, type ConversationCallNeeds } from "./conversation-call.js";
import { takeCallWithRun, type TakeCallNeeds, takeRunOf } from "./take-call.js";
import { waitOnLine } from "./wait-on-line.js";

export interface ResumeNeeds extends ConversationCallNeeds {
  readonly records: ConversationCallNeeds["records"] &
    Pick<CallStore, "unfinishedCalls" | "takeCall" | "findCall" | "findTranscript">;
  readonly runs: TakeCallNeeds["runs"];
  /** Who else has calls: those first whom this controller was before. Rejects while the store is away. */
  readonly otherOwners: () => Promise<readonly string[]>;
  /** How long whoever is on the line is kept for a controller to go on, ms: so long a store may take that is slow, or away. */
  readonly rejoinMs: number;
}

/** A call is looked up for so long at least, ms. */
const LOOK_UP_MS = 2_000;
const BACKOFF = { firstMs: 250, maxMs: 1_000 };
/** After this the caller hears that they are waited for, ms. */
const SILENT_MS = 1_000;
/** Whoever has lost so many controllers in one call is not given another one: the call may be what they die of. */
const MAX_RESUMPTIONS = 2;

/**
 * Goes on with a call that its controller has lost: an earlier run of the service that died or has handed it over, or another
 * controller. That its channel came to us is what makes it ours: with its record, with what was said, and from the sentence that
 * was cut off. Of a conversation, what was said in the last second before a death may be said again.
 * One that cannot be gone on with goes back to the dialplan. Resolves when nothing of it is left. Never rejects.
 */
export async function resumeCall(returning: ReturningCall, needs: ResumeNeeds): Promise<void> {
  const { liveCalls, resources, phrases } = needs;
  const { channelId } = returning;
  const isLeaving = liveCalls.refusal === "shutting_down";
  const looking = new AbortController();
  const incoming = waitOnLine(returning, SILENT_MS, looking.signal);
  const found = isLeaving ? undefined : await findCall(incoming, needs);
  looking.abort();
  if (!found && liveCalls.handOver.aborted) {
    incoming.scope.end(new Ending("handed_over"));
    return await incoming.scope.closed;
  }
  if (!found) {
    needs.log.warn("call_not_resumed", "A call that came back could not be gone on with", { channel: channelId });
    return await giveBack(incoming, "given_back", resources.metrics);
  }
  const { record, entries, isHandedOver } = found;
  const { log, span } = traceCall(record, needs);
  if ((record.resumptions ?? 0) > MAX_RESUMPTIONS) {
    span?.end();
    await Promise.all([giveBack(incoming, "given_up", resources.metrics), writeOff(record, { ...needs, log })]);
    return;
  }
  const onLine = () => {
    resources.metrics.callResumed(isHandedOver ? "handed_over" : "resumed");
    const detail = isHandedOver ? "A call goes on that was handed over" : "A call that an earlier run had lost goes on";
    const { direction, caller, extension } = record;
    log.info("call_resumed", detail, { direction, caller, extension, channel: channelId, handed_over: isHandedOver });
  };
  const { script } = record;
  if (script)
    return await resumePlacedCall({ record: { ...record, script }, entries, incoming, log, span, onLine }, needs);
  const { opening, said } = await whatIsNext(found, (occasion) =>
    pickCached(occasion, { phrasebook: createPhrasebook(phrases), cached: resources.cached }),
  );
  const call = Call.resumed(record, Transcript.resumed(needs.systemPrompt, said));
  call.span = span;
  call.wasAnswered();
  const onBack = () => {
    if (record.status === "ringing") void keepRecord(call, needs.records, log);
    onLine();
  };
  await conductCall({ call, incoming, log, onLine: onBack, opening }, needs);
}

/** Where the caller has hung up meanwhile, there is nobody to give back. */
async function giveBack(incoming: IncomingCall, outcome: "given_back" | "given_up", metrics: Metrics): Promise<void> {
  metrics.callResumed(outcome);
  if (!incoming.scope.ending) await incoming.reject().catch(() => {});
  await incoming.scope.closed;
}

/** The caller hears an apology, and is let go. */
async function writeOff(record: CallRecord, needs: ResumeNeeds): Promise<void> {
  const error = `The service stopped unexpectedly during the call, ${record.resumptions} times: it was not gone on with again.`;
  needs.log.error("call_given_up", error, { caller: record.caller });
  const final = { ...brokenOff(record, needs.maxCallMs, Date.now()), error };
  await settleRecord(final, needs).catch((failure: unknown) =>
    needs.log.error("call_not_recorded", `How the call ended could not be kept: ${describe(failure)}`),
  );
}

interface FoundCall {
  readonly record: CallRecord;
  readonly entries: readonly TranscriptEntry[];
  readonly isHandedOver: boolean;
}

/** @returns undefined also where the store does not tell in time */
async function findCall({ channelId, scope }: ReturningCall, needs: ResumeNeeds): Promise<FoundCall | undefined> {
  const { records, liveCalls, rejoinMs, log } = needs;
  const lookUp = async () => {
    const record = await takeCall(channelId, needs);
    if (!record) return undefined;
    const isHandedOver = record.stage === "handed_over";
    const resumptions = isHandedOver ? record.resumptions : (record.resumptions ?? 0) + 1;
    const next = { ...record, stage: undefined, resumptions };
    // That a controller died with it is written down before anything is done that this one may die of.
    await records.saveCall(next).catch((error: unknown) => {
      if (!(error instanceof WaitsInMemory)) throw error;
    });
    return { record: next, isHandedOver, entries: (await records.findTranscript(record.callId)) ?? [] };
  };
  try {
    const wanted = AbortSignal.any([scope.signal, liveCalls.windDown, liveCalls.handOver]);
    return await withDeadline(Math.max(LOOK_UP_MS, rejoinMs), wanted, "looking a call up", (signal) =>
      retryUntilDone(signal, BACKOFF, lookUp, () => {}),
    );
  } catch (error) {
    log.warn("call_not_found", `A call that came back could not be looked up: ${describe(error)}`);
    return undefined;
  }
}

/** Makes a call this run's own, so that nobody else brings it to its end. Undefined when somebody has. */
async function takeCall(channelId: string, needs: ResumeNeeds) {
  const { records, owner, otherOwners, liveCalls } = needs;
  const ours = owner();
  // Ours last: what is taken over meanwhile is found there.
  for (const from of [...(await otherOwners()), ours]) {
    const unfinished = await records.unfinishedCalls(from);
    // Who was with the operator, and is alone now, has had what they wanted.
    const found = unfinished.find(
      (each) => each.channelId === channelId && canGoOn(each) && each.stage !== "put_through",
    );
    if (!found) continue;
    if (liveCalls.find(found.callId)) return undefined; // It has just ended here, and is being written down.
    if (from === ours) await takeRunOf(found, ours, needs);
    else await takeCallWithRun(found, ours, needs);
    const record = await records.findCall(found.callId);
    return record?.owner === ours && canGoOn(record) ? record : undefined;
  }
  return undefined;
}

/**
 * Whether a call of an earlier run may yet come back: within `rejoinMs` from when that is asked first, while Asterisk has its
 * channel, answered, or cannot be asked. Who is with the operator is waited for until they have hung up.
 */
export function mayReturnWithin(
  rejoinMs: number,
  asterisk: { channelState(channelId: string, signal: AbortSignal): Promise<ChannelState | undefined> },
  signal: AbortSignal,
): (record: CallRecord) => Promise<boolean> {
  /** By call. */
  const askedSince = new Map<string, number>();
  return async (record) => {
    const { callId, channelId, stage } = record;
    if (!canGoOn(record) || channelId === null) return false;
    const now = performance.now();
    const since = askedSince.get(callId) ?? now;
    askedSince.set(callId, since);
    const isInTime = rejoinMs > 0 && now - since <= rejoinMs + ON_THE_WAY_MS;
    const mayReturn = (isInTime || stage === "put_through") && isThere(await asterisk.channelState(channelId, signal));
    if (!mayReturn) askedSince.delete(callId);
    return mayReturn;
  };
}

/** Also where that cannot be known. */
function isThere(state: ChannelState | undefined): boolean {
  return state === undefined || state === "up";
}

/** From Asterisk's last look for us to a call that is live, ms. */
const ON_THE_WAY_MS = 2_000;

/**
 * Whether a call can be gone on with once its channel is back: a conversation, or one that was placed and has its script kept.
 * That it was answered may not have been written down any more.
 */
function canGoOn({ direction, status, script }: CallRecord): boolean {
  return (direction === "inbound" || script !== undefined) && !isFinalStatus(status);
}

/**
 * What the caller is owed: the rest of what they were being told, or an answer; neither is known where no words are kept. Who
 * was cut off is told so first. Whose controller died in the moment in which it answered is owed a greeting.
 *
 * @returns how it goes on, and what was said up to there
 */
async function whatIsNext(
  { record, entries, isHandedOver }: FoundCall,
  phraseFor: (occasion: "resumed" | "resumed_unheard") => string,
): Promise<{ readonly opening?: Opening; readonly said: readonly TranscriptEntry[] }> {
  if (record.status === "ringing" && entries.length === 0) return { said: [] };
  const last = entries.at(-1);
  if (isHandedOver && last?.who === "caller") return { opening: { answerTo: last.text }, said: entries.slice(0, -1) };
  if (last?.who !== "assistant") return { opening: { say: [phraseFor("resumed_unheard")] }, said: entries };
  const rest = last.unheard ? await sentencesIn(last.unheard) : [];
  return { opening: { say: isHandedOver ? rest : [phraseFor("resumed"), ...rest] }, said: entries };
}
