import type { PlacedCall } from "../calls/call-desk.js";
import type { CallTarget } from "../calls/place-call.js";
import type { ToolRun } from "../calls/tool-desk.js";
import type { Choice } from "../conversation/ask-choice.js";
import type { Checked } from "../language/parameters.js";
import type { Tool, ToolResult } from "../language/tool.js";
import type { CallRecord, TranscriptEntry } from "../records/call-record.js";
import type { Delivery } from "../records/delivery.js";
import type { Schedule } from "../records/schedule.js";
import type { CallQuery, Page, ScheduleQuery } from "../records/stores.js";
import type { NewSchedule } from "../scheduling/new-schedule.js";

export type { CallTarget, NewSchedule, PlacedCall, ToolRun };

/*
 * What the REST interface needs of the rest of the service. Its promises hold whatever is away: they settle within
 * seconds, and those that place a call settle when it is admitted, never when it is over. What was begun is finished even
 * if the client has left. Unless said otherwise they reject with `store_unavailable` alone.
 */

export interface CallRequest extends CallTarget {
  readonly message: string;
  /** Every option's key is resolved; an option without one has the empty string. */
  readonly choice: Choice | null;
}

export interface CallDesk {
  /**
   * Admits a call: once this resolves its record is stored, and it will be dialled or end with a record that says why not.
   * Nothing was placed when it rejects.
   *
   * @throws {AttendantError} `destination_not_allowed`, `queue_full`, `unavailable` (Asterisk is away, shutting down) or
   *   `store_unavailable`
   */
  place(request: CallRequest): Promise<PlacedCall>;
  /** The record as it stands now, live or over. */
  find(callId: string): Promise<CallRecord | undefined>;
  /**
   * Latest first.
   *
   * @throws {AttendantError} `invalid_request` also, when the cursor is of no page before
   */
  list(query: CallQuery): Promise<Page<CallRecord>>;
  /**
   * Ends a live call as `cancelled`, or takes it out of the queue, and resolves with its final record; the record of a
   * call that is over comes back unchanged. Undefined when there is no such call.
   */
  hangUp(callId: string): Promise<CallRecord | undefined>;
  /** What was said so far; empty when nothing was. Undefined when there is no such call. */
  transcript(callId: string): Promise<readonly TranscriptEntry[] | undefined>;
}

export interface DeliveryDesk {
  /** The webhooks of a call, oldest first. Undefined when there is no such call. */
  of(callId: string): Promise<readonly Delivery[] | undefined>;
  /** Has a webhook sent again as soon as may be, whatever became of it. Undefined when the call has no such delivery. */
  redeliver(callId: string, deliveryId: string): Promise<Delivery | undefined>;
}

export interface ToolExecutionRequest extends ToolRun {
  /** Whether the result is to be spoken into a live call. */
  readonly speakResult: boolean;
  /** Which call; null means the only live one. */
  readonly callId: string | null;
}

export interface ToolExecution {
  /** FAILED when the tool could not complete, threw or took too long. */
  readonly result: ToolResult;
  /** Whether it was spoken, or is going to be when the sentence under way is over. */
  readonly spoken: boolean;
  /** Why it was to be spoken and was not, in one sentence: no live call, several and none named, none of that id. */
  readonly spokenReason: string | null;
}

export interface ToolCallRequest extends ToolRun {
  readonly target: CallTarget;
  /** Spoken before and after the tool's message; empty when nothing is. */
  readonly prefix: string;
  readonly suffix: string;
}

export interface ToolCall {
  readonly result: ToolResult;
  /** Null when the tool FAILED: then nobody is called. */
  readonly placed: PlacedCall | null;
}

export interface ToolDesk {
  /** All tools by name, the disabled ones too. */
  readonly tools: readonly Tool[];
  /** Without regard to case; disabled or not. */
  find(name: string): Tool | undefined;
  /** Arguments against the tool's definition; the faults' paths are the parameters' names. */
  check(tool: Tool, given: unknown): Checked;
  /** Runs an enabled tool, for TOOL_TIMEOUT_MS at the longest. Does not reject. */
  execute(request: ToolExecutionRequest): Promise<ToolExecution>;
  /**
   * Runs an enabled tool and then places a call that speaks the result. Whether the number may be dialled and whether
   * there is room is found out before the tool runs.
   *
   * @throws {AttendantError} as `CallDesk.place`
   */
  callWithResult(request: ToolCallRequest): Promise<ToolCall>;
}

export interface ScheduleDesk {
  /**
   * Keeps a call to come: once this resolves it is stored and comes due. One whose id is there already is left as it is.
   *
   * @throws {AttendantError} `destination_not_allowed`, `store_unavailable`, or `invalid_request` when it would never run
   */
  create(request: NewSchedule): Promise<Schedule>;
  find(scheduleId: string): Promise<Schedule | undefined>;
  /**
   * Soonest first; those that are over, latest run first.
   *
   * @throws {AttendantError} `invalid_request` also, when the cursor is of no page before
   */
  list(query: ScheduleQuery): Promise<Page<Schedule>>;
  /** Removes a schedule: it does not run any more. A call that it makes at this moment goes on. */
  cancel(scheduleId: string): Promise<Schedule | undefined>;
  /**
   * Runs a schedule now, once more than it would run anyway.
   *
   * @param callId of the call that this makes, unless its tool fails
   * @throws {AttendantError} as `CallDesk.place`
   */
  runNow(
    scheduleId: string,
    callId: string,
  ): Promise<{ readonly schedule: Schedule; readonly callId: string } | undefined>;
  /** Leaves the next run out. @throws {AttendantError} `schedule_over` also, when there is none */
  skip(scheduleId: string): Promise<Schedule | undefined>;
  /** Lets the runs pass by from now on. @throws as `skip` */
  pause(scheduleId: string): Promise<Schedule | undefined>;
  /** Goes on with the next run that is still to come. @throws as `skip` */
  resume(scheduleId: string): Promise<Schedule | undefined>;
  /** When it is due next, so many times, ms since the epoch; fewer where it does not run so often. */
  preview(scheduleId: string, count: number): Promise<readonly number[] | undefined>;
}
