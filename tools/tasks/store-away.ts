import type { Wording } from "../../src/toolbox/wording.js";
import { hasCode } from "../../src/kernel/errors.js";
import type { ToolResult } from "../../src/toolbox/tool.js";

/** Runs an operation on timers and callbacks. If their store is unavailable, the reply says so. */
export async function withTasks(
  { wording, language }: { readonly wording: Wording; readonly language: string },
  work: () => Promise<ToolResult>,
): Promise<ToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!hasCode(error, "store_unavailable")) throw error;
    return { status: "FAILED", message: wording.for("tasks_away", language) };
  }
}
