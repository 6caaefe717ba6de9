import { randomUUID } from "node:crypto";
import { Ending } from "../../../src/kernel/ending.js";
import { describe } from "../../../src/kernel/errors.js";
import { Mailbox } from "../../../src/kernel/mailbox.js";
import { AriClient, type AriEvent, AriRefused } from "./ari-client.js";
import type { Pbx } from "./pbx.js";
import { type CallEnd, TelephoneCall } from "./telephone-call.js";
import { TelephoneMedia } from "./telephone-media.js";

const RING_MS = 30_000;
/** Calls that ring at the telephone at once and are not taken yet. */
const RINGING_CALLS = 100;
/** Extensions that register with the PBX; everything else is dialled through its dialplan. */
const REGISTERED = /^[28]\d{3}$/;

/** A call that nobody answered, with what the PBX said of it. */
export class NotAnswered extends Error implements CallEnd {
  override readonly name = "NotAnswered";
  override readonly cause: number;
  readonly techCause: number | undefined;

  constructor(number: string, end: CallEnd, said = "") {
    super(`${number} did not answer: cause ${end.cause}, SIP ${end.techCause ?? "none"}${said}`);
    this.cause = end.cause;
    this.techCause = end.techCause;
  }
}

export interface Dialling {
  /** Who the called one sees calling. */
  readonly callerId?: string;
  /** How long it may ring, ms. */
  readonly ringMs?: number;
  /** Ends the ringing; after the answer the call is ended with `hangUp`. */
  readonly signal?: AbortSignal;
}

/**
 * The tester's telephone: an ARI application of the PBX that speaks and listens over media WebSockets. It has as many
 * lines as are asked for.
 */
export class Telephone implements AsyncDisposable {
  readonly #ari: AriClient;
  readonly #application: string;
  readonly #calls = new Set<TelephoneCall>();
  readonly #ringing = new Map<string, Mailbox<TelephoneCall>>();

