import type { Router } from "express";
import { AttendantError } from "../kernel/errors.js";
import type { Tool } from "../toolbox/tool.js";
import type { ValidationFault } from "../validation/words.js";
import { jsonAnswer } from "./answer.js";
import type { Idempotency } from "./idempotency.js";
import { mount } from "./mount.js";
import { callWithTool, executeTool, getTool, listTools } from "./operations/tools.js";
import { perform, performOnce } from "./perform.js";
import { callbackUrlFaults, type CheckCallbackUrl, locationOf, sentenceOf, targetOf } from "./placement.js";
import type { CallControl, ToolCall, ToolRunner } from "./ports.js";
import { executionBody, toolBody } from "./representations/tool.js";
import type { ExecuteBody, ToolCallBody, ToolListQuery } from "./schemas/tool.js";
import { parameterFaults, parametersOf } from "./tool-parameters.js";

/** Where they stand in a body. */
const PARAMS = "/params";

export interface ToolsRouterNeeds {
  readonly tools: ToolRunner;
  readonly calls: Pick<CallControl, "find">;
  readonly idempotency: Idempotency;
  readonly checkCallbackUrl: CheckCallbackUrl;
}

/** `/tools`: see the tools, run them, call somebody with what they answer. */
export function toolsRouter({ tools, calls, idempotency, checkCallbackUrl }: ToolsRouterNeeds): Router {
  /** @throws {AttendantError} `not_found` */
  function usable(name: string): Tool {
    const tool = tools.find(name);
    if (!tool) throw new AttendantError("not_found", `There is no tool ${name.slice(0, 64)}.`);
    if (tool.disabledReason) throw new AttendantError("not_found", `${tool.name} is disabled: ${tool.disabledReason}`);
    return tool;
  }

  function toolFaults(name: string, body: unknown): ValidationFault[] {
    const tool = usable(name);
    const { tool: named, params = {} } = (body ?? {}) as { tool?: unknown; params?: unknown };
    const faults: ValidationFault[] = [];
    if (typeof named === "string" && named.toUpperCase() !== tool.name) {
      faults.push({ path: "/tool", message: `must be ${tool.name}, which the path names, or be left out` });
    }
    return [...faults, ...parameterFaults(tools, tool, params, PARAMS)];
  }

  return mount([
    [
      listTools,
      perform<undefined, ToolListQuery>(listTools, ({ query }) =>
        jsonAnswer(tools.tools.filter((tool) => query.include_disabled || !tool.disabledReason).map(toolBody)),
      ),
    ],
    [getTool, perform(getTool, ({ params: { name = "" } }) => jsonAnswer(toolBody(usable(name))))],
    [
      executeTool,
      performOnce<ExecuteBody>(
        executeTool,
        idempotency,
        ({ params: { name = "" }, body }) => toolFaults(name, body),
        ({ params: { name = "" }, body }) => {
          const tool = usable(name);
          const parameters = parametersOf(tools, tool, body.params, PARAMS);
          const { speak_result: speakResult, call_id: callId = null } = body;
          return {
            perform: async () =>
              jsonAnswer(executionBody(tool, await tools.execute({ tool, parameters, speakResult, callId }))),
            recover: async () => undefined,
          };
        },
      ),
    ],
    [
      callWithTool,
      performOnce<ToolCallBody>(
        callWithTool,
        idempotency,
        ({ params: { name = "" }, body }) => [...toolFaults(name, body), ...callbackUrlFaults(body, checkCallbackUrl)],
        ({ params: { name = "" }, body }) => {
          const tool = usable(name);
          const parameters = parametersOf(tools, tool, body.params, PARAMS);
          const { prefix, suffix } = body;
          return {
            perform: async (callId) =>
              toolCallAnswer(
                tool,
                body.extension,
                await tools.callWithResult({ tool, parameters, prefix, suffix, target: targetOf(body, callId) }),
              ),
            recover: async (callId) => {
              if (!(await calls.find(callId))) return undefined;
              const result = { status: "SUCCESS", message: "" } as const;
              return toolCallAnswer(tool, body.extension, { result, placed: { callId, queuePosition: null } });
            },
          };
        },
      ),
    ],
  ]);
}

function toolCallAnswer(tool: Tool, extension: string, { result, placed }: ToolCall) {
  const body = {
    call_id: placed?.callId ?? null,
    status: placed ? "queued" : "tool_failed",
    tool: tool.name,
    tool_success: result.status !== "FAILED",
    tool_message: result.message,
    message: placed ? sentenceOf(placed, extension) : `${tool.name} did not complete, so nobody is called.`,
    queue_position: placed?.queuePosition ?? null,
  };
  return jsonAnswer(body, placed ? locationOf(placed.callId) : {});
}
