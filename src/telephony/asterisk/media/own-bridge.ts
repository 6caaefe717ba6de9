import { unlessAborted } from "../../../kernel/deadline.js";
import type { Scope } from "../../../kernel/scope.js";
import type { AriConnection } from "../ari/ari-connection.js";
import { channelEvent } from "../ari/channel-event.js";
import { destroyBridge, type LiveChannels } from "../ari/live-channels.js";
import { ownId } from "../ari/instance-ids.js";

/** A bridge of one line, under an id that stays when it has to be made again. */
export interface OwnBridge {
  readonly id: string;
  make(signal: AbortSignal): Promise<unknown>;
  /** Puts channels of ours into it; those that are in another one leave that. Resolves when they have entered. */
  join(channels: readonly string[], signal: AbortSignal): Promise<void>;
  /**
   * Asks Asterisk which channels are in it, undefined when there is no such bridge any more, and which are in any other.
   */
  look(
    signal: AbortSignal,
  ): Promise<{ readonly inside: readonly string[] | undefined; readonly elsewhere: readonly string[] }>;
}

/**
 * @param scope its end destroys the bridge, if there is one by then
 * @param isKept whether it stays all the same, for those who are in it
 */
export function createOwnBridge({
  ari,
  app,
  live,
  isKept,
  scope,
}: {
  readonly ari: AriConnection;
  readonly app: string;
  readonly live: LiveChannels;
  readonly isKept: () => boolean;
  readonly scope: Scope;
}): OwnBridge {
  const bridgeId = ownId(app, "bridge");
  let making: Promise<unknown> = Promise.resolve();
  live.add(bridgeId, scope);
  const destroy = async () => {
    if (!isKept()) await destroyBridge(ari, bridgeId).catch(() => {}); // It goes on being asked for.
  };
  scope.onEnd(() => making.then(destroy, destroy));

  return {
    id: bridgeId,
    make(signal) {
      // When the scope ends meanwhile, the wait does and the request does not: it would leave the bridge behind.
      making = ari.invoke("bridges", "createWithId", { bridgeId, type: "mixing", name: bridgeId });
      return unlessAborted(signal, making);
    },
    async join(channels, signal) {
      if (channels.length === 0) return;
      const waiting = new AbortController();
      const limit = AbortSignal.any([signal, waiting.signal]);
      try {
        const entered = channels.map((id) => channelEvent(ari, "ChannelEnteredBridge", id, limit));
        const added = ari.invoke("bridges", "addChannel", { bridgeId, channel: [...channels] }, signal);
        await Promise.all([added, ...entered]);
      } finally {
        waiting.abort();
      }
    },
    async look(signal) {
      const bridges = await ari.invoke<{ id: string; channels: string[] }[]>("bridges", "list", {}, signal);
      return {
        inside: bridges.find(({ id }) => id === bridgeId)?.channels,
        elsewhere: bridges.filter(({ id }) => id !== bridgeId).flatMap(({ channels }) => channels),
      };
    },
  };
}
