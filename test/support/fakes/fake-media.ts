import type WebSocket from "ws";
import { FRAME_BYTES, samplesOf } from "../../../src/audio/pcm.js";

type Queued = { readonly frame: Buffer } | { readonly mark: string };

/**
 * Asterisk's end of one media WebSocket, which begins with `MEDIA_START`. Playback stands still until a test lets it go on, so that a test is at the very
 * moment it wants to be at.
 */
export class FakeMedia {
  readonly socket: WebSocket;
  /** The channel whose media these are. */
  readonly channelId: string;
  #queue: Queued[] = [];
  #listeners = new Set<() => void>();
  /** Sizes of the messages with audio that came, in frames. */
  readonly messages: number[] = [];
  /** What was played, frame after frame. */
  readonly played: Int16Array[] = [];
  /** Control messages that came, by their command. */
  readonly commands: string[] = [];
  /** The most frames that were ever waiting. */
  longest = 0;
  /** Whether it plays nothing until it is told to continue; a flush does not tell it so. */
  isPaused = false;
  /** Whether it answers to `GET_STATUS`. */
  answers = true;
  /** Told of each frame as it comes, in place of queueing it. */
  onFrame: ((frame: Buffer) => void) | undefined;

  constructor(socket: WebSocket, channelId = "") {
    this.socket = socket;
    this.channelId = channelId;
    socket.on("message", (message: Buffer, isBinary: boolean) => {
      if (isBinary) this.#take(message);
      else this.#obey(JSON.parse(String(message)) as { command: string; correlation_id?: string });
      for (const listener of [...this.#listeners]) listener();
    });
    socket.on("close", () => {
      for (const listener of [...this.#listeners]) listener();
    });
    this.say({ event: "MEDIA_START", channel_id: channelId, format: "slin16" });
  }

  get queuedFrames(): number {
    return this.#queue.filter((item) => "frame" in item).length;
  }

  /** Plays this many frames, and the marks on the way; nothing while it is paused. */
  plays(frames = Number.POSITIVE_INFINITY): void {
    if (this.isPaused) return;
    let left = frames;
    for (let [item] = this.#queue; item; [item] = this.#queue) {
      if ("mark" in item) this.say({ event: "MEDIA_MARK_PROCESSED", channel_id: "x", correlation_id: item.mark });
      else if (left-- <= 0) return;
      else this.played.push(samplesOf(item.frame).slice());
      this.#queue.shift();
    }
  }

  /** Sends a control message. */
  say(message: object | string): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** Waits until `test` passes; looks again whenever something comes. */
  async until(test: () => boolean): Promise<void> {
    while (!test()) {
      await new Promise<void>((resolve) => {
        const listener = () => {
          this.#listeners.delete(listener);
          resolve();
        };
        this.#listeners.add(listener);
      });
    }
  }

  #take(message: Buffer): void {
    if (message.length % FRAME_BYTES !== 0) throw new Error(`a message of ${message.length} bytes: the rest is lost`);
    this.messages.push(message.length / FRAME_BYTES);
    for (let at = 0; at < message.length; at += FRAME_BYTES) {
      const frame = message.subarray(at, at + FRAME_BYTES);
      if (this.onFrame) this.onFrame(frame);
      else this.#queue.push({ frame });
    }
    this.longest = Math.max(this.longest, this.queuedFrames);
  }

  #obey({ command, correlation_id: mark = "" }: { command: string; correlation_id?: string }): void {
    this.commands.push(command);
    if (command === "MARK_MEDIA") this.#queue.push({ mark });
    else if (command === "FLUSH_MEDIA") this.#queue = [];
    else if (command === "PAUSE_MEDIA") this.isPaused = true;
    else if (command === "CONTINUE_MEDIA") this.isPaused = false;
    else if (command === "GET_STATUS" && this.answers) this.say({ event: "STATUS", queue_length: this.queuedFrames });
  }
}
