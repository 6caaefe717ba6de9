import { hostname } from "node:os";
import type { Log } from "../observability/log.js";
import type { ControllerInstance } from "../records/controller-instance.js";
import type { InstanceStore } from "../records/stores.js";
import { newOwner } from "./owner-name.js";

export interface OwnInstanceNeeds {
  readonly store: Pick<InstanceStore, "addInstance" | "beat">;
  /** The id of the data folder: the same after a restart, and in a copy. */
  readonly controllerId: string;
  /** Identity of the file that only this process has open; undefined when there is none. */
  readonly place: string | undefined;
  /** Time for which this process counts as alive without a heartbeat, in ms. */
  readonly leaseMs: number;
  readonly log: Log;
  /** ms, monotonic; it also runs while the process is frozen. */
  readonly clock: () => number;
}

/** This process as the store shows it to others: one owner, or several in turn if it was declared dead by mistake. */
export class OwnInstance {
  /** Former owners of this process, which may still own calls. */
  readonly former = new Set<string>();
  readonly #needs: OwnInstanceNeeds;
  #owner: string;
  #isKnown = false;
  /** Time at which the latest heartbeat that reached the store was sent. */
  #beatAt = Number.NEGATIVE_INFINITY;
  #beating: Promise<boolean> | undefined;

  constructor(needs: OwnInstanceNeeds) {
    this.#needs = needs;
    this.#owner = newOwner(needs.controllerId);
  }

  get owner(): string {
    return this.#owner;
  }

  /** Time during which others may have declared this process dead, in ms; negative while they cannot have. */
  get overdueMs(): number {
    const { clock, leaseMs } = this.#needs;
    return clock() - this.#beatAt - leaseMs;
  }

  /**
   * Sends a heartbeat.
   *
   * @returns false when this process was declared dead: it then has a new owner, which the store does not have yet
   * @throws {AttendantError} `store_unavailable`
   */
  beat(): Promise<boolean> {
    return (this.#beating ??= this.#beat().finally(() => (this.#beating = undefined)));
  }

  /** Describes this instance, or one whose owner is all that is known. */
  describe(owner: string): ControllerInstance {
    const { controllerId, place, leaseMs } = this.#needs;
    if (owner !== this.#owner) return { owner, controllerId: "", place: null, host: "", pid: 0, leaseMs };
    return { owner, controllerId, place: place ?? null, host: hostname(), pid: process.pid, leaseMs };
  }

  async #beat(): Promise<boolean> {
    const { store, controllerId, log, clock } = this.#needs;
    const [owner, sentAt] = [this.#owner, clock()];
    const isNew = !this.#isKnown && (await store.addInstance(this.describe(owner)));
    if (isNew || (await store.beat(owner))) {
      this.#isKnown = true;
      this.#beatAt = sentAt;
      return true;
    }
    log.error("controller_taken_for_dead", "Another controller declared this one dead and took over its calls", {
      owner,
    });
    this.former.add(owner);
    this.#owner = newOwner(controllerId);
    this.#isKnown = false;
    return false;
  }
}
