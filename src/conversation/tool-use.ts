import { DateTime } from "luxon";
import type { ToolEnvironment, ToolResult } from "../toolbox/tool.js";
import type { Conversation } from "./conversation.js";

/** Returns the environment in which tools run in a conversation. */
export function toolEnvironmentIn(
  call: Conversation,
  { hangUp, say }: Pick<ToolEnvironment, "hangUp" | "say">,
): Omit<ToolEnvironment, "signal"> {
  return {
    caller: call.line.caller.number || undefined,
    now: DateTime.now().setZone(call.timeZone),
    hangUp,
    say,
    tasks: call.tasks,
    memories: call.toolMemories,
    log: call.log,
  };
}

/**
 * Records that a tool has run in the transcript, the metrics and the log.
 *
 * @param ms how long it ran
 */
export function noteToolRun(
  name: string,
  result: ToolResult,
  ms: number,
  { transcript, metrics, log }: Pick<Conversation, "transcript" | "metrics" | "log">,
): void {
  transcript.toolRan(name, result);
  metrics.toolCalled(name, result.status);
  log.info("tool_call", `${name} ran`, { tool: name, status: result.status, ms: Math.round(ms) });
}
