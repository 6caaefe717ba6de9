import type { Refusal } from "../backends/failure.js";
import { type MessageOrder, ordered } from "./message-order.js";
import type { Message, ToolOffer } from "./ports.js";

/** Options of a completion. An option that is not set is not sent, so the server's default applies. */
export interface CompletionOptions {
  /** The model's name at the server. */
  readonly model: string;
  /** Maximum length of the answer in tokens, including the model's reasoning. */
  readonly maxTokens?: number | undefined;
  /** 0–2. */
  readonly temperature?: number | undefined;
  /** How long a reasoning model thinks, in the server's terms: `none`, `low`, `high` … */
  readonly reasoningEffort?: string | undefined;
  /** Additional fields of each request, specific to a server. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The names of the limit. OpenAI's reasoning models accept only the second, older servers only the first; a server that accepts
 * neither gets no limit.
 */
const LIMIT_NAMES = ["max_tokens", "max_completion_tokens", undefined] as const;

/** The form of requests that a server accepts: what it rejects is sent in another form, or omitted. */
export interface CompletionForm {
  /** The body of a request in the current form. @param limit maximum length of the answer in tokens; default: the usual one */
  body(messages: readonly Message[], tools: readonly ToolOffer[], limit?: number): Record<string, unknown>;
  /**
   * Finds another form after a rejection of `body`, for this request and all later ones.
   *
   * @returns whether there is one to try
   */
  giveWay(refusal: Refusal | undefined, body: Readonly<Record<string, unknown>>): boolean;
}

/** @param onChange called once for each change with a description */
export function createCompletionForm(options: CompletionOptions, onChange?: (what: string) => void): CompletionForm {
  const { model, maxTokens, temperature, reasoningEffort, extraBody } = options;
  let limit = 0;
  let isTempered = true;
  let tellsUsage = true;
  let order: MessageOrder = { alternates: false, hasSystem: true };
  /** The order in which each request was sent: of those rejected side by side, only the first changes it. */
  const sentIn = new WeakMap<object, MessageOrder>();

  function withoutTemperature(): boolean {
    if (isTempered) onChange?.("the temperature (LLM_TEMPERATURE) is no longer sent");
    isTempered = false;
    return true;
  }

  function withoutUsage(): boolean {
    if (tellsUsage) onChange?.("token usage (stream_options) is no longer requested");
    tellsUsage = false;
    return true;
  }

  function withoutSystem(body: object): boolean {
    return inOrder({ hasSystem: false }, body, "the system prompt is sent with the caller's first words");
  }

  /** The sides alternate first; where that does not suffice, the server counts the system prompt as one of them. */
  function alternating(body: object): boolean {
    const what = "messages are sent in alternating order, beginning with the caller's";
    return inOrder({ alternates: true }, body, what) || withoutSystem(body);
  }

  function inOrder(changed: Partial<MessageOrder>, body: object, what: string): boolean {
    if (sentIn.get(body) !== order) return true;
    const next = { ...order, ...changed };
    if (next.alternates === order.alternates && next.hasSystem === order.hasSystem) return false;
    order = next;
    onChange?.(what);
    return true;
  }

  /** Concurrent requests are rejected together: only the first rejection changes the form. */
  function withLimitAfter(sent: number): boolean {
    if (sent < 0 || sent === LIMIT_NAMES.length - 1) return false;
    if (sent === limit) {
      limit += 1;
      onChange?.(
        `the limit of LLM_MAX_TOKENS is ${LIMIT_NAMES[limit] ? `now sent as ${LIMIT_NAMES[limit]}` : "no longer sent"}`,
      );
    }
    return true;
  }

  return {
    body(messages, tools, limitTo = maxTokens) {
      const told = tools.filter(({ isInMessages }) => !isInMessages);
      const forced = told.find((tool) => tool.forced);
      const limitName = LIMIT_NAMES[limit];
      const body = {
        ...extraBody,
        model,
        stream: true,
        ...(tellsUsage && { stream_options: { include_usage: true } }),
        messages: ordered(messages, order).map(onTheWire),
        // Some servers reject an empty list.
        ...(told.length > 0 && { tools: told.map(offerOnTheWire) }),
        ...(forced && { tool_choice: { type: "function", function: { name: forced.name } } }),
        ...(limitTo !== undefined && limitName !== undefined && { [limitName]: limitTo }),
        ...(temperature !== undefined && isTempered && { temperature }),
        ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort }),
      };
      sentIn.set(body, order);
      return body;
    },

    giveWay(refusal, body) {
      if (refusal === "temperature_unsupported") return "temperature" in body && withoutTemperature();
      if (refusal === "usage_unsupported") return "stream_options" in body && withoutUsage();
      if (refusal === "order_unsupported") return alternating(body);
      if (refusal === "system_unsupported") return withoutSystem(body);
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
