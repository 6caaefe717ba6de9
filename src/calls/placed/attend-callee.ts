import type { Line } from "../../telephony/line.js";
import type { Conclusion } from "../record/conclude-call.js";
import { putCalleeThrough, type PutCalleeThroughNeeds } from "./put-callee-through.js";
import type { SpeakScriptNeeds } from "./speak-script.js";
import { speakToCallee, type SpeakToCalleeCall } from "./speak-to-callee.js";

export type AttendCalleeNeeds = SpeakScriptNeeds & PutCalleeThroughNeeds;

/**
 * Carries out a placed call on its line: says and asks the rest of its script, then puts the callee through if they have chosen
 * that.
 *
 * @returns how the call ended, unless its scope says so
 * @throws as `speakScript` does
 */
export async function attendCallee(
  line: Line,
  spoken: SpeakToCalleeCall,
  needs: AttendCalleeNeeds,
): Promise<Conclusion | undefined> {
  const conclusion = await speakToCallee(line, spoken, needs);
  const { call, script } = spoken;
  const { choiceStatus, choiceResponse } = call.record;
  const chosen = script.choice?.options.find(({ value }) => choiceStatus === "matched" && value === choiceResponse);
  if (conclusion || chosen?.transfer === undefined) return conclusion;
  const transfer = { destination: chosen.transfer, reason: script.sentences.join(" ") };
  const outcome = await putCalleeThrough(line, transfer, spoken, needs);
  return outcome === "transferred" ? { outcome: "completed" } : undefined;
}
