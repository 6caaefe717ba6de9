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

/** Writes down every channel that an Asterisk makes, whoever asked for it, from `watch` on. */
export class ChannelLog implements AsyncDisposable {
  readonly channels: SeenChannel[] = [];
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

  /** Resolves when `caller` has dialled `number` `count` times. */
  async dialled(caller: string, number: string, count: number, withinMs = 10_000): Promise<void> {
    const late = AbortSignal.timeout(withinMs);
    while (this.calls(caller, number).length < count) {
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

  #take({ type, channel }: AriEvent): void {
    if (type !== "ChannelCreated" || !channel) return;
    const { dialplan } = channel as { readonly dialplan?: { readonly exten?: string } };
    this.channels.push({ id: channel.id, name: channel.name, dialled: dialplan?.exten ?? "" });
    for (const look of [...this.#waiting]) look();
  }
}