  private constructor(ari: AriClient, application: string) {
    this.#ari = ari;
    this.#application = application;
    ari.onIncoming((event) => void this.#ring(event));
  }

  /** @param application `telephone`, or `lines` for one that takes the calls to 1001 before the telephone does */
  static async connect(pbx: Pbx, application: "telephone" | "lines" = "telephone"): Promise<Telephone> {
    return new Telephone(await AriClient.connect(pbx.ari, application), application);
  }

  /**
   * Calls a number of the PBX, in the context of its telephones unless it names another (`8000@from-internal`).
   * @returns the call, once it was answered
   * @throws {NotAnswered} otherwise
   */
  async dial(number: string, { callerId = "2001", ringMs = RING_MS, signal }: Dialling = {}): Promise<TelephoneCall> {
    const direct = REGISTERED.test(number);
    const channel = `tel-${randomUUID()}`;
    return this.#join(channel, number, signal, async (destroyed) => {
      const ended = destroyed.then((end) => Promise.reject(new NotAnswered(number, end)));
      const answered = Promise.race([
        this.#ari.next(channel, "StasisStart", signal ?? new AbortController().signal),
        ended,
      ]);
      answered.catch(() => {});
      try {
        await this.#ari.request("POST", "/channels", {
          channelId: channel,
          endpoint: direct ? `PJSIP/${number}` : `Local/${number.includes("@") ? number : `${number}@phones`}`,
          // Wide-band on every leg; a Local channel would otherwise be opened at 8 kHz.
          formats: direct ? "g722" : "slin16",
          app: this.#application,
          appArgs: "dialled",
          callerId,
          timeout: String(Math.ceil(ringMs / 1000)),
        });
        await answered;
      } catch (error) {
        // Nobody is registered there, or the number does not exist: no channel was made that could say why.
        if (!(error instanceof AriRefused)) throw error;
        throw new NotAnswered(number, { cause: 3, techCause: undefined }, `: ${error.message}`);
      }
    });
  }

  /**
   * Answers the calls that the PBX sends to `number` (1001, 1011); leaving the loop ends it.
   *
   * @param callerId only those that show this number, before who answers all of them
   */
  answerCallsTo(number: string, callerId?: string): Mailbox<TelephoneCall> {
    const calls = new Mailbox<TelephoneCall>(RINGING_CALLS, "drop-newest");
    const place = ringingPlace(number, callerId);
    this.#ringing.get(place)?.close();
    this.#ringing.set(place, calls);
    return calls;
  }

  /** Hangs up every call. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const calls of this.#ringing.values()) calls.close();
    await Promise.all([...this.#calls].map((call) => call.hangUp()));
    await this.#ari[Symbol.asyncDispose]();
  }

  async #ring(event: AriEvent): Promise<void> {
    const channel = event.channel?.id ?? "";
    const [number = ""] = event.args ?? [];
    const callerId = event.channel?.caller?.number ?? "";
    const calls = this.#ringing.get(ringingPlace(number, callerId)) ?? this.#ringing.get(ringingPlace(number));
    const answer = async () => {
      // Asterisk forgets to whom an incoming channel belonged when it leaves the application, before it is destroyed.
      const subscription = { eventSource: `channel:${channel}` };
      await this.#ari.request("POST", `/applications/${this.#application}/subscription`, subscription);
      await this.#ari.request("POST", `/channels/${channel}/answer`);
    };
    try {
      if (!calls) throw new Ending("cancelled", "nobody takes calls to this number");
      calls.put(await this.#join(channel, callerId, undefined, answer));
    } catch (error) {
      if (calls) console.error(`# the telephone could not take a call: ${describe(error)}`);
      // 27: destination out of order.
      await this.#ari.request("DELETE", `/channels/${channel}`, { reason_code: "27" }).catch(() => {});
    }
  }

  /** Prepares the media first, so that nothing is left to do between the answer and the first sound. */
  async #join(
    channel: string,
    number: string,
    signal: AbortSignal | undefined,
    answer: (destroyed: Promise<CallEnd>) => Promise<unknown>,
  ): Promise<TelephoneCall> {
    // Not channel + "-media": an id that another one begins with counts as taken.
    const mediaChannel = `media-${channel}`;
    const bridge = `bridge-${channel}`;
    const release = async () => {
      await this.#ari.request("DELETE", `/channels/${mediaChannel}`).catch(() => {});
      await this.#ari.request("DELETE", `/bridges/${bridge}`).catch(() => {});
    };
    const destroyed = this.#destroyed(channel);
    let media: TelephoneMedia | undefined;
    try {
      media = await this.#openMedia(mediaChannel, bridge, signal);
      await answer(destroyed);
      media.answered();
      const call = new TelephoneCall({ ari: this.#ari, media, channel, destroyed, release }, number);
      this.#calls.add(call);
      void call.ended.then(() => this.#calls.delete(call));
      await this.#ari.request("POST", `/bridges/${bridge}/addChannel`, { channel });
      media.run();
      return call;
    } catch (error) {
      await this.#ari.request("DELETE", `/channels/${channel}`).catch(() => {}); // It may never have been.
      media?.close();
      await release();
      throw error;
    }
  }

  async #openMedia(channel: string, bridge: string, signal?: AbortSignal): Promise<TelephoneMedia> {
    const started = this.#ari.next(channel, "StasisStart", signal ?? AbortSignal.timeout(RING_MS));
    started.catch(() => {});
    const made = await this.#ari.request<{ channelvars: { MEDIA_WEBSOCKET_CONNECTION_ID: string } }>(
      "POST",
      "/channels/externalMedia",
      {
        channelId: channel,
        app: this.#application,
        external_host: "INCOMING",
        transport: "websocket",
        encapsulation: "none",
        connection_type: "server",
        format: "slin16",
        transport_data: "f(json)",
      },
      signal,
    );
    const media = await TelephoneMedia.open(
      this.#ari.mediaAddress(made.channelvars.MEDIA_WEBSOCKET_CONNECTION_ID),
      signal,
    );
    try {
      // Before its own StasisStart the channel cannot be bridged.
      await started;
      await this.#ari.request("POST", `/bridges/${bridge}`, { type: "mixing" }, signal);
      await this.#ari.request("POST", `/bridges/${bridge}/addChannel`, { channel }, signal);
      return media;
    } catch (error) {
      media.close();
      throw error;
    }
  }

  #destroyed(channel: string): Promise<CallEnd> {
    return new Promise((resolve) => {
      const stops = [
        this.#ari.onChannel(channel, (event) => {
          if (event.type === "ChannelDestroyed") settle({ cause: event.cause ?? 0, techCause: event.tech_cause });
        }),
        // The PBX is gone, and the call with it: "network out of order".
        this.#ari.onClose(() => settle({ cause: 38, techCause: undefined })),
      ];
      const settle = (end: CallEnd) => {
        for (const stop of stops) stop();
        resolve(end);
      };
    });
  }
}

function ringingPlace(number: string, callerId = ""): string {
  return `${callerId}>${number}`;
}
