import type { LogLine } from "../../../test/support/index.js";
import { watchCall } from "./watch-call.js";

export interface LiveViewNeeds {
  readonly tell: (text: string) => void;
  /** Ends the view. */
  readonly signal: AbortSignal;
}

/** Shows live calls: inbound ones from the controller's log, placed ones by polling. */
export function createLiveView({ tell, signal }: LiveViewNeeds): (line: LogLine) => void {
  const placed = new Set<unknown>();
  /** Calls whose reply the model left to a tool, such as a goodbye: the spoken result is all there is to show. */
  const unwritten = new Set<unknown>();
  let url = "";
  return ({ event, data = {} }) => {
    if (event === "http_listening") url = String(data.url);
    if (event === "call_start" && data.direction === "outbound") {
      placed.add(data.call_id);
      void watchCall({ url, callId: String(data.call_id), tell, signal }).catch(() => {});
    }
    if (placed.has(data.call_id)) return;
    if (event === "call_start") tell(`\n☎  a call from ${data.caller || "an unknown number"}`);
    if (event === "stt_result") tell(`   caller     ${data.text || "(not understood)"}`);
    if (event === "tool_call") tell(`   tool       ${data.tool} → ${data.status}`);
    if (event === "llm_response" && !data.text) unwritten.add(data.call_id);
    if (event === "llm_response" && data.text) tell(`   assistant  ${data.text}`);
    if (event === "tts_spoken" && unwritten.delete(data.call_id)) tell(`   assistant  ${data.text}`);
    if (event === "barge_in") tell("   (the caller interrupted the assistant)");
    if (event === "call_end") tell(`   the call ended after ${data.duration_seconds} s: ${data.outcome}`);
  };
}
