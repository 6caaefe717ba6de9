import { BackendFailure } from "../backends/openai.js";
import { askedAgain } from "./asked-again.js";
import type { LanguageModel, Message, ToolOffer } from "./ports.js";

export interface ContextWindow {
  /** The model's context window, in tokens. */
  readonly tokens: number;
  /** Part of it that is reserved for the answer, in tokens. */
  readonly reserved: number;
}

/** Bytes of UTF-8 per token. English has about four; other languages and JSON have fewer. */
const BYTES_PER_TOKEN = 3;
/** What a template adds to each message, in tokens. */
const TOKENS_PER_MESSAGE = 6;
/** Turns are dropped in groups: a server that caches the prompt can reuse it until the next group is dropped. */
const TURNS_AT_A_TIME = 4;

/**
 * The same model within its context window: the oldest turns of a long conversation are omitted whole, so that a tool call is
 * never separated from its result. The system prompt and the current turn always stay.
 *
 * If the server still rejects the request as too long, it is repeated once with half of the turns, and later requests are no
 * longer than that.
 */
export function withinWindow(model: LanguageModel, { tokens, reserved }: ContextWindow): LanguageModel {
  let room = tokens - reserved;
  return {
    stream(messages, tools, signal, watch) {
      const fitting = newest(messages, room - tokensOfTools(tools));
      return askedAgain(model.stream(fitting, tools, signal, watch), (error) => {
        const half = newest(fitting, Number.NEGATIVE_INFINITY, Math.ceil(turnsOf(fitting).turns.length / 2));
        if (signal.aborted || !isTooLong(error) || half.length === fitting.length) return undefined;
        room = Math.min(room, tokensOf(half) + tokensOfTools(tools));
        return model.stream(half, tools, signal, watch);
      });
    },
  };
}

/** As many of the newest turns as fit, and at least `least`. */
export function newest(messages: readonly Message[], room: number, least = 1): readonly Message[] {
  let left = room - tokensOf(messages);
  if (left >= 0) return messages;
  const { system, turns } = turnsOf(messages);
  let dropped = 0;
  for (; left < 0 && dropped < turns.length - least; dropped++) left += tokensOf(turns[dropped] ?? []);
  dropped = Math.min(Math.ceil(dropped / TURNS_AT_A_TIME) * TURNS_AT_A_TIME, turns.length - least);
  return [...system, ...turns.slice(Math.max(dropped, 0)).flat()];
}

/** A turn begins with the caller's words; what the assistant said before them counts as a turn too. */
function turnsOf(messages: readonly Message[]): { system: readonly Message[]; turns: Message[][] } {
  const begin = messages.findIndex(({ role }) => role !== "system");
  const turns: Message[][] = [];
  for (const message of begin < 0 ? [] : messages.slice(begin)) {
    if (message.role === "user" || turns.length === 0) turns.push([]);
    turns.at(-1)?.push(message);
  }
  return { system: begin < 0 ? messages : messages.slice(0, begin), turns };
}

/** A conservative estimate. */
function tokensOf(messages: readonly Message[]): number {
  let tokens = 0;
  for (const message of messages) {
    tokens += TOKENS_PER_MESSAGE + inTokens(message.content);
    if (message.role !== "assistant" || !message.toolCalls) continue;
    for (const call of message.toolCalls) tokens += TOKENS_PER_MESSAGE + inTokens(call.name) + inTokens(call.arguments);
  }
  return tokens;
}

/** The descriptions of tools do not change between replies. */
const measured = new WeakMap<readonly ToolOffer[], number>();

function tokensOfTools(tools: readonly ToolOffer[]): number {
  const known = measured.get(tools);
  if (known !== undefined) return known;
  const tokens = inTokens(JSON.stringify(tools));
  measured.set(tools, tokens);
  return tokens;
}

function inTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

function isTooLong(error: unknown): boolean {
  return error instanceof BackendFailure && error.refusal === "context_too_long";
}
