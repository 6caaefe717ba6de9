import { type ErrorCode, ERRORS } from "../kernel/errors.js";

/** HTTP statuses of rejected requests: no permission, or not now. */
export const REFUSALS: readonly number[] = [401, 403, 429, 503];

/** Why a connection is closed without an answer. */
export const CUT_OFFS = ["too_many_connections", "too_many_unanswered", "body_in_crumbs"] as const;
export type CutOff = (typeof CUT_OFFS)[number];

/**
 * Counters whose label values are known in advance. Each value is exported from the start, at 0: otherwise its first event would
 * not be an increase for Prometheus, and the first loss or missed run would raise no alert.
 */
export const KINDS = {
  direction: ["inbound", "outbound"],
  ended: ["completed", "no_answer", "busy", "failed", "cancelled"],
  rejected: ["busy", "overloaded", "shutting_down", "queue_full", "unavailable", "store_unavailable", "caller_limit"],
  resumed: ["resumed", "handed_over", "given_back", "given_up"],
  refused: [...Object.keys(ERRORS).filter((code) => REFUSALS.includes(ERRORS[code as ErrorCode].status)), ...CUT_OFFS],
  backend: ["stt", "llm", "tts"],
  session: ["opened", "failed"],
  text: ["session", "batch"],
  thought: ["kept", "withdrawn", "reworded"],
  overlap: ["words", "listening", "echo", "nobody"],
  reconnect: ["restored", "failed"],
  dropped: ["events", "spans"],
  webhook: ["delivered", "failed", "given_up"],
  run: [
    "completed",
    "no_answer",
    "busy",
    "failed",
    "cancelled",
    "spoken",
    "chained",
    "tool_failed",
    "missed",
    "skipped",
  ],
  transfer: ["transferred", "declined", "no_answer", "busy", "failed", "cancelled"],
  transferMode: ["warm", "blind", "continue"],
  alert: ["firing", "resolved", "unrouted", "refused", "late", "truncated"],
  chain: ["reached", "not_reached", "missed", "cancelled"],
  chainCall: ["reached", "declined", "busy", "no_answer", "machine", "failed", "cancelled", "missed"],
  callOut: ["acknowledged", "unacknowledged", "told", "untold", "withdrawn", "failed"],
  stray: ["caller", "media", "bridge", "dial", "far", "loop", "probe"],
} as const;

/** One of these. */
export type KindOf<K extends keyof typeof KINDS> = (typeof KINDS)[K][number];
