import { THIS_INSTANCE } from "../../../kernel/this-instance.js";
import { isRecord } from "../../../kernel/record.js";
import type { AriConnection } from "../ari/ari-connection.js";
import { type AriChannel, channelOf } from "../ari/ari-events.js";
import { isInApplication } from "../ari/channels.js";
import { isOwn, partsOfOwnId } from "../ari/instance-ids.js";

/** A channel or bridge in Asterisk, as one application sees it. */
export interface Listed {
  readonly id: string;
  /** The instance that created it; undefined for all others. */
  readonly instance: string | undefined;
  /** The arguments that the dialplan passed to Stasis() with our application, if it is there. */
  readonly args: readonly string[] | undefined;
  /** For a channel: whether it was answered. */
  readonly isUp: boolean;
  readonly channel?: AriChannel | undefined;
  /** For a bridge: the channels in it, without those by which Asterisk plays music on hold. */
  readonly members: readonly string[];
}

/** The channels and bridges in Asterisk at one moment. */
export interface Inventory {
  readonly channels: readonly Listed[];
  readonly bridges: readonly Listed[];
}

/** Reads Asterisk's channels and bridges. @throws as {@link AriConnection.invoke} does */
export async function readInventory(ari: AriConnection, app: string): Promise<Inventory> {
  const [channels, bridges] = await Promise.all([list("channels"), list("bridges")]);
  const players = new Set(channels.filter(({ channel }) => channel?.name.startsWith("Announcer/")).map(({ id }) => id));
  return {
    channels,
    bridges: bridges.map((each) => ({ ...each, members: each.members.filter((id) => !players.has(id)) })),
  };

  async function list(what: "channels" | "bridges"): Promise<readonly Listed[]> {
    const shown = await ari.invoke<unknown>(what, "list", {});
    if (!Array.isArray(shown)) throw new Error(`the list of ${what} is invalid`);
    return shown.filter(isRecord).map((each) => listed(each, what, app));
  }
}

function listed(shown: Record<string, unknown>, what: "channels" | "bridges", app: string): Listed {
  const { state, channels } = shown;
  const id = String(shown.id);
  const channel = what === "channels" ? channelOf(shown) : undefined;
  return {
    id,
    instance: partsOfOwnId(app, id)?.instance,
    args: channel && isInApplication(channel, app) ? channel.stasis?.slice(1) : undefined,
    isUp: state === "Up",
    channel,
    members: Array.isArray(channels) ? channels.map(String) : [],
  };
}

/** Returns the channels in these bridges. */
export function membersOf(bridges: readonly Listed[]): ReadonlySet<string> {
  return new Set(bridges.flatMap(({ members }) => members));
}

export function isOfAnotherInstance({ instance }: Listed): boolean {
  return instance !== undefined && instance !== THIS_INSTANCE;
}

/** Whether it is a caller, answered or not, or a callee who answered another instance: this one knows which it gave up. */
export function isParty(listed: Listed, app: string): boolean {
  if (!isOwn(app, listed.id)) return true;
  return listed.isUp && isOwn(app, listed.id, "dial") && isOfAnotherInstance(listed);
}

/** Whether it is a bridge of ours with a caller and a colleague, who need no controller. */
export function hasTwoParties({ id, members }: Listed, app: string): boolean {
  return isOwn(app, id) && members.filter((each) => !isOwn(app, each, "media")).length >= 2;
}

/** Whether it is a callee who was transferred elsewhere: answered, and no longer in the application. */
export function hasLeft({ id, args, isUp }: Listed, app: string): boolean {
  return isUp && args === undefined && (isOwn(app, id, "dial") || isOwn(app, id, "far"));
}
