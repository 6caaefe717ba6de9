import { pause, withDeadline } from "../../../kernel/deadline.js";
import { Ending } from "../../../kernel/ending.js";
import { AttendantError, describe } from "../../../kernel/errors.js";
import { retryUntilDone } from "../../../kernel/retry.js";
import type { Scope } from "../../../kernel/scope.js";
import type { Log } from "../../../observability/log.js";
import { type MediaChannel, type MediaChannelNeeds, openMediaChannel } from "./media-channel.js";
import { withoutReturn } from "./lost-media.js";
import { Playback } from "../../playback.js";
import { createOwnBridge } from "./own-bridge.js";

/** Outcome of a repair of the path. */
export type Mended = "restored" | "failed";

export interface MediaPathNeeds extends MediaChannelNeeds {
  readonly log: Log;
  /** Called whenever the path broke during a call, with the outcome of the repair. */
  readonly onMended?: ((outcome: Mended) => void) | undefined;
  /** Time for which Asterisk keeps callers whose controller has died, in ms. */
  readonly rejoinMs: number;
  /** Scope of the line: its end takes the path down. If the path breaks beyond repair, the scope ends as `failed`. */
  readonly scope: Scope;
}

/** Another party, who talks to this one instead of us. */
export interface Partner {
  readonly id: string;
  /** Aborts when they have gone. */
  readonly signal: AbortSignal;
}

/** The path of the audio between a channel and us: a bridge, a media channel in it, and the media socket. */
export interface MediaPath {
  readonly bridgeId: string;
  /** Plays our audio. */
  readonly playback: Playback;
  /** Creates the bridge and the media channel. */
  prepare(signal: AbortSignal): Promise<void>;
  /** Puts both channels into the bridge. From then on, the path is repaired when it breaks. */
  connect(signal: AbortSignal): Promise<void>;
  /** Puts another channel of ours into the bridge instead of the media channel: the two parties use the path from then on. */
  giveTo(other: Partner): Promise<void>;
  /**
   * Runs what takes the channel out of the bridge on purpose. What breaks meanwhile is no longer needed; if it resolves `false`,
   * the path is checked and repaired.
   */
  withoutRepair(leave: () => Promise<boolean>): Promise<boolean>;
  /** The end of the path, if that ended the line. */
  readonly fault: Ending | undefined;
}

/** Maximum time without audio while Asterisk answers and has the channel in our application, in ms. An attempt takes 20. */
const MEND_MS = 4_000;
const ATTEMPT_MS = 1_500;
const BACKOFF = { firstMs: 50, maxMs: 500 };
/**
 * Time to wait for a further event, in ms: a channel that loses its media or leaves a bridge may be about to leave the
 * application or to enter another bridge.
 */
const ON_ITS_WAY_MS = 50;

/**
 * Repairs what breaks while the channel lives: the media channel when its socket is lost, the bridge when it was destroyed,
 * the membership of a channel that was taken out. A channel that was put into another bridge is left there, and one that
 * Asterisk has taken out of our application is waited for. So is Asterisk itself, which keeps the caller meanwhile: a
 * controller that was cut off resumes its calls, as the next process resumes those of a dead one.
 */
