import type { PreparedToolCall, ToolResult } from "./ports.js";

type Asked = Pick<PreparedToolCall, "asksFor" | "tool" | "usable">;

/** The tool calls made in one reply. Small models repeat calls; each is made only once. */
export class MadeCalls {
  /** Results, by what the calls ask for. */
  readonly #made = new Map<string, Promise<ToolResult>>();
  /** What tools have arranged (`PENDING`), by tool. */
  readonly #arranged = new Map<string, ToolResult>();
  /** The same, in earlier rounds. */
  #earlier: ReadonlyMap<string, ToolResult> = new Map();

  beginRound(): void {
    this.#earlier = new Map(this.#arranged);
  }

  /** Stores a call that is being made. @returns its result */
  async add({ asksFor, tool, usable }: Asked, making: Promise<ToolResult>): Promise<ToolResult> {
    if (usable) this.#made.set(asksFor, making);
    const result = await making;
    if (usable && result.status === "PENDING") this.#arranged.set(tool, result);
    return result;
  }

  /** Returns the result that the model gets for a call that must not be made; undefined if it is to be made. */
  insteadOf({ asksFor, tool, usable }: Asked): Promise<ToolResult> | undefined {
    const same = this.#made.get(asksFor);
    if (same) return same.then(repeated);
    const other = usable ? this.#earlier.get(tool) : undefined;
    return other && Promise.resolve(onceOnly(other));
  }
}

const repeated = (result: ToolResult): ToolResult => ({
  ...result,
  message: `Already done, answer now. ${result.message}`,
});

/** A reply may arrange several things with a tool in one round, but none in a later round. */
const onceOnly = (result: ToolResult): ToolResult => ({
  status: "FAILED",
  message: `Not done: an answer arranges one, and the caller can ask for another. Answer now. ${result.message}`,
});
