import type { JsonSchema } from "../../validation/validator.js";
import { queuePosition } from "./call.js";
import { answer, flag, listOf, nullable, request, text } from "./shapes.js";
import { anyText, callbackUrl, callId, extension, ringTimeout } from "./texts.js";

/** A tool's parameters as they are sent. */
export type Params = Readonly<Record<string, unknown>>;

/** The body of `POST /tools/{name}/execute`, defaults filled in. */
export interface ExecuteBody {
  readonly tool?: string;
  readonly params: Params;
  readonly speak_result: boolean;
  readonly call_id?: string;
}

/** The body of `POST /tools/{name}/call`, defaults filled in. */
export interface ToolCallBody {
  readonly tool: string;
  readonly params: Params;
  readonly extension: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly ring_timeout: number;
  readonly callback_url?: string;
}

const value: JsonSchema = {
  ...anyText("A value; converted to the type that the tool declares.", 4000),
  type: ["string", "number", "boolean", "null", "array", "object"],
};

export const params: JsonSchema = {
  type: "object",
  description: "The tool's parameters by name; `GET /tools/{name}` tells which there are.",
  maxProperties: 50,
  additionalProperties: value,
  default: {},
};

const toolName = anyText("The tool's name, as in the path.", 64);

export const executeRequest: JsonSchema = request(
  {
    tool: toolName,
    params,
    speak_result: flag("Whether the result is spoken into a live call, after the sentence under way.", {
      default: false,
    }),
    call_id: anyText("Which live call it is spoken into. Unless given, the only one.", 100),
  },
  [],
  { examples: [{ tool: "CALC", params: { expression: "17 * 23" } }] },
);

export const toolCallRequest: JsonSchema = request(
  {
    tool: toolName,
    params,
    extension,
    prefix: anyText("Spoken before the tool's result.", 1000, { default: "" }),
    suffix: anyText("Spoken after it.", 1000, { default: "" }),
    ring_timeout: ringTimeout,
    callback_url: callbackUrl,
  },
  ["tool", "extension"],
  { examples: [{ tool: "DATETIME", params: { format: "time" }, extension: "1001", prefix: "Hello." }] },
);

const parameter: JsonSchema = answer(
  {
    type: text("What values are converted to; `array`, `object` and `any` only where there is a `schema`.", {
      enum: ["string", "integer", "number", "boolean", "array", "object", "any"],
    }),
    description: text("What it means."),
    required: flag("Whether it must be given."),
    default: { type: ["string", "number", "boolean"], description: "Used when it is not given." },
    enum: listOf({ type: "string" }, { description: "The only values allowed." }),
    minimum: { type: "number", description: "The least value." },
    maximum: { type: "number", description: "The greatest value." },
    max_length: { type: "integer", description: "The longest text, in characters." },
  },
  { optional: ["default", "enum", "minimum", "maximum", "max_length"] },
);

export const tool: JsonSchema = answer(
  {
    name: text("Its unique name, in upper case."),
    description: text("What it does and when to use it."),
    enabled: flag("Whether it can be used."),
    parameters: { type: "object", description: "Its parameters by name.", additionalProperties: parameter },
    schema: {
      type: "object",
      description: "What it takes as a JSON Schema, where `parameters` cannot tell everything.",
      additionalProperties: true,
    },
    disabled_reason: text("Why it cannot be used: which setting is missing, or what is away."),
  },
  {
    optional: ["schema", "disabled_reason"],
    examples: [
      {
        name: "CALC",
        description: "Works out a sum.",
        enabled: true,
        parameters: { expression: { type: "string", description: "The sum.", required: true } },
      },
    ],
  },
);

export const tools: JsonSchema = listOf(tool, { description: "By name." });

export interface ToolListQuery {
  readonly include_disabled: boolean;
}

export const toolListQuery: JsonSchema = request(
  {
    include_disabled: flag("Whether tools that lack a setting are listed too.", { default: false }),
  },
  [],
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

export const toolCallPlaced: JsonSchema = answer({
  call_id: nullable(callId),
  status: text("", {
    enum: ["queued", "tool_failed"],
    description: "`tool_failed`: the tool could not complete, so nobody is called and `call_id` is null.",
  }),
  tool: text("The tool's name."),
  tool_success: flag("Whether the tool completed."),
  tool_message: text("What the tool answered."),
  message: text("A sentence for people."),
  queue_position: queuePosition,
});
