import { isTone } from "../../../audio/goertzel.js";
import { tone } from "../../../audio/tone.js";
import { onAbort } from "../../../kernel/abort.js";
import { unlessAborted, withDeadline } from "../../../kernel/deadline.js";
import { Ending } from "../../../kernel/ending.js";
import { AttendantError } from "../../../kernel/errors.js";
import type { Scope } from "../../../kernel/scope.js";
import type { Line } from "../../line.js";
import type { AriChannel } from "../ari/ari-events.js";
import { type LineNeeds, openLine } from "../media/asterisk-line.js";
import { hangUp } from "../ari/live-channels.js";
import { ownId } from "../ari/instance-ids.js";

export interface LoopbackNeeds extends Pick<LineNeeds, "ari" | "app" | "asteriskUrl" | "live" | "log"> {
  /** Parent of the call's scope. */
  readonly scope: Scope;
}

/** Time-out, in ms. A whole test call usually takes about 250 ms. */
const MAX_CALL_MS = 5_000;
/** Asterisk's own limit for a call whose controller has died, in s. */
const ABSOLUTE_LIMIT_S = 30;
const TONE_HZ = 1_000;
const TONE_MS = 1_000;
/** Number of frames of 20 ms that have to consist almost entirely of the tone, which rules out chance. */
const TONE_FRAMES = 5;

/**
 * Places a test call to ourselves and listens: only a carried call shows that Asterisk can carry one.
 *
 * The two halves of a Local channel become lines as those of calls do: the called half like an inbound call, the calling
 * half like a placed one. A tone played into one is returned by the other, so it passes both media sockets and both bridges,
 * in both directions. The administrator's dialplan is not involved: for each application Asterisk has a context
 * `stasis-<application>`, in which every extension leads into the application.
 *
 * It does not count as a caller's call. When this settles, everything is released.
 *
 * @param connection its abort ends the call
 * @returns the time from the first sample sent to the first one returned, in ms
 * @throws what kept the call from being set up, or {AttendantError} `asterisk_not_usable` when the tone did not come back
 */
export async function callOurselves({ scope, ...needs }: LoopbackNeeds, connection: AbortSignal): Promise<number> {
  const { ari, app, live } = needs;
  await using call = scope.child("loopback call");
  call.onEnd(onAbort(connection, (reason) => call.end(Ending.of(reason))));
  const [calling, called] = [ownId(app, "loop"), ownId(app, "loop")];
  for (const id of [calling, called]) live.add(id, call);
  const arrivals = [arrival(calling), arrival(called)] as const;

  return await withDeadline(MAX_CALL_MS, call.signal, "a call to ourselves", async (signal) => {
    const placed = place();
    call.onEnd(async () => {
      await placed.catch(() => {}); // Hanging the channel up before it exists has no effect.
      await hangUp(ari, calling, "16").catch(() => {});
    });
    const [near, far] = await Promise.all([line(arrivals[0], true), line(arrivals[1], false), placed]);
    far.hear((frame) => void far.play(frame));
    return await loopMs(near, signal);

    async function line(arrived: Promise<AriChannel>, isAnswered: boolean): Promise<Line> {
      const channel = await unlessAborted(signal, arrived);
      const caller = { number: "", name: "" };
      return openLine(channel, { ...needs, rejoinMs: 0, caller, extension: "loopback", isAnswered, scope: call });
    }
  });

  function arrival(id: string): Promise<AriChannel> {
    return new Promise((resolve) => {
      call.onEnd(ari.onEvent(({ type, channel }) => type === "StasisStart" && channel?.id === id && resolve(channel)));
    });
  }

  function place(): Promise<unknown> {
    return ari.invoke("channels", "originate", {
      endpoint: `Local/loopback@stasis-${app}/n`,
      channelId: calling,
      otherChannelId: called,
      app,
      timeout: Math.ceil(MAX_CALL_MS / 1000),
      formats: "slin16",
      variables: { "TIMEOUT(absolute)": String(ABSOLUTE_LIMIT_S) },
    });
  }
}

/** Plays the tone and waits for it. */
async function loopMs(line: Line, signal: AbortSignal): Promise<number> {
  const sentAt = performance.now();
  const heard = new Promise<number>((resolve) => {
    let frames = 0;
    let firstAt = 0;
    line.hear((frame) => {
      if (!isTone(frame, TONE_HZ)) return;
      frames++;
      if (frames === 1) firstAt = performance.now();
      if (frames === TONE_FRAMES) resolve(firstAt - sentAt);
    });
  });
  void line.play(tone(TONE_HZ, TONE_MS));
  try {
    return await withDeadline(2 * TONE_MS, signal, "the tone's return", (limit) => unlessAborted(limit, heard));
  } catch (cause) {
    signal.throwIfAborted();
    throw new AttendantError("asterisk_not_usable", "a tone that was played into it did not come back", { cause });
  }
}
