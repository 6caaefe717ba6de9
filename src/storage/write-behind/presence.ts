import { setMaxListeners } from "node:events";
import { withDeadline } from "../../kernel/deadline.js";
import { AttendantError, describe } from "../../kernel/errors.js";
import { type Backoff, retryForever } from "../../kernel/retry.js";
import type { Scope } from "../../kernel/scope.js";
import type { Store } from "../../records/stores.js";

export interface PresenceNeeds {
  readonly store: Store;
  readonly scope: Scope;
  /** The pauses between two tries while the store is away. */
  readonly backoff: Backoff;
  /** Told whether the store works, whenever that is found out. */
  readonly report: (ok: boolean, detail?: string) => void;
  /** Tries something on the store that is away. Rejects, or says `false`, when it still is. */
  readonly probe: () => Promise<boolean>;
  /** What waits for the store, in one sentence; empty when nothing does. */
  readonly backlog: () => string;
  readonly onBack: () => void;
}

const CHECK_MS = 10_000;

/** Whether the store is there: turns to away with the first failure, and back when a probe succeeds. */
export class StorePresence {
  readonly #needs: PresenceNeeds;
  #trouble: AttendantError | undefined;
  #present = presentNow();

  constructor(needs: PresenceNeeds) {
    this.#needs = needs;
  }

  /** Why the store is away; undefined while it is there. */
  get trouble(): AttendantError | undefined {
    return this.#trouble;
  }

  /** Aborts when the store goes away. There is a new one when it is back. */
  get present(): AbortSignal {
    return this.#present.signal;
  }

  turnAway(error: unknown): void {
    const { scope, report, backlog } = this.#needs;
    if (scope.ending) return;
    const first = !this.#trouble;
    this.#trouble = isAway(error) ? error : new AttendantError("store_unavailable", describe(error));
    report(false, `${this.#trouble.message} ${backlog()}`.trimEnd());
    if (!first) return;
    this.#present.abort(this.#trouble);
    void scope.run(this.#comeBack());
  }

  /** Looks whether the store works: now, then whenever `everyMs` have passed. Ends with the scope. */
  async watch(everyMs: number): Promise<void> {
    const { scope, report } = this.#needs;
    const look = async () => {
      if (this.#trouble) return;
      await this.check();
      if (!this.#trouble) report(true);
    };
    const even = { firstMs: everyMs, maxMs: everyMs };
    await retryForever(scope.signal, even, look, (error) => this.turnAway(error)).catch(() => {});
  }

  /** Asks the store for a sign of life. */
  async check(): Promise<void> {
    const { store, scope } = this.#needs;
    await withDeadline(CHECK_MS, scope.signal, "a sign of life of the store", (signal) => store.check(signal));
  }

  async #comeBack(): Promise<void> {
    const { scope, backoff, report, probe, onBack } = this.#needs;
    const away = scope.child("away");
    const attempt = async () => {
      if (await probe()) away.end();
    };
    await retryForever(away.signal, backoff, attempt, (error) => this.turnAway(error)).catch(() => {});
    if (scope.ending) return;
    this.#trouble = undefined;
    this.#present = presentNow();
    report(true);
    onBack();
  }
}

/** Any number of writers may wait with it. */
function presentNow(): AbortController {
  const present = new AbortController();
  setMaxListeners(0, present.signal);
  return present;
}

/** Whether an error says that the store is away, not that it refused what it was given. */
export function isAway(error: unknown): error is AttendantError {
  return error instanceof AttendantError && error.code === "store_unavailable";
}
