import { describe } from "../kernel/errors.js";
import { retryForever } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import type { Metrics } from "../observability/metrics.js";
import type { CallRecord } from "../records/call-record.js";
import type { SeenLife } from "../records/controller-life.js";
import type { LifeStore } from "../records/stores.js";
import { LifeWatch } from "./life-watch.js";
import { HANDED_OVER, isLife, isOfFolder } from "./new-owner.js";
import { OwnLife, type OwnLifeNeeds } from "./own-life.js";
import { type TakeNeeds, takeFrom } from "./take-from.js";

export interface OwnershipNeeds extends Omit<OwnLifeNeeds, "clock"> {
  readonly store: LifeStore & TakeNeeds;
  /** Whether other controllers may be on the same store. On one that only one may have, all others have ended. */
  readonly isShared: boolean;
  readonly metrics: Pick<Metrics, "controllerTakenOver">;
  /** ms, never set, and going on while the process stands still. */
  readonly clock?: () => number;
  /** ms since the epoch, as calls are dated. */
  readonly now?: () => number;
}

/** What is done with calls, by those who know what calls are. */
export interface OwnedCalls {
  /**
   * Brings the calls to their end that are this process's, and not live in it. Rejects while the store is away.
   *
   * @returns how many it has left as they are, for they may yet be gone on with: it is asked again
   */
  settle(): Promise<number>;
  /**
   * This process was taken for dead as `former`: what nobody had taken is `owner`'s, and so ours again. Rejects while the store
   * is away; then it is told again.
   */
  onLost(former: string, owner: string): Promise<void>;
  /** What was `owner`'s was under way when the store was copied: it is the original's. Rejects while the store is away. */
  letGo(owner: string): Promise<void>;
}

/** Whose a call is. */
export interface Ownership {
  /** What new calls and runs name as their owner. Another one after this process was taken for dead. */
  readonly owner: string;
  /**
   * Under which other owners there are calls: first those that earlier runs on this folder have left and those that any run
   * has handed over, then those of controllers that may be alive. Whoever has the channel of one of the latter may take it: its
   * controller has lost it. Rejects while the store is away.
   */
  others(): Promise<readonly string[]>;
  /**
   * Whether nobody else can have taken a call. Asks the store where no sign of life came through for so long that somebody may
   * have. While that is away, and others were there, a call that it may have known by then is not confirmed.
   */
  confirm(call: Pick<CallRecord, "owner" | "createdAt">): Promise<boolean>;
  /** Gives signs of life from now on, and takes over what others leave behind; for as long as the scope lives. */
  start(calls: OwnedCalls, scope: Scope): void;
  /** Says that this process has ended, so that nobody has to wait for its lease. Never rejects. */
  end(): Promise<void>;
}

/** So many signs of life fit into a lease, at least. */
const BEATS = 6;
/** Between two looks at calls that may yet be gone on with. */
const LOOK_AGAIN_MS = 500;

/**
 * Keeps this process's life known in the store, and watches those of others. A life whose beat has stood still for its lease
 * is claimed by one of those who see that; its calls and runs become the claimer's, who brings them to their end.
 *
 * A process that was taken for dead, frozen or cut off from the store, learns it with its next sign of life, and goes on as
 * a new life. What it writes of calls that were taken is not kept.
 */
