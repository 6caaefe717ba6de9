import { dropOldest } from "../kernel/drop-oldest.js";
import type { Metrics } from "../observability/metrics.js";
import type { SeenInstance } from "../records/controller-instance.js";
import { FOR_LIFE } from "../records/schedule.js";
import type { CallStore, InstanceStore, ScheduleStore } from "../records/stores.js";
import type { OwnInstance, OwnInstanceNeeds } from "./own-instance.js";
import { isInstance } from "./owner-name.js";

/** Handles calls whose owner has changed. Each method rejects while the store is away, and is then called again. */
export interface OwnedCalls {
  /**
   * Concludes the calls that belong to this process and are not live in it.
   *
   * @returns the number of calls left as they are because they may still be resumed
   */
  settle(): Promise<number>;
  /** Takes back the calls of `former`, which this process was until it was declared dead: those not taken become `owner`'s. */
  onLost(former: string, owner: string): Promise<void>;
  /** Closes the calls of `owner` that were in progress when the store was copied: they belong to the original. */
  release(owner: string): Promise<void>;
}

export interface TakeOverNeeds extends OwnInstanceNeeds {
  readonly store: InstanceStore & TakeNeeds;
  /** Whether other controllers may share the store. If not, all other instances have ended. */
  readonly isShared: boolean;
  readonly metrics: Pick<Metrics, "controllerTakenOver">;
  readonly own: OwnInstance;
}

/** Maximum number of owners that are remembered as having nothing to take. */
const MAX_FRUITLESS = 1_000;

/** Takes over what other process instances leave behind, cycle by cycle. */
export class TakeOver {
  readonly #needs: TakeOverNeeds;
  readonly #watch: HeartbeatWatch;
  readonly #copies = new Set<string>();
  /** Owners not in the store from whom nothing could be taken, because what they have cannot be read; latest last. */
  readonly #fruitless = new Set<string>();
  #isSettled = false;
  #isUpgraded = false;
  #hasOthers = false;

  constructor(needs: TakeOverNeeds) {
    this.#needs = needs;
    this.#watch = new HeartbeatWatch(needs.leaseMs / 2);
  }

  /** Whether there were other instances in the latest cycle. */
  get hasOthers(): boolean {
    return this.#hasOthers;
  }

  /** Restarts the lease of every instance, because the store was away. */
  reset(): void {
    this.#watch.reset();
  }

