import { answerStream, WHOLE } from "../backends/answer-stream.js";
import { type Backend, BackendFailure, type Purpose, tracedBy } from "../backends/openai.js";
import type { AttendantError } from "../kernel/errors.js";
import { isRecord } from "../kernel/record.js";
import { untilFinished } from "./after-finish.js";
import { askedAgain } from "./asked-again.js";
import { type CompletionOptions, createCompletionForm } from "./completion-request.js";
import type { CompletionWatch, LanguageModel, Message, ModelOutput, TokenUsage, ToolOffer } from "./ports.js";
import {
  createToolCallAssembly,
  MAX_ARGUMENTS_LENGTH,
  MAX_CALLS,
  type ToolCallFragment,
} from "./tool-call-assembly.js";
import { meantName, offeredBy } from "./written/offered.js";
import { toldIn, withoutTold } from "./written/told-calls.js";
import { WrittenReader, type WritingHabits } from "./written/reader.js";

export interface ChatModelSettings extends CompletionOptions {
  readonly backend: Backend;
  /** Called once for each feature that the server rejected and that is requested differently from then on. */
  readonly onAdapted?: ((what: string) => void) | undefined;
  /** Called with the tools of written calls that are not made, because the model was told them by others. */
  readonly onWithheld?: ((tools: readonly string[]) => void) | undefined;
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

/** The fields of a message, or of a piece of one, that are read here. */
interface Delta {
  readonly content?: unknown;
  readonly refusal?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly tool_calls?: unknown;
  /** The form of tool calls before there could be several. */
  readonly function_call?: unknown;
}

/**
 * A streamed chunk of a chat completion, or a whole one, as far as it is used here. Servers omit fields, and some send values of
 * other types: nothing is taken for granted.
 */
interface Chunk {
  readonly choices?:
    | readonly ({
        readonly delta?: Delta | null;
        readonly message?: Delta | null;
        readonly finish_reason?: string | null;
      } | null)[]
    | null;
  /** With the last chunk, or a running total with each. */
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } | null;
}

/**
 * A language model behind OpenAI's chat completions API, streamed, with native tool calls. A forced tool becomes the
 * `tool_choice`. A request that the server rejects because of its form is repeated at once in another form. Thoughts and special
 * tokens in the model's text are removed, and tool calls written as text count as calls.
 */
export function createChatModel({ backend, onAdapted, onWithheld, ...options }: ChatModelSettings): LanguageModel {
  const purpose = purposeOf(options);
  const form = createCompletionForm(options, onAdapted);
  const habits: WritingHabits = { thinksUnopened: false };

  function once(
    body: Record<string, unknown>,
    messages: readonly Message[],
    tools: readonly ToolOffer[],
    signal: AbortSignal,
    watch: CompletionWatch | undefined,
  ): AsyncIterable<ModelOutput> {
    return backend.stream(purpose, signal, async (api, closing) => {
      const response = await api.chat.completions
        .create(body as unknown as Parameters<typeof api.chat.completions.create>[0] & { stream: true }, {
          signal: closing,
          ...tracedBy(watch?.traceparent),
        })
        .asResponse();
      const type = response.headers.get("content-type") ?? "";
      if (/html/.test(type)) {
        throw backend.unusable(purpose, `answered with ${type}, not with a stream`, undefined, "not_this_interface");
      }
      const writing = new WrittenReader(tools, habits, (calls, offered) => {
        const own = withoutTold(calls, toldIn(messages), offered);
        const withheld = calls.filter((call) => !own.includes(call));
        if (withheld.length > 0) onWithheld?.(withheld.map(({ name }) => name));
        return own;
      });
      return outputsOf(answerStream(response) as AsyncIterable<Chunk | null | typeof WHOLE>, tools, writing, {
        unusable: (what, said) => backend.unusable(purpose, what, said),
        wordless: (why) => (watch?.isOnlyRead ? undefined : wordless(backend.address, why)),
        used: (tokens) => watch?.used?.(tokens),
      });
    });
  }

  return {
    stream(messages, tools, signal, watch) {
      let isAgain = false;
      function completion(): AsyncIterable<ModelOutput> {
        const body = form.body(messages, tools, watch?.isOnlyRead ? 1 : undefined);
        return askedAgain(once(body, messages, tools, signal, watch), (error) => {
          const refusal = error instanceof BackendFailure && error.status !== undefined ? error.refusal : undefined;
          const goesAgain: boolean = refusal === "generation_failed" && !isAgain;
          if (signal.aborted || !(goesAgain || form.giveWay(refusal, body))) return undefined;
          isAgain ||= goesAgain;
          return completion();
        });
      }
      return completion();
    },
  };
}

/** When the server's error names a field that the administrator added, the error points to that setting. */
function purposeOf({ extraBody }: CompletionOptions): Purpose {
  const extra = Object.keys(extraBody ?? {})
    .filter(Boolean)
    .map((name) => name.replace(/[^\w]/g, "\\$&"));
  if (extra.length === 0) return LANGUAGE_MODEL;
  const { settings } = LANGUAGE_MODEL;
  const others = [[new RegExp(extra.join("|")), "LLM_EXTRA_BODY"] as const, ...(settings.others ?? [])];
  return { ...LANGUAGE_MODEL, settings: { ...settings, others } };
}

/** Why a model said nothing, and what to do about it. */
const WORDLESS = {
  length:
    "reached its token limit before the model said a word, as models that think first do; see LLM_MAX_TOKENS " +
    "(more, or none) and LLM_REASONING_EFFORT (less)",
  thoughts: "sent only the model's thoughts; see LLM_REASONING_EFFORT (less)",
  filter: "had the whole answer removed by its filter (content_filter); see LLM_MODEL and SYSTEM_PROMPT",
} as const;

