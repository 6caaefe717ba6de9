import { Faults } from "./faults.js";

/** How the chat completions misbehave, on top of what every endpoint can do wrong. */
export class ModelFaults extends Faults {
  /**
   * What the server makes of tools: `refused` answers requests that have any with 400, as Ollama does for many models;
   * `ignored` does as if there were none; `without_choice` refuses only a `tool_choice`. Models then call them by the text
   * protocol when the system prompt tells how.
   */
  tools: "called" | "refused" | "ignored" | "without_choice" = "called";
  /** The longest history that is taken, in characters of JSON; of a longer one it is said that it is too long. */
  longestHistory = Infinity;
  /** Milliseconds between one token and the next, a timer's at least; undefined: all of them at once. */
  tokenDelayMs: number | undefined = 0;

  #emptyStreams = 0;
  #invalidArguments = 0;
  #unknownTools = 0;

  /** Closes the connection after so many tokens. A token is a word, or a fragment of a tool call. */
  cutAfterTokens(tokens: number, times = Infinity): void {
    this.set({ kind: "cut", after: tokens }, times);
  }

  /** Sends so many tokens and then nothing more, the connection open. */
  stallAfterTokens(tokens: number, times = Infinity): void {
    this.set({ kind: "stall", after: tokens }, times);
  }

  /** Ends well without having said or called anything. */
  emptyStream(times = Infinity): void {
    this.#emptyStreams = times;
  }

  /** Calls tools with arguments that are no JSON. */
  invalidJsonArguments(times = Infinity): void {
    this.#invalidArguments = times;
  }

  /** Calls a tool that nobody offered, in place of the right one. */
  unknownTool(times = Infinity): void {
    this.#unknownTools = times;
  }

  override mend(): void {
    super.mend();
    this.tools = "called";
    this.longestHistory = Infinity;
    this.tokenDelayMs = 0;
    this.#emptyStreams = 0;
    this.#invalidArguments = 0;
    this.#unknownTools = 0;
  }

  /** Whether this answer is empty; counts it. */
  takeEmptyStream(): boolean {
    return this.#emptyStreams-- > 0;
  }

  /** Whether this answer's arguments are broken; counts it. */
  takeInvalidArguments(): boolean {
    return this.#invalidArguments-- > 0;
  }

  /** Whether this answer calls an unknown tool; counts it. */
  takeUnknownTool(): boolean {
    return this.#unknownTools-- > 0;
  }
}
