import type { Message } from "../language/ports.js";
import type { ToolResult } from "../toolbox/tool.js";
import type { TranscriptEntry, TurnFigures } from "../records/call-record.js";
import type { Spoken } from "../turn-taking/spoken.js";

/** Something said in a call, with a number that it keeps while it is being said and as an entry. */
export interface Said {
  readonly id: number;
  readonly entry: TranscriptEntry;
}

/** The parts of something said that were heard, and those that were not. */
type SpokenResult = Pick<Spoken, "heard" | "unheard">;

/**
 * Maximum number of turns kept; the oldest are discarded first. How many of them a model can read is a separate limit.
 */
const MAX_TURNS = 200;
/** Maximum number of characters kept of one thing said. */
const MAX_CHARACTERS = 4_000;

/**
 * Records what was said and heard, twice: as entries for people, and as messages for the language model.
 *
 * Both contain what the caller heard, not what was intended: a model that believes it has said something that the
 * caller did not hear answers as if they knew it.
 */
export class Transcript {
  readonly entries: TranscriptEntry[] = [];
  readonly #system: Message;
  /** Each turn begins with the caller's message, or is something that the assistant said unprompted. */
  readonly #turns: Message[][] = [];
  /** What tools have said while they worked, in the current reply. */
  #asides: string[] = [];
  /** What the assistant is saying, which is not an entry yet. */
  #underWay: { readonly id: number; readonly since: number; readonly spoken: Spoken } | undefined;
  /** What the caller is saying, or has said without an answer yet, by the time they began it (ms of line time). */
  #callers: { readonly id: number; readonly since: number; readonly texts: Map<number, string> } | undefined;
  /** When the caller began the last utterance that was answered, in ms of line time. */
  #answeredUntil = -Infinity;
  /** Numbers of the entries, by index. */
  readonly #ids: number[] = [];
  #nextId = 0;
  readonly #now: () => number;

  constructor(systemPrompt: string, now: () => number) {
    this.#system = { role: "system", content: systemPrompt };
    this.#now = now;
  }

  /**
   * Creates a transcript that continues where another process left off, from its entries. The model knows what tools
   * did only from what was said about it.
   */
  static resumed(systemPrompt: string, entries: readonly TranscriptEntry[], now: () => number): Transcript {
    const transcript = new Transcript(systemPrompt, now);
    for (const entry of entries) {
      transcript.#keep(entry);
      if (entry.who === "caller") transcript.#addTurn([{ role: "user", content: entry.text }]);
      else if (entry.who === "assistant" && entry.text) {
        const turn = transcript.#turns.at(-1) ?? transcript.#addTurn([]);
        turn.push({ role: "assistant", content: entry.text });
      }
    }
    return transcript;
  }

