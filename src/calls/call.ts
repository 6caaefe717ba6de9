import type { Transcript } from "../conversation/transcript.js";
import type { CallOutcome, CallRecord, ChoiceStatus } from "../records/call-record.js";
import { moved } from "./call-state.js";

/** What is known of a call when it begins. */
export type NewCall = Pick<CallRecord, "callId" | "owner" | "direction" | "extension" | "status"> &
  Partial<Pick<CallRecord, "caller" | "callbackUrl" | "channelId" | "tool" | "scheduleId">>;

/**
 * A call from its beginning to its end: its record, which moves through the states of `call-state.ts` and nowhere else,
 * and what was said in it.
 */
export class Call {
  readonly transcript: Transcript;
  /** Resolves with the final record when the call is over; with the record as it is when it was withdrawn. */
  readonly ended: Promise<CallRecord>;
  #end: (record: CallRecord) => void = () => {};
  #record: CallRecord;
  readonly #now: () => number;

  constructor(first: NewCall, transcript: Transcript, now: () => number = Date.now) {
    this.transcript = transcript;
    this.#now = now;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#record = {
      caller: "",
      callbackUrl: null,
      channelId: null,
      tool: null,
      scheduleId: null,
      ...first,
      createdAt: now(),
      ringingAt: first.status === "ringing" ? now() : null,
      answeredAt: null,
      endedAt: null,
      messagePlayed: false,
      choiceResponse: null,
      choiceRawText: null,
      choiceStatus: null,
      error: null,
    };
  }

  /** As it is now; a later change makes a new one. */
  get record(): CallRecord {
    return this.#record;
  }

  get durationSeconds(): number {
    return durationSeconds(this.#record, this.#now());
  }

  /** The channel is about to be dialled: from then on it may ring. */
  dialling(channelId: string): void {
    this.#move({ channelId });
  }

  ringing(): void {
    this.#move({ status: moved(this.#record.status, "ringing"), ringingAt: this.#now() });
  }

  answered(): void {
    this.#move({ status: moved(this.#record.status, "in_progress"), answeredAt: this.#now() });
  }

  messagePlayed(): void {
    this.#move({ messagePlayed: true });
  }

  /** Something was understood of the callee's answer. */
  recognised(text: string): void {
    this.#move({ choiceRawText: text });
  }

  chose(status: ChoiceStatus, value: string | null): void {
    this.#move({ choiceStatus: status, choiceResponse: value });
  }

  over(outcome: CallOutcome, error?: string): void {
    this.#move({ status: moved(this.#record.status, outcome), endedAt: this.#now(), error: error ?? null });
    this.#end(this.#record);
  }

  /** Nothing came of it, and nothing is to be known of it: whoever waits for its end is told how it stands. */
  withdraw(): void {
    this.#end(this.#record);
  }

  #move(change: Partial<CallRecord>): void {
    this.#record = { ...this.#record, ...change };
  }
}

/** From answer to end, or to `now` (ms since the epoch) while it lasts; 0 if it was never answered. */
export function durationSeconds({ answeredAt, endedAt }: CallRecord, now: number): number {
  return answeredAt === null ? 0 : Math.max(0, (endedAt ?? now) - answeredAt) / 1000;
}
