import { once } from "node:events";
import WebSocket from "ws";
import { FRAME_BYTES, samplesOf } from "../../audio/pcm.js";
import { within } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Scope } from "../../kernel/scope.js";

/** Frames in one WebSocket message. Asterisk takes a message in at most ten TCP pieces; this many fit well. */
const FRAMES_PER_MESSAGE = 10;
/** Asterisk's queue holds 1000 frames and loses what comes beyond. We keep at most four windows of 200 frames (16 s) in it. */
const WINDOW_FRAMES = 200;
const WINDOWS = 4;
const OPEN_MS = 5_000;

interface PendingMark {
  readonly id: string;
  resolve(played: boolean): void;
}

/**
 * The media WebSocket of one external-media channel (`chan_websocket`, JSON control, slin16).
 *
 * Asterisk plays a frame each 20 ms by its own timer, so audio may be sent as fast as it is made. What it has played is
 * known from marks alone; a flush throws the marks away with the audio, so the flushed ones are settled here.
 */
export class MediaSocket {
  readonly #socket: WebSocket;
  readonly #marks: PendingMark[] = [];
  #latestMark = 0;
  /** Bytes that do not fill a frame yet. */
  #remainder: Uint8Array = new Uint8Array(0);
  #framesInWindow = 0;
  /** Marks at the ends of windows that have not been played out; as many as WINDOWS means: wait. */
  readonly #windows: Promise<boolean>[] = [];

  private constructor(socket: WebSocket, onFrame: (frame: Int16Array) => void) {
    this.#socket = socket;
    socket.on("message", (message: Buffer, isBinary: boolean) => {
      if (!isBinary) return this.#onControl(String(message));
      // Asterisk sends whole frames, one to a message; should it send several, each is heard on its own.
      for (let at = 0; at + FRAME_BYTES <= message.length; at += FRAME_BYTES) {
        onFrame(samplesOf(message.subarray(at, at + FRAME_BYTES)));
      }
    });
  }

  /**
   * @param scope the line: its end closes the socket; the socket's end ends it as `hung_up`
   * @throws {AttendantError} `media_failed`
   */
  static async open(address: URL, scope: Scope, onFrame: (frame: Int16Array) => void): Promise<MediaSocket> {
    const socket = new WebSocket(address, ["media"], { perMessageDeflate: false, handshakeTimeout: OPEN_MS });
    const media = new MediaSocket(socket, onFrame);
    socket.on("error", () => {}); // A close follows, and says it.
    socket.on("close", (code) => scope.end(new Ending("hung_up", `the media socket closed with ${code}`)));
    scope.onEnd(() => {
      socket.terminate();
      media.#settleMarks();
    });
    try {
      await within(OPEN_MS, scope.signal, "opening the media socket", (signal) => once(socket, "open", { signal }));
    } catch (cause) {
      throw new AttendantError("media_failed", "The media socket did not open", { cause });
    }
    return media;
  }

  /** Sends samples; resolves at once while Asterisk's queue has room, else when the oldest window was played. */
  async play(samples: Int16Array): Promise<void> {
    let bytes: Uint8Array = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    if (this.#remainder.length > 0) bytes = Buffer.concat([this.#remainder, bytes]);
    const whole = bytes.length - (bytes.length % FRAME_BYTES);
    for (let at = 0; at < whole; at += FRAMES_PER_MESSAGE * FRAME_BYTES) {
      this.#sendFrames(bytes.subarray(at, Math.min(at + FRAMES_PER_MESSAGE * FRAME_BYTES, whole)));
      // Only a full queue makes anybody wait here; what is flushed or gone meanwhile is not sent any more.
      if (this.#windows.length >= WINDOWS && !(await this.#windows[0])) return;
    }
    this.#remainder = bytes.slice(whole);
  }

  /** Resolves true once all that was sent before has been played, false when it was flushed or the socket closed. */
  mark(): Promise<boolean> {
    if (this.#remainder.length > 0) {
      const padded = new Uint8Array(FRAME_BYTES);
      padded.set(this.#remainder);
      this.#remainder = new Uint8Array(0);
      this.#sendFrames(padded);
    }
    return this.#sendMark();
  }

  flush(): void {
    this.#remainder = new Uint8Array(0);
    this.#framesInWindow = 0;
    this.#control({ command: "FLUSH_MEDIA" });
    this.#settleMarks();
  }

  #sendFrames(frames: Uint8Array): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#socket.send(frames);
    this.#framesInWindow += frames.length / FRAME_BYTES;
    if (this.#framesInWindow < WINDOW_FRAMES) return;
    this.#framesInWindow = 0;
    const played = this.#sendMark();
    this.#windows.push(played);
    void played.then(() => this.#windows.splice(this.#windows.indexOf(played), 1));
  }

  #sendMark(): Promise<boolean> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.resolve(false);
    const id = (++this.#latestMark).toString(36); // Asterisk drops control messages over 128 bytes: keep it short.
    this.#control({ command: "MARK_MEDIA", correlation_id: id });
    return new Promise((resolve) => this.#marks.push({ id, resolve }));
  }

  #control(message: { readonly command: string; readonly correlation_id?: string }): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #onControl(text: string): void {
    const played = /"event":\s*"MEDIA_MARK_PROCESSED".*"correlation_id":\s*"(\w+)"/.exec(text)?.[1];
    if (played === undefined) return;
    // Marks come back in the order they were set; one that is passed over was played as well.
    const at = this.#marks.findIndex(({ id }) => id === played);
    for (const mark of this.#marks.splice(0, at + 1)) mark.resolve(true);
  }

  #settleMarks(): void {
    for (const mark of this.#marks.splice(0)) mark.resolve(false);
  }
}
