import type { CallStatus } from "../../records/call-record.js";
import { isFinalStatus } from "../../calls/record/call-state.js";
import { pause } from "../../kernel/deadline.js";
import type { ToolUse } from "../../mcp/serve-tools.js";

/** A call as `GET /call/{id}` shows it. */
export type ShownCall = Readonly<Record<string, unknown>>;

/** Interval of the checks, in ms. */
const POLL_MS = 250;
/** Longest time without a report, in ms: some clients give up a request of which they hear nothing. */
const REPORT_MS = 10_000;

const REPORTS: Readonly<Partial<Record<CallStatus, string>>> = {
  queued: "The call waits for a line.",
  ringing: "The telephone rings.",
  in_progress: "The call was answered and is in progress.",
};

/**
 * Waits for the end of a call, and reports what happens meanwhile. The call is polled: it may be one of another controller.
 *
 * @returns the call as it is at its end or when the time is over
 * @throws the signal's reason when it aborts, and the errors of `read`
 */
export async function awaitCall(
  read: () => Promise<ShownCall>,
  ms: number,
  { signal, report }: ToolUse,
): Promise<ShownCall> {
  const until = performance.now() + ms;
  let reported: unknown;
  let reportedAt = 0;
  for (;;) {
    const call = await read();
    const now = performance.now();
    if (isOver(call) || now >= until) return call;
    if (call.status !== reported || now - reportedAt >= REPORT_MS) {
      report(REPORTS[call.status as CallStatus] ?? "The call is not over.");
      [reported, reportedAt] = [call.status, now];
    }
    await pause(Math.min(POLL_MS, until - now), signal);
  }
}

export function isOver({ status }: ShownCall): boolean {
  return isFinalStatus(status as CallStatus);
}
