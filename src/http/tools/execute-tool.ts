import type { ToolExecution, ToolRunner } from "../../calls/tool-runner.js";
import { isRecord } from "../../kernel/record.js";
import type { Schedules } from "../../scheduling/schedules.js";
import type { JsonSchema } from "../../validation/validator.js";
import { requireScopes } from "../kit/client.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { answer, anyText, flag, nullable, request, text } from "../kit/schema.js";
import {
  PATH_PARAMS,
  params,
  type Params,
  toolFaults,
  toolName,
  toolNamed,
  toolRunOf,
  TOOLS,
} from "./requested-tool.js";

/** The body of `POST /tools/{name}/execute`, with defaults applied. */
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
    speak_result: flag("Whether to speak the result into a live call, after the current sentence.", {
      default: false,
    }),
    call_id: anyText(
      "The live call in which the result is spoken and which HANGUP ends. Default: the only live call.",
      100,
    ),
  },
  [],
  { examples: [{ tool: "CALC", params: { expression: "17 * 23" } }] },
);

const structured: JsonSchema = { type: ["object", "null"], description: "Structured data for programs." };

export const toolExecution: JsonSchema = answer(
  {
    success: flag("False when the tool ran and failed."),
    tool: text("The tool's name."),
    status: text("SUCCESS, FAILED, or PENDING when it continues in the background.", {
      enum: ["SUCCESS", "FAILED", "PENDING"],
    }),
    message: text("The result as a spoken sentence."),
    data: structured,
    spoken: flag("Whether it was spoken into a live call."),
    spoken_reason: nullable(text("Why the result was not spoken although it was requested.")),
    error: nullable(text("Why the tool failed.")),
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

export interface ExecuteToolNeeds {
  readonly tools: Pick<ToolRunner, "find" | "check" | "execute">;
  readonly schedules: Pick<Schedules, "find">;
}

const LOST = "The service ended before it was known whether it was spoken.";

export function executeTool({ tools, schedules }: ExecuteToolNeeds): Endpoint<ExecuteBody> {
  return {
    id: "executeTool",
    method: "post",
    path: "/tools/{name}/execute",
    scopes: ["tools"],
    params: PATH_PARAMS,
    tag: TOOLS,
    summary: "Run a tool",
    description:
      "A tool that runs and fails is also an answer: `success` is false and `error` gives the reason. With " +
      "`speak_result` the result is spoken into a live call; if there is none, `spoken_reason` says so. " +
      "HANGUP ends that call, after the goodbye if that is to be spoken. Speaking and hanging up also " +
      "require the scope `call`; timers and scheduled calls require `schedule`.",
    body: { schema: executeRequest, required: false },
    answer: { description: "The tool's result.", schema: toolExecution },
    problems: ["not_found", "unavailable"],
    faults(request) {
      // Speaking into a call is not the tool's own work.
      if (isRecord(request.body) && request.body.speak_result === true) requireScopes(request.client, ["call"]);
      return toolFaults(tools, request);
    },
    once: {
      async perform(request, taskId, { countCall }) {
        const { speak_result: speakResult, call_id: callId = null } = request.body;
        const run = toolRunOf(tools, request);
        const ran = await tools.execute({ ...run, taskId, countCall, speakResult, callId });
        return jsonAnswer(executionBody(run.tool.name, ran));
      },
      /** What the tool has set for later is found; of other tools it cannot be known whether they ran. */
      async recover({ params, body }, taskId) {
        if (!(await schedules.find(taskId))) return undefined;
        const result = { status: "PENDING", message: "", data: { task_id: taskId } } as const;
        const spokenReason = body.speak_result ? LOST : null;
        return jsonAnswer(executionBody(toolNamed(params), { result, spoken: false, spokenReason }));
      },
    },
  };
}

/** A tool's result as the API returns it. PENDING is not a failure: the tool continues in the background. */
function executionBody(tool: string, { result, spoken, spokenReason }: ToolExecution) {
  const failed = result.status === "FAILED";
  return {
    success: !failed,
    tool,
    status: result.status,
    message: result.message,
    data: result.data ?? null,
    spoken,
    spoken_reason: spokenReason,
    error: failed ? result.message : null,
  };
}
