/** A process that dies at a step of its choice: from then on nothing it does has an effect, and nothing answers it. */
export class Life {
  /** The steps it has taken, by name. */
  readonly steps: string[] = [];
  #dead = false;
  #last: { readonly step: number | string; readonly when: "before" | "after" };
  #freezeAt: string | undefined;
  #frozen: (() => void)[] | undefined;

  /** @param step the step, counted from 0, that it dies at: before it has any effect, or after it has had it */
  constructor(step: number | string = Number.POSITIVE_INFINITY, when: "before" | "after" = "before") {
    this.#last = { step, when };
  }

  get dead(): boolean {
    return this.#dead;
  }

  kill(): void {
    this.#dead = true;
  }

  /** It dies at the next step of that name. */
  dieAt(step: string, when: "before" | "after"): void {
    this.#last = { step, when };
  }

  /** It stands still from the next step of that name on, which it has not taken yet. */
  freezeAt(step: string): void {
    this.#freezeAt = step;
  }

  /** It goes on as if nothing had been. */
  thaw(): void {
    this.#freezeAt = undefined;
    const waiting = this.#frozen;
    this.#frozen = undefined;
    for (const goOn of waiting ?? []) goOn();
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
    if (step === this.#freezeAt) this.#frozen ??= [];
    const frozen = this.#frozen;
    if (frozen) await new Promise<void>((resolve) => frozen.push(resolve));
    if (this.#dead) return NEVER;
    const at = this.steps.push(step) - 1;
    const isLast = at === this.#last.step || step === this.#last.step;
    if (isLast && this.#last.when === "before") {
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
