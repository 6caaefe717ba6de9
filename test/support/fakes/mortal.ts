/** A process that dies at a step of its choice: from then on nothing it does has an effect, and nothing answers it. */
export class Life {
  /** The steps it has taken, by name. */
  readonly steps: string[] = [];
  #dead = false;
  readonly #dieAt: number;
  readonly #when: "before" | "after";

  /** @param dieAt the step, counted from 0, that it dies at: before it has any effect, or after it has had it */
  constructor(dieAt = Number.POSITIVE_INFINITY, when: "before" | "after" = "before") {
    this.#dieAt = dieAt;
    this.#when = when;
  }

  get dead(): boolean {
    return this.#dead;
  }

  kill(): void {
    this.#dead = true;
  }

  /** What the process reaches the world through: `part`, whose methods that return promises count as steps. */
  lives<T extends object>(part: T, name: string, quick: readonly string[] = []): T {
    return new Proxy(part, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== "function" || typeof property !== "string") return value;
        const method = value.bind(target) as (...given: unknown[]) => unknown;
        if (quick.includes(property)) return method;
        return (...given: unknown[]) => this.#take(`${name}.${property}`, () => method(...given));
      },
    });
  }

  async #take(step: string, act: () => unknown): Promise<unknown> {
    if (this.#dead) return NEVER;
    const isLast = this.steps.push(step) - 1 === this.#dieAt;
    if (isLast && this.#when === "before") {
      this.#dead = true;
      return NEVER;
    }
    const result = Promise.resolve(act());
    // A step under way goes on without the process, which hears of it no more.
    if (isLast) {
      await result.catch(() => {});
      this.#dead = true;
    }
    return result.then(
      (value) => (this.#dead ? NEVER : value),
      (error: unknown) => {
        if (this.#dead) return NEVER;
        throw error;
      },
    );
  }
}

const NEVER = new Promise<never>(() => {});
