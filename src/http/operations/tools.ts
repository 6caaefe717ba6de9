import type { Operation } from "../operation.js";
import {
  executeRequest,
  tool,
  toolCallPlaced,
  toolCallRequest,
  toolExecution,
  toolListQuery,
  tools,
} from "../schemas/tool.js";

export const listTools: Operation = {
  id: "listTools",
  method: "get",
  path: "/tools",
  tag: "Tools",
  summary: "List the tools",
  query: toolListQuery,
  answer: { description: "The tools that can be used, or all of them.", schema: tools },
  problems: ["invalid_request"],
};

export const getTool: Operation = {
  id: "getTool",
  method: "get",
  path: "/tools/{name}",
  tag: "Tools",
  summary: "See what a tool does",
  answer: { description: "The tool.", schema: tool },
  problems: ["not_found"],
};

export const executeTool: Operation = {
  id: "executeTool",
  method: "post",
  path: "/tools/{name}/execute",
  tag: "Tools",
  summary: "Run a tool",
  description:
    "A tool that runs and cannot complete is an answer too: `success` is false and `error` says why. With `speak_result` " +
    "the result is spoken into a live call; when there is none, `spoken_reason` says so.",
  body: { schema: executeRequest, required: false },
  idempotent: true,
  answer: { description: "What the tool answered.", schema: toolExecution },
  problems: ["not_found"],
};

export const callWithTool: Operation = {
  id: "callWithTool",
  method: "post",
  path: "/tools/{name}/call",
  tag: "Tools",
  summary: "Run a tool and call somebody with the result",
  description: "A tool that cannot complete calls nobody: `status` is `tool_failed` and `call_id` null.",
  body: { schema: toolCallRequest, required: true },
  idempotent: true,
  answer: { description: "The call is admitted, or the tool failed.", schema: toolCallPlaced, located: true },
  problems: ["not_found", "destination_not_allowed", "queue_full", "unavailable", "store_unavailable"],
};
