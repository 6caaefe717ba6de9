import { type Backend, nonsense, type Purpose } from "../backends/openai.js";
import type { AttendantError } from "../kernel/errors.js";
import type { LanguageModel, Message, ModelOutput, ToolOffer } from "./ports.js";
import { createThinkingFilter } from "./thinking.js";
import { createToolCallAssembly, MAX_ARGUMENTS_LENGTH, type ToolCallFragment } from "./tool-call-assembly.js";

export interface ChatModelSettings {
  readonly backend: Backend;
  /** The model's name at the server. */
  readonly model: string;
  /** The longest reply, in tokens; the server's own limit unless given. */
  readonly maxTokens?: number | undefined;
  /** 0–2; the server's default unless given. */
  readonly temperature?: number | undefined;
}

/** What the language model's server is asked for. */
export const LANGUAGE_MODEL: Purpose = {
  code: "llm_failed",
  server: "language model server",
  settings: { address: "LLM_BASE_URL", key: "LLM_API_KEY", model: "LLM_MODEL" },
};

/**
 * A streamed chunk of a chat completion, as far as it is read here. Servers leave out what they do not know, and what
 * some send is of another kind: nothing of it is taken for granted.
 */
interface Chunk {
  readonly choices?:
    | readonly ({
        readonly delta?: {
          readonly content?: unknown;
          readonly refusal?: unknown;
          readonly tool_calls?: unknown;
        } | null;
        readonly finish_reason?: string | null;
      } | null)[]
    | null;
}

/**
 * A language model behind OpenAI's chat completions, streamed, with native tool calls. A forced tool becomes the
 * `tool_choice`.
 */
export function createChatModel({ backend, model, maxTokens, temperature }: ChatModelSettings): LanguageModel {
  return {
    stream: (messages, tools, signal) => {
      const forced = tools.find((tool) => tool.forced);
      return backend.stream(LANGUAGE_MODEL, signal, async (api, closing) => {
        const { data, response } = await api.chat.completions
          .create(
            {
              model,
              stream: true,
              messages: messages.map(onTheWire),
              // An empty list is refused by some servers.
              ...(tools.length > 0 && { tools: tools.map(offerOnTheWire) }),
              ...(forced && { tool_choice: { type: "function" as const, function: { name: forced.name } } }),
              // Deprecated at OpenAI itself, but the one name that every server knows.
              ...(maxTokens !== undefined && { max_tokens: maxTokens }),
              ...(temperature !== undefined && { temperature }),
            },
            { signal: closing },
          )
          .withResponse();
        const type = response.headers.get("content-type") ?? "";
        if (/html|json/.test(type)) throw nonsense(`answered with ${type}, not with a stream`, LANGUAGE_MODEL, backend);
        return outputsOf(data as AsyncIterable<Chunk | null>, (what) => nonsense(what, LANGUAGE_MODEL, backend));
      });
    },
  };
}

/** Reads chunks as text and whole tool calls. A stream without a finish reason broke off, however politely it ended. */
async function* outputsOf(
  chunks: AsyncIterable<Chunk | null>,
  fail: (what: string) => AttendantError,
): AsyncGenerator<ModelOutput, void, void> {
  const thinking = createThinkingFilter();
  const assembly = createToolCallAssembly();
  let finished = false;
  reading: for await (const chunk of chunks) {
    const choice = chunk?.choices?.[0];
    const said = thinking.push(textOf(choice?.delta?.content) || textOf(choice?.delta?.refusal));
    if (said) yield { kind: "text", text: said };
    for (const fragment of fragmentsOf(choice?.delta?.tool_calls)) {
      const taken = assembly.add(fragment);
      if (taken === "too-long") throw fail(`wrote tool arguments of more than ${MAX_ARGUMENTS_LENGTH} characters`);
      if (taken === "full") {
        finished = true;
        break reading;
      }
    }
    if (choice?.finish_reason) finished = true;
  }
  if (!finished) throw fail("ended its answer half-way");
  const rest = thinking.end();
  if (rest) yield { kind: "text", text: rest };
  const calls = assembly.calls();
  if (calls.length > 0) yield { kind: "tool_calls", calls };
}

/** Content is text; some servers send a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { text?: unknown } | null) => (typeof part?.text === "string" ? part.text : "")).join("");
}

function fragmentsOf(calls: unknown): readonly ToolCallFragment[] {
  return Array.isArray(calls) ? calls.filter((call) => typeof call === "object" && call !== null) : [];
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
