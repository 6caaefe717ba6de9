import type { JsonSchema } from "../toolbox/tool.js";

/** One entry of a conversation, as a chat-completions server knows it. */
export type Message =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: "tool"; readonly toolCallId: string; readonly content: string };

/** The model's wish to have a tool run. `arguments` is the JSON text that the model wrote, not yet checked. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** What the model is told of a tool. */
export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** Whether the model has to call this very one in the completion that it is offered for. At most one of a list. */
  readonly forced?: boolean;
}

/** What comes out of the model, in order: pieces of text as they are written, and the tool calls once they are whole. */
export type ModelOutput =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tool_calls"; readonly calls: readonly ToolCall[] };

export interface LanguageModel {
  /**
   * Streams one completion. Leaving the loop early or aborting the signal closes the request.
   *
   * @throws {AttendantError} `llm_failed`, before the first output or between two
   */
  stream(messages: readonly Message[], tools: readonly ToolOffer[], signal: AbortSignal): AsyncIterable<ModelOutput>;
}
