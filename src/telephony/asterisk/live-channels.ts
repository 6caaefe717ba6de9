import { randomUUID } from "node:crypto";
import { pause } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import { describe } from "../../kernel/errors.js";
import type { Scope } from "../../kernel/scope.js";
import type { Log } from "../../observability/log.js";
import type { AriConnection } from "./ari-connection.js";
import type { AriChannel, AriEvent } from "./ari-events.js";
import { isAboutSomethingGone } from "./asterisk-errors.js";

/**
 * What we make in Asterisk: `media` the channel of a media socket, `bridge`, `dial` the channel of a call that we place,
 * `far` the other half of a Local channel, `loop` either half of one by which we call ourselves.
 */
export type OwnKind = "media" | "bridge" | "dial" | "far" | "loop";

/**
 * An id for a channel or bridge that we make, by which it can be told for ours even by a later run. No id may begin with
 * another one whole: Asterisk takes the two for the same and refuses.
 */
export function ownId(app: string, kind: OwnKind): string {
  return `${app}.own.${kind}.${randomUUID()}`;
}

export function isOwn(app: string, id: string, kind?: OwnKind): boolean {
  return id.startsWith(kind ? `${app}.own.${kind}.` : `${app}.own.`);
}

/** What of Asterisk's channels and bridges belongs to a call that is going on here. */
export class LiveChannels {
  /** Everything, and of it the channels of the people at the other end. */
  readonly #calls = new Map<string, Scope>();
  readonly #parties = new Map<string, Scope>();

  /** Counts `id` as live until `call` ends. */
  add(id: string, call: Scope): void {
    this.#calls.set(id, call);
    call.onEnd(() => this.#calls.delete(id));
  }

  /** Counts the channel as live, and the call as over when that channel is. */
  addParty(id: string, call: Scope): void {
    this.add(id, call);
    this.#parties.set(id, call);
    call.onEnd(() => this.#parties.delete(id));
  }

  has(id: string): boolean {
    return this.#calls.has(id);
  }

  /** Channel id and call of everybody who is at the other end of one. */
  get parties(): ReadonlyMap<string, Scope> {
    return this.#parties;
  }
}

/** Ends calls as `hung_up` when their channel leaves us. */
export function endWithTheirChannel({ ari, live, scope }: { ari: AriConnection; live: LiveChannels; scope: Scope }) {
  scope.onEnd(
    ari.onEvent((event) => {
      if (event.channel && endsChannel(event)) live.parties.get(event.channel.id)?.end(new Ending("hung_up"));
    }),
  );
}

/** A channel that left Stasis or died; `ChannelHangupRequest` comes first of these and is soon enough. */
function endsChannel({ type }: AriEvent): boolean {
  return type === "ChannelHangupRequest" || type === "StasisEnd" || type === "ChannelDestroyed";
}

/** An event may arrive this much later than an answer to a question asked after it, ms: they come over different sockets. */
export const EVENT_LAG_MS = 1_000;

/**
 * Sets things right after a connection was made. Events that fell while it was away are lost, so: calls whose channel
 * has gone are over, and channels and bridges that no call here owns (an earlier run's) are taken down, or somebody would
 * listen to nothing.
 */
export function reconcileOnConnect({
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
  const release = ari.onConnected(() => {
    void scope.run(reconcile()).catch((error) => {
      if (ari.connected)
        log.warn("asterisk_reconcile_failed", `Could not look what Asterisk still has: ${describe(error)}`);
    });
  });
  scope.onEnd(release);

  async function reconcile(): Promise<void> {
    const parties = [...live.parties];
    const { present, strays } = await look();
    for (const [id, call] of parties) {
      if (!present.has(id)) call.end(new Ending("hung_up", "gone while Asterisk was away"));
    }
    if (strays.length === 0) return;
    // A call that has just come looks like a stray until its StasisStart is here: only who is one twice is one.
    await pause(EVENT_LAG_MS, scope.signal);
    const still = new Set((await look()).strays.map(({ id }) => id));
    const removed = strays.filter(({ id }) => still.has(id));
    if (removed.length === 0) return;
    log.warn("asterisk_strays_removed", "Removed what an earlier run left behind in Asterisk", {
      count: removed.length,
    });
    await Promise.all(removed.map(({ id, kind }) => (kind === "channel" ? hangUp(ari, id, "42") : destroy(id))));
  }

  async function look() {
    const [channels, bridges, application] = await Promise.all([
      ari.invoke<AriChannel[]>("channels", "list", {}),
      ari.invoke<{ id: string }[]>("bridges", "list", {}),
      ari.invoke<{ channel_ids: string[] }>("applications", "get", { applicationName: app }),
    ]);
    const inApplication = new Set(application.channel_ids);
    const isStray = (id: string) => !live.has(id) && (isOwn(app, id) || inApplication.has(id));
    return {
      present: new Set(channels.map(({ id }) => id)),
      strays: [
        ...channels.filter(({ id }) => isStray(id)).map(({ id }) => ({ id, kind: "channel" as const })),
        ...bridges.filter(({ id }) => isStray(id)).map(({ id }) => ({ id, kind: "bridge" as const })),
      ],
    };
  }

  async function destroy(bridgeId: string): Promise<void> {
    await ari.invoke("bridges", "destroy", { bridgeId });
  }
}

/** @param cause Q.850: 16 normal clearing, 17 user busy, 42 congestion (over SIP 503, where 41 would be 603) */
export async function hangUp(
  ari: AriConnection,
  channelId: string,
  cause: "16" | "17" | "42",
  signal?: AbortSignal,
): Promise<void> {
  try {
    await ari.invoke("channels", "hangup", { channelId, reason_code: cause }, signal);
  } catch (error) {
    if (!isAboutSomethingGone(error)) throw error;
  }
}
