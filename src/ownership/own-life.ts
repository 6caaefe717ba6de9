import { hostname } from "node:os";
import type { Log } from "../observability/log.js";
import type { ControllerLife } from "../records/controller-life.js";
import type { LifeStore } from "../records/stores.js";
import { newOwner } from "./new-owner.js";

export interface OwnLifeNeeds {
  readonly store: Pick<LifeStore, "addLife" | "beat">;
  /** What the folder is called: the same after a restart, and in a copy. */
  readonly controllerId: string;
  /** The file that this process alone has open; undefined where it has none. */
  readonly place: string | undefined;
  /** How long this process is taken to be alive without a sign of life, ms. */
  readonly leaseMs: number;
  readonly log: Log;
  /** ms, never set, and going on while the process stands still. */
  readonly clock: () => number;
}

/** This process as others see it: one life, or, when it was taken for dead and was not, one after the other. */
export class OwnLife {
  /** What this process was before; there may still be calls of theirs. */
  readonly former = new Set<string>();
  readonly #needs: OwnLifeNeeds;
  #owner: string;
  #isKnown = false;
  /** When the latest beat was sent that came through. */
  #beatAt = Number.NEGATIVE_INFINITY;
  #beating: Promise<boolean> | undefined;

  constructor(needs: OwnLifeNeeds) {
    this.#needs = needs;
    this.#owner = newOwner(needs.controllerId);
  }

  get owner(): string {
    return this.#owner;
  }

  /** For how long others may have taken this process for dead, ms; negative while they cannot have. */
  get overdueMs(): number {
    const { clock, leaseMs } = this.#needs;
    return clock() - this.#beatAt - leaseMs;
  }

  /**
   * Gives a sign of life.
   *
   * @returns false when this process was taken for dead: from then on it is a new life, of which nobody knows yet
   * @throws {AttendantError} `store_unavailable`
   */
  beat(): Promise<boolean> {
    return (this.#beating ??= this.#beat().finally(() => (this.#beating = undefined)));
  }

  /** A life of this process's folder and lease, or of somebody of whom only the owner is known. */
  describe(owner: string): ControllerLife {
    const { controllerId, place, leaseMs } = this.#needs;
    if (owner !== this.#owner) return { owner, controllerId: "", place: null, host: "", pid: 0, leaseMs };
    return { owner, controllerId, place: place ?? null, host: hostname(), pid: process.pid, leaseMs };
  }

  async #beat(): Promise<boolean> {
    const { store, controllerId, log, clock } = this.#needs;
    const [owner, sentAt] = [this.#owner, clock()];
    const isNew = !this.#isKnown && (await store.addLife(this.describe(owner)));
    if (isNew || (await store.beat(owner))) {
      this.#isKnown = true;
      this.#beatAt = sentAt;
      return true;
    }
    const detail = "Another controller took this one for dead, and its calls with it";
    log.error("controller_taken_for_dead", detail, { owner });
    this.former.add(owner);
    this.#owner = newOwner(controllerId);
    this.#isKnown = false;
    return false;
  }
}
