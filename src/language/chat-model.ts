import { type Backend, BackendFailure, type Purpose, tracedBy, wordsIn } from "../backends/openai.js";
import type { AttendantError } from "../kernel/errors.js";
import { type CompletionOptions, createCompletionForm } from "./completion-request.js";
import type { CompletionWatch, LanguageModel, ModelOutput, TokenUsage } from "./ports.js";
import { createThinkingFilter } from "./thinking.js";
import { createToolCallAssembly, MAX_ARGUMENTS_LENGTH, type ToolCallFragment } from "./tool-call-assembly.js";

export interface ChatModelSettings extends CompletionOptions {
  readonly backend: Backend;
  /** Told, once for each, what the server refused and is asked for differently from then on. */
  readonly onAdapted?: ((what: string) => void) | undefined;
}

/** What the language model's server is asked for. */
export const LANGUAGE_MODEL: Purpose = {
  code: "llm_failed",
  server: "language model server",
  settings: {
    address: "LLM_BASE_URL",
    key: "LLM_API_KEY",
    model: "LLM_MODEL",
    others: [
      [/reasoning|think/i, "LLM_REASONING_EFFORT"],
      [/max_(completion_)?tokens/i, "LLM_MAX_TOKENS"],
      [/temperature/i, "LLM_TEMPERATURE"],
    ],
  },
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
  /** With the last chunk, or with each what it is so far. */
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } | null;
}

/**
 * A language model behind OpenAI's chat completions, streamed, with native tool calls. A forced tool becomes the
 * `tool_choice`. A request that the server refuses for its form is made again at once in another one that it may take.
 */
export function createChatModel({ backend, onAdapted, ...options }: ChatModelSettings): LanguageModel {
  const purpose = purposeOf(options);
  const form = createCompletionForm(options, onAdapted);

  function once(
    body: Record<string, unknown>,
    signal: AbortSignal,
    watch: CompletionWatch | undefined,
  ): AsyncIterable<ModelOutput> {
    return backend.stream(purpose, signal, async (api, closing) => {
      const { data, response } = await api.chat.completions
        .create(body as unknown as Parameters<typeof api.chat.completions.create>[0] & { stream: true }, {
          signal: closing,
          ...tracedBy(watch?.traceparent),
        })
        .withResponse();
      const type = response.headers.get("content-type") ?? "";
      if (/html|json/.test(type)) {
        throw backend.unusable(purpose, `answered with ${type}, not with a stream`, await wordsIn(response));
      }
      return outputsOf(data as AsyncIterable<Chunk | null>, {
        unusable: (what) => backend.unusable(purpose, what),
        wordless: () => wordless(backend.address),
        used: (tokens) => watch?.used?.(tokens),
      });
    });
  }

  return {
    async *stream(messages, tools, signal, watch) {
      for (;;) {
        const body = form.body(messages, tools);
        try {
          return yield* once(body, signal, watch);
        } catch (error) {
          const refusal = error instanceof BackendFailure && error.status !== undefined ? error.refusal : undefined;
          if (signal.aborted || !form.giveWay(refusal, body)) throw error;
        }
      }
    },
  };
}

/** Fields that an administrator adds are what to look at when the server names one of them. */
function purposeOf({ extraBody }: CompletionOptions): Purpose {
  const extra = Object.keys(extraBody ?? {})
    .filter(Boolean)
    .map((name) => name.replace(/[^\w]/g, "\\$&"));
  if (extra.length === 0) return LANGUAGE_MODEL;
  const { settings } = LANGUAGE_MODEL;
  const others = [[new RegExp(extra.join("|")), "LLM_EXTRA_BODY"] as const, ...(settings.others ?? [])];
  return { ...LANGUAGE_MODEL, settings: { ...settings, others } };
}

/** The failure of a model that was cut off before its first word. Asked again, it would be cut off again. */
function wordless(address: string): AttendantError {
  const detail = `The language model server at ${address} stopped at its limit of tokens before the model said a word, as models do that think first; see LLM_MAX_TOKENS (more, or none) and LLM_REASONING_EFFORT (less).`;
  return new BackendFailure("llm_failed", detail, 200, "only_thoughts");
}

interface Findings {
  /** `what` goes on after "the server …". */
  unusable(what: string): AttendantError;
  wordless(): AttendantError;
  used(tokens: TokenUsage): void;
}

/** Reads chunks as text and whole tool calls. A stream without a finish reason broke off, however politely it ended. */
async function* outputsOf(
  chunks: AsyncIterable<Chunk | null>,
  { unusable, wordless, used }: Findings,
): AsyncGenerator<ModelOutput, void, void> {
  const thinking = createThinkingFilter();
  const assembly = createToolCallAssembly();
  let finished: string | undefined;
  let hasSpoken = false;
  let usage: TokenUsage | undefined;
  reading: for await (const chunk of chunks) {
    usage = usageOf(chunk) ?? usage;
    const choice = chunk?.choices?.[0];
    const said = thinking.push(textOf(choice?.delta?.content) || textOf(choice?.delta?.refusal));
    if (said) yield { kind: "text", text: said };
    hasSpoken ||= said.trim() !== "";
    for (const fragment of fragmentsOf(choice?.delta?.tool_calls)) {
      const taken = assembly.add(fragment);
      if (taken === "too-long") throw unusable(`wrote tool arguments of more than ${MAX_ARGUMENTS_LENGTH} characters`);
      if (taken === "full") {
        finished = "tool_calls";
        break reading;
      }
    }
    if (choice?.finish_reason) finished = choice.finish_reason;
  }
  if (!finished) throw unusable("ended its answer half-way");
  if (usage) used(usage);
  const rest = thinking.end();
  if (rest) yield { kind: "text", text: rest };
  const calls = assembly.calls();
  if (calls.length > 0) yield { kind: "tool_calls", calls };
  else if (finished === "length" && !hasSpoken && rest.trim() === "") throw wordless();
}

function usageOf(chunk: Chunk | null): TokenUsage | undefined {
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = chunk?.usage ?? {};
  return isCount(inputTokens) && isCount(outputTokens) ? { inputTokens, outputTokens } : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
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