// oxlint-disable-next-line max-lines-per-function -- one state, which every way to lose and regain the sound changes
export function createMediaPath(needs: MediaPathNeeds): MediaPath {
  const { ari, live, channelId, log, onMended, rejoinMs, scope } = needs;
  const isKept = () => partner !== undefined && scope.ending?.livesOn === true;
  const bridge = createOwnBridge({ ...needs, isKept });
  const playback = new Playback();
  let media: MediaChannel | undefined;
  let partner: Partner | undefined;
  /** `leaving`: the channel is being taken out of the bridge on purpose. */
  let state: "set_up" | "up" | "leaving" = "set_up";
  /** How the path broke, while it is being repaired. */
  let breach: string | undefined;
  let mending: Promise<void> | undefined;
  let isToBeLookedAt = false;
  /** Whether Asterisk answered in the latest attempt. A dead connection is only noticed after some seconds. */
  let isReached = false;
  /** Whether the channel was put into another bridge, which is left alone. */
  let isElsewhere = false;
  let fault: Ending | undefined;
  scope.onEnd(() => playback.end());
  scope.onEnd(
    ari.onEvent(({ type, bridgeId, channel }) => {
      if (state !== "up" || bridgeId !== bridge.id || !members().includes(channel?.id ?? "")) return;
      if (type === "ChannelLeftBridge") broke("a channel left its bridge");
      else if (type === "ChannelEnteredBridge" && !mending) look();
    }),
  );
  scope.onEnd(ari.onConnected(look));

  return {
    bridgeId: bridge.id,
    playback,
    prepare: async (signal) => void (await Promise.all([openMedia(signal), bridge.make(signal)])),
    async connect(signal) {
      await join(members(), signal);
      state = "up";
    },
    async giveTo(other) {
      playback.flush();
      partner = other;
      live.putThrough(other.id);
      try {
        // Asterisk takes the other channel out of its own bridge. If it has already gone, this bridge stays as it was.
        await withoutReturn(needs, [channelId, other.id], async () => {
          await ari.invoke("bridges", "addChannel", { bridgeId: bridge.id, channel: other.id });
          other.signal.throwIfAborted(); // They may have left since; we are needed all the more then.
          return true;
        });
      } catch (error) {
        partner = undefined;
        look(); // What broke meanwhile was taken for no longer needed.
        throw error;
      }
      // Without our channel, Asterisk passes on the audio of the two unchanged, and we hear nothing. Losing us does not take
      // either of them out of the bridge: we are no longer needed.
      media?.scope.end(new Ending("finished"));
    },
    async withoutRepair(leave) {
      state = "leaving";
      const hasLeft = await leave().finally(() => (state = "up"));
      if (!hasLeft) look();
      return hasLeft;
    },
    get fault() {
      return fault;
    },
  };

  /** Returns the channels that have to be in the bridge. */
  function members(): string[] {
    if (partner) return partner.signal.aborted ? [channelId] : [channelId, partner.id];
    return media ? [channelId, media.id] : [channelId];
  }

  async function openMedia(signal: AbortSignal): Promise<void> {
    const life = scope.child("media");
    try {
      media = await openMediaChannel(needs, life, signal);
    } catch (error) {
      life.end(Ending.of(error));
      throw error;
    }
    life.onEnd(() => {
      media = undefined;
      if (partner) return;
      if (state === "set_up") scope.end(life.ending);
      else broke(describe(life.ending));
    });
    if (partner) life.end(new Ending("finished")); // They were put through while it was being created.
  }

  /** Joins the channels. Audio sent before the media channel has entered the bridge is lost. */
  async function join(channels: readonly string[], signal: AbortSignal): Promise<void> {
    await bridge.join(channels, signal);
    if (media && !partner && !isToBeLookedAt) playback.attach(media.socket);
  }

  function broke(how: string): void {
    if (scope.ending) return;
    if (live.isPutThrough(channelId)) return media?.scope.end(new Ending("finished"));
    playback.detach();
    note(how);
    look();
  }

  function note(how: string): void {
    if (breach === undefined) log.warn("media_lost", `Lost the audio of a call: ${how}`, { channel: channelId });
    breach ??= how;
  }

  function look(): void {
    if (state !== "up" || scope.ending || live.isPutThrough(channelId)) return;
    isToBeLookedAt = true;
    mending ??= scope.run(mend()).finally(() => (mending = undefined));
  }

  async function mend(): Promise<void> {
    const from = performance.now();
    let lastError: unknown;
    /** Time until which a repair was impossible. */
    let heldUpUntil = from;
    const failed = (error: unknown) => {
      lastError = error;
      if (!isReached || !ari.connected || live.isAway(channelId)) heldUpUntil = performance.now();
      if (performance.now() - heldUpUntil > MEND_MS) throw error;
    };
    try {
      await withDeadline(MEND_MS + rejoinMs, scope.signal, "restoring the audio", async (signal) => {
        await pause(ON_ITS_WAY_MS, signal);
        while (isToBeLookedAt) {
          isToBeLookedAt = false;
          const attempt = () => withDeadline(ATTEMPT_MS, signal, "an attempt", complete);
          await retryUntilDone(signal, BACKOFF, attempt, failed);
        }
      });
      if (breach === undefined || isElsewhere) return;
      const ms = Math.round(performance.now() - from);
      log.info("media_restored", "Restored the audio of a call", { channel: channelId, ms });
      breach = undefined;
      onMended?.("restored");
    } catch (error) {
      if (scope.ending || breach === undefined) return;
      const cause = failure(breach, lastError ?? error);
      fault = new Ending("failed", cause.message, { cause });
      onMended?.("failed");
      scope.end(fault);
    }
  }

  /** Creates what is missing. */
  async function complete(signal: AbortSignal): Promise<void> {
    isReached = false;
    await Promise.all(members().map((id) => live.back(id, signal)));
    const { inside, elsewhere } = await bridge.look(signal);
    isReached = true;
    isElsewhere = elsewhere.includes(channelId);
    if (isElsewhere) return;
    if (!media && !partner) await openMedia(signal);
    const missing = members().filter((id) => !inside?.includes(id));
    if (missing.length > 0) note("a channel was missing from its bridge");
    if (!inside) await bridge.make(signal);
    await join(missing, signal);
  }

  function failure(how: string, error: unknown): AttendantError {
    if (!ari.connected)
      return new AttendantError("asterisk_unreachable", "The connection to Asterisk was lost during the call");
    const detail = `The sound of the call was lost (${how}) and did not come back (${describe(error)})`;
    return new AttendantError("media_failed", detail);
  }
}
