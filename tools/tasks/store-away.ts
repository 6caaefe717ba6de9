import type { Wording } from "../../src/toolbox/wording.js";
import { hasCode } from "../../src/kernel/errors.js";
import type { ToolResult } from "../../src/toolbox/tool.js";

/** Does something with timers and calls to come. While what keeps them is away, that is said instead. */
export async function withTasks(wording: Wording, work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!hasCode(error, "store_unavailable")) throw error;
    return { status: "FAILED", message: wording.for("tasks_away") };
  }
}
