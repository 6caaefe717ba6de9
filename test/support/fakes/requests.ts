/** One thing that a fake back end does in the course of a request: give something, fail, or wait. */
export type Step<T> = T | Error | Promise<unknown>;

/** Waits for ever, as a server does that has hung itself up; only the signal ends it. */
export const STALL: Promise<never> = new Promise(() => {});

/** A wait of so long from now on, by the timers of the moment, which a test may have faked. */
export function passing(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A wait that the test ends. */
export function gate(): Promise<void> & { open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return Object.assign(opened, { open });
}

/** What a fake back end was asked, and how it went. */
export class FakeRequest<Q> {
  readonly asked: Q;
  readonly signal: AbortSignal;
  /** Whether somebody still listens to the answer. */
  open = true;
  /** Whether it was broken off before the answer was complete. */
  cut = false;
  /** How much of the answer was given: its pieces. */
  given = 0;

  constructor(asked: Q, signal: AbortSignal) {
    this.asked = asked;
    this.signal = signal;
    signal.addEventListener("abort", () => {
      this.cut = this.open;
    });
  }
}

/** Plays an answer, step by step, for as long as the request's signal lives; rejects with its reason then. */
export async function* playSteps<T>(
  request: FakeRequest<unknown>,
  steps: readonly Step<T>[],
): AsyncGenerator<T, void, void> {
  try {
    for (const step of steps) {
      request.signal.throwIfAborted();
      if (step instanceof Error) throw step;
      if (step instanceof Promise) {
        await unlessCut(request.signal, step);
        continue;
      }
      request.given++;
      yield step;
    }
    request.signal.throwIfAborted();
  } finally {
    request.open = false;
  }
}

function unlessCut(signal: AbortSignal, step: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cut = () => reject(signal.reason);
    if (signal.aborted) return cut();
    signal.addEventListener("abort", cut, { once: true });
    void step.then(() => {
      signal.removeEventListener("abort", cut);
      resolve();
    });
  });
}