export function createOwnership(needs: OwnershipNeeds): Ownership {
  const { store, controllerId, place, isShared, leaseMs, log, metrics } = needs;
  const { clock = () => performance.now(), now = Date.now } = needs;
  const watch = new LifeWatch(leaseMs / 2);
  const life = new OwnLife({ ...needs, clock });
  const copies = new Set<string>();
  let isSettled = false;
  let isUpgraded = false;
  /** Whether anybody else was there when it was looked last. */
  let hasOthers = false;
  let calls: OwnedCalls | undefined;

  async function cycle(): Promise<void> {
    while (!(await life.beat()));
    const { owner, former } = life;
    for (const each of former) {
      await takeFrom(each, owner, store);
      await calls?.onLost(each, owner);
      former.delete(each);
      isSettled = false;
    }
    // Calls of an earlier version are their folder's.
    if (!isUpgraded) await takeFrom(controllerId, owner, store);
    isUpgraded = true;
    const others = (await store.lives()).filter((each) => each.owner !== owner);
    hasOthers = others.length > 0;
    for (const other of others) noticeCopy(other);
    for (const other of ended(others)) await takeOver(other);
    await addStrays(others);
    if (isSettled) return;
    isSettled = !(await calls?.settle());
  }

  function ended(others: readonly SeenLife[]): readonly SeenLife[] {
    const silent = new Set(watch.look(others, clock()));
    // Whoever had the file that is open here has ended, for it is open in one process at a time.
    const hadOurFile = (other: SeenLife) => place !== undefined && other.place === place;
    return others.filter((other) => !isShared || hadOurFile(other) || silent.has(other));
  }

  async function takeOver(ended: SeenLife): Promise<void> {
    const { owner: from, host, pid } = ended;
    if (!(await store.claimLife(from, ended.beat))) return;
    if (!isShared && place !== undefined && ended.place !== null && ended.place !== place) return letGo(ended);
    const { size: count } = await takeFrom(from, life.owner, store);
    await store.removeLife(from);
    isSettled = false;
    metrics.controllerTakenOver();
    const detail = "A controller has ended without a word: its calls are brought to their end";
    log.warn("controller_taken_over", detail, { from, host, pid, count });
  }

  async function letGo({ owner: original, host }: SeenLife): Promise<void> {
    await calls?.letGo(original);
    await store.removeLife(original);
    log.error(
      "store_is_copy",
      "This store was copied, moved or put back while a controller used it. What was under way then is let go of and reported to nobody. If the controller that it comes from still runs, stop one of the two: both would place what is scheduled",
      { host },
    );
  }

  /** Whoever has calls and was never heard of, because it died before it could say so, is watched like all others. */
  async function addStrays(others: readonly SeenLife[]): Promise<void> {
    const known = new Set([life.owner, ...life.former, ...others.map(({ owner }) => owner)]);
    for (const stray of await store.openOwners()) {
      if (!isLife(stray) || known.has(stray)) continue;
      if (isShared) await store.addLife(life.describe(stray));
      else if ((await takeFrom(stray, life.owner, store)).size > 0) isSettled = false;
    }
  }

  function noticeCopy({ owner: other, controllerId: theirs, host, pid }: SeenLife): void {
    if (theirs !== controllerId || copies.has(other) || !watch.isAlive(other)) return;
    copies.add(other);
    log.warn(
      "data_dir_copied",
      "Another controller runs with a copy of this DATA_DIR, or this one with a copy of its. Their calls are told apart; but stop the copy, delete controller-id and store in its folder, and start it again",
      { host, pid },
    );
  }

  return {
    get owner() {
      return life.owner;
    },

    async others() {
      const open = (await store.openOwners()).filter((owner) => owner !== life.owner);
      const isFree = (owner: string) => isOfFolder(owner, controllerId) || isOfFolder(owner, HANDED_OVER);
      return [...open.filter(isFree), ...open.filter((owner) => !isFree(owner))];
    },

    async confirm({ owner, createdAt }) {
      const { overdueMs } = life;
      try {
        if (isShared && overdueMs >= 0) await life.beat();
      } catch {
        if (hasOthers && createdAt < now() - overdueMs) return false;
      }
      return owner === life.owner;
    },

    start(owned, scope) {
      calls = owned;
      const paceMs = isShared ? leaseMs / BEATS : Math.max(leaseMs, 60_000);
      let isAway = false;
      const task = retryForever(
        scope.signal,
        // Slower and slower, unless there are calls of which it is not known yet what becomes of them.
        { firstMs: Math.min(LOOK_AGAIN_MS, paceMs), maxMs: paceMs },
        async (stillOpen) => {
          await cycle();
          isAway = false;
          if (!isSettled) stillOpen();
        },
        (error) => {
          watch.reset();
          if (!isAway) log.warn("ownership_unknown", `It cannot be looked who has which call: ${describe(error)}`);
          isAway = true;
        },
      );
      void scope.run(task).catch(() => {});
    },

    async end() {
      await store.removeLife(life.owner).catch(() => {});
    },
  };
}
