import { onAbort } from "../../../kernel/abort.js";
import { Ending } from "../../../kernel/ending.js";
import { describe } from "../../../kernel/errors.js";
import { isRecord } from "../../../kernel/record.js";
import type { Scope } from "../../../kernel/scope.js";
import { WakeSignal } from "../../../kernel/wake-signal.js";
import type { Log } from "../../../observability/log.js";
import type { AriConnection } from "../ari/ari-connection.js";
import { asteriskStopped, createAsteriskRun } from "../ari/asterisk-run.js";
import { type AriChannel, channelOf } from "../ari/ari-events.js";
import type { LiveChannels } from "../ari/live-channels.js";
import { MEDIA_OVER } from "../media/lost-media.js";
import { isOfAnyOtherRun, isOwn, type OwnKind, partsOfOwnId, THIS_RUN } from "../ari/own-ids.js";
import type { AsteriskPeriods } from "../ari/periods.js";
import { createRunBeat } from "./run-beat.js";

/** What a stray was: of our own make, or the channel of somebody who called. */
export type StrayKind = OwnKind | "caller";

export interface StraySweepNeeds {
  readonly ari: AriConnection;
  readonly app: string;
  readonly live: LiveChannels;
  readonly log: Log;
  /** Told of each stray that was ended, and each caller who was found. */
  readonly onStray: (kind: StrayKind) => void;
  /** Is given each caller whom no call has, and what the dialplan passed to Stasis() with them; must not throw. */
  readonly onCaller: (caller: AriChannel, args: readonly string[]) => void;
  readonly scope: Scope;
  readonly periods: AsteriskPeriods;
}

interface Listed {
  readonly id: string;
  /** What the dialplan passed to Stasis() with our application, where it is there. */
  readonly args: readonly string[] | undefined;
  /** Of a channel: whether it was answered. */
  readonly isUp: boolean;
  readonly channel?: AriChannel | undefined;
  /** Of a bridge: the channels that are in it. */
  readonly channels?: readonly string[];
}

/**
 * Looks every few seconds, and at once after a connection was made, at what Asterisk has. Calls whose channel has gone are
 * over, for the event that would have said so may be lost; and so is the part of this run in one whose channel was here, and
 * which another run has in a bridge of its own by now, be it with another application. Channels and bridges of ours that no call here claims are
 * strays, and taken away, or somebody would listen to nothing: what an earlier run left, and what came of a request that
 * was given up.
 *
 * A caller is none: they came, or were on their way back to us, and nobody was told. They are taken now, or their call is
 * gone on with. Nor is whom an earlier run has called, once they have answered.
 *
 * Ours is what carries our application's name in its id, and who was sent into the application by the dialplan; what
 * belongs to others is left alone. So is what another run has that is alive (`run-beat.ts`), two who talk to each other, and who was called by us and has
 * been taken elsewhere by somebody: answered, and in the application no more. While the application is in
 * other hands, ours is what this very run has made.
 */