  /** The entries, and what the assistant is saying now: the part heard so far, and the part still to come. */
  get asOfNow(): readonly TranscriptEntry[] {
    if (!this.#underWay) return this.entries;
    const now = underWayOf(this.#underWay.spoken, this.#now());
    return now ? [...this.entries, now] : this.entries;
  }

  /** Returns the last entries with their numbers; default: all. */
  said(last = this.entries.length): readonly Said[] {
    const from = Math.max(0, this.entries.length - last);
    return this.entries.slice(from).map((entry, i) => ({ id: this.#ids[from + i] as number, entry }));
  }

  /**
   * What is being said and not an entry yet: the caller's words as far as understood, the assistant's as far as heard.
   */
  get beingSaid(): readonly Said[] {
    const all: Said[] = [];
    if (this.#underWay) {
      const { id, since, spoken } = this.#underWay;
      const entry = underWayOf(spoken, since);
      if (entry) all.push({ id, entry });
    }
    if (this.#callers) {
      const { id, since, texts } = this.#callers;
      const text = [...texts].sort(([one], [other]) => one - other).map(([, words]) => words);
      all.push({ id, entry: { at: since, who: "caller", text: text.filter(Boolean).join(" ") } });
    }
    return all;
  }

  /** Whether a reply since the caller's last words asked something. Greetings and other phrases do not count. */
  get hasAsked(): boolean {
    const since = this.entries.slice(this.entries.findLastIndex(({ who }) => who === "caller") + 1);
    return since.some(
      (entry) =>
        entry.who === "assistant" &&
        entry.turn !== undefined &&
        [entry.text, entry.unheard].some((text) => text?.trimEnd().endsWith("?")),
    );
  }

  /** Begins something that the assistant says; it becomes an entry when it has ended. */
  assistantBegins(spoken: Spoken): void {
    this.#underWay = { id: this.#nextId++, since: this.#now(), spoken };
  }

  /** Listening to the caller begins again: line time starts at 0 again, and what was not answered will not be. */
  listensAnew(): void {
    this.#callers = undefined;
    this.#answeredUntil = -Infinity;
  }

  /**
   * Updates what is known of the words that the caller is saying, or has said. They become an entry with {@link
   * callerSaid}.
   *
   * @param begunAt when they began each utterance that the words are from, in ms of line time; replaces what was known
   * of these
   */
  callerSays(said: string, begunAt: readonly number[]): void {
    const first = Math.min(...begunAt);
    if (!(first > this.#answeredUntil) || first === Infinity) return;
    this.#callers ??= { id: this.#nextId++, since: this.#now(), texts: new Map() };
    for (const at of begunAt) this.#callers.texts.delete(at);
    this.#callers.texts.set(first, said.slice(0, MAX_CHARACTERS));
  }

  /** The conversation as the model sees it. */
  get messages(): readonly Message[] {
    return [this.#system, ...this.#turns.flat()];
  }

  callerSaid(said: string): void {
    const text = said.slice(0, MAX_CHARACTERS);
    this.#asides = [];
    this.#keep({ at: this.#now(), who: "caller", text }, this.#callers?.id);
    if (this.#callers) this.#answeredUntil = Math.max(...this.#callers.texts.keys());
    this.#callers = undefined;
    this.#addTurn([{ role: "user", content: text }]);
  }

  toolRan(tool: string, { status, message }: ToolResult): void {
    this.#keep({ at: this.#now(), who: "tool", tool, status, message: message.slice(0, MAX_CHARACTERS) });
  }

  /** Marks a sentence of the current reply as a tool's, or as an excuse: people read it, the model does not. */
  toolSaid(sentence: string): void {
    this.#asides.push(sentence);
  }

  /** Adds something said that is not an answer: a greeting, a phrase, an announcement. */
  assistantSaid(spoken: SpokenResult): void {
    this.#addEntry(spoken);
    if (spoken.heard.length > 0) this.#addTurn([{ role: "assistant", content: spoken.heard.join(" ") }]);
  }

  /**
   * Ends a turn that began with `callerSaid`.
   *
   * @param made the reply as the model made it; the tool calls in it are kept, because they were carried out
   * @param figures the turn's figures, and whether the caller interrupted it
   */
  assistantReplied(spoken: SpokenResult, made: readonly Message[], figures: TurnFigures): void {
    this.#addEntry(spoken, figures);
    const answer = { heard: without(spoken.heard, this.#asides), unheard: spoken.unheard };
    this.#asides = [];
    const content = [...answer.heard, ...(figures.interrupted ? [interruption(answer)] : [])].join(" ");
    const turn = this.#turns.at(-1) ?? this.#addTurn([]);
    turn.push(...deeds(made), ...(content ? [{ role: "assistant" as const, content }] : []));
  }

  #addEntry(spoken: SpokenResult, turn?: TurnFigures): void {
    const id = this.#underWay?.id;
    this.#underWay = undefined;
    const entry = entryOf(spoken, this.#now(), turn);
    if (entry) this.#keep(entry, id);
  }

  /** @param id the number it had while it was being said */
  #keep(entry: TranscriptEntry, id = this.#nextId++): void {
    this.entries.push(entry);
    this.#ids.push(id);
  }

  #addTurn(turn: Message[]): Message[] {
    this.#turns.push(turn);
    if (this.#turns.length > MAX_TURNS) this.#turns.shift();
    return turn;
  }
}

function underWayOf({ heard, remaining }: Spoken, at: number): TranscriptEntry | undefined {
  return entryOf({ heard, unheard: remaining }, at);
}

function entryOf({ heard, unheard }: SpokenResult, at: number, turn: TurnFigures = {}): TranscriptEntry | undefined {
  if (heard.length + unheard.length === 0) return undefined;
  return {
    at,
    who: "assistant",
    text: heard.join(" "),
    ...(unheard.length > 0 && { unheard: unheard.join(" ") }),
    ...(Object.keys(turn).length > 0 && { turn }),
  };
}

function interruption({ heard }: { readonly heard: readonly string[] }): string {
  return heard.length > 0 ? "[the caller interrupted here]" : "[the caller interrupted before hearing anything]";
}

/** Returns the sentences without the others, each removed once. */
function without(sentences: readonly string[], others: readonly string[]): readonly string[] {
  if (others.length === 0) return sentences;
  const rest = [...others];
  return sentences.filter((sentence) => {
    const at = rest.indexOf(sentence);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/** Returns the tool calls and their results, in their original order. */
function deeds(made: readonly Message[]): Message[] {
  return made
    .filter((message) => message.role === "tool" || (message.role === "assistant" && message.toolCalls))
    .map((message) => (message.role === "assistant" ? { ...message, content: "" } : message));
}
