import { pause } from "../../../kernel/deadline.js";
import { Ending } from "../../../kernel/ending.js";
import type { Scope } from "../../../kernel/scope.js";
import type { Log } from "../../../observability/log.js";
import type { AriConnection } from "../ari/ari-connection.js";
import { asteriskStopped } from "../ari/asterisk-restart.js";
import { findChannel, isInApplication } from "../ari/channels.js";
import { isStopOfAsterisk } from "../dialling/hangup-causes.js";
import type { LiveChannels } from "../ari/live-channels.js";
import { isWaiting } from "../media/lost-media.js";

/** Maximum time from a channel's leaving us to its end, in ms, when its own time limit hangs it up. */
const GONE_MS = 200;

/**
 * Ends calls when their channel leaves us: as `hung_up`, as `failed` when Asterisk itself is stopped, or as `transferred`
 * when the channel left the application and continues elsewhere. A channel that waits for us because its media were lost has
 * not left. That it is back is asked for as well: events get lost.
 */
export function endWithTheirChannel({
  ari,
  app,
  live,
  log,
  scope,
}: {
  ari: AriConnection;
  app: string;
  live: LiveChannels;
  log: Log;
  scope: Scope;
}): void {
  scope.onEnd(
    ari.onEvent((event) => {
      const id = event.channel?.id ?? "";
      const call = live.parties.get(id);
      if (!call) return;
      if (event.type === "StasisEnd") left(id, call);
      else if (event.type === "StasisStart") live.setAway(id, false);
      else if (event.type === "ChannelHangupRequest" && isStopOfAsterisk(event)) call.end(asteriskStopped());
      else if (event.type === "ChannelHangupRequest" || event.type === "ChannelDestroyed")
        call.end(new Ending("hung_up"));
    }),
  );

  function left(id: string, call: Scope): void {
    live.setAway(id, true);
    void call.run(endIfElsewhere(id, call)).catch(() => {});
  }

  async function endIfElsewhere(id: string, call: Scope): Promise<void> {
    for (;;) {
      await pause(GONE_MS, call.signal);
      if (!live.isAway(id)) return;
      const channel = await findChannel(ari, id, call.signal).catch(() => undefined);
      if (!live.isAway(id)) return; // It came back while Asterisk was asked.
      if (channel && isInApplication(channel, app)) return live.setAway(id, false);
      if (channel && !isWaiting(channel)) break;
    }
    log.info("call_left", "The call was transferred elsewhere", { channel: id });
    call.end(new Ending("transferred"));
  }
}
