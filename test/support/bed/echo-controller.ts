import WebSocket from "ws";
import { AriClient, type AriEvent } from "./ari-client.js";
import type { AriAccess } from "./asterisk-instance.js";

/** What happened, in order: ARI events of the media channel, and the media socket's own messages. */
export type Happening = { readonly what: string; readonly message?: string };

/**
 * The least that can stand on the assistant's side: answers every call and sends back what it hears, over the same
 * kind of media WebSocket as a real controller. With it the bed is proven without the product.
 */
export class EchoController implements AsyncDisposable {
  /** Of the latest call. */
  events: Happening[] = [];
  readonly ari: AriClient;
  readonly #application: string;
  readonly #sockets = new Set<WebSocket>();

  private constructor(ari: AriClient, application: string) {
    this.ari = ari;
    this.#application = application;
    ari.onIncoming((event) => void this.#serve(event).catch((error) => this.#note(`failed: ${error}`)));
  }

  static async connect(access: AriAccess, application = "attendant"): Promise<EchoController> {
    return new EchoController(await AriClient.connect(access, application), application);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.terminate();
    await this.ari[Symbol.asyncDispose]();
  }

  async #serve(event: AriEvent): Promise<void> {
    const call = event.channel?.id ?? "";
    const media = `media-${call}`;
    const bridge = `bridge-${call}`;
    this.events = [];
    const started = this.ari.next(media, "StasisStart", AbortSignal.timeout(5_000));
    const stop = this.ari.onChannel(media, ({ type }) => this.#note(type));
    // An incoming channel is no longer reported on once it left the application, unless it is asked for.
    await this.ari.request("POST", `/applications/${this.#application}/subscription`, {
      eventSource: `channel:${call}`,
    });
    const stopCall = this.ari.onChannel(call, ({ type }) => {
      if (type === "ChannelDestroyed") void this.#release(media, bridge, [stop, stopCall]);
    });
    await this.#open(media);
    await started;
    await this.ari.request("POST", `/channels/${call}/answer`);
    await this.ari.request("POST", `/bridges/${bridge}`, { type: "mixing" });
    await this.ari.request("POST", `/bridges/${bridge}/addChannel`, { channel: `${call},${media}` });
  }

  async #open(channelId: string): Promise<void> {
    const format = { transport: "websocket", encapsulation: "none", connection_type: "server", format: "slin16" };
    const further = { external_host: "INCOMING", transport_data: "f(json)", app: this.#application, channelId };
    const made = await this.ari.request<{ channelvars: { MEDIA_WEBSOCKET_CONNECTION_ID: string } }>(
      "POST",
      "/channels/externalMedia",
      { ...format, ...further },
    );
    this.#note("externalMedia answered");
    const socket = new WebSocket(this.ari.mediaAddress(made.channelvars.MEDIA_WEBSOCKET_CONNECTION_ID), ["media"]);
    this.#sockets.add(socket);
    socket.on("open", () => this.#note("socket opened"));
    socket.on("error", () => {}); // A close follows.
    socket.on("close", (code) => {
      this.#note(`socket closed with ${code}`);
      this.#sockets.delete(socket);
    });
    socket.on("message", (message: Buffer, isBinary: boolean) => {
      if (isBinary) socket.send(message);
      else this.#note("control", String(message));
    });
  }

  async #release(media: string, bridge: string, stops: (() => void)[]): Promise<void> {
    await this.ari.request("DELETE", `/channels/${media}`).catch(() => {});
    await this.ari.request("DELETE", `/bridges/${bridge}`).catch(() => {});
    for (const stop of stops) stop();
  }

  #note(what: string, message?: string): void {
    this.events.push(message === undefined ? { what } : { what, message });
  }
}
