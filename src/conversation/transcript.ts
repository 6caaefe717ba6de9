import type { Message } from "../language/ports.js";
import type { ToolResult } from "../toolbox/tool.js";
import type { TranscriptEntry } from "../records/call-record.js";
import type { Spoken } from "./spoken.js";

/** What was heard of something said, and what was not. */
type SpokenResult = Pick<Spoken, "heard" | "unheard">;

/** More turns than this are forgotten, the oldest first. How many of them a model can read is another matter. */
const MAX_TURNS = 200;
/** More characters than this of one thing said are not kept. */
const MAX_CHARACTERS = 4_000;

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
  /** What tools have said while they worked, in the reply under way. */
  #asides: string[] = [];
  readonly #now: () => number;

  constructor(systemPrompt: string, now: () => number = Date.now) {
    this.#system = { role: "system", content: systemPrompt };
    this.#now = now;
  }

  /** The conversation as the model should know it. */
  get messages(): readonly Message[] {
    return [this.#system, ...this.#turns.flat()];
  }

  callerSaid(said: string): void {
    const text = said.slice(0, MAX_CHARACTERS);
    this.#asides = [];
    this.entries.push({ at: this.#now(), who: "caller", text });
    this.#addTurn([{ role: "user", content: text }]);
  }

  toolRan(tool: string, { status, message }: ToolResult): void {
    this.entries.push({ at: this.#now(), who: "tool", tool, status, message: message.slice(0, MAX_CHARACTERS) });
  }

  /** A sentence of the reply under way that is a tool's and not the model's: people read it, the model does not. */
  toolSaid(sentence: string): void {
    this.#asides.push(sentence);
  }

  /** Something said that is no answer: a greeting, a phrase, an announcement. */
  assistantSaid(spoken: SpokenResult): void {
    this.#addEntry(spoken);
    if (spoken.heard.length > 0) this.#addTurn([{ role: "assistant", content: spoken.heard.join(" ") }]);
  }

  /**
   * Ends a turn that began with `callerSaid`.
   *
   * @param made the reply as the model made it: of this, what tools did is kept, because it was done
   * @param interrupted whether the caller spoke over it
   */
  assistantReplied(spoken: SpokenResult, made: readonly Message[], interrupted: boolean): void {
    this.#addEntry(spoken);
    const answer = { heard: without(spoken.heard, this.#asides), unheard: spoken.unheard };
    this.#asides = [];
    const content = [...answer.heard, ...(interrupted ? [interruption(answer)] : [])].join(" ");
    const turn = this.#turns.at(-1) ?? this.#addTurn([]);
    turn.push(...deeds(made), ...(content ? [{ role: "assistant" as const, content }] : []));
  }

  #addEntry({ heard, unheard }: SpokenResult): void {
    if (heard.length + unheard.length === 0) return;
    const rest = unheard.length > 0 ? { unheard: unheard.join(" ") } : {};
    this.entries.push({ at: this.#now(), who: "assistant", text: heard.join(" "), ...rest });
  }

  #addTurn(turn: Message[]): Message[] {
    this.#turns.push(turn);
    if (this.#turns.length > MAX_TURNS) this.#turns.shift();
    return turn;
  }
}

function interruption({ heard }: { readonly heard: readonly string[] }): string {
  return heard.length > 0 ? "[the caller interrupted here]" : "[the caller interrupted before hearing anything]";
}

/** The sentences without the others, each of which goes once. */
function without(sentences: readonly string[], others: readonly string[]): readonly string[] {
  if (others.length === 0) return sentences;
  const rest = [...others];
  return sentences.filter((sentence) => {
    const at = rest.indexOf(sentence);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/** Tool calls and their results, in pairs as they came. */
function deeds(made: readonly Message[]): Message[] {
  return made
    .filter((message) => message.role === "tool" || (message.role === "assistant" && message.toolCalls))
    .map((message) => (message.role === "assistant" ? { ...message, content: "" } : message));
}
