import type { JsonSchema } from "../validation/validator.js";

/** One message of a conversation, as in the chat completions API. */
export type Message =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: "tool"; readonly toolCallId: string; readonly content: string };

/** A tool call of the model. `arguments` is the JSON text that the model wrote, not yet validated. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A tool as described to the model. */
export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** Whether the model must call this tool in this completion. At most one of a list. */
  readonly forced?: boolean;
  /** Whether the messages tell the model of it: the server is not told, and calls come as text. */
  readonly isInMessages?: boolean;
}

/** The output of the model, in order: pieces of text as they are written, and the tool calls when they are complete. */
export type ModelOutput =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tool_calls"; readonly calls: readonly ToolCall[] };

/** The token usage of a completion, as counted by the server. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Observes one completion, or asks for less than one. */
export interface CompletionWatch {
  /** Whether the messages are only to be read: the answer is dropped, and limited to one token. */
  readonly isOnlyRead?: boolean;
  /** The span it belongs to, for the server to continue. */
  readonly traceparent?: string | undefined;
  /**
   * Called before the last output with the token usage; not all servers report it, and none for a completion that was left early.
   */
  used?(tokens: TokenUsage): void;
}

export interface LanguageModel {
  /**
   * Streams one completion. Leaving the loop early or aborting the signal closes the request.
   *
   * @throws {AttendantError} `llm_failed`, before the first output or between two
   */
  stream(
    messages: readonly Message[],
    tools: readonly ToolOffer[],
    signal: AbortSignal,
    watch?: CompletionWatch,
  ): AsyncIterable<ModelOutput>;
}

/** The tools of one reply. */
export interface ReplyTools {
  /** The currently available tools, which may change between rounds. */
  readonly offers: readonly ToolOffer[];
  /** Whether a tool has hung up, or the caller is being put through: then the model is not asked again. */
  readonly hungUp: boolean;
  prepare(call: ToolCall): PreparedToolCall;
}

/** A tool call that was resolved and validated, but has not run. */
export interface PreparedToolCall {
  /** The resolved tool's name, however the model wrote it; empty when it is unknown. */
  readonly tool: string;
  /** Whether the call is valid: the tool exists and the arguments match its schema. */
  readonly usable: boolean;
  /** The same for calls that ask for the same: a tool and its parameters. */
  readonly asksFor: string;
  /**
   * Runs the call; the result of an invalid one says what is wrong with it.
   *
   * @throws only the signal's reason when it aborts
   */
  run(signal: AbortSignal): Promise<ToolResult>;
}

/** The result of a call, as the model receives it. */
export interface ToolResult {
  readonly status: "SUCCESS" | "FAILED" | "PENDING";
  /** Text that can be spoken. */
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}
