import { Ending } from "../kernel/ending.js";
import type { Call } from "./call.js";

/** Why a call is turned away. */
export type Refusal = "busy" | "shutting_down";

/** The calls in progress: how many there may be, and how they are brought to an end when the process leaves. */
export class LiveCalls {
  readonly #most: number;
  readonly #calls = new Map<string, Call>();
  readonly #windDown = new AbortController();
  #onEmpty: (() => void)[] = [];

  /** @param most calls at the same time */
  constructor(most: number) {
    this.#most = most;
  }

  get count(): number {
    return this.#calls.size;
  }

  /** Aborts when the process is about to leave: calls say goodbye and end. */
  get windDown(): AbortSignal {
    return this.#windDown.signal;
  }

  /** Why another call cannot be taken now; undefined when it can. */
  get refusal(): Refusal | undefined {
    if (this.windDown.aborted) return "shutting_down";
    return this.count >= this.#most ? "busy" : undefined;
  }

  add(call: Call): void {
    this.#calls.set(call.record.callId, call);
  }

  remove(call: Call): void {
    this.#calls.delete(call.record.callId);
    if (this.count === 0) for (const empty of this.#onEmpty.splice(0)) empty();
  }

  /** Takes no more calls, has those there are say goodbye, and resolves when the last is over. May be called again. */
  async drain(): Promise<void> {
    this.#windDown.abort(new Ending("shutting_down"));
    if (this.count > 0) {
      await new Promise<void>((resolve) => {
        this.#onEmpty.push(resolve);
      });
    }
  }
}
