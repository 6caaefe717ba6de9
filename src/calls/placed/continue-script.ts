import type { CallScript } from "../../records/call-script.js";
import type { LiveCall } from "../live/live-calls.js";
import { type AnswerableCall, limitCall, putOnLine, runCall, type RunCallNeeds } from "../live/run-call.js";
import type { Conclusion } from "../record/conclude-call.js";
import { attendCallee, type AttendCalleeNeeds } from "./attend-callee.js";
import { spokenScript } from "./speak-script.js";

/** A placed call that has lost its controller, and what remains to be said and asked in it. */
export interface InterruptedCall extends AnswerableCall {
  readonly script: CallScript;
  /** Said before the rest; empty for nothing. */
  readonly apology: string;
}

export interface ContinueScriptNeeds extends RunCallNeeds, Omit<AttendCalleeNeeds, "liveCalls"> {
  readonly records: RunCallNeeds["records"] & AttendCalleeNeeds["records"];
  /** Maximum duration of a call from its answer, in ms. */
  readonly maxCallMs: number;
}

/**
 * Continues a placed call on its line: the message from the sentence that was cut off, then its question, which is asked again
 * unless it was answered. Resolves when all of the call is released. Never rejects.
 */
export async function continueScript(interrupted: InterruptedCall, given: ContinueScriptNeeds): Promise<void> {
  const { call, incoming, log, onLine, script: kept, apology } = interrupted;
  const needs = { ...given, log };
  const { scope } = incoming;
  const live: LiveCall = { call, scope };
  const isAllSaid = call.record.messagePlayed && !kept.choice;
  needs.liveCalls.add(live);
  await runCall(live, { talk }, needs);

  async function talk(): Promise<Conclusion | undefined> {
    const script = await spokenScript(kept, call.record, needs);
    const line = putOnLine(live, await incoming.answer(), needs);
    onLine();
    limitCall(live, needs.maxCallMs);
    const first = [apology].filter(Boolean);
    return isAllSaid ? undefined : attendCallee(line, { call, script, scope, first, name: "" }, needs);
  }
}
