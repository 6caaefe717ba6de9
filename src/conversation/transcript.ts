import type { Message } from "../language/ports.js";
import type { ToolResult } from "../language/tool.js";
import type { Spoken } from "./speak.js";

/** One thing that happened in a conversation. `at` is in ms since the epoch. */
export type TranscriptEntry =
  | { readonly at: number; readonly who: "caller"; readonly text: string }
  /** `text` is what the caller heard to its end; `unheard` is what was meant to follow when they spoke over it. */
  | { readonly at: number; readonly who: "assistant"; readonly text: string; readonly unheard?: string }
  | { readonly at: number; readonly who: "tool"; readonly tool: string; readonly result: ToolResult };

/** More turns than this are not told to the model again; the oldest are left out, whole. */
const MOST_TURNS = 40;

/**
 * What was said and heard, kept twice: as entries for people, and as messages for the language model.
 *
 * Both hold what the caller heard, not what was meant: a model that believes it has said something that was drowned out
 * answers as if the caller knew.
 */
export class Transcript {
  readonly entries: TranscriptEntry[] = [];
  readonly #system: Message;
  /** Each turn begins with the caller's message, or is something the assistant said unasked. */
  readonly #turns: Message[][] = [];
  readonly #now: () => number;

  constructor(systemPrompt: string, now: () => number = Date.now) {
    this.#system = { role: "system", content: systemPrompt };
    this.#now = now;
  }

  /** The conversation as the model should know it. */
  get messages(): readonly Message[] {
    return [this.#system, ...this.#turns.flat()];
  }

  callerSaid(text: string): void {
    this.entries.push({ at: this.#now(), who: "caller", text });
    this.#addTurn([{ role: "user", content: text }]);
  }

  toolRan(tool: string, result: ToolResult): void {
    this.entries.push({ at: this.#now(), who: "tool", tool, result });
  }

  /** Something said that is no answer: a greeting, a phrase, an announcement. */
  assistantSaid(text: string): void {
    this.entries.push({ at: this.#now(), who: "assistant", text });
    this.#addTurn([{ role: "assistant", content: text }]);
  }

  /**
   * Ends a turn.
   *
   * @param messages the reply as the model made it, tool calls and all
   */
  assistantReplied({ heard, unheard }: Spoken, messages: readonly Message[]): void {
    const text = heard.join(" ");
    if (heard.length + unheard.length > 0) {
      const rest = unheard.length > 0 ? { unheard: unheard.join(" ") } : {};
      this.entries.push({ at: this.#now(), who: "assistant", text, ...rest });
    }
    const turn = this.#turns.at(-1) ?? this.#addTurn([]);
    turn.push(...(unheard.length > 0 ? cutToHeard(messages, text) : messages));
  }

  #addTurn(turn: Message[]): Message[] {
    this.#turns.push(turn);
    if (this.#turns.length > MOST_TURNS) this.#turns.shift();
    return turn;
  }
}

/** Keeps what tools did, because it was done; of the words only those that were heard. */
function cutToHeard(messages: readonly Message[], heard: string): Message[] {
  const done = messages
    .filter((message) => message.role === "tool" || (message.role === "assistant" && message.toolCalls))
    .map((message) => (message.role === "assistant" ? { ...message, content: "" } : message));
  const words = heard ? `${heard} [the caller interrupted here]` : "[the caller interrupted before hearing anything]";
  return [...done, { role: "assistant", content: words }];
}
