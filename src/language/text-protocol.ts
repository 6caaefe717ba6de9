import { withSystemLine } from "./forced-tool.js";
import { addMerged } from "./message-order.js";
import type { LanguageModel, Message, ToolOffer } from "./ports.js";

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
      const content = `RESULT ${names.get(message.toolCallId) ?? ""} ${message.content}`;
      addMerged(told, { role: "user", content });
    } else addMerged(told, message);
  }
  const instruction = instructionFor(tools, names.size > 0);
  return instruction ? withSystemLine(told, instruction) : told;
}

function asLine({ name, arguments: json }: { readonly name: string; readonly arguments: string }): string {
  return `TOOL ${name} ${json}`;
}

function instructionFor(tools: readonly ToolOffer[], used: boolean): string {
  if (tools.length === 0) return used ? "No tool can be used any more: answer in words now." : "";
  const forced = tools.find((tool) => tool.forced);
  return [
    "How you use a tool: write a line of its own that begins with TOOL, then the tool's name, then its parameters as JSON on the same line. For example:",
    `TOOL ${tools[0]?.name ?? ""} {}`,
    "Write nothing behind it. Such lines are not spoken. The result comes as the next message and begins with RESULT; then answer in words. For several tools write several lines. Never write RESULT yourself.",
    "The tools, each with its parameters as a JSON Schema:",
    ...tools.map(({ name, description, parameters }) => `- ${name}: ${description} ${JSON.stringify(parameters)}`),
    ...(forced
      ? [`Now you must use ${forced.name}: your answer is one line that begins with TOOL ${forced.name}.`]
      : []),
  ].join("\n");
}
