import type { Transcript } from "../conversation/transcript.js";
import type { Line } from "../telephony/line.js";
import type { Span } from "../observability/trace.js";
import type {
  CallOutcome,
  CallRecord,
  CallStage,
  ChoiceMatchedBy,
  ChoiceStatus,
  EndedBy,
} from "../records/call-record.js";
import { moved } from "./call-state.js";

/** What is known of a call when it begins. */
export type NewCall = Pick<CallRecord, "callId" | "owner" | "direction" | "extension" | "status"> &
  Partial<
    Pick<
      CallRecord,
      "caller" | "callerName" | "callbackUrl" | "channelId" | "tool" | "client" | "scheduleId" | "script"
    >
  >;

/**
 * A call from its beginning to its end: its record, which moves through the states of `call-state.ts` and nowhere else,
 * and what was said in it.
 */
export class Call {
  readonly transcript: Transcript;
  /** The span of the call, which ends when its end is written down or it is withdrawn; undefined without tracing. */
  span: Span | undefined;
  /** Resolves with the final record when the call is over; with the record as it is when it was withdrawn. */
  readonly ended: Promise<CallRecord>;
  /** Its line; undefined before it is answered. */
  line: Line | undefined;
  #end: (record: CallRecord) => void = () => {};
  #record: CallRecord;
  readonly #now: () => number;

  /** Creates a call that an earlier process instance has begun. */
  static resumed(record: CallRecord, transcript: Transcript, now: () => number = Date.now): Call {
    const call = new Call(record, transcript, now);
    call.#record = record;
    return call;
  }

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
      choiceMatchedBy: null,
      questionHeard: null,
      endedBy: null,
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

  /** The call has returned: it was answered, even if that was never written down. */
  wasAnswered(): void {
    if (this.#record.status === "queued") this.ringing();
    if (this.#record.status === "ringing") this.answered();
  }

  /** One more sentence of its message was heard to its end. */
  sentenceHeard(): void {
    const { script } = this.#record;
    if (script) this.#move({ script: { ...script, heard: script.heard + 1 } });
  }

  messagePlayed(): void {
    this.#move({ messagePlayed: true });
  }

  /** The question is being asked. `times` counts attempts from 1. */
  asked(times: number): void {
    const { script, questionHeard } = this.#record;
    if (script) this.#move({ script: { ...script, asked: times }, questionHeard: questionHeard ?? false });
  }

  /** Its question was played to its end. */
  questionHeard(): void {
    this.#move({ questionHeard: true });
  }

  /** Something was understood of the callee's answer. */
  recognised(text: string): void {
    this.#move({ choiceRawText: text });
  }

  /** @param by how the answer was understood; null when it chose nothing */
  chose(status: ChoiceStatus, value: string | null, by: ChoiceMatchedBy | null): void {
    const questionHeard = this.#record.questionHeard ?? false;
    this.#move({ choiceStatus: status, choiceResponse: value, choiceMatchedBy: by, questionHeard });
  }

  /** @param endedBy null when neither side nor the service ended it */
  over(outcome: CallOutcome, error?: string, endedBy: EndedBy | null = null): void {
    const status = moved(this.#record.status, outcome);
    this.#move({ status, endedAt: this.#now(), endedBy, error: error ?? null, stage: undefined, script: undefined });
    this.#end(this.#record);
  }

  /** The call goes on without this process. */
  goesOn(stage: CallStage): void {
    this.#move({ stage });
  }

  /** The call is ours again, under another owner: this process was declared dead, and no other had taken the call. */
  belongsTo(owner: string): void {
    this.#move({ owner });
  }

  /** Ends it without an end on record: it never came to be, or is another controller's. `ended` resolves with the record as it is. */
  withdraw(): void {
    this.span?.end();
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
