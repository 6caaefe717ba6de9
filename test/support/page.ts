import { once } from "node:events";
import WebSocket from "ws";
import { bytesOf, FRAME_MS, FRAME_SAMPLES, msOf, samplesIn, samplesOf } from "../../src/audio/pcm.js";
import { Playout } from "../../src/http/talk/page/playout.mjs";
import { SUBPROTOCOL } from "../../src/telephony/browser/browser-calls.js";

export interface PageNeeds {
  /** Of the service, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly key?: string;
  /** The assistant that it asks for. */
  readonly assistant?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The page `GET /talk` without a browser: its own queue, and a clock that only the test moves. */
export class Page implements AsyncDisposable {
  readonly socket: WebSocket;
  /** What was played, in the order of playing. */
  readonly played: Int16Array[] = [];
  /** Whether it tells of marks. */
  tellsMarks = true;
  callId = "";
  readonly closed: Promise<number>;
  readonly #playout = new Playout((mark) => {
    if (this.tellsMarks) this.say({ event: "MEDIA_MARK_PROCESSED", correlation_id: mark });
  });

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.on("close", resolve));
    socket.on("error", () => {}); // A close follows.
    socket.on("message", (message: Buffer, isBinary: boolean) => {
      if (isBinary) return this.#playout.add(samplesOf(message).slice());
      const control = JSON.parse(String(message)) as Record<string, unknown>;
      if (control.event === "CALL") this.callId = String(control.call_id);
      else this.#playout.obey(control);
    });
  }

  /** Resolves when its talk has begun. @throws when it is not let in, with the HTTP status in words */
  static async open({ url, key, assistant, headers = {} }: PageNeeds): Promise<Page> {
    const asked = assistant === undefined ? "" : `?assistant=${encodeURIComponent(assistant)}`;
    const address = `${url.replace("http:", "ws:")}/talk/line${asked}`;
    const protocols = [SUBPROTOCOL, ...(key ? [`attendant.key.${Buffer.from(key).toString("base64url")}`] : [])];
    const socket = new WebSocket(address, protocols, { headers: { ...headers }, perMessageDeflate: false });
    const page = new Page(socket);
    await once(socket, "open");
    if (page.callId === "") await Promise.race([once(socket, "message"), page.closed]);
    return page;
  }

  get queuedMs(): number {
    return (this.#playout.length * FRAME_MS) / FRAME_SAMPLES;
  }

  get playedMs(): number {
    return this.played.reduce((sum, each) => sum + msOf(each), 0);
  }

  get isPaused(): boolean {
    return this.#playout.isPaused;
  }

  /** Plays this much of what waits, in whole frames, or all of it. */
  plays(ms = this.queuedMs): void {
    const out = new Float32Array(Math.min(samplesIn(ms), this.#playout.length));
    const count = this.#playout.pull(out);
    this.played.push(Int16Array.from(out.subarray(0, count), (sample) => sample * 32_768));
  }

  /** Sends frames as the microphone makes them, all at once. */
  hears(sound: Int16Array): void {
    for (let at = 0; at + FRAME_SAMPLES <= sound.length; at += FRAME_SAMPLES) {
      this.socket.send(bytesOf(sound.slice(at, at + FRAME_SAMPLES)));
    }
  }

  presses(digit: string): void {
    this.say({ event: "DTMF_END", digit });
  }

  say(message: object): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  leaves(): void {
    this.socket.close(1000);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.terminate();
    await this.closed;
  }
}
