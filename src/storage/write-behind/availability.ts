import { setMaxListeners } from "node:events";
import { withDeadline } from "../../kernel/deadline.js";
import { AttendantError, describe, hasCode } from "../../kernel/errors.js";
import { type Backoff, retryForever } from "../../kernel/retry.js";
import type { Scope } from "../../kernel/scope.js";
import type { Store } from "../../records/stores.js";

export interface StoreAvailabilityNeeds {
  readonly store: Store;
  readonly scope: Scope;
  /** The pauses between two attempts while the store is unavailable. */
  readonly backoff: Backoff;
  /** Called with the store's state each time it is determined. */
  readonly report: (ok: boolean, detail?: string) => void;
  /** Tries a store that is unavailable. Rejects, or returns `false`, while it still is. */
  readonly probe: () => Promise<boolean>;
  /** Describes the pending writes in one sentence; empty when there are none. */
  readonly backlog: () => string;
  readonly onAvailable: () => void;
}

const CHECK_MS = 10_000;

/** Tracks whether the store is available: not after the first failure, and again when a probe succeeds. */
export class StoreAvailability {
  readonly #needs: StoreAvailabilityNeeds;
  #failure: AttendantError | undefined;
  #available = availableSignal();

  constructor(needs: StoreAvailabilityNeeds) {
    this.#needs = needs;
  }

  /** Why the store is unavailable; undefined while it is available. */
  get failure(): AttendantError | undefined {
    return this.#failure;
  }

  /** Aborts when the store becomes unavailable. There is a new signal when it is back. */
  get available(): AbortSignal {
    return this.#available.signal;
  }

  markAway(error: unknown): void {
    const { scope, report, backlog } = this.#needs;
    if (scope.ending) return;
    const first = !this.#failure;
    this.#failure = hasCode(error, "store_unavailable")
      ? error
      : new AttendantError("store_unavailable", describe(error));
    report(false, `${this.#failure.message} ${backlog()}`.trimEnd());
    if (!first) return;
    this.#available.abort(this.#failure);
    void scope.run(this.#probeUntilBack());
  }

  /** Polls the store: now, and then every `everyMs`. Ends with the scope. */
  async watch(everyMs: number): Promise<void> {
    const { scope, report } = this.#needs;
    const poll = async () => {
      if (this.#failure) return;
      await this.check();
      if (!this.#failure) report(true);
    };
    const steady = { firstMs: everyMs, maxMs: everyMs };
    await retryForever(scope.signal, steady, poll, (error) => this.markAway(error)).catch(() => {});
  }

  /** Asks the store whether it works. */
  async check(): Promise<void> {
    const { store, scope } = this.#needs;
    await withDeadline(CHECK_MS, scope.signal, "a ping of the store", (signal) => store.check(signal));
  }

  async #probeUntilBack(): Promise<void> {
    const { scope, backoff, report, probe, onAvailable } = this.#needs;
    const away = scope.child("away");
    const attempt = async () => {
      if (await probe()) away.end();
    };
    await retryForever(away.signal, backoff, attempt, (error) => this.markAway(error)).catch(() => {});
    if (scope.ending) return;
    this.#failure = undefined;
    this.#available = availableSignal();
    report(true);
    onAvailable();
  }
}

/** Any number of writers may listen to it. */
function availableSignal(): AbortController {
  const available = new AbortController();
  setMaxListeners(0, available.signal);
  return available;
}
