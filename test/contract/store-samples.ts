import type { CallRecord, TranscriptEntry } from "../../src/records/call-record.js";
import type { Delivery } from "../../src/records/delivery.js";

/** Some moment, ms since the epoch. */
export const THEN = Date.parse("2026-03-01T12:00:00Z");

export function call(callId: string, changes: Partial<CallRecord> = {}): CallRecord {
  return {
    callId,
    owner: "one",
    direction: "outbound",
    status: "queued",
    extension: "1001",
    caller: "",
    createdAt: THEN,
    ringingAt: null,
    answeredAt: null,
    endedAt: null,
    messagePlayed: false,
    choiceResponse: null,
    choiceRawText: null,
    choiceStatus: null,
    tool: null,
    scheduleId: null,
    error: null,
    callbackUrl: "http://127.0.0.1:9/hook",
    channelId: `channel-${callId}`,
    ...changes,
  };
}

export function endedCall(callId: string, endedAt: number, changes: Partial<CallRecord> = {}): CallRecord {
  return call(callId, { status: "completed", createdAt: endedAt - 60_000, endedAt, ...changes });
}

export function delivery(deliveryId: string, changes: Partial<Delivery> = {}): Delivery {
  return {
    deliveryId,
    callId: "a-call",
    url: "http://127.0.0.1:9/hook",
    body: '{"status":"completed"}',
    status: "pending",
    createdAt: THEN,
    nextAttemptAt: THEN,
    attempts: [],
    ...changes,
  };
}

export function attempt(at: number): Delivery["attempts"][number] {
  return { at, tookMs: 12, httpStatus: 500, error: "The receiver answered 500." };
}

export function said(text: string, at = THEN): TranscriptEntry {
  return { at, who: "caller", text };
}

/** A reply with all that is kept of one. */
export function replied(text: string): TranscriptEntry {
  const turn = {
    endpointMs: 560,
    firstSoundMs: 700,
    ahead: true,
    withdrawn: 2,
    overlaps: { nobody: 1 },
    outputTokens: 31,
    tools: [{ name: "CALC", atMs: 570, ms: 12, status: "SUCCESS" as const }],
    interrupted: true,
  };
  return { at: THEN, who: "assistant", text, unheard: "more", turn };
}

/** Texts that encodings, query languages and JavaScript's own objects stumble over. */
export const AWKWARD: readonly string[] = [
  "a\u0000b",
  "\u0000",
  "half \ud83d of a pair",
  "\udc00",
  "Grüße, 你好, 👩🏽‍🚒, \u202e",
  'quotes " and \\ and \\ud800',
  "__proto__",
  "constructor",
  "toString",
  "$where",
  "a.b.$.c",
  "'; DROP TABLE calls; --",
  "%_",
  " leading and trailing ",
  "\u2028\u2029\ufeff\uffff",
];
