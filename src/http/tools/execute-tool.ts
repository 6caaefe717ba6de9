import type { ToolExecution, ToolRunner } from "../../calls/tasks/tool-runner.js";
import { isRecord } from "../../kernel/record.js";
import type { Tool } from "../../toolbox/tool.js";
import type { JsonSchema } from "../../validation/validator.js";
import { requireScopes } from "../kit/client.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { answer, anyText, flag, nullable, request, text } from "../kit/schema.js";
import { PATH_PARAMS, params, type Params, toolFaults, toolName, toolRunOf, TOOLS } from "./requested-tool.js";

/** The body of `POST /tools/{name}/execute`, defaults filled in. */
interface ExecuteBody {
  readonly tool?: string;
  readonly params: Params;
  readonly speak_result: boolean;
  readonly call_id?: string;
}

export const executeRequest: JsonSchema = request(
  {
    tool: toolName,
    params,
    speak_result: flag("Whether the result is spoken into a live call, after the sentence under way.", {
      default: false,
    }),
    call_id: anyText(
      "Which live call is meant: it hears the result, and HANGUP ends it. Unless given, the only one.",
      100,
    ),
  },
  [],
  { examples: [{ tool: "CALC", params: { expression: "17 * 23" } }] },
);

const structured: JsonSchema = { type: ["object", "null"], description: "Structured data for programs." };

export const toolExecution: JsonSchema = answer(
  {
    success: flag("False when the tool ran and could not complete."),
    tool: text("The tool's name."),
    status: text("SUCCESS, FAILED, or PENDING when it goes on in the background.", {
      enum: ["SUCCESS", "FAILED", "PENDING"],
    }),
    message: text("The result as one says it."),
    data: structured,
    spoken: flag("Whether it was spoken into a live call."),
    spoken_reason: nullable(text("Why it was not, though it was to be.")),
    error: nullable(text("Why the tool could not complete.")),
  },
  {
    examples: [
      {
        success: true,
        tool: "CALC",
        status: "SUCCESS",
        message: "That is 391.",
        data: { result: 391 },
        spoken: false,
        spoken_reason: null,
        error: null,
      },
    ],
  },
);

export function executeTool(tools: Pick<ToolRunner, "find" | "check" | "execute">): Endpoint<ExecuteBody> {
  return {
    id: "executeTool",
    method: "post",
    path: "/tools/{name}/execute",
    scopes: ["tools"],
    params: PATH_PARAMS,
    tag: TOOLS,
    summary: "Run a tool",
    description:
      "A tool that runs and cannot complete is an answer too: `success` is false and `error` says why. With `speak_result` " +
      "the result is spoken into a live call; when there is none, `spoken_reason` says so. HANGUP ends that call, once it has " +
      "heard the goodbye if that is to be spoken. To speak or to hang up, the key needs the scope `call` as well; for timers and " +
      "calls to come, `schedule`.",
    body: { schema: executeRequest, required: false },
    answer: { description: "What the tool answered.", schema: toolExecution },
    problems: ["not_found", "unavailable"],
    faults(request) {
      // Speaking into a call is no tool's doing.
      if (isRecord(request.body) && request.body.speak_result === true) requireScopes(request.client, ["call"]);
      return toolFaults(tools, request);
    },
    once: {
      async perform(request) {
        const { speak_result: speakResult, call_id: callId = null } = request.body;
        const run = toolRunOf(tools, request);
        return jsonAnswer(executionBody(run.tool, await tools.execute({ ...run, speakResult, callId })));
      },
    },
  };
}

/** What a tool answered as clients see it. PENDING is no failure: it goes on in the background. */
function executionBody(tool: Tool, { result, spoken, spokenReason }: ToolExecution) {
  const failed = result.status === "FAILED";
  return {
    success: !failed,
    tool: tool.name,
    status: result.status,
    message: result.message,
    data: result.data ?? null,
    spoken,
    spoken_reason: spokenReason,
    error: failed ? result.message : null,
  };
}
