import { EventEmitter, once } from "node:events";
import WebSocket from "ws";
import { unlessAborted, withDeadline } from "../../../src/kernel/deadline.js";
import type { AriAccess } from "./asterisk-instance.js";

const REQUEST_MS = 5_000;

/** What is used here of ARI's events. */
export interface AriEvent {
  readonly type: string;
  readonly args?: readonly string[];
  readonly digit?: string;
  readonly cause?: number;
  readonly cause_txt?: string;
  readonly tech_cause?: number;
  readonly channel?: { readonly id: string; readonly name: string; readonly caller?: { readonly number: string } };
  readonly [field: string]: unknown;
}

/** Asterisk said no to a request. */
export class AriRefused extends Error {
  override readonly name = "AriRefused";
  readonly status: number;

  constructor(what: string, status: number, body: string) {
    super(`${what} was answered with ${status}: ${body}`);
    this.status = status;
  }
}

/**
 * ARI for the tester's side: requests, and the events of one application, by the channel they are about. Not the
 * client that the product uses, so that a fault of the one does not hide in the other.
 */
export class AriClient implements AsyncDisposable {
  readonly #access: AriAccess;
  readonly #events = new EventEmitter().setMaxListeners(0);
  readonly #socket: WebSocket;

  private constructor(access: AriAccess, application: string) {
    this.#access = access;
    const address = new URL(`/ari/events?app=${encodeURIComponent(application)}`, access.url.replace(/^http/, "ws"));
    this.#socket = new WebSocket(address, { headers: this.#headers() });
    this.#socket.on("message", (message: Buffer) => this.#onEvent(JSON.parse(String(message)) as AriEvent));
    this.#socket.on("error", () => {}); // A close follows.
    this.#socket.on("close", () => this.#events.emit("close"));
  }

  /** Resolves once the application is known to Asterisk. */
  static async connect(access: AriAccess, application: string, signal?: AbortSignal): Promise<AriClient> {
    const client = new AriClient(access, application);
    try {
      await withDeadline(REQUEST_MS, signal, "connecting to ARI", async (deadline) => {
        await once(client.#socket, "open", { signal: deadline });
      });
      return client;
    } catch (error) {
      client.#socket.terminate();
      throw error;
    }
  }

  /** The address of a media WebSocket. */
  mediaAddress(connection: string): URL {
    return new URL(`/media/${connection}`, this.#access.url.replace(/^http/, "ws"));
  }

  /** @throws {AriRefused} unless the answer is a success */
  async request<T = unknown>(
    method: "GET" | "POST" | "DELETE",
    path: string,
    parameters: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<T> {
    const address = new URL(`/ari${path}`, this.#access.url);
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    return withDeadline(REQUEST_MS, signal, `${method} ${path}`, async (deadline) => {
      const response = await fetch(address, { method, headers: this.#headers(), signal: deadline });
      const body = await response.text();
      if (!response.ok) throw new AriRefused(`${method} ${path}`, response.status, body);
      return (body === "" ? undefined : JSON.parse(body)) as T;
    });
  }

  /** Calls `listener` with every event about `channel` until the returned function is called. */
  onChannel(channel: string, listener: (event: AriEvent) => void): () => void {
    this.#events.on(`channel ${channel}`, listener);
    return () => this.#events.off(`channel ${channel}`, listener);
  }

  /** Calls `listener` with every StasisStart of a channel that nobody listens to yet: an incoming call. */
  onIncoming(listener: (event: AriEvent) => void): () => void {
    this.#events.on("incoming", listener);
    return () => this.#events.off("incoming", listener);
  }

  onClose(listener: () => void): () => void {
    this.#events.on("close", listener);
    return () => this.#events.off("close", listener);
  }

  /** The next event of this type about `channel`. Start to wait before causing it. */
  next(channel: string, type: string, signal: AbortSignal): Promise<AriEvent> {
    let stop = () => {};
    const event = new Promise<AriEvent>((resolve) => {
      stop = this.onChannel(channel, (candidate) => {
        if (candidate.type === type) resolve(candidate);
      });
    });
    return unlessAborted(signal, event).finally(stop);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise((resolve) => this.#socket.once("close", resolve));
    this.#socket.terminate();
    await closed;
  }

  #onEvent(event: AriEvent): void {
    const channel = event.channel?.id;
    if (channel === undefined) return;
    const heard = this.#events.emit(`channel ${channel}`, event);
    if (!heard && event.type === "StasisStart") this.#events.emit("incoming", event);
  }

  #headers(): Record<string, string> {
    const { user, password } = this.#access;
    return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
  }
}
