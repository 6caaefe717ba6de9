import type { Transcript } from "../conversation/transcript.js";
import type { Direction } from "../observability/metrics.js";
import { type CallStatus, moved, type Outcome } from "./call-state.js";

/** What is known of a call, at any moment of its life and after it. Times are in ms since the epoch. */
export interface CallRecord {
  readonly callId: string;
  readonly direction: Direction;
  readonly extension: string;
  /** The other side's number; empty when it is withheld. */
  readonly caller: string;
  readonly status: CallStatus;
  readonly createdAt: number;
  readonly answeredAt: number | undefined;
  readonly endedAt: number | undefined;
  /** Why it did not go as it should, in one sentence. */
  readonly error: string | undefined;
}

/** A call in progress: its record, which moves through the states of `call-state.ts` and nowhere else. */
export class Call {
  readonly transcript: Transcript;
  #record: CallRecord;
  readonly #now: () => number;

  constructor(
    first: Pick<CallRecord, "callId" | "direction" | "extension" | "caller" | "status">,
    transcript: Transcript,
    now: () => number = Date.now,
  ) {
    this.transcript = transcript;
    this.#now = now;
    this.#record = { ...first, createdAt: now(), answeredAt: undefined, endedAt: undefined, error: undefined };
  }

  get record(): CallRecord {
    return this.#record;
  }

  /** From answer to end, or to now; 0 if it was never answered. */
  get durationSeconds(): number {
    const { answeredAt, endedAt } = this.#record;
    return answeredAt === undefined ? 0 : ((endedAt ?? this.#now()) - answeredAt) / 1000;
  }

  answered(): void {
    this.#record = { ...this.#record, status: moved(this.#record.status, "in_progress"), answeredAt: this.#now() };
  }

  over(outcome: Outcome, error?: string): void {
    this.#record = { ...this.#record, status: moved(this.#record.status, outcome), endedAt: this.#now(), error };
  }
}
