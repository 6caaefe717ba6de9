import type { CallOutcome, CallStatus } from "../../records/call-record.js";

/**
 * The states of a call. Every transition passes through {@link moved}:
 *
 *     queued ─▶ ringing ─▶ in_progress ─▶ completed
 *        └────────┴────────────┴────────▶ no_answer · busy · failed · cancelled
 *
 * An inbound call begins as `ringing`. A `completed` call was answered and has ended, whichever side hung up.
 */
const NOT_COMPLETED = ["no_answer", "busy", "failed", "cancelled"] as const;
const MOVES: Readonly<Record<CallStatus, readonly CallStatus[]>> = {
  queued: ["ringing", ...NOT_COMPLETED],
  ringing: ["in_progress", ...NOT_COMPLETED],
  in_progress: ["completed", ...NOT_COMPLETED],
  completed: [],
  no_answer: [],
  busy: [],
  failed: [],
  cancelled: [],
};

export function isFinalStatus(status: CallStatus): status is CallOutcome {
  return MOVES[status].length === 0;
}

/** Returns the new status. @throws {RangeError} for a transition not in the drawing: a fault in the code, not in the call */
export function moved(from: CallStatus, to: CallStatus): CallStatus {
  if (!MOVES[from].includes(to)) throw new RangeError(`a call cannot go from ${from} to ${to}`);
  return to;
}
