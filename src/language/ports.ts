import type { JsonSchema } from "../validation/validator.js";

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
  /** Whether the messages tell the model of it: the server is not told, and calls come as text. */
  readonly isInMessages?: boolean;
}

/** What comes out of the model, in order: pieces of text as they are written, and the tool calls once they are whole. */
export type ModelOutput =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tool_calls"; readonly calls: readonly ToolCall[] };

/** What a completion took, in the server's own count. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Follows one completion. */
export interface CompletionWatch {
  /** The span that it belongs to, for the server to go on with. */
  readonly traceparent?: string | undefined;
  /** Told before the last output what it took; not all servers tell, and none of a completion that was left early. */
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
  /** Those of the moment: they may be others in the next round. */
  readonly offers: readonly ToolOffer[];
  /** Whether one of them has hung up: then the model is not asked again. */
  readonly hungUp: boolean;
  prepare(call: ToolCall): PreparedToolCall;
}

/** A call that was looked up and checked, and has not been made. */
export interface PreparedToolCall {
  /** The tool that is meant, however the model wrote its name; empty when there is none. */
  readonly tool: string;
  /** Whether the call can be made: there is such a tool and the arguments fit. */
  readonly usable: boolean;
  /**
   * Makes the call; of one that is not usable, the result says what is wrong with it.
   *
   * @throws the signal's reason when it aborts; nothing else
   */
  run(signal: AbortSignal): Promise<ToolResult>;
}

/** What the model is told of a call that was made. */
export interface ToolResult {
  readonly status: "SUCCESS" | "FAILED" | "PENDING";
  /** Text that can be spoken. */
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}
