import { withDeadline } from "../../../kernel/deadline.js";
import { Turns } from "../../../kernel/turns.js";
import { type AriEvents, channelEvent, EVENT_LAG_MS } from "./ari-events.js";
import type { Invoke } from "./ari-operations.js";
import { isAboutSomethingGone } from "./asterisk-errors.js";
import { isOwn } from "./instance-ids.js";

/** `change`: create or hang up a media channel. `open`: open the socket of one. */
type Work = "change" | "open";

/** Maximum number of sockets opened at once: Asterisk's HTTP server has a backlog of ten, of which ari-client takes six. */
const MAX_OPENING = 3;

/**
 * Keeps the opening of media sockets apart from changes to Asterisk's list of media channels: at any time, either channels are
 * created and hung up, without a limit, or a few sockets are opened.
 *
 * When a socket is opened, Asterisk reads that list twice, before and after it answers, without the list's lock (`OBJ_NOLOCK`
 * in `incoming_ws_http_callback` and `incoming_ws_established_cb` of `channels/chan_websocket.c`). If the list changes at that
 * moment, it may stay locked for good (`__adjust_lock` in `main/astobj2.c`): no media channel can then be created, opened or
 * hung up until Asterisk is restarted.
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
  /** Signal of the connection. Everything that waits for its turn ends with it. */
  readonly signal: AbortSignal;
}

/** A change requested of Asterisk: its answer, and when the list has changed. */
interface Change<T> {
  readonly answer: Promise<T>;
  readonly done: Promise<unknown>;
}

/**
 * Returns the same operations, in which those that create a media channel, or hang up one of the application, wait for their
 * turn. The turn ends when the list has changed, or after a second: a lost request must not keep other calls waiting.
 *
 * Creating a channel can be cancelled only while it waits for its turn: once Asterisk was asked for a channel, the requester
 * has to learn when it exists, to remove it.
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
        done.catch(() => {}); // Awaited below, unless the connection has ended.
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

  /** Asterisk answers before the channel is off the list, and reports its end after that. */
  function hungUp<T>(id: string, ask: () => Promise<T>, over: AbortSignal): Change<T> {
    const gone = channelEvent({ onEvent }, "ChannelDestroyed", id, over);
    const answer = ask();
    const absent = new Promise<void>((resolve) => {
      answer.catch((error: unknown) => isAboutSomethingGone(error) && resolve());
    });
    return { answer, done: Promise.race([gone, absent]) };
  }
}
