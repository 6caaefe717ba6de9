import type { ChatMessage, Step } from "./rules.js";

/**
 * The text protocol for tools, as a model sees it that was told of it in the system prompt: docs/language-model.md. For
 * rules it is made to look like function calling.
 */
export interface TextTools {
  readonly messages: readonly ChatMessage[];
  /** Names of the tools that the system prompt tells of; empty when it tells of none. */
  readonly offered: readonly string[];
}

export function readTextTools(messages: readonly ChatMessage[]): TextTools {
  const system = messages.find(({ role }) => role === "system")?.content;
  const prompt = typeof system === "string" ? system : "";
  const offered = /begins with TOOL/.test(prompt) ? [...prompt.matchAll(/^- ([A-Z][A-Z0-9_]*): /gm)] : [];
  return { messages: messages.flatMap(asCalled), offered: offered.map(([, name = ""]) => name) };
}

/** What a model writes that calls tools by lines of text. */
export function writeTextTools({ say = "", call = [] }: Step): Step {
  const lines = call.map(({ tool, arguments: given }) => `TOOL ${tool} ${JSON.stringify(given)}`);
  return { say: [say, ...lines].filter(Boolean).join("\n") };
}

function asCalled(message: ChatMessage): ChatMessage[] {
  const { role, content } = message;
  if (typeof content !== "string") return [message];
  const lines = content.split("\n");
  const isOurs = (line: string) => line.startsWith(role === "assistant" ? "TOOL " : "RESULT ");
  const rest = lines.filter((line) => !isOurs(line)).join("\n");
  const ours = lines.filter(isOurs);
  if (ours.length === 0) return [message];
  if (role === "assistant") return [{ role, content: rest, tool_calls: ours }];
  const results = ours.map((line): ChatMessage => ({ role: "tool", content: line.replace(/^RESULT \S+ /, "") }));
  return rest ? [...results, { role, content: rest }] : results;
}
