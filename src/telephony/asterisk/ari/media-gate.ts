import { withDeadline } from "../../../kernel/deadline.js";
import { Turns } from "../../../kernel/turns.js";
import { type AriEvents, EVENT_LAG_MS } from "./ari-events.js";
import type { Invoke } from "./ari-operations.js";
import { isAboutSomethingGone } from "./asterisk-errors.js";
import { channelEvent } from "./channel-event.js";
import { isOwn } from "./instance-ids.js";

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

export interface MediaTurnsNeeds extends AriEvents {
  readonly gate: MediaGate;
  readonly app: string;
  /** Of the connection. Whatever waits for its turn ends with it. */
  readonly signal: AbortSignal;
}

/** A change that Asterisk has been asked for: its answer, and when the list is as it should be. */
interface Change<T> {
  readonly answer: Promise<T>;
  readonly done: Promise<unknown>;
}

/**
 * The same operations; those that make a media channel, or hang up one of the application's, wait for their turn. It is over when
 * the list has changed, or after a second: a request that is lost must not keep other calls waiting.
 *
 * The making of a channel can be given up only while it waits for its turn: whoever has asked Asterisk for one has to know when it
 * is there, to take it away.
 */
export function inMediaTurns(invoke: Invoke, { gate, app, onEvent, signal: life }: MediaTurnsNeeds): Invoke {
  return <T>(...[resource, operation, parameters, signal]: Parameters<Invoke>) => {
    const ask = (givenUp?: AbortSignal) => invoke<T>(resource, operation, parameters, givenUp);
    const name = `${resource}.${operation}`;
    const id = String(parameters.channelId);
    if (name === "channels.externalMedia") return inTurn(() => made(ask()), signal);
    if (name === "channels.hangup" && isOwn(app, id, "media"))
      return inTurn((over) => hungUp(id, () => ask(signal), over), signal);
    return ask(signal);
  };

  function inTurn<T>(change: (over: AbortSignal) => Change<T>, signal = life): Promise<T> {
    return new Promise((resolve, reject) => {
      const turn = gate.run("change", signal, async () => {
        const over = new AbortController();
        const { answer, done } = change(over.signal);
        done.catch(() => {}); // Waited for below, unless the connection has ended.
        resolve(answer);
        await withDeadline(EVENT_LAG_MS, life, "a change of the media channels", () => done).catch(() => {});
        over.abort();
      });
      turn.catch(reject);
    });
  }

  function made<T>(answer: Promise<T>): Change<T> {
    return { answer, done: answer };
  }

  /** Asterisk answers before the channel is off the list, and tells of its end after that. */
  function hungUp<T>(id: string, ask: () => Promise<T>, over: AbortSignal): Change<T> {
    const gone = channelEvent({ onEvent }, "ChannelDestroyed", id, over);
    const answer = ask();
    const absent = new Promise<void>((resolve) => {
      answer.catch((error: unknown) => isAboutSomethingGone(error) && resolve());
    });
    return { answer, done: Promise.race([gone, absent]) };
  }
}
