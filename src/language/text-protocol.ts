import { isRecord } from "../kernel/record.js";
import { withSystemLine } from "./forced-tool.js";
import { addMerged } from "./message-order.js";
import type { LanguageModel, Message, ToolOffer } from "./ports.js";

/** Describes a tool to a model whose server does not support tools: one short line with its parameters. */
export function toolInWords({ name, description, parameters }: ToolOffer): string {
  const properties = isRecord(parameters.properties) ? parameters.properties : {};
  const required = Array.isArray(parameters.required) ? parameters.required : [];
  const told = Object.entries(properties).map(([key, schema]) => parameterInWords(key, schema, required.includes(key)));
  return `- ${name}: ${description}${told.length > 0 ? ` Parameters: ${told.join("; ")}` : ""}`;
}

/** `duration (integer, required): length in seconds` */
function parameterInWords(name: string, schema: unknown, isRequired: boolean): string {
  const { type, enum: values, description, properties, items } = isRecord(schema) ? schema : {};
  // A structure cannot be described in a few words.
  if (properties !== undefined || items !== undefined)
    return `${name}${isRequired ? " (required)" : ""}: ${JSON.stringify(schema)}`;
  const allowed = Array.isArray(values)
    ? values.join(" | ")
    : type === "string" || typeof type !== "string"
      ? ""
      : type;
  const facts = [allowed, isRequired ? "required" : ""].filter(Boolean).join(", ");
  return [name, facts && ` (${facts})`, typeof description === "string" && `: ${description}`].filter(Boolean).join("");
}

/** A tool's result for the model: the part that can be spoken. */
export function resultInWords(content: string): string {
  const result = parsed(content);
  if (!isRecord(result) || typeof result.message !== "string") return content;
  return result.message;
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/**
 * Tools for a model whose server does not support them: the same model, told in the system prompt how to write a call, with
 * results as user messages. See docs/language-model.md.
 */
export function byTextProtocol(model: LanguageModel): LanguageModel {
  return {
    stream: (messages, tools, signal, watch) =>
      model.stream(inWords(messages, tools), tools.map(inMessages), signal, watch),
  };
}

/** How the message of a result begins. */
export const RESULT = "RESULT ";

/** An offer described in the messages, including whether it must be used. */
const inMessages = ({ forced: _, ...offer }: ToolOffer): ToolOffer => ({ ...offer, isInMessages: true });

/** The conversation without the messages of native tool calling. */
function inWords(messages: readonly Message[], tools: readonly ToolOffer[]): readonly Message[] {
  const names = new Map<string, string>();
  const told: Message[] = [];
  for (const message of messages) {
    if (message.role === "assistant") {
      for (const { id, name } of message.toolCalls ?? []) names.set(id, name);
      const content = [message.content, ...(message.toolCalls ?? []).map(asLine)].filter(Boolean).join("\n");
      addMerged(told, { role: "assistant", content });
    } else if (message.role === "tool") {
      const content = `${RESULT}${names.get(message.toolCallId) ?? ""} ${resultInWords(message.content)}`;
      addMerged(told, { role: "user", content });
    } else addMerged(told, message);
  }
  const instruction = instructionFor(tools, names.size > 0);
  return instruction ? withSystemLine(told, instruction) : told;
}

/** Returns a call as the protocol writes it. */
export function asLine({ name, arguments: json }: { readonly name: string; readonly arguments: string }): string {
  return `TOOL ${name} ${json}`;
}

function instructionFor(tools: readonly ToolOffer[], used: boolean): string {
  if (tools.length === 0) return used ? "No tool can be used any more: answer in words now." : "";
  const forced = tools.find((tool) => tool.forced);
  return [
    'You have tools. To use one, write only a line that begins with TOOL, then its name and its parameters as JSON, such as TOOL NAME {"parameter": "value"}, or several such lines. They are not spoken. The next message begins with RESULT and has what came of it: then answer in words. Never write RESULT yourself.',
    ...tools.map(toolInWords),
    ...(forced
      ? [`Now you must use ${forced.name}: your answer is one line that begins with TOOL ${forced.name}.`]
      : []),
  ].join("\n");
}
