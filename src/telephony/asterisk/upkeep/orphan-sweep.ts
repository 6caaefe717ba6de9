import { onAbort } from "../../../kernel/abort.js";
import { Ending } from "../../../kernel/ending.js";
import { describe } from "../../../kernel/errors.js";
import { THIS_INSTANCE } from "../../../kernel/this-instance.js";
import type { Scope } from "../../../kernel/scope.js";
import { WakeSignal } from "../../../kernel/wake-signal.js";
import type { Log } from "../../../observability/log.js";
import type { AriConnection } from "../ari/ari-connection.js";
import type { AriChannel } from "../ari/ari-events.js";
import { asteriskStopped, watchRestarts } from "../ari/asterisk-restart.js";
import { isOfAnyOtherInstance, isOwn, type OwnKind, partsOfOwnId } from "../ari/instance-ids.js";
import type { LiveChannels } from "../ari/live-channels.js";
import type { AsteriskPeriods } from "../ari/periods.js";
import { isElsewhere, MEDIA_OVER } from "../media/lost-media.js";
import { createHeartbeat } from "./heartbeat.js";
import {
  hasLeft,
  hasTwoParties,
  type Inventory,
  isOfAnotherInstance,
  isParty,
  type Listed,
  membersOf,
  readInventory,
} from "./inventory.js";

/** Kind of an orphan: something that we created, or the channel of a caller. */
export type OrphanKind = OwnKind | "caller";

export interface OrphanSweepNeeds {
  readonly ari: AriConnection;
  readonly app: string;
  readonly live: LiveChannels;
  readonly log: Log;
  /** Called for each orphan that was removed, and each caller who was found. */
  readonly onOrphan: (kind: OrphanKind) => void;
  /** Called for each caller without a call, with the arguments that the dialplan passed to Stasis(). Must not throw. */
  readonly onCaller: (caller: AriChannel, args: readonly string[]) => void;
  readonly scope: Scope;
  readonly periods: AsteriskPeriods;
}

/**
 * Lists Asterisk's channels and bridges every few seconds, and at once after connecting, and reconciles them with the calls
 * here.
 *
 * A call whose channel has gone is over: the event that would have reported it may be lost. So is one whose channel is found
 * outside our application twice in a row: it was transferred, and is not hung up. A call whose channel was here, and that
 * another instance of any application now has in a bridge, was taken over. Channels and bridges of ours without a call are
 * orphaned, left by an earlier instance or by an abandoned request, and are removed.
 *
 * A caller without a call is not removed but accepted, or resumed: they came or returned without an event. The same holds
 * for a callee of an earlier instance once they have answered.
 *
 * Ours is everything with our application's name in its id, and everything that the dialplan sent into the application; while
 * another client holds the application, only what this very instance has created. Everything else is left alone, as are the
 * channels of another live instance (`heartbeat.ts`), two parties who talk to each other, and a callee who was transferred
 * elsewhere.
 */
export function sweepOrphans(needs: OrphanSweepNeeds): void {
  const { ari, log, scope } = needs;
  const { sweepMs, closeSweepMs, comingBackMs } = needs.periods;
  const sweep = new OrphanSweep(needs);
  const wake = new WakeSignal();
  let isFailing = false;
  let connectedAt = Number.NEGATIVE_INFINITY;
  const stop = ari.onConnected(({ signal }) => {
    connectedAt = performance.now();
    wake.wake();
    onAbort(signal, () => wake.wake()); // The holder of the application waits for our heartbeat.
  });
  scope.onEnd(stop);
  scope.onEnd(() => sweep.stop());
  void scope.run(sweepForEver()).catch(() => {});

  async function sweepForEver(): Promise<never> {
    for (;;) {
      if (ari.reachable) await sweep.run().then(worked, failed);
      const isNew = performance.now() - connectedAt < comingBackMs;
      const isClose = !ari.connected || isNew || sweep.hasSuspects;
      await wake.wait(isClose ? closeSweepMs : sweepMs, scope.signal);
      scope.signal.throwIfAborted();
    }
  }

  function worked(): void {
    isFailing = false;
  }

  function failed(error: unknown): void {
    if (isFailing || !ari.reachable) return;
    isFailing = true;
    log.warn("asterisk_sweep_failed", `Could not list Asterisk's channels and bridges: ${describe(error)}`);
  }
}

