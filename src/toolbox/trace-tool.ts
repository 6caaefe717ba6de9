import type { Span } from "../observability/trace.js";
import type { ToolResult } from "./tool.js";

export interface TracedTool {
  /** Its name; for an unknown tool, nothing of what was requested. */
  readonly tool: string;
  /** The parent span; undefined without tracing. */
  readonly span: Span | undefined;
  /** The model's id of the call. */
  readonly callId?: string;
}

/**
 * Runs a tool in its own span, named according to OpenTelemetry's conventions for generative AI.
 *
 * @param run receives the span's `traceparent`
 */
export async function traceTool(
  { tool, span: parent, callId }: TracedTool,
  run: (traceparent: string | undefined) => Promise<ToolResult>,
): Promise<ToolResult> {
  const span = parent?.child(`execute_tool ${tool}`, {
    attributes: { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool, "gen_ai.tool.call.id": callId },
  });
  try {
    const result = await run(span?.traceparent);
    span?.set({ "attendant.tool.status": result.status });
    if (result.status === "FAILED") span?.fail("tool_failed");
    return result;
  } catch (error) {
    span?.fail("stopped");
    throw error;
  } finally {
    span?.end();
  }
}
