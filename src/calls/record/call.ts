import type { Transcript } from "../../conversation/transcript.js";
import type { Line } from "../../telephony/line.js";
import type { Span } from "../../observability/trace.js";
import type {
  AnsweredBy,
  AnswerEvidence,
  CallOutcome,
  CallRecord,
  CallStage,
  ChoiceMatchedBy,
  ChoiceStatus,
  EndedBy,
  TransferOutcome,
} from "../../records/call-record.js";
import { moved } from "./call-state.js";

/** What is known about a call when it begins. */
export type NewCall = Pick<CallRecord, "callId" | "owner" | "direction" | "extension" | "status"> &
  Partial<
    Pick<
      CallRecord,
      | "assistant"
      | "language"
      | "disclosureWaived"
      | "caller"
      | "callerName"
      | "callbackUrl"
      | "channelId"
      | "tool"
      | "client"
      | "scheduleId"
      | "chainId"
      | "script"
    >
  >;

/**
 * A call from beginning to end: its record, whose status changes only as `call-state.ts` permits, and what was said in it.
 */
export class Call {
  readonly transcript: Transcript;
  /** Span of the call, which ends when the call is recorded as over or withdrawn; undefined without tracing. */
  span: Span | undefined;
  /** Resolves with the final record when the call is over, or with the record as it is when the call was withdrawn. */
  readonly ended: Promise<CallRecord>;
  /** Its line; undefined before it is answered. */
  line: Line | undefined;
  #end: (record: CallRecord) => void = () => {};
  readonly #watchers = new Set<(record: CallRecord) => void>();
  #record: CallRecord;
  readonly #now: () => number;

  /** Creates a call that an earlier process instance began. */
  static resumed(record: CallRecord, transcript: Transcript, now: () => number): Call {
    const call = new Call(record, transcript, now);
    call.#record = record;
    return call;
  }

  constructor(first: NewCall, transcript: Transcript, now: () => number) {
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

  /** The record as it is now; a later change makes a new one. */
  get record(): CallRecord {
    return this.#record;
  }

  /** Calls `listener` at each change of the record. */
  watch(listener: (record: CallRecord) => void): void {
    this.#watchers.add(listener);
  }

  get durationSeconds(): number {
    return durationSeconds(this.#record, this.#now());
  }

  /** Records that the channel is about to be dialled: from then on it may ring. */
  dialling(channelId: string): void {
    this.#move({ channelId });
  }

  ringing(): void {
    this.#move({ status: moved(this.#record.status, "ringing"), ringingAt: this.#now() });
  }

  answered(): void {
    this.#move({ status: moved(this.#record.status, "in_progress"), answeredAt: this.#now() });
  }

  /** Records that a returning call had been answered, even if that was never stored. */
  wasAnswered(): void {
    if (this.#record.status === "queued") this.ringing();
    if (this.#record.status === "ringing") this.answered();
  }

  /** Records that the other side has heard that a machine speaks. */
  disclosed(): void {
    this.#move({ disclosedAt: this.#now() });
  }

  /** Records who answered, as far as is known by now, and what told. */
  answeredBy(who: AnsweredBy, evidence?: AnswerEvidence): void {
    this.#move({ answeredBy: who, answerEvidence: evidence });
  }

  /** Records that the call goes on in another language. */
  speaks(language: string): void {
    this.#move({ language });
  }

  /** Records that the message begins again, for someone who has not heard any of it. */
  messageBeginsAgain(): void {
    const { script } = this.#record;
    if (script) this.#move({ script: { ...script, heard: 0 }, messagePlayed: false });
  }

  /** Records that the callee heard one more sentence of the message to its end. */
  sentenceHeard(): void {
    const { script } = this.#record;
    if (script) this.#move({ script: { ...script, heard: script.heard + 1 } });
  }

  messagePlayed(): void {
    this.#move({ messagePlayed: true });
  }

  /** Records that the question is being asked. `times` counts attempts from 1. */
  asked(times: number): void {
    const { script, questionHeard } = this.#record;
    if (script) this.#move({ script: { ...script, asked: times }, questionHeard: questionHeard ?? false });
  }

  /** Records that the question was played to its end. */
  questionHeard(): void {
    this.#move({ questionHeard: true });
  }

  /** Records recognised text of the callee's answer. */
  recognised(text: string): void {
    this.#move({ choiceRawText: text });
  }

  /** Records the answer. @param by how it was understood; null when it chose no option */
  chose(status: ChoiceStatus, value: string | null, by: ChoiceMatchedBy | null): void {
    const questionHeard = this.#record.questionHeard ?? false;
    this.#move({ choiceStatus: status, choiceResponse: value, choiceMatchedBy: by, questionHeard });
  }

  /** Records the end of the call. @param endedBy null when neither side nor the service ended it */
  over(outcome: CallOutcome, error?: string, endedBy: EndedBy | null = null): void {
    const status = moved(this.#record.status, outcome);
    this.#move({ status, endedAt: this.#now(), endedBy, error: error ?? null, stage: undefined, script: undefined });
    this.#end(this.#record);
  }

  /** Records how an attempt to put the other side through ended; undefined while it lasts. */
  putThrough(to: string, outcome: TransferOutcome | undefined): void {
    this.#move({ transferredTo: to, transferOutcome: outcome });
  }

  /** Records that the caller left a message for someone. */
  leftMessage(to: string): void {
    this.#move({ messageFor: to });
  }

  /** Records that the call continues without this process. */
  goesOn(stage: CallStage): void {
    this.#move({ stage });
  }

  /** Records a new owner for a call of ours: this process was declared dead, and no other one had taken the call. */
  belongsTo(owner: string): void {
    this.#move({ owner });
  }

  /** Withdraws the call without recording an end: it was never placed, or belongs to another controller. `ended` resolves. */
  withdraw(): void {
    this.span?.end();
    this.#end(this.#record);
  }

  #move(change: Partial<CallRecord>): void {
    this.#record = { ...this.#record, ...change };
    for (const listener of this.#watchers) listener(this.#record);
  }
}

/** Returns the seconds from answer to end, or to `now` (ms since the epoch) while the call lasts; 0 if never answered. */
export function durationSeconds({ answeredAt, endedAt }: CallRecord, now: number): number {
  return answeredAt === null ? 0 : Math.max(0, (endedAt ?? now) - answeredAt) / 1000;
}
