import type { PlacedCall } from "../calls/call-control.js";
import type { CallTarget } from "../calls/place-call.js";
import type { ToolRun } from "../calls/tool-runner.js";
import type { Choice } from "../conversation/ask-choice.js";
import type { Checked } from "../toolbox/argument-check.js";
import type { Tool, ToolResult } from "../toolbox/tool.js";
import type { CallRecord, TranscriptEntry } from "../records/call-record.js";
import type { Delivery } from "../records/delivery.js";
import type { CallQuery, Page } from "../records/stores.js";
import type { NewSchedule } from "../scheduling/new-schedule.js";
import type { Schedules } from "../scheduling/schedules.js";

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

export interface CallControl {
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

export interface DeliveryControl {
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

export interface ToolRunner {
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

/** Calls to come. */
export type ScheduleControl = Omit<Schedules, "add">;