class OrphanSweep {
  readonly #needs: OrphanSweepNeeds;
  readonly #heartbeat;
  readonly #restarts;
  /** Channels and bridges without a call at the latest sweep, and since when, in ms. */
  #suspects: ReadonlyMap<string, number> = new Map();
  /** Channels that have been in a bridge of this instance, and whose call continues. */
  #served: ReadonlySet<string> = new Set();
  /** Channels of parties that were outside the application at the latest sweep. */
  #elsewhere: ReadonlySet<string> = new Set();

  constructor(needs: OrphanSweepNeeds) {
    this.#needs = needs;
    this.#heartbeat = createHeartbeat(needs.ari.invoke, needs.app);
    this.#restarts = watchRestarts(needs.ari);
  }

  get hasSuspects(): boolean {
    return this.#suspects.size > 0;
  }

  stop(): Promise<void> {
    return this.#heartbeat.stop().catch(() => {});
  }

  /** Sweeps once. @throws as {@link AriConnection.invoke} does */
  async run(): Promise<void> {
    const { ari, app, live } = this.#needs;
    const isHeld = ari.connected;
    await (isHeld ? this.#heartbeat.stop() : this.#heartbeat.beat());
    const parties = [...live.parties];
    const inventory = await readInventory(ari, app);
    this.#endGoneCalls(parties, inventory, await this.#restarts.hasRestarted());
    const spared = await this.#spared(inventory, isHeld);
    const orphans = {
      channels: inventory.channels.filter((listed) => this.#isOrphan(listed, isHeld, spared)),
      bridges: inventory.bridges.filter((listed) => this.#isOrphan(listed, isHeld, spared)),
    };
    const now = performance.now();
    const all = [...orphans.channels, ...orphans.bridges];
    this.#suspects = new Map(all.map(({ id }) => [id, this.#suspects.get(id) ?? now]));
    const graceOf = this.#graces(inventory, isHeld);
    const isOverdue = (listed: Listed) => now - (this.#suspects.get(listed.id) ?? now) >= graceOf(listed);
    for (const listed of orphans.channels.filter(isOverdue)) this.#removeChannel(listed, isHeld);
    for (const { id } of orphans.bridges.filter(isOverdue)) this.#removed(id, ari.hangupRetries.destroyBridge(id));
  }

  #endGoneCalls(parties: readonly [string, Scope][], { channels, bridges }: Inventory, hasRestarted: boolean): void {
    const present = new Map(channels.map(({ id, channel }) => [id, channel]));
    const here = membersOf(bridges.filter(({ instance }) => instance === THIS_INSTANCE));
    const elsewhere = membersOf(bridges.filter(({ id }) => isOfAnyOtherInstance(id)));
    const gone = () => new Ending("hung_up", "its channel has gone without an event");
    const outside = new Set(parties.map(([id]) => id).filter((id) => this.#isElsewhere(present.get(id))));
    for (const [id, call] of parties) {
      if (!present.has(id)) call.end(hasRestarted ? asteriskStopped() : gone());
      else if (this.#served.has(id) && elsewhere.has(id)) call.end(new Ending("taken_over"));
      // A single sighting may fall between two steps of the dialplan, or of ours.
      else if (outside.has(id) && this.#elsewhere.has(id)) {
        this.#needs.log.info("call_left", "The call was transferred elsewhere", { channel: id });
        call.end(new Ending("transferred", "it left the application without an event"));
      }
    }
    this.#elsewhere = outside;
    this.#served = new Set(parties.map(([id]) => id).filter((id) => here.has(id) || this.#served.has(id)));
  }

  #isElsewhere(channel: AriChannel | undefined): boolean {
    return channel?.state === "Up" && isElsewhere(channel, this.#needs.app);
  }

  /** Returns what belongs to another live instance, its callers included, and what two parties need who talk to each other. */
  async #spared({ channels, bridges }: Inventory, isHeld: boolean): Promise<ReadonlySet<string>> {
    const { app } = this.#needs;
    const listed = [...channels, ...bridges];
    const others = new Set(isHeld ? listed.filter(isOfAnotherInstance).map(({ instance = "" }) => instance) : []);
    const alive = new Set<string | undefined>();
    await Promise.all(
      [...others].map(async (instance) => (await this.#heartbeat.isAlive(instance)) && alive.add(instance)),
    );
    const kept = [
      ...listed.filter(({ instance }) => alive.has(instance)),
      ...bridges.filter((each) => hasTwoParties(each, app)),
    ];
    return new Set(kept.flatMap(({ id, members }) => [id, ...members]));
  }

  #isOrphan(listed: Listed, isHeld: boolean, spared: ReadonlySet<string>): boolean {
    const { ari, app, live } = this.#needs;
    const { id, args, instance } = listed;
    if (live.has(id) || live.isGivenBack(id) || ari.hangupRetries.has(id)) return false;
    if (spared.has(id) || hasLeft(listed, app)) return false;
    return isHeld ? isOwn(app, id) || args !== undefined : instance === THIS_INSTANCE;
  }

  /** Returns how long each may be without a call before it counts as orphaned, in ms. */
  #graces({ channels, bridges }: Inventory, isHeld: boolean): (listed: Listed) => number {
    const { app, periods } = this.#needs;
    const { graceMs, callerGraceMs, othersGraceMs } = periods;
    const mayLive = ({ instance = "" }: Listed) => this.#heartbeat.hasBeaten(instance);
    const isOneAlive = [...channels, ...bridges].some(mayLive);
    const elsewhere = membersOf(bridges.filter(isOfAnotherInstance));
    // After a crash without that dialplan, callers are alone in their bridges. Those of a live instance share them with its media.
    const isLeft = (bridge: Listed) => isOfAnotherInstance(bridge) && !mayLive(bridge) && bridge.members.length === 1;
    const left = membersOf(bridges.filter(isLeft));
    return (listed) => {
      const isCaller = isHeld && isParty(listed, app);
      if (isCaller && left.has(listed.id)) return callerGraceMs;
      if (elsewhere.has(listed.id) || isOfAnotherInstance(listed)) return othersGraceMs;
      // An instance that has just lost the application may be about to answer them.
      if (isOneAlive && !listed.isUp) return othersGraceMs;
      return isCaller ? callerGraceMs : graceMs;
    };
  }

  #removeChannel(listed: Listed, isHeld: boolean): void {
    const { ari, app, log, onOrphan, onCaller } = this.#needs;
    const { id, channel, args = [] } = listed;
    if (!isHeld || !channel || !isParty(listed, app)) {
      this.#removed(id, ari.hangupRetries.hangUp(id, isOwn(app, id, "media") ? MEDIA_OVER : "42"));
      return;
    }
    log.warn("caller_found", "Found a caller or callee without a call", { channel: id });
    onOrphan("caller");
    onCaller(channel, args);
  }

  #removed(id: string, removal: Promise<boolean>): void {
    const { app, log, onOrphan } = this.#needs;
    const reported = removal.then((wasThere) => {
      if (!wasThere) return;
      const kind = partsOfOwnId(app, id)?.kind ?? "caller";
      log.warn("asterisk_stray_ended", "Removed an orphaned channel or bridge", { id, kind });
      onOrphan(kind);
    });
    reported.catch(() => {});
  }
}
