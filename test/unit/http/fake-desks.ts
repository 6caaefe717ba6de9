import type {
  CallControl,
  CallRequest,
  DeliveryControl,
  PlacedCall,
  ToolCall,
  ToolCallRequest,
  ToolRunner,
  ToolExecution,
  ToolExecutionRequest,
} from "../../../src/http/ports.js";
import type { Tool } from "../../../src/toolbox/tool.js";
import { createToolbox } from "../../../src/toolbox/toolbox.js";
import type { CallRecord, TranscriptEntry } from "../../../src/records/call-record.js";
import type { Delivery } from "../../../src/records/delivery.js";
import type { CallQuery, IdempotencyStore, KeptAnswer, KeyState, Page } from "../../../src/records/stores.js";
import { AttendantError } from "../../../src/kernel/errors.js";

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
export class FakeCallDesk implements CallControl {
  readonly placed: CallRequest[] = [];
  readonly listed: CallQuery[] = [];
  readonly hungUp: string[] = [];
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

  async find(callId: string): Promise<CallRecord | undefined> {
    return this.records.get(callId);
  }

  async list(query: CallQuery): Promise<Page<CallRecord>> {
    this.listed.push(query);
    if (query.cursor === "nonsense") throw new AttendantError("invalid_request", "no such cursor");
    return { items: [...this.records.values()], ...(this.nextCursor && { nextCursor: this.nextCursor }) };
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
    { at: NOON, tookMs: 15_000.4, httpStatus: null, error: "No answer came within 15 s." },
    { at: NOON + 5000, tookMs: 12, httpStatus: 204, error: null },
  ],
};

export class FakeDeliveryDesk implements DeliveryControl {
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

export const TIMER: Tool = {
  name: "SET_TIMER",
  description: "Sets a timer.",
  parameters: {
    duration: { type: "integer", description: "Seconds.", required: true, minimum: 1, maximum: 86_400 },
    message: { type: "string", description: "What to say.", default: "Time is up.", maxLength: 200 },
    voice: { type: "string", description: "Whose.", enum: ["slt", "rms"] },
  },
  execute: () => ({ status: "SUCCESS", message: "Set." }),
};

export const WEATHER: Tool = {
  name: "WEATHER",
  description: "Tells the weather.",
  disabledReason: "TEMPEST_API_TOKEN is not set.",
  execute: () => ({ status: "SUCCESS", message: "Fine." }),
};

export class FakeToolDesk implements ToolRunner {
  readonly #toolbox = createToolbox([TIMER, WEATHER], { timeoutMs: 1000 });
  readonly tools = this.#toolbox.tools;
  readonly find = this.#toolbox.find;
  readonly check = this.#toolbox.check;
  readonly executed: ToolExecutionRequest[] = [];
  readonly called: ToolCallRequest[] = [];
  execution: ToolExecution = {
    result: { status: "PENDING", message: "The timer runs.", data: { task_id: "t1" } },
    spoken: false,
    spokenReason: null,
  };
  refusal: Error | undefined;

  async execute(request: ToolExecutionRequest): Promise<ToolExecution> {
    this.executed.push(request);
    return this.execution;
  }

  async callWithResult(request: ToolCallRequest): Promise<ToolCall> {
    this.called.push(request);
    if (this.refusal) throw this.refusal;
    const { result } = this.execution;
    const placed = result.status === "FAILED" ? null : { callId: request.target.callId, queuePosition: 3 };
    return { result, placed };
  }
}

/** The promises of the port and nothing more: a key that has an answer cannot be released. */
export class MemoryIdempotencyStore implements IdempotencyStore {
  readonly keys = new Map<string, { fingerprint: string; until: number; answer: KeptAnswer | undefined }>();
  now: () => number = () => NOON;
  /** What the next operation of that name rejects with. */
  readonly faults = new Map<keyof IdempotencyStore, Error>();

  async reserveKey(key: string, fingerprint: string, until: number): Promise<KeyState> {
    this.#fail("reserveKey");
    const known = this.keys.get(key);
    if (!known || known.until <= this.now()) {
      this.keys.set(key, { fingerprint, until, answer: undefined });
      return { kind: "new" };
    }
    return known.fingerprint === fingerprint ? { kind: "same", answer: known.answer } : { kind: "other" };
  }

  async keepAnswer(key: string, answer: KeptAnswer): Promise<void> {
    this.#fail("keepAnswer");
    const known = this.keys.get(key);
    if (known) known.answer = answer;
  }

  async releaseKey(key: string): Promise<void> {
    this.#fail("releaseKey");
    if (this.keys.get(key)?.answer === undefined) this.keys.delete(key);
  }

  #fail(operation: keyof IdempotencyStore): void {
    const fault = this.faults.get(operation);
    if (fault) throw fault;
  }
}
