import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

/** The wall's time, whatever a test has put in the place of the timers since. */
const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;

/** How the receiver meets one request. Without anything it answers 200 at once. */
export interface Behaviour {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Waits before it answers. */
  readonly delayMs?: number;
  /**
   * - `hang`       takes the request and never answers
   * - `reset`      breaks the connection off instead of answering
   * - `babble`     answers with what is no HTTP
   * - `slow body`  begins an answer and never comes to its end, a byte at a time
   * - `huge body`  sends without end, as fast as it is taken
   */
  readonly way?: "hang" | "reset" | "babble" | "slow body" | "huge body";
  /** Runs when the request has come in whole, before anything is answered. */
  readonly onRequest?: () => void | Promise<void>;
}

export interface ReceivedWebhook {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it came over the wire. */
  readonly body: string;
}

export interface ReceiverOptions {
  readonly host?: string;
  readonly port?: number;
  /** Speaks TLS with this key and certificate (PEM). */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Somebody who takes webhooks, over real HTTP, and can be told to take them badly. */
export class Receiver implements AsyncDisposable {
  /** What came, in the order in which it came. */
  readonly received: ReceivedWebhook[] = [];
  /** How it meets requests for which nothing was planned. */
  otherwise: Behaviour | ((request: ReceivedWebhook) => Behaviour) = {};
  /** Connections taken so far. */
  connections = 0;
  /** The most requests that were being answered at the same time. */
  mostAtOnce = 0;
  /** Bytes of `huge body` that were handed to the network. */
  sentBytes = 0;
  readonly #planned: Behaviour[] = [];
  readonly #server;
  readonly #scheme: string;
  readonly #waiting = new Set<() => void>();
  #atOnce = 0;

  private constructor({ tls }: ReceiverOptions) {
    const listener = (request: IncomingMessage, response: ServerResponse) => {
      this.#take(request, response).catch(() => response.destroy());
    };
    this.#scheme = tls ? "https" : "http";
    this.#server = tls ? createTlsServer(tls, listener) : createServer(listener);
    this.#server.on("connection", (socket) => {
      this.connections++;
      socket.on("close", () => this.#changed());
      this.#changed();
    });
  }

  static async start(options: ReceiverOptions = {}): Promise<Receiver> {
    const receiver = new Receiver(options);
    receiver.#server.listen(options.port ?? 0, options.host ?? "127.0.0.1");
    await once(receiver.#server, "listening");
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Its address with a path: `http://127.0.0.1:41234/hook`. */
  get url(): string {
    return this.urlFor("127.0.0.1");
  }

  /** The same under another name or another way of writing the address. */
  urlFor(host: string): string {
    return `${this.#scheme}://${host}:${this.port}/hook`;
  }

  /** How the next requests are met, one after another. */
  plan(...behaviours: readonly Behaviour[]): void {
    this.#planned.push(...behaviours);
  }

  /** Requests that are being answered now. */
  get atOnce(): number {
    return this.#atOnce;
  }

  /** Resolves when `count` requests have come in all. */
  async has(count: number, withinMs = 5_000): Promise<void> {
    await this.#until(() => this.received.length >= count, withinMs, `${count} requests`);
  }

  /** Resolves when nobody is connected any more. */
  async alone(withinMs = 5_000): Promise<void> {
    const connected = () => new Promise<number>((resolve) => this.#server.getConnections((_, count) => resolve(count)));
    let count = await connected();
    const end = AbortSignal.timeout(withinMs);
    while (count > 0) {
      if (end.aborted) throw new Error(`there are still ${count} connections`);
      await new Promise((resolve) => setImmediate(resolve));
      count = await connected();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#atOnce);
    response.on("close", () => {
      this.#atOnce--;
      this.#changed();
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const webhook = {
      at: Date.now(),
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    const planned = this.#planned.shift();
    const behaviour = planned ?? (typeof this.otherwise === "function" ? this.otherwise(webhook) : this.otherwise);
    this.received.push(webhook);
    await behaviour.onRequest?.();
    this.#changed();
    await this.#answer(behaviour, response);
  }

  async #answer({ way, status = 200, headers = {}, delayMs = 0 }: Behaviour, response: ServerResponse): Promise<void> {
    if (way === "hang") return;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (way === "reset") {
      response.socket?.resetAndDestroy();
    } else if (way === "babble") {
      response.socket?.end("220 mail.example.org ESMTP\r\n");
    } else if (way === "slow body") {
      response.writeHead(status, headers).write(".");
      const timer = setInterval(() => response.write("."), 50);
      response.on("close", () => clearInterval(timer));
    } else if (way === "huge body") {
      response.writeHead(status, headers);
      const block = Buffer.alloc(16 * 1024);
      const more = () => {
        while (!response.destroyed) {
          this.sentBytes += block.length;
          if (!response.write(block)) return void response.once("drain", more);
        }
      };
      more();
    } else {
      response.writeHead(status, headers).end("taken");
    }
  }

  #changed(): void {
    for (const look of this.#waiting) look();
  }

  #until(is: () => boolean, withinMs: number, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!is()) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`${what} did not come within ${withinMs} ms; there were ${this.received.length}`));
      }, withinMs);
      this.#waiting.add(look);
      look();
    });
  }
}
