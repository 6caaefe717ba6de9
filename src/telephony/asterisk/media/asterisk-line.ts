import { withDeadline } from "../../../kernel/deadline.js";
import { Ending, type EndingKind } from "../../../kernel/ending.js";
import type { Scope } from "../../../kernel/scope.js";
import type { DialplanPlace, Line, Party } from "../../line.js";
import { createLineSound } from "../../line-sound.js";
import type { AriChannel, AriEvent } from "../ari/ari-events.js";
import { hangUp } from "../ari/live-channels.js";
import { continueInDialplan } from "./continue-in-dialplan.js";
import { createHoldMusic } from "./hold-music.js";
import { createMediaPath, type MediaPathNeeds } from "./media-path.js";
import { subscribe } from "../ari/channels.js";

/** Time-out of setting a line up or taking it down, in ms; each usually takes about ten. */
const SET_UP_MS = 8_000;
const TAKE_DOWN_MS = 2_000;
/** Kinds of end of a call that we could not serve, through no fault of the caller. */
const FAULTS: ReadonlySet<EndingKind> = new Set(["failed", "deadline"]);

export interface LineNeeds extends Omit<MediaPathNeeds, "channelId" | "onFrame"> {
  /** The party at the other end. */
  readonly caller: Party;
  /** The number that was dialled to reach us. */
  readonly extension: string;
  /** True for a call that we placed: it is already answered, and its end is reported without a subscription. */
  readonly isAnswered: boolean;
  /** Disposes of the channel when its line cannot be set up or kept. Default: hangs it up. */
  readonly giveBack?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** Scope of the call. Its end takes the line down; the end of the line ends it. */
  readonly scope: Scope;
}

/**
 * Makes a line of a channel in our Stasis application: answers it and joins it, in a bridge, with an external-media channel
 * whose WebSocket we open. When this resolves, both directions work: what is played is heard. The line stays the same even if
 * the media path has to be rebuilt. If this throws, the end of the scope releases everything.
 */
export async function openLine(channel: AriChannel, needs: LineNeeds): Promise<Line> {
  const { ari, app, live, caller, extension, isAnswered, giveBack, scope } = needs;
  let isUp = false;
  const sound = createLineSound();

  const onEvent = ({ type, channel: from, digit }: AriEvent) => {
    if (from?.id !== channel.id) return;
    if (type === "ChannelDtmfReceived" && digit) sound.pressed(digit);
    if (type === "ChannelHold" || type === "ChannelUnhold") sound.held(type === "ChannelHold");
  };
  const onFrame = (frame: Int16Array) => (music.isOn ? music : sound).heard(frame);
  scope.signal.throwIfAborted();
  live.addParty(channel.id, scope);
  const path = createMediaPath({ ...needs, channelId: channel.id, onFrame });
  const music = createHoldMusic(path.bridgeId, ari, scope);
  scope.onEnd(ari.onEvent(onEvent));
  // The end of a hold may have been missed while the events were away. Hearing music for a while is better than nothing.
  scope.onEnd(ari.onConnected(() => sound.held(false)));
  scope.onEnd(() => letGo());
  // The last frames may arrive in the same packet as the end, after it.
  scope.onEnd(() => sound.end());

  const line: Line = {
    id: channel.id,
    caller,
    extension,
    signal: scope.signal,
    ...sound.over(path.playback),
    hold: (named) => music.start(named),
    endHold: () => music.stop(),
    continueAt,
    async join(other) {
      await music.stop();
      await path.giveTo(other);
    },
    hangUp: async () => {
      scope.end(new Ending("finished", "the assistant hung up"));
      await scope.closed;
    },
  };

  return await withDeadline(SET_UP_MS, scope.signal, "setting the line up", async (signal) => {
    // Without the subscription, an inbound channel's events end with Stasis, and how the call ended would stay unknown.
    await Promise.all([path.prepare(signal), isAnswered || subscribe(ari, app, channel.id, signal)]);
    if (!isAnswered) await ari.invoke("channels", "answer", { channelId: channel.id }, signal);
    await path.connect(signal);
    isUp = true;
    return line;
  });

  async function continueAt(place: DialplanPlace): Promise<boolean> {
    await music.stop();
    const hasLeft = await path.withoutRepair(() =>
      continueInDialplan({ ari, app, live }, channel.id, place, scope.signal),
    );
    if (hasLeft) scope.end(new Ending("transferred", "it continues in the dialplan"));
    return hasLeft;
  }

  /** Hangs up, except when the channel was transferred elsewhere or belongs to another process from now on. */
  async function letGo(): Promise<void> {
    const ending = scope.ending;
    if (!ending || ending.livesOn) return;
    const isOurs = isUp ? ending === path.fault : FAULTS.has(ending.kind);
    if (giveBack && isOurs) return giveBack(AbortSignal.timeout(TAKE_DOWN_MS));
    await hangUp(ari, channel.id, "16").catch(() => {}); // It is retried all the same.
  }
}

/** Returns the line of a callee who answered and had gone before it could be set up. */
export function goneLine(
  channelId: string,
  { caller, extension, scope }: Pick<LineNeeds, "caller" | "extension" | "scope">,
): Line {
  return {
    id: channelId,
    caller,
    extension,
    signal: scope.signal,
    hear: () => () => {},
    onKey: () => () => {},
    isHeld: () => false,
    onHeld: () => () => {},
    play: () => Promise.resolve(),
    mark: () => Promise.resolve(false),
    flush: () => {},
    pause: () => {},
    resume: () => {},
    hold: () => Promise.resolve(false),
    endHold: () => Promise.resolve(),
    continueAt: () => Promise.resolve(false),
    join: () => Promise.resolve(),
    hangUp: () => scope.closed,
  };
}
