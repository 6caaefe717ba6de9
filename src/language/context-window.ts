import { BackendFailure } from "../backends/openai.js";
import type { LanguageModel, Message, ToolOffer } from "./ports.js";

export interface ContextWindow {
  /** What the model can read and write at a time, in tokens. */
  readonly tokens: number;
  /** How much of that is kept free for its answer, in tokens. */
  readonly reserved: number;
}

/** Bytes of UTF-8 for a token. English has about four; other languages and JSON have fewer. */
const BYTES_PER_TOKEN = 3;
/** What a template puts around each message, in tokens. */
const TOKENS_PER_MESSAGE = 6;
/** Turns go so many at a time: a server that keeps what it has read can use that until the next ones go. */
const TURNS_AT_A_TIME = 4;

/**
 * The same model, which is never asked for more than it can read: of a long conversation the oldest turns are left out,
 * whole, so that no tool call is parted from its result. The system prompt and the turn under way always stay.
 *
 * When the server says all the same that it is too long, it is asked once more with half of the turns, and never again
 * with as much.
 */
export function withinWindow(model: LanguageModel, { tokens, reserved }: ContextWindow): LanguageModel {
  let room = tokens - reserved;
  return {
    async *stream(messages, tools, signal, watch) {
      const fitting = newest(messages, room - tokensOfTools(tools));
      try {
        return yield* model.stream(fitting, tools, signal, watch);
      } catch (error) {
        const half = newest(fitting, Number.NEGATIVE_INFINITY, Math.ceil(turnsOf(fitting).turns.length / 2));
        if (signal.aborted || !isTooLong(error) || half.length === fitting.length) throw error;
        room = Math.min(room, tokensOf(half) + tokensOfTools(tools));
        yield* model.stream(half, tools, signal, watch);
      }
    },
  };
}

/** As many of the newest turns as there is room for, and `least` in any case. */
export function newest(messages: readonly Message[], room: number, least = 1): readonly Message[] {
  let left = room - tokensOf(messages);
  if (left >= 0) return messages;
  const { system, turns } = turnsOf(messages);
  let dropped = 0;
  for (; left < 0 && dropped < turns.length - least; dropped++) left += tokensOf(turns[dropped] ?? []);
  dropped = Math.min(Math.ceil(dropped / TURNS_AT_A_TIME) * TURNS_AT_A_TIME, turns.length - least);
  return [...system, ...turns.slice(Math.max(dropped, 0)).flat()];
}

/** A turn begins with what the caller said; what was said before that to nobody's question is one as well. */
function turnsOf(messages: readonly Message[]): { system: readonly Message[]; turns: Message[][] } {
  const begin = messages.findIndex(({ role }) => role !== "system");
  const turns: Message[][] = [];
  for (const message of begin < 0 ? [] : messages.slice(begin)) {
    if (message.role === "user" || turns.length === 0) turns.push([]);
    turns.at(-1)?.push(message);
  }
  return { system: begin < 0 ? messages : messages.slice(0, begin), turns };
}

/** An estimate that is rather too high. */
function tokensOf(messages: readonly Message[]): number {
  let tokens = 0;
  for (const message of messages) {
    tokens += TOKENS_PER_MESSAGE + inTokens(message.content);
    if (message.role !== "assistant" || !message.toolCalls) continue;
    for (const call of message.toolCalls) tokens += TOKENS_PER_MESSAGE + inTokens(call.name) + inTokens(call.arguments);
  }
  return tokens;
}

/** The descriptions of tools are the same from one reply to the next. */
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
