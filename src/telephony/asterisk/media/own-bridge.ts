import { unlessAborted } from "../../../kernel/deadline.js";
import type { Scope } from "../../../kernel/scope.js";
import type { AriConnection } from "../ari/ari-connection.js";
import { channelEvent } from "../ari/ari-events.js";
import { destroyBridge, type LiveChannels } from "../ari/live-channels.js";
import { ownId } from "../ari/instance-ids.js";

/** The bridge of one line, whose id stays the same when it has to be created again. */
export interface OwnBridge {
  readonly id: string;
  make(signal: AbortSignal): Promise<unknown>;
  /** Puts channels of ours into the bridge; they leave any other one. Resolves when they have entered. */
  join(channels: readonly string[], signal: AbortSignal): Promise<void>;
  /**
   * Asks Asterisk which channels are in the bridge (undefined if it no longer exists), and which are in any other.
   */
  look(
    signal: AbortSignal,
  ): Promise<{ readonly inside: readonly string[] | undefined; readonly elsewhere: readonly string[] }>;
}

/**
 * @param scope its end destroys the bridge, if it exists by then
 * @param isKept whether the bridge stays all the same, for those who are in it
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
    if (!isKept()) await destroyBridge(ari, bridgeId).catch(() => {}); // It is retried all the same.
  };
  scope.onEnd(() => making.then(destroy, destroy));

  return {
    id: bridgeId,
    make(signal) {
      // If the scope ends meanwhile, only the wait ends, not the request: otherwise the bridge would be left behind.
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