  /**
   * Sends a heartbeat, and takes over what instances that have ended left behind. A cycle in which this process is declared dead
   * ends early: what it has moved to the former owner comes back in the next one.
   *
   * @returns whether all our calls are settled
   * @throws {AttendantError} `store_unavailable`
   */
  async cycle(calls: OwnedCalls): Promise<boolean> {
    const { store, own, controllerId } = this.#needs;
    while (!(await own.beat()));
    const { owner, former } = own;
    const isOwner = () => own.owner === owner;
    for (const each of [...former]) {
      await takeFrom(each, owner, store);
      if (!isOwner()) return false;
      await calls.onLost(each, owner);
      former.delete(each);
      this.#isSettled = false;
    }
    // Calls of an earlier version belong to the folder.
    if (!this.#isUpgraded) await takeFrom(controllerId, owner, store);
    this.#isUpgraded = true;
    const others = (await store.instances()).filter((each) => each.owner !== owner);
    this.#hasOthers = others.length > 0;
    for (const other of others) this.#noticeCopy(other);
    for (const other of this.#ended(others)) {
      if (!isOwner()) return false;
      await this.#takeOver(other, calls);
    }
    await this.#addUnknown(others);
    if (!isOwner()) return false;
    if (!this.#isSettled) this.#isSettled = (await calls.settle()) === 0;
    return this.#isSettled && isOwner();
  }

  #ended(others: readonly SeenInstance[]): readonly SeenInstance[] {
    const { place, isShared, clock } = this.#needs;
    const silent = new Set(this.#watch.ended(others, clock()));
    // An instance that had the file open that is open here has ended: only one process at a time can have it open.
    const hadOurFile = (other: SeenInstance) => place !== undefined && other.place === place;
    return others.filter((other) => !isShared || hadOurFile(other) || silent.has(other));
  }

  async #takeOver(ended: SeenInstance, calls: OwnedCalls): Promise<void> {
    const { store, own, place, isShared, metrics, log } = this.#needs;
    const { owner: from, host, pid } = ended;
    if (host === "" && this.#fruitless.has(from)) return; // The controller that adds it again looks after it.
    if (!(await store.claimInstance(from, ended.beat))) return;
    if (!isShared && place !== undefined && ended.place !== null && ended.place !== place) {
      return this.#release(ended, calls);
    }
    const { calls: count, runs } = await takeFrom(from, own.owner, store);
    await store.removeInstance(from);
    this.#isSettled = false;
    if (host === "" && count + runs === 0) return this.#leave(from);
    metrics.controllerTakenOver();
    const detail = "A controller died; its calls are being concluded";
    log.warn("controller_taken_over", detail, { from, host, pid, count });
  }

  async #release({ owner: original, host }: SeenInstance, calls: OwnedCalls): Promise<void> {
    const { store, log } = this.#needs;
    await calls.release(original);
    await store.removeInstance(original);
    log.error(
      "store_is_copy",
      "This store was copied, moved or restored while a controller used it. The calls that were in progress then are released and not reported. If the original controller still runs, stop one of the two: both would place the scheduled calls",
      { host },
    );
  }

  /** Adds owners that have calls but are not in the store, because they died before their first heartbeat, to those watched. */
  async #addUnknown(others: readonly SeenInstance[]): Promise<void> {
    const { store, own, isShared } = this.#needs;
    const known = new Set([own.owner, ...own.former, ...others.map(({ owner }) => owner)]);
    for (const unknown of await store.openOwners()) {
      if (!isInstance(unknown) || known.has(unknown) || this.#fruitless.has(unknown)) continue;
      if (isShared) {
        await store.addInstance(own.describe(unknown));
        continue;
      }
      const { calls, runs } = await takeFrom(unknown, own.owner, store);
      if (calls > 0) this.#isSettled = false;
      if (calls + runs === 0) this.#leave(unknown);
    }
  }

  /** Otherwise it would be found again with every lease. */
  #leave(fruitless: string): void {
    this.#fruitless.add(fruitless);
    dropOldest(this.#fruitless, MAX_FRUITLESS);
  }

  #noticeCopy({ owner: other, controllerId: theirs, host, pid }: SeenInstance): void {
    const { controllerId, log } = this.#needs;
    if (theirs !== controllerId || this.#copies.has(other) || !this.#watch.isAlive(other)) return;
    this.#copies.add(other);
    log.warn(
      "data_dir_copied",
      "Another controller runs with a copy of this DATA_DIR, or this one with a copy of the other's. Their calls are kept apart, but stop the copy, delete controller-id and store in its folder, and start it again",
      { host, pid },
    );
  }
}

export type TakeNeeds = Pick<CallStore, "unfinishedCalls" | "takeCall"> &
  Pick<ScheduleStore, "openOccurrences" | "moveOccurrence">;

/**
 * Moves the unfinished calls and occurrences of one owner to another, each in one step: if two processes do so at the same
 * time, nothing is moved twice. The calls come first, because the owner of an occurrence handles its call.
 *
 * @returns how many were moved
 * @throws {AttendantError} `store_unavailable`; a repetition moves the rest
 */
async function takeFrom(from: string, to: string, store: TakeNeeds): Promise<{ calls: number; runs: number }> {
  let [calls, runs] = [0, 0];
  for (const { callId } of await store.unfinishedCalls(from)) {
    if (await store.takeCall(callId, from, to)) calls++;
  }
  for (const { occurrenceId, state } of await store.openOccurrences({ owner: from })) {
    const change = { owner: to, leaseUntil: FOR_LIFE };
    if (await store.moveOccurrence(occurrenceId, { state, owner: from }, change)) runs++;
  }
  return { calls, runs };
}

/**
 * Detects process instances that have ended: those whose heartbeat did not change for their lease while this process was
 * watching. It counts on its own clock from when it first saw a heartbeat, so that no two clocks are compared and no
 * instance is declared dead too early.
 */
export class HeartbeatWatch {
  readonly #seen = new Map<string, { readonly beat: number; readonly since: number; readonly hasChanged: boolean }>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  readonly #maxGapMs: number;

  /** @param maxGapMs maximum pause between two checks: after a longer one, others may have been unable to send a heartbeat */
  constructor(maxGapMs: number) {
    this.#maxGapMs = maxGapMs;
  }

  /** Restarts the lease of every instance, because the store was away. */
  reset(): void {
    this.#seen.clear();
  }

  /**
   * @param instances all other instances, as they are now
   * @param now ms, on a monotonic clock
   * @returns the instances that have ended
   */
  ended(instances: readonly SeenInstance[], now: number): readonly SeenInstance[] {
    if (now - this.#lookedAt > this.#maxGapMs) this.reset();
    this.#lookedAt = now;
    const known = new Set(instances.map(({ owner }) => owner));
    for (const owner of this.#seen.keys()) if (!known.has(owner)) this.#seen.delete(owner);
    return instances.filter(({ owner, beat, leaseMs }) => {
      const before = this.#seen.get(owner);
      if (before?.beat === beat) return now - before.since > leaseMs;
      this.#seen.set(owner, { beat, since: now, hasChanged: before !== undefined });
      return false;
    });
  }

  /** Whether an instance has sent a heartbeat while this process was watching. */
  isAlive(owner: string): boolean {
    return this.#seen.get(owner)?.hasChanged === true;
  }
}
