import type { CallControl } from "../../../src/calls/call-control.js";
import type { PlacedCall } from "../../../src/calls/placed/admit-call.js";
import type { CallDeliveries } from "../../../src/calls/call-deliveries.js";
import type { CallRequest } from "../../../src/calls/placed/place-call.js";
import { AttendantError } from "../../../src/kernel/errors.js";
import type { CallRecord, TranscriptEntry } from "../../../src/records/call-record.js";
import type { Delivery } from "../../../src/records/delivery.js";
import type { CallQuery, Page } from "../../../src/records/stores.js";

/** 2 March 2026, 14:00 UTC. */
export const NOON = Date.UTC(2026, 2, 2, 14);

export function recordOf(more: Partial<CallRecord> = {}): CallRecord {
  return {
    callId: "call-1",
    owner: "controller-1",
    direction: "outbound",
    status: "completed",
    extension: "1001",
    caller: "",
    createdAt: NOON,
    ringingAt: NOON + 1000,
    answeredAt: NOON + 4000,
    endedAt: NOON + 16_250,
    messagePlayed: true,
    choiceResponse: "yes",
    choiceRawText: "yes please",
    choiceStatus: "matched",
    tool: null,
    scheduleId: null,
    error: null,
    callbackUrl: "https://example.org/secret-path",
    channelId: "channel-1",
    ...more,
  };
}

/** Remembers what it was asked and answers as it was told. Not bound to `this` anywhere but in its own methods. */
export class FakeCallControl implements Omit<CallControl, "follow"> {
  readonly placed: CallRequest[] = [];
  readonly listed: CallQuery[] = [];
  readonly hungUp: string[] = [];
  readonly said: string[] = [];
  readonly records = new Map<string, CallRecord>();
  readonly transcripts = new Map<string, readonly TranscriptEntry[]>();
  queuePosition: number | null = null;
  nextCursor: string | undefined;
  /** What the next `place` rejects with. */
  refusal: Error | undefined;
  /** What `place` waits for. */
  gate: Promise<void> = Promise.resolve();

  async place(request: CallRequest): Promise<PlacedCall> {
    this.placed.push(request);
    await this.gate;
    if (this.refusal) throw this.refusal;
    const { callId, extension } = request;
    this.records.set(callId, recordOf({ callId, extension, status: "queued" }));
    return { callId, queuePosition: this.queuePosition };
  }

  async checkCallable(): Promise<void> {}

  checkPlaceable(): void {
    if (this.refusal) throw this.refusal;
  }

  languageOf(): string {
    return "en";
  }

  transferFault(destination: string): string | undefined {
    return destination === "nobody" ? "must be somebody" : undefined;
  }

  async checkTransfers(): Promise<void> {}

  async eraseWords(callId: string): Promise<boolean> {
    const record = this.records.get(callId);
    if (record?.status === "in_progress") throw new AttendantError("call_in_progress", "It is not over.");
    if (record) this.transcripts.set(callId, []);
    return record !== undefined;
  }

  async find(callId: string): Promise<CallRecord | undefined> {
    return this.records.get(callId);
  }

  async list(query: CallQuery): Promise<Page<CallRecord>> {
    this.listed.push(query);
    if (query.cursor === "nonsense") throw new AttendantError("invalid_request", "no such cursor");
    return { items: [...this.records.values()], ...(this.nextCursor && { nextCursor: this.nextCursor }) };
  }

  async say(callId: string, text: string): Promise<CallRecord | undefined> {
    if (this.refusal) throw this.refusal;
    this.said.push(`${callId}: ${text}`);
    return this.records.get(callId);
  }

  async hangUp(callId: string): Promise<CallRecord | undefined> {
    this.hungUp.push(callId);
    return this.records.get(callId);
  }

  async transcript(callId: string): Promise<readonly TranscriptEntry[] | undefined> {
    return this.transcripts.get(callId);
  }
}

export const DELIVERY: Delivery = {
  deliveryId: "delivery-1",
  callId: "call-1",
  url: "https://example.org/hook",
  body: "{}",
  status: "delivered",
  createdAt: NOON,
  nextAttemptAt: null,
  attempts: [
    { at: NOON, tookMs: 15_000.4, httpStatus: null, error: "The receiver did not answer within 15 s." },
    { at: NOON + 5000, tookMs: 12, httpStatus: 204, error: null },
  ],
};

export class FakeCallDeliveries implements CallDeliveries {
  readonly redelivered: string[] = [];

  async of(callId: string): Promise<readonly Delivery[] | undefined> {
    return callId === DELIVERY.callId ? [DELIVERY] : undefined;
  }

  async redeliver(callId: string, deliveryId: string): Promise<Delivery | undefined> {
    if (callId !== DELIVERY.callId || deliveryId !== DELIVERY.deliveryId) return undefined;
    this.redelivered.push(deliveryId);
    return { ...DELIVERY, status: "pending", nextAttemptAt: NOON + 60_000 };
  }
}