export function sweepStrays(needs: StraySweepNeeds): void {
  const { ari, app, live, log, onStray, onCaller, scope } = needs;
  const { sweepMs, closeSweepMs, comingBackMs, graceMs, callerGraceMs, othersGraceMs } = needs.periods;
  const wake = new WakeSignal();
  const beat = createRunBeat(ari.invoke, app);
  const asterisk = createAsteriskRun(ari);
  /** What nobody claimed when it was looked last, and since when, ms. */
  let suspects: ReadonlyMap<string, number> = new Map();
  /** Whoever was in a bridge of this run when it was looked last, or before, and whose call goes on. */
  let served: ReadonlySet<string> = new Set();
  let isFailing = false;
  let connectedAt = Number.NEGATIVE_INFINITY;
  const stop = ari.onConnected(({ signal }) => {
    connectedAt = performance.now();
    wake.wake();
    onAbort(signal, () => wake.wake()); // Another run waits for our beat.
  });
  scope.onEnd(stop);
  scope.onEnd(() => beat.stop().catch(() => {}));
  void scope.run(sweepForEver()).catch(() => {});

  async function sweepForEver(): Promise<never> {
    for (;;) {
      if (ari.reachable) await sweep().then(worked, failed);
      const isNew = performance.now() - connectedAt < comingBackMs;
      const isClose = !ari.connected || isNew || suspects.size > 0;
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
    log.warn("asterisk_sweep_failed", `Could not look what Asterisk still has: ${describe(error)}`);
  }

  async function sweep(): Promise<void> {
    const isHeld = ari.connected;
    await (isHeld ? beat.stop() : beat.beat());
    const parties = [...live.parties];
    const [channels, bridges] = await Promise.all([list("channels"), list("bridges")]);
    const present = new Set(channels.map(({ id }) => id));
    const isAnother = await asterisk.isAnother();
    const inside = (some: readonly Listed[]) => new Set(some.flatMap(({ channels: members = [] }) => members));
    const here = inside(bridges.filter((bridge) => runOf(bridge) === THIS_RUN));
    const elsewhere = inside(bridges.filter(isOfAnotherRun));
    const withAnother = inside(bridges.filter(({ id }) => isOfAnyOtherRun(id)));
    for (const [id, call] of parties) {
      const gone = () => new Ending("hung_up", "its channel has gone, and no event told of it");
      if (!present.has(id)) call.end(isAnother ? asteriskStopped() : gone());
      else if (served.has(id) && withAnother.has(id)) call.end(new Ending("taken_over"));
    }
    served = new Set(parties.map(([id]) => id).filter((id) => here.has(id) || served.has(id)));
    const others = isHeld ? await ofOthersAlive([...channels, ...bridges]) : [];
    const isOfTheLiving = (listed: Listed) => beat.hasBeaten(runOf(listed) ?? "");
    const isOneAlive = [...channels, ...bridges].some(isOfTheLiving);
    const left = inside(
      bridges.filter((each) => isOfAnotherRun(each) && !isOfTheLiving(each) && each.channels?.length === 1),
    );
    const spared = new Set([...others, ...bridges.filter(hasTwoWhoTalk).flatMap(withChannels)]);
    const isStray = (listed: Listed) => {
      const { id, args } = listed;
      if (live.has(id) || live.isGivenBack(id) || ari.removals.has(id)) return false;
      if (spared.has(id) || hasLeft(listed)) return false;
      return isHeld ? isOwn(app, id) || args !== undefined : partsOfOwnId(app, id)?.run === THIS_RUN;
    };
    const now = performance.now();
    const strays = { channels: channels.filter(isStray), bridges: bridges.filter(isStray) };
    const since = ({ id }: Listed): [string, number] => [id, suspects.get(id) ?? now];
    suspects = new Map([...strays.channels, ...strays.bridges].map(since));
    const graceOf = (listed: Listed) => {
      // Where a run died, the dialplan has not taken them out: it is an earlier one, or none. A run that lives has its media beside them.
      if (isHeld && isCaller(listed) && left.has(listed.id)) return callerGraceMs;
      if (elsewhere.has(listed.id) || isOfAnotherRun(listed)) return othersGraceMs;
      // A run that has just lost the application may be about to answer them.
      if (isOneAlive && !listed.isUp) return othersGraceMs;
      return isHeld && isCaller(listed) ? callerGraceMs : graceMs;
    };
    const isOverdue = (listed: Listed) => now - (suspects.get(listed.id) ?? now) >= graceOf(listed);
    for (const listed of strays.channels.filter(isOverdue)) {
      const { id, channel, args = [] } = listed;
      if (isHeld && channel && isCaller(listed)) found(channel, args);
      else end(id, ari.removals.hangUp(id, isOwn(app, id, "media") ? MEDIA_OVER : "42"));
    }
    for (const { id } of strays.bridges.filter(isOverdue)) end(id, ari.removals.destroyBridge(id));
  }

  /** Somebody who calls, answered or not, or who has answered an earlier run: this run knows whom it has given up. */
  function isCaller(listed: Listed): boolean {
    if (!isOwn(app, listed.id)) return true;
    return listed.isUp && isOwn(app, listed.id, "dial") && isOfAnotherRun(listed);
  }

  /** Whoever was to be told that they are there was not there any more, or not yet. */
  function found(channel: AriChannel, args: readonly string[]): void {
    log.warn("caller_found", "Somebody was on the line, and no call here had to do with them", { channel: channel.id });
    onStray("caller");
    onCaller(channel, args);
  }

  /** A bridge of ours with a caller and the operator: they need no controller. */
  function hasTwoWhoTalk({ id, channels = [] }: Listed): boolean {
    return isOwn(app, id) && channels.filter((each) => !isOwn(app, each, "media")).length >= 2;
  }

  function hasLeft({ id, args, isUp }: Listed): boolean {
    return isUp && args === undefined && (isOwn(app, id, "dial") || isOwn(app, id, "far"));
  }

  function end(id: string, removal: Promise<boolean>): void {
    const ended = removal.then((wasThere) => {
      if (!wasThere) return;
      const kind = partsOfOwnId(app, id)?.kind ?? "caller";
      log.warn("asterisk_stray_ended", "Took away what no call here had to do with", { id, kind });
      onStray(kind);
    });
    ended.catch(() => {});
  }

  /** Whose make it is; undefined for what no run has made. */
  function runOf({ id }: Listed): string | undefined {
    return partsOfOwnId(app, id)?.run;
  }

  function isOfAnotherRun(listed: Listed): boolean {
    return ![undefined, THIS_RUN].includes(runOf(listed));
  }

  /** What another run has that is alive, callers in its bridges included. */
  async function ofOthersAlive(listed: readonly Listed[]): Promise<readonly string[]> {
    const runs = [...new Set(listed.map(runOf))].filter((run) => run !== undefined && run !== THIS_RUN);
    const answers = await Promise.all(runs.map((run) => beat.isAlive(run ?? "")));
    const alive = new Set(runs.filter((_, at) => answers[at]));
    return listed.filter((each) => alive.has(runOf(each))).flatMap(withChannels);
  }

  async function list(what: "channels" | "bridges"): Promise<readonly Listed[]> {
    const shown = await ari.invoke<unknown>(what, "list", {});
    if (!Array.isArray(shown)) throw new Error(`the list of ${what} is none`);
    return shown.filter(isRecord).map((shownOne) => {
      const { id, state, dialplan, channels } = shownOne;
      return {
        id: String(id),
        args: isRecord(dialplan) ? argsOf(dialplan, app) : undefined,
        isUp: state === "Up",
        ...(what === "channels" && { channel: channelOf(shownOne) }),
        ...(Array.isArray(channels) && { channels: channels.map(String) }),
      };
    });
  }
}

function withChannels({ id, channels = [] }: Listed): readonly string[] {
  return [id, ...channels];
}

/** What follows our application's name where a channel's place in the dialplan is Stasis() with it: `attendant,8000`. */
function argsOf({ app_name: name, app_data: data }: Record<string, unknown>, app: string): string[] | undefined {
  if (name !== "Stasis" || typeof data !== "string") return undefined;
  const [inside, ...args] = data.split(",");
  return inside === app ? args : undefined;
}
