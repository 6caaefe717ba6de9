import type { Refusal } from "../backends/failure.js";
import { type MessageOrder, ordered } from "./message-order.js";
import type { Message, ToolOffer } from "./ports.js";

/** How the model is to answer. What is not given is not sent, and is the server's own affair. */
export interface CompletionOptions {
  /** The model's name at the server. */
  readonly model: string;
  /** The longest answer in tokens, what the model thinks before it included. */
  readonly maxTokens?: number | undefined;
  /** 0–2. */
  readonly temperature?: number | undefined;
  /** How long a reasoning model thinks, in the server's words: `none`, `low`, `high` … */
  readonly reasoningEffort?: string | undefined;
  /** Further fields of each request, of one server's own. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The names of the limit. OpenAI's reasoning models know the second only, older servers the first only, and one that knows
 * neither is asked without.
 */
const LIMIT_NAMES = ["max_tokens", "max_completion_tokens", undefined] as const;

/** The form of requests that a server takes: what it refuses is asked for in another way, or not any more. */
export interface CompletionForm {
  /** The body of a request in the form of the moment. */
  body(messages: readonly Message[], tools: readonly ToolOffer[]): Record<string, unknown>;
  /**
   * Finds another form after a refusal of `body`, for this request and all that follow.
   *
   * @returns whether there is one to try
   */
  giveWay(refusal: Refusal | undefined, body: Readonly<Record<string, unknown>>): boolean;
}

/** @param onChange is told what is different from now on, once for each change */
export function createCompletionForm(options: CompletionOptions, onChange?: (what: string) => void): CompletionForm {
  const { model, maxTokens, temperature, reasoningEffort, extraBody } = options;
  let limit = 0;
  let isTempered = true;
  let tellsUsage = true;
  let order: MessageOrder = { alternates: false, hasSystem: true };

  function withoutTemperature(): boolean {
    if (isTempered) onChange?.("no temperature is sent any more (LLM_TEMPERATURE)");
    isTempered = false;
    return true;
  }

  function withoutUsage(): boolean {
    if (tellsUsage) onChange?.("what a completion takes in tokens is not asked for any more (stream_options)");
    tellsUsage = false;
    return true;
  }

  function inOrder(changed: Partial<MessageOrder>, what: string): boolean {
    const next = { ...order, ...changed };
    if (next.alternates === order.alternates && next.hasSystem === order.hasSystem) return false;
    order = next;
    onChange?.(what);
    return true;
  }

  /** Requests that go out side by side are refused side by side: only the first to come back changes the form. */
  function withLimitAfter(sent: number): boolean {
    if (sent < 0 || sent === LIMIT_NAMES.length - 1) return false;
    if (sent === limit) {
      limit += 1;
      onChange?.(
        `the limit of LLM_MAX_TOKENS is ${LIMIT_NAMES[limit] ? `sent as ${LIMIT_NAMES[limit]}` : "not sent any more"}`,
      );
    }
    return true;
  }

  return {
    body(messages, tools) {
      const told = tools.filter(({ isInMessages }) => !isInMessages);
      const forced = told.find((tool) => tool.forced);
      const limitName = LIMIT_NAMES[limit];
      return {
        ...extraBody,
        model,
        stream: true,
        ...(tellsUsage && { stream_options: { include_usage: true } }),
        messages: ordered(messages, order).map(onTheWire),
        // An empty list is refused by some servers.
        ...(told.length > 0 && { tools: told.map(offerOnTheWire) }),
        ...(forced && { tool_choice: { type: "function", function: { name: forced.name } } }),
        ...(maxTokens !== undefined && limitName !== undefined && { [limitName]: maxTokens }),
        ...(temperature !== undefined && isTempered && { temperature }),
        ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort }),
      };
    },

    giveWay(refusal, body) {
      if (refusal === "temperature_unsupported") return "temperature" in body && withoutTemperature();
      if (refusal === "usage_unsupported") return "stream_options" in body && withoutUsage();
      if (refusal === "order_unsupported")
        return inOrder({ alternates: true }, "messages of the two sides are sent in turn, the caller's first");
      if (refusal === "system_unsupported")
        return inOrder({ hasSystem: false }, "the system prompt is sent with the caller's first words");
      if (refusal !== "limit_unsupported") return false;
      return withLimitAfter(LIMIT_NAMES.findIndex((name) => name !== undefined && name in body));
    },
  };
}

function onTheWire(message: Message) {
  if (message.role === "tool") {
    return { role: message.role, tool_call_id: message.toolCallId, content: message.content };
  }
  if (message.role !== "assistant" || !message.toolCalls?.length)
    return { role: message.role, content: message.content };
  return {
    role: message.role,
    content: message.content || null,
    tool_calls: message.toolCalls.map(({ id, name, arguments: text }) => ({
      id,
      type: "function" as const,
      function: { name, arguments: text },
    })),
  };
}

function offerOnTheWire({ name, description, parameters }: ToolOffer) {
  return { type: "function" as const, function: { name, description, parameters: { ...parameters } } };
}