/** The same, by why the message ended. */
const WORDLESS_BY: ReadonlyMap<string, keyof typeof WORDLESS> = new Map([
  ["length", "length"],
  ["content_filter", "filter"],
] as const);

/** The failure of a model that said nothing. A retry would have the same result. */
function wordless(address: string, why: keyof typeof WORDLESS): AttendantError {
  const detail = `The language model server at ${address} ${WORDLESS[why]}.`;
  return new BackendFailure("llm_failed", detail, 200, "wordless");
}

interface Findings {
  /** `what` continues the sentence "the server …". */
  unusable(what: string, said?: unknown): AttendantError;
  /** The failure of a model that said nothing; undefined if that is permitted. */
  wordless(why: keyof typeof WORDLESS): AttendantError | undefined;
  used(tokens: TokenUsage): void;
}

/** Converts chunks to text and complete tool calls. A stream without a finish reason was broken off, however cleanly it ended. */
async function* outputsOf(
  chunks: AsyncIterable<Chunk | null | typeof WHOLE>,
  tools: readonly ToolOffer[],
  writing: WrittenReader,
  { unusable, wordless, used }: Findings,
): AsyncGenerator<ModelOutput, void, void> {
  const assembly = createToolCallAssembly();
  let finished: string | undefined;
  /** Whether text or a call has come, and then a reason alone. */
  let hasBegun = false;
  let hasEnded = false;
  let hasSpoken = false;
  let hasThought = false;
  let hasMessage = false;
  /** The body before any message: if no message follows, it may give the reason. */
  let before: unknown;
  let usage: TokenUsage | undefined;

  /** Handles a chunk. @returns whether it was the last one needed */
  function take(chunk: Chunk | null | typeof WHOLE): { readonly said: string; readonly isLast: boolean } {
    if (chunk === WHOLE) {
      finished ??= "stop";
      return { said: "", isLast: true };
    }
    usage = usageOf(chunk) ?? usage;
    const { delta, reason, isEnd } = messageIn(chunk);
    finished = reason ?? finished;
    hasEnded ||= isEnd && hasBegun;
    if (!delta) {
      before ??= chunk;
      return { said: "", isLast: false };
    }
    hasMessage = true;
    hasThought ||= hasThoughts(delta);
    hasBegun ||= saysSomething(delta);
    const said = writing.push(writtenIn(delta));
    const taken = fragmentsOf(delta).map((fragment) => assembly.add(fragment));
    if (taken.includes("too-long"))
      throw unusable(`wrote tool arguments of more than ${MAX_ARGUMENTS_LENGTH} characters`);
    const isLast = taken.includes("full") || writing.done;
    if (isLast) finished ??= "stop";
    return { said, isLast };
  }

  const spoken = (text: string): ModelOutput[] => {
    hasSpoken ||= text.trim() !== "";
    return text ? [{ kind: "text", text }] : [];
  };
  try {
    for await (const chunk of untilFinished(chunks, () => hasEnded)) {
      const { said, isLast } = take(chunk);
      yield* spoken(said);
      if (isLast) break;
    }
    if (!finished) throw unusable("stopped in the middle of its answer");
    if (!hasMessage) throw unusable("answered without a message", before);
  } catch (error) {
    // Text held back was written before the stream broke off; as the first words, it would keep the rest from being asked for.
    if (hasSpoken) yield* spoken(writing.end());
    throw error;
  }
  if (usage) used(usage);
  const native = assembly.calls();
  yield* spoken(writing.end(native.length > 0));
  const offered = offeredBy(tools);
  const calls = [...native, ...writing.calls].slice(0, MAX_CALLS);
  if (calls.length > 0)
    yield { kind: "tool_calls", calls: calls.map((call) => ({ ...call, name: meantName(call.name, offered) })) };
  else if (!hasSpoken) {
    const why = WORDLESS_BY.get(finished) ?? (hasThought || writing.hasThought ? "thoughts" : undefined);
    const failure = why && wordless(why);
    if (failure) throw failure;
  }
}

interface MessagePiece {
  readonly delta: Delta | undefined;
  /** Why the message ends there. */
  readonly reason: string | undefined;
  /** Whether nothing of it follows. Some servers send a reason with each piece: only one that comes alone is the end. */
  readonly isEnd: boolean;
}

/** The message in a chunk, or the piece of it. */
function messageIn(chunk: Chunk | null): MessagePiece {
  const choice = chunk?.choices?.[0];
  const delta = choice?.delta ?? choice?.message ?? undefined;
  const reason = choice?.finish_reason ?? undefined;
  return { delta, reason, isEnd: Boolean(reason) && !(delta && saysSomething(delta)) };
}

/** Whether text, a thought or a part of a call is in it. */
function saysSomething(delta: Delta): boolean {
  return writtenIn(delta) !== "" || hasThoughts(delta) || fragmentsOf(delta).length > 0;
}

function hasThoughts({ reasoning, reasoning_content: thoughts }: Delta): boolean {
  return Boolean(reasoning || thoughts);
}

function writtenIn({ content, refusal }: Delta): string {
  return textOf(content) || textOf(refusal);
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

function fragmentsOf(delta: Delta): readonly ToolCallFragment[] {
  const calls: unknown = delta.tool_calls;
  if (isRecord(delta.function_call)) return [{ index: 0, function: delta.function_call }];
  return Array.isArray(calls) ? calls.filter(isRecord) : [];
}
