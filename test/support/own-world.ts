import { Semaphore } from "../../src/kernel/turns.js";
import { ChannelLog } from "./bed/channel-log.js";
import { startWorld, type World } from "./world.js";

/** To begin takes a core for some seconds, and whoever is amid a call beside it must not be late. */
const beginnings = new Semaphore(2);
const BEGUN_MS = 180_000;

/** A world to oneself, so that others can do the same beside it, with what else is started in it. */
export class OwnWorld implements AsyncDisposable {
  readonly #parts: AsyncDisposable[] = [];
  #world: World | undefined;
  #channels: ChannelLog | undefined;

  /** Starts the world. What was started is disposed of in any case. */
  begin(): Promise<void> {
    return beginnings.run(AbortSignal.timeout(BEGUN_MS), () => this.fill());
  }

  get world(): World {
    return begun(this.#world);
  }

  /** The numbers that the assistant has dialled so far, in their order. */
  get dialled(): readonly string[] {
    return begun(this.#channels).placed();
  }

  /** How often the assistant has dialled so far, or dialled these numbers. */
  rings(...numbers: readonly string[]): number {
    return this.dialled.filter((number) => numbers.length === 0 || numbers.includes(number)).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const part of this.#parts.splice(0)) await part[Symbol.asyncDispose]();
  }

  /** Starts what there is in it. */
  protected async fill(): Promise<void> {
    this.#world = this.keep(await startWorld());
    this.#channels = this.keep(await ChannelLog.watch(this.#world.bed.assistantAsterisk.ari));
  }

  /** To be disposed of with it, before what was started earlier. */
  protected keep<T extends AsyncDisposable>(part: T): T {
    this.#parts.unshift(part);
    return part;
  }
}

export function begun<T>(part: T | undefined): T {
  if (part === undefined) throw new Error("not begun");
  return part;
}
