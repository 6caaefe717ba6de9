import { withDeadline } from "../../kernel/deadline.js";
import { Turns } from "../../kernel/turns.js";
import type { AriConnection } from "./ari-connection.js";
import type { Invoke } from "./ari-operations.js";
import { channelEvent } from "./channel-event.js";
import { EVENT_LAG_MS } from "./live-channels.js";
import { isOwn } from "./own-ids.js";

/** `change`: a media channel is made, or hung up. `open`: the socket of one is opened. */
type Work = "change" | "open";

/** More sockets opened at once than this are more than Asterisk's HTTP server can take: it has a backlog of ten, of which ari-client takes six. */
const MAX_OPENING = 3;

/**
 * Keeps the opening of media sockets apart from what changes Asterisk's list of media channels: any number is made and hung up
 * at a time, or a few are opened.
 *
 * When a socket is opened Asterisk looks into that list twice, before it answers and after, and without the list's lock
 * (`OBJ_NOLOCK` in `incoming_ws_http_callback` and `incoming_ws_established_cb` of `channels/chan_websocket.c`). If the list is
 * being changed in that moment, it may stay locked for good (`__adjust_lock` in `main/astobj2.c`): then no media channel is
 * made, opened or hung up any more until Asterisk is restarted.
 */
export class MediaGate extends Turns<Work> {
  constructor() {
    super((work, running, latest) => {
      if (running === 0) return true;
      return work === latest && (work === "change" || running < MAX_OPENING);
    });
  }
}

export interface MediaTurnsNeeds extends Pick<AriConnection, "onEvent"> {
  readonly gate: MediaGate;
  readonly app: string;
  /** Waits for a turn end with it. */
  readonly signal: AbortSignal;
}

/**
 * The same operations; those that make a media channel or hang up one of the application's wait for their turn. One that is
 * made is given up while it waits only: whoever has asked Asterisk for it has to know when it is there, to take it away.
 */
export function inMediaTurns(invoke: Invoke, { gate, app, onEvent, signal: life }: MediaTurnsNeeds): Invoke {
  return (resource, operation, parameters, signal = life) => {
    const id = String(parameters.channelId);
    const ask = (givenUp?: AbortSignal) => invoke<never>(resource, operation, parameters, givenUp);
    if (resource === "channels" && operation === "externalMedia") return gate.run("change", signal, () => ask());
    if (resource === "channels" && operation === "hangup" && isOwn(app, id, "media"))
      return gate.run("change", signal, () => untilGone(id, () => ask(signal)));
    return ask(signal);
  };

  /** Asterisk answers before the channel is off the list; the event comes after that. It may get lost. */
  async function untilGone<T>(id: string, ask: () => Promise<T>): Promise<T> {
    const waiting = new AbortController();
    const gone = channelEvent({ onEvent }, "ChannelDestroyed", id, waiting.signal);
    gone.catch(() => {}); // Waited for below, if it comes to that.
    try {
      const answer = await ask();
      await withDeadline(EVENT_LAG_MS, life, "a channel's end", () => gone).catch(() => {});
      return answer;
    } finally {
      waiting.abort();
    }
  }
}
