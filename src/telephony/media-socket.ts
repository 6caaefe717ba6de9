import WebSocket from "ws";
import { createFramer } from "../audio/framer.js";
import { bytesOf, FRAME_BYTES, FRAME_MS } from "../audio/pcm.js";
import { PendingMarks } from "./pending-marks.js";

/** Frames in one WebSocket message. Asterisk reads a message from at most ten TCP segments, which is plenty for this many. */
const FRAMES_PER_MESSAGE = 10;
/** Frames in a window. Asterisk's queue holds 1000 frames and drops the rest. We keep at most four windows (16 s) in it. */
const WINDOW_FRAMES = 200;
const WINDOWS = 4;
/** Time after which a mark counts as lost, in ms. Every window ends with a mark, so the next one is at most a window away. */
const MARK_LATE_MS = WINDOW_FRAMES * FRAME_MS + 10_000;

/** A control message in either direction: `command` is ours, `event` the far side's. */
export interface MediaEvent {
  readonly event?: unknown;
  readonly correlation_id?: unknown;
  readonly digit?: unknown;
}

export interface MediaListeners {
  /** Called with each frame heard, a view that is valid during the call only. */
  readonly onFrame: (frame: Int16Array) => void;
  /** Called with each event except those of marks. */
  readonly onEvent?: (event: MediaEvent) => void;
}

/**
 * One end of a media WebSocket with the protocol of Asterisk's `chan_websocket` (JSON control, slin16), whatever the other
 * end is.
 *
 * The far side plays a frame each 20 ms by its own clock, so audio may be sent as fast as it is made. Only marks show what it
 * has played; a flush discards the marks with the audio, so flushed marks are settled here.
 */
export class MediaSocket {
  readonly #socket: WebSocket;
  readonly #marks = new PendingMarks(MARK_LATE_MS);
  readonly #onEvent: (event: MediaEvent) => void;
  /** Bytes that do not fill a frame yet. */
  #remainder: Uint8Array = new Uint8Array(0);
  #framesInWindow = 0;
  /** Marks at the ends of windows that are not played yet; at the limit of WINDOWS, playback waits. */
  readonly #windows: Promise<boolean>[] = [];
  #flushes = 0;
  #isOver = false;

  constructor(socket: WebSocket, { onFrame, onEvent = () => {} }: MediaListeners) {
    this.#socket = socket;
    this.#onEvent = onEvent;
    const hear = createFramer(onFrame);
    socket.on("message", (message: Buffer, isBinary: boolean) => {
      if (isBinary) hear(message);
      else this.#onControl(String(message));
    });
  }

  /** Drops audio, sends nothing and expects no mark from now on. The opener of the socket closes it. */
  end(): void {
    this.#isOver = true;
    this.#socket.removeAllListeners("message");
    this.#marks.giveUp();
  }

  /** Requests an answer with a command of Asterisk's own: some releases in use end calls on a WebSocket ping. */
  ask(): void {
    this.#control({ command: "GET_STATUS" });
  }

  /** Whether anything can still be sent. */
  get isOpen(): boolean {
    return !this.#isOver && this.#socket.readyState === WebSocket.OPEN;
  }

  /** Sends samples, paused or not; resolves at once while Asterisk's queue has room, else when the oldest window was played. */
  async play(samples: Int16Array): Promise<void> {
    const flushes = this.#flushes;
    let bytes = bytesOf(samples);
    if (this.#remainder.length > 0) bytes = Buffer.concat([this.#remainder, bytes]);
    const whole = bytes.length - (bytes.length % FRAME_BYTES);
    this.#remainder = new Uint8Array(0);
    for (let at = 0; at < whole;) {
      // To the end of the window at most, so that the queue never exceeds its limit.
      const frames = Math.min(FRAMES_PER_MESSAGE, WINDOW_FRAMES - this.#framesInWindow);
      const end = Math.min(at + frames * FRAME_BYTES, whole);
      this.#sendFrames(bytes.subarray(at, end));
      at = end;
      // Waits only while the queue is full; audio that was flushed meanwhile, or whose socket closed, is not sent.
      while (this.#windows.length >= WINDOWS) await this.#windows[0];
      if (this.#flushes !== flushes) return;
    }
    this.#remainder = bytes.slice(whole);
  }

  /** Resolves true once everything sent before was played; false when it was flushed or lost, or the socket closed. */
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
    this.#marks.giveUp();
    this.resume(); // A flush does not end a pause. Before the flush, a discarded frame could be played.
  }

  /** Pauses playback. Asterisk keeps the queue, accepts more audio, and still answers. */
  pause(): void {
    this.#control({ command: "PAUSE_MEDIA" });
    this.#marks.pause();
  }

  /** Resumes playback. Without a pause, Asterisk does nothing. */
  resume(): void {
    this.#control({ command: "CONTINUE_MEDIA" });
    this.#marks.resume();
  }

  #sendFrames(frames: Uint8Array): void {
    if (!this.isOpen) return;
    this.#socket.send(frames);
    this.#framesInWindow += frames.length / FRAME_BYTES;
    if (this.#framesInWindow < WINDOW_FRAMES) return;
    this.#framesInWindow = 0;
    const played = this.#sendMark();
    this.#windows.push(played);
    void played.then(() => this.#windows.splice(this.#windows.indexOf(played), 1));
  }

  #sendMark(): Promise<boolean> {
    if (!this.isOpen) return Promise.resolve(false);
    const { id, played } = this.#marks.add();
    this.#control({ command: "MARK_MEDIA", correlation_id: id });
    return played;
  }

  #control(message: { readonly command: string; readonly correlation_id?: string }): void {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
  }

  #onControl(text: string): void {
    const event = parsed(text);
    if (event.event === "MEDIA_MARK_PROCESSED") this.#marks.processed(event.correlation_id);
    else this.#onEvent(event);
  }
}

function parsed(text: string): MediaEvent {
  try {
    return (JSON.parse(text) as MediaEvent | null) ?? {};
  } catch {
    return {};
  }
}
