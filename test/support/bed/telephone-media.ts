import { once } from "node:events";
import WebSocket from "ws";
import { createFramer } from "../../../src/audio/framer.js";
import { bytesOf, FRAME_SAMPLES } from "../../../src/audio/pcm.js";
import { withDeadline } from "../../../src/kernel/deadline.js";
import { layOut, placeFrames } from "./frame-placement.js";
import type { Stretch } from "./voiced.js";

const OPEN_MS = 5_000;
const CLOSE_MS = 500;
/** Frames that wait in Asterisk for their turn: how long this process may be held up before the line falls silent. */
const FRAMES_AHEAD = 8;
const SILENCE = new Int16Array(FRAME_SAMPLES);

interface Saying {
  readonly samples: Int16Array;
  /** Samples handed to Asterisk so far. */
  sent: number;
  firstFrame: number | undefined;
  /** The frame after the last one with these samples; known when the last one was handed over. */
  end: number | undefined;
  done(stretch: Stretch): void;
}

/**
 * The sound of the tester's telephone: a stream that never pauses, as a real telephone's, and what comes back.
 *
 * Each frame is preceded by a mark, and each mark that comes back lets one more frame go. So Asterisk's own 20 ms timer
 * sets the pace, no backlog can build up, and it is known when every single frame was played.
 */
export class TelephoneMedia {
  readonly #socket: WebSocket;
  readonly #sayings: Saying[] = [];
  readonly #outgoing: Int16Array[] = [];
  readonly #playedAt: number[] = [];
  readonly #incoming: Int16Array[] = [];
  readonly #heardAt: number[] = [];
  readonly #onHeard = new Set<(frame: Int16Array) => void>();
  #zero = performance.now();
  #running = false;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    const hear = createFramer((frame) => this.#onFrame(frame.slice()));
    socket.on("message", (message: Buffer, isBinary: boolean) => {
      if (isBinary) hear(message);
      else this.#onControl(JSON.parse(String(message)));
    });
    socket.on("error", () => {}); // A close follows, and the call's end with it.
    socket.on("close", () => this.stop());
  }

  static async open(address: URL, signal?: AbortSignal): Promise<TelephoneMedia> {
    const socket = new WebSocket(address, ["media"], { perMessageDeflate: false });
    const media = new TelephoneMedia(socket);
    try {
      await withDeadline(OPEN_MS, signal, "opening the media socket", async (deadline) => {
        await once(socket, "open", { signal: deadline });
      });
      return media;
    } catch (error) {
      socket.terminate();
      throw error;
    }
  }

  /** Sets the timeline's zero: the call was answered. */
  answered(): void {
    this.#zero = performance.now();
  }

  /** Begins to send. Not before both ends are in the bridge: what comes earlier is thrown away. */
  run(): void {
    this.#running = true;
    for (let ahead = 0; ahead < FRAMES_AHEAD; ahead++) this.#sendFrame();
  }

  stop(): void {
    this.#running = false;
  }

  /** Queues samples behind what is being said; resolves with where they lie once Asterisk has played the last one. */
  say(samples: Int16Array, signal: AbortSignal): Promise<Stretch> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const silence = () => {
        const at = this.#sayings.indexOf(saying);
        if (at >= 0) this.#sayings.splice(at, 1);
        reject(signal.reason);
      };
      const done = (stretch: Stretch) => {
        signal.removeEventListener("abort", silence);
        resolve(stretch);
      };
      const saying: Saying = { samples, sent: 0, firstFrame: undefined, end: undefined, done };
      this.#sayings.push(saying);
      signal.addEventListener("abort", silence, { once: true });
    });
  }

  /**
   * Calls `listener` with every frame from the far end until the returned function is called.
   * @param since how many were heard before the first one; default: all so far
   */
  onHeard(listener: (frame: Int16Array) => void, since = this.#incoming.length): () => void {
    for (const frame of this.#incoming.slice(since)) listener(frame);
    this.#onHeard.add(listener);
    return () => this.#onHeard.delete(listener);
  }

  /** ms since the call was answered. */
  now(): number {
    return performance.now() - this.#zero;
  }

  /** What was said to the far end, up to `length` samples after the answer. */
  outgoing(length: number): Int16Array {
    return layOut(this.#outgoing, placeFrames(this.#playedAt), length);
  }

  /** What came from the far end, up to `length` samples after the answer. */
  incoming(length: number): Int16Array {
    return layOut(this.#incoming, placeFrames(this.#heardAt), length);
  }

  /** Closes the socket in good order, and after half a second without asking. */
  close(): void {
    this.stop();
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    const timer = setTimeout(() => this.#socket.terminate(), CLOSE_MS);
    this.#socket.once("close", () => clearTimeout(timer));
    this.#socket.close();
  }

  #onFrame(frame: Int16Array): void {
    this.#incoming.push(frame);
    this.#heardAt.push(this.now());
    for (const listener of this.#onHeard) listener(frame);
  }

  #onControl(message: { event?: string; correlation_id?: string }): void {
    if (message.event !== "MEDIA_MARK_PROCESSED") return;
    const frame = Number(message.correlation_id);
    this.#playedAt.push(this.now());
    while (this.#sayings[0]?.end !== undefined && this.#sayings[0].end <= frame) this.#conclude(this.#sayings.shift());
    if (this.#running) this.#sendFrame();
  }

  #sendFrame(): void {
    const index = this.#outgoing.length;
    const frame = this.#nextFrame(index);
    this.#outgoing.push(frame);
    this.#socket.send(`{"command":"MARK_MEDIA","correlation_id":"${index}"}`);
    this.#socket.send(bytesOf(frame));
  }

  #nextFrame(index: number): Int16Array {
    const saying = this.#sayings.find((candidate) => candidate.end === undefined);
    if (!saying) return SILENCE;
    saying.firstFrame ??= index;
    const part = saying.samples.subarray(saying.sent, saying.sent + FRAME_SAMPLES);
    saying.sent += part.length;
    if (saying.sent >= saying.samples.length) saying.end = index + 1;
    if (part.length === FRAME_SAMPLES) return part;
    const padded = new Int16Array(FRAME_SAMPLES);
    padded.set(part);
    return padded;
  }

  #conclude(saying: Saying | undefined): void {
    if (saying?.firstFrame === undefined || saying.end === undefined) return;
    const positions = placeFrames(this.#playedAt);
    const from = positions[saying.firstFrame] ?? 0;
    const last = positions[saying.end - 1] ?? from;
    const padding = (saying.end - saying.firstFrame) * FRAME_SAMPLES - saying.samples.length;
    saying.done({ from, to: last + FRAME_SAMPLES - padding });
  }
}
