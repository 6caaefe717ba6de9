import { once } from "node:events";
import WebSocket from "ws";
import type { AriAccess } from "./asterisk-instance.js";
import type { AriEvent } from "./ari-client.js";

const CONNECT_MS = 5_000;

/** A channel that came into being in an Asterisk. */
export interface SeenChannel {
  readonly id: string;
  /** With its technology and endpoint: `PJSIP/8000-00000003`. */
  readonly name: string;
  /** The number that was dialled on it. */
  readonly dialled: string;
}

/** What Asterisk tells of a channel that it dials: first without a status, with what is dialled (`100@pbx`). */
interface Dial {
  readonly peer?: { readonly id: string };
  readonly dialstatus?: string;
  readonly dialstring?: string;
}

/** Writes down every channel that an Asterisk makes, whoever asked for it, from `watch` on. */
export class ChannelLog implements AsyncDisposable {
  readonly channels: SeenChannel[] = [];
  readonly #placed: string[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Set<() => void>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("error", () => {}); // A close follows.
    socket.on("message", (message: Buffer) => this.#take(JSON.parse(String(message)) as AriEvent));
  }

  /** Resolves once the first channel to come would be seen. */
  static async watch({ url, user, password }: AriAccess): Promise<ChannelLog> {
    const address = new URL("/ari/events?app=channel-log&subscribeAll=true", url.replace(/^http/, "ws"));
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
    const log = new ChannelLog(new WebSocket(address, { headers: { authorization } }));
    await once(log.#socket, "open", { signal: AbortSignal.timeout(CONNECT_MS) });
    return log;
  }

  /** The channels on which the extension `caller` dialled `number`. */
  calls(caller: string, number?: string): readonly SeenChannel[] {
    return this.channels.filter(
      ({ name, dialled }) => name.startsWith(`PJSIP/${caller}-`) && (number === undefined || dialled === number),
    );
  }

  /**
   * The numbers that the assistant has dialled, in their order, in the log of its own Asterisk. The PBX may have more calls: one
   * that is very busy answers late over UDP, is asked again, and takes that for another call, for PJSIP forgets a request once it
   * was acknowledged (before pjproject's pull request 4765).
   *
   * @param number only this one, as often as it was dialled
   */
  placed(number?: string): readonly string[] {
    return this.#placed.filter((each) => number === undefined || each === number);
  }

  /** Resolves when the assistant has dialled `number` `count` times, in the log of its own Asterisk. */
  async dialled(number: string, count: number, withinMs = 10_000): Promise<void> {
    const late = AbortSignal.timeout(withinMs);
    while (this.placed(number).length < count) {
      late.throwIfAborted();
      await new Promise<void>((resolve) => {
        const done = () => {
          this.#waiting.delete(done);
          late.removeEventListener("abort", done);
          resolve();
        };
        this.#waiting.add(done);
        late.addEventListener("abort", done);
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    const closed = once(this.#socket, "close");
    this.#socket.terminate();
    await closed;
  }

  #take(event: AriEvent): void {
    const { type, channel, peer, dialstatus, dialstring } = event as AriEvent & Dial;
    if (type === "ChannelCreated" && channel) {
      const { dialplan } = channel as { readonly dialplan?: { readonly exten?: string } };
      this.channels.push({ id: channel.id, name: channel.name, dialled: dialplan?.exten ?? "" });
    } else if (type === "Dial" && dialstatus === "" && peer?.id.includes(".own.dial.")) {
      this.#placed.push(dialstring?.split("@")[0] ?? "");
    } else return;
    for (const look of [...this.#waiting]) look();
  }
}
