import { once } from "node:events";
import WebSocket from "ws";
import { bytesOf, FRAME_BYTES, samplesOf } from "../../audio/pcm.js";
import { withDeadline } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import { AttendantError } from "../../kernel/errors.js";
import type { Scope } from "../../kernel/scope.js";
import { keepAlive } from "./keep-alive.js";

/** Frames in one WebSocket message. Asterisk takes a message in at most ten TCP pieces; this many fit well. */
const FRAMES_PER_MESSAGE = 10;
/** Asterisk's queue holds 1000 frames and loses what comes beyond. We keep at most four windows of 200 frames (16 s) in it. */
const WINDOW_FRAMES = 200;
const WINDOWS = 4;
const OPEN_MS = 5_000;
const KEEP_ALIVE_MS = 5_000;

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
  #flushes = 0;

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
   * @param scope the line: its end closes the socket; the socket's end, or its silence, ends it as `failed`. When somebody
   *   hangs up their channel is the first to say so, and the socket is closed by us
   * @throws {AttendantError} `media_failed`, or what ended the scope
   */
  static async open(address: URL, scope: Scope, onFrame: (frame: Int16Array) => void): Promise<MediaSocket> {
    const socket = new WebSocket(address, ["media"], { perMessageDeflate: false, handshakeTimeout: OPEN_MS });
    const media = new MediaSocket(socket, onFrame);
    let fault = "";
    socket.on("error", ({ message }) => (fault = `: ${message}`)); // A close follows, and says it.
    const lost = (detail: string) => {
      const cause = new AttendantError("media_failed", `The media socket ${detail}`);
      scope.end(new Ending("failed", cause.message, { cause }));
    };
    socket.on("close", (code) => lost(`closed with ${code}${fault}`));
    scope.onEnd(() => {
      socket.terminate();
      media.#settleMarks();
    });
    try {
      await withDeadline(OPEN_MS, scope.signal, "opening the media socket", (signal) =>
        once(socket, "open", { signal }),
      );
    } catch (cause) {
      scope.signal.throwIfAborted();
      throw new AttendantError("media_failed", "The media socket did not open", { cause });
    }
    // A dead socket would keep the call for ever: nobody speaks, and no mark comes back. Asked by a question of Asterisk's
    // own, because releases are in use that end calls at a WebSocket ping.
    const ask = () => media.#control({ command: "GET_STATUS" });
    const onSilence = () => lost(`gave no sign of life for ${KEEP_ALIVE_MS} ms`);
    socket.on("message", keepAlive({ everyMs: KEEP_ALIVE_MS, ask, onSilence, scope }));
    return media;
  }

  /** Sends samples; resolves at once while Asterisk's queue has room, else when the oldest window was played. */
  async play(samples: Int16Array): Promise<void> {
    const flushes = this.#flushes;
    let bytes = bytesOf(samples);
    if (this.#remainder.length > 0) bytes = Buffer.concat([this.#remainder, bytes]);
    const whole = bytes.length - (bytes.length % FRAME_BYTES);
    this.#remainder = new Uint8Array(0);
    for (let at = 0; at < whole;) {
      // Up to the end of the window at most, so that the queue never holds more than it should.
      const frames = Math.min(FRAMES_PER_MESSAGE, WINDOW_FRAMES - this.#framesInWindow);
      const end = Math.min(at + frames * FRAME_BYTES, whole);
      this.#sendFrames(bytes.subarray(at, end));
      at = end;
      // Only a full queue makes anybody wait here; what is flushed or gone meanwhile is not sent any more.
      while (this.#windows.length >= WINDOWS) await this.#windows[0];
      if (this.#flushes !== flushes) return;
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
    this.#flushes++;
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
    const { event, correlation_id } = parsed(text);
    if (event !== "MEDIA_MARK_PROCESSED") return;
    // Marks come back in the order they were set; one that is passed over was played as well.
    const at = this.#marks.findIndex(({ id }) => id === correlation_id);
    for (const mark of this.#marks.splice(0, at + 1)) mark.resolve(true);
  }

  #settleMarks(): void {
    for (const mark of this.#marks.splice(0)) mark.resolve(false);
  }
}

function parsed(text: string): { readonly event?: unknown; readonly correlation_id?: unknown } {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}
