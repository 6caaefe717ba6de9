import { withDeadline } from "../../../kernel/deadline.js";
import { Ending, type EndingKind } from "../../../kernel/ending.js";
import type { Scope } from "../../../kernel/scope.js";
import type { Line, Party } from "../../line.js";
import { createLineSound } from "../../line-sound.js";
import type { AriChannel, AriEvent } from "../ari/ari-events.js";
import { hangUp } from "../ari/live-channels.js";
import { createMediaPath, type MediaPathNeeds } from "./media-path.js";
import { subscribe } from "../ari/channels.js";

/** How long setting up and taking down may take, ms; each is about ten in health. */
const SET_UP_MS = 8_000;
const TAKE_DOWN_MS = 2_000;
/** How a call ends that we could not serve, through no doing of the caller's. */
const FAULTS: ReadonlySet<EndingKind> = new Set(["failed", "deadline"]);

export interface LineNeeds extends Omit<MediaPathNeeds, "channelId" | "onFrame"> {
  /** Who is at the other end. */
  readonly caller: Party;
  /** The number that was dialled to get here. */
  readonly extension: string;
  /** Of a call that we placed: it has answered itself, and tells of its end without being asked. */
  readonly isAnswered: boolean;
  /** What becomes of the channel when no line can be made of it, or kept. It is hung up unless given. */
  readonly giveBack?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** The call. Its end takes the line down; the line's end ends it. */
  readonly scope: Scope;
}

/**
 * Makes a line of a channel that is in our Stasis application: answers it and joins it, in a bridge, with an
 * external-media channel whose WebSocket we open. When it resolves, both ways are open: what is played is heard.
 * The line is the same however often the way there has to be made anew meanwhile. Whatever it throws, the scope's end
 * leaves nothing behind.
 */
export async function openLine(channel: AriChannel, needs: LineNeeds): Promise<Line> {
  const { ari, app, live, caller, extension, isAnswered, giveBack, scope } = needs;
  let isUp = false;
  const sound = createLineSound();

  const onEvent = ({ type, channel: from, digit }: AriEvent) => {
    if (from?.id !== channel.id || type !== "ChannelDtmfReceived" || !digit) return;
    sound.pressed(digit);
  };
  scope.signal.throwIfAborted();
  live.addParty(channel.id, scope);
  const path = createMediaPath({ ...needs, channelId: channel.id, onFrame: (frame) => sound.heard(frame) });
  scope.onEnd(ari.onEvent(onEvent));
  scope.onEnd(() => letGo());
  // What is in the same packet as the end still arrives after it.
  scope.onEnd(() => sound.end());

  const line: Line = {
    id: channel.id,
    caller,
    extension,
    signal: scope.signal,
    ...sound.over(path.playback),
    join: (other) => path.giveTo(other),
    hangUp: async () => {
      scope.end(new Ending("finished", "the assistant hung up"));
      await scope.closed;
    },
  };

  return await withDeadline(SET_UP_MS, scope.signal, "setting the line up", async (signal) => {
    // Without it an inbound channel's events end with Stasis, and how the call ended would stay unknown.
    await Promise.all([path.prepare(signal), isAnswered || subscribe(ari, app, channel.id, signal)]);
    if (!isAnswered) await ari.invoke("channels", "answer", { channelId: channel.id }, signal);
    await path.connect(signal);
    isUp = true;
    return line;
  });

  /** What was taken elsewhere, or is another process's from now on, is not ours to hang up. */
  async function letGo(): Promise<void> {
    const ending = scope.ending;
    if (!ending || ending.livesOn) return;
    const isOurs = isUp ? ending === path.fault : FAULTS.has(ending.kind);
    if (giveBack && isOurs) return giveBack(AbortSignal.timeout(TAKE_DOWN_MS));
    await hangUp(ari, channel.id, "16").catch(() => {}); // It goes on being asked for.
  }
}

/** The line of a callee who answered and was gone before it could be set up. */
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
    play: () => Promise.resolve(),
    mark: () => Promise.resolve(false),
    flush: () => {},
    pause: () => {},
    resume: () => {},
    join: () => Promise.resolve(),
    hangUp: () => scope.closed,
  };
}
