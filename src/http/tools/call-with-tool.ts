import type { CallControl } from "../../calls/call-control.js";
import type { ToolRunner } from "../../calls/tool-runner.js";
import type { Chains } from "../../scheduling/chains.js";
import type { JsonSchema } from "../../validation/validator.js";
import {
  callId,
  extension,
  prefix,
  queuePosition,
  type Sent,
  sentBegun,
  sentPlaced,
  suffix,
  type TargetBody,
  firstNumberIn,
  targetOf,
  WHY_NOT_PLACED,
} from "../calls/call-target.js";
import { type MannerChecks, mannerFaults, mannerFields } from "../calls/call-manner.js";
import { chainId } from "../calls/chain.js";
import {
  callsIn,
  CHAIN_DEPENDENCIES,
  type ChainBody,
  chainFaults,
  chainFields,
  chainPlanIn,
} from "../calls/chain-request.js";
import { type Endpoint, jsonAnswer, LOCATION } from "../kit/endpoint.js";
import { answer, exactlyOneOf, flag, nullable, request, text } from "../kit/schema.js";
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

/** The body of `POST /tools/{name}/call`, with defaults applied. */
interface ToolCallBody extends TargetBody, ChainBody {
  readonly tool: string;
  readonly params: Params;
}

export const toolCallRequest: JsonSchema = request(
  {
    tool: toolName,
    params,
    extension,
    ...chainFields,
    prefix,
    suffix,
    ...mannerFields,
  },
  ["tool"],
  {
    ...exactlyOneOf(["extension", "extensions"]),
    dependentRequired: CHAIN_DEPENDENCIES,
    examples: [{ tool: "DATETIME", params: { format: "time" }, extension: "1001", prefix: "Hello." }],
  },
);

export const toolCallPlaced: JsonSchema = answer(
  {
    call_id: nullable(callId),
    status: text("", {
      enum: ["queued", "tool_failed"],
      description: "`tool_failed`: the tool failed, so no call is placed and `call_id` is null.",
    }),
    tool: text("The tool's name."),
    tool_success: flag("Whether the tool succeeded."),
    tool_message: text("The tool's result."),
    message: text("A sentence for a human reader."),
    queue_position: queuePosition,
    chain_id: chainId,
  },
  { optional: ["chain_id"] },
);

export interface CallWithToolNeeds extends MannerChecks {
  readonly tools: Pick<ToolRunner, "find" | "check" | "callWithResult">;
  readonly calls: Pick<CallControl, "find">;
  readonly chains: Pick<Chains, "find" | "withdraw">;
}

export function callWithTool({ tools, calls, chains, ...checks }: CallWithToolNeeds): Endpoint<ToolCallBody> {
  return {
    id: "callWithTool",
    method: "post",
    path: "/tools/{name}/call",
    scopes: ["tools", "call"],
    params: PATH_PARAMS,
    tag: TOOLS,
    summary: "Run a tool and call someone with the result",
    description: "If the tool fails, no call is placed: `status` is `tool_failed` and `call_id` null.",
    body: { schema: toolCallRequest, required: true },
    answer: { description: "The call is admitted, or the tool failed.", schema: toolCallPlaced, headers: LOCATION },
    problems: ["not_found", ...WHY_NOT_PLACED],
    faults: (request) => [
      ...toolFaults(tools, request),
      ...mannerFaults(request.body, checks),
      ...chainFaults(request.body),
    ],
    calls: ({ body }) => callsIn(body),
    once: {
      async perform(request, callId, { countCall, giveBack }) {
        const { prefix, suffix } = request.body;
        const run = toolRunOf(tools, request);
        const target = targetOf(request, callId);
        const plan = chainPlanIn(request.body);
        const called = await tools.callWithResult({ ...run, countCall, prefix, suffix, target, ...(plan && { plan }) });
        if (!called.placed) giveBack();
        return toolCallAnswer(run.tool.name, target.extension, called);
      },
      async recover(request, callId) {
        const chain = await chains.find(callId);
        if (!chain && !(await calls.find(callId))) return undefined;
        const result = { status: "SUCCESS", message: "" } as const;
        const placed = chain ?? { callId, queuePosition: null };
        const extension = firstNumberIn(request.body);
        return toolCallAnswer(toolNamed(request.params), extension, { result, placed });
      },
      withdraw({ body }, callId) {
        if (chainPlanIn(body)) chains.withdraw(callId); // A call takes itself back.
      },
    },
  };
}

type ToolCall = Awaited<ReturnType<ToolRunner["callWithResult"]>>;

function toolCallAnswer(tool: string, extension: string, { result, placed }: ToolCall) {
  const { location, ...sent } = placed
    ? "chain" in placed
      ? sentBegun(placed)
      : sentPlaced(placed, extension)
    : notSent(tool);
  const body = {
    ...sent,
    status: placed ? "queued" : "tool_failed",
    tool,
    tool_success: result.status !== "FAILED",
    tool_message: result.message,
  };
  return jsonAnswer(body, location);
}

function notSent(tool: string): Sent {
  const message = `${tool} failed, so no call is placed.`;
  return { call_id: null, queue_position: null, message, location: {} };
}
