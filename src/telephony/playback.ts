import { samplesIn } from "../audio/pcm.js";
import type { MediaSocket } from "./media-socket.js";

/** Maximum audio between two marks, in ms: what may be heard twice when a media socket is lost. */
const CHECKPOINT_MS = 200;
const CHECKPOINT_SAMPLES = samplesIn(CHECKPOINT_MS);

interface Sound {
  readonly samples: Int16Array;
  /** Called when the socket has accepted it, or it is no longer played. */
  readonly onTaken: () => void;
}

interface Mark {
  /** Settles a requested mark; the others only show how far playback was heard. */
  readonly settle: (played: boolean) => void;
}

type Item = Sound | Mark;

/**
 * The audio played on a line, whichever media socket takes it. It is kept until a mark from Asterisk shows that it was
 * played. When a socket is lost, the next one gets the rest, so nothing is left out, and at most what was played since the
 * last mark is heard twice: 200 ms, plus what a stalled socket held back.
 *
 * Pauses and marks carry over from one socket to the next.
 */
export class Playback {
  #socket: MediaSocket | undefined;
  /** Items not heard yet, in order of playback; the first of them are already sent. */
  #unheard: Item[] = [];
  #sent = 0;
  #isSending = false;
  #sinceMark = 0;
  #isPaused = false;
  #isOver = false;

  /** Plays into this socket from now on, starting with what has not been heard. */
  attach(socket: MediaSocket): void {
    if (socket === this.#socket) return;
    this.#socket = socket;
    this.#sent = 0;
    if (this.#isPaused) socket.pause();
    void this.#send();
  }

  /** Holds everything back until the next socket: nothing that is played now would be heard. */
  detach(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.flush();
  }

  /** Ends playback: all marks resolve with false, and all waiting ends. */
  end(): void {
    this.#isOver = true;
    this.detach();
    this.#drop(this.#unheard.length, false);
  }

  /** Plays samples. Resolves when the socket has room for more. */
  async play(samples: Int16Array): Promise<void> {
    if (this.#isOver || samples.length === 0) return;
    const taken = new Promise<void>((resolve) => {
      for (let at = 0; at < samples.length;) {
        const end = Math.min(at + CHECKPOINT_SAMPLES - this.#sinceMark, samples.length);
        const onTaken = end === samples.length ? resolve : () => {};
        this.#unheard.push({ samples: samples.slice(at, end), onTaken }); // A copy: the caller may reuse its own.
        this.#sinceMark += end - at;
        at = end;
        if (this.#sinceMark === CHECKPOINT_SAMPLES) this.#putMark(() => {});
      }
    });
    void this.#send();
    await taken;
  }

  /** Resolves true once everything before it was played; false when that was flushed, or can no longer be played. */
  mark(): Promise<boolean> {
    if (this.#isOver) return Promise.resolve(false);
    const played = new Promise<boolean>((resolve) => this.#putMark(resolve));
    void this.#send();
    return played;
  }

  flush(): void {
    this.#isPaused = false;
    this.#sinceMark = 0;
    this.#socket?.flush();
    this.#drop(this.#unheard.length, false);
  }

  pause(): void {
    this.#isPaused = true;
    this.#socket?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#socket?.resume();
  }

  /** Adds a mark. The next sample begins a frame, as in the socket. */
  #putMark(settle: (played: boolean) => void): void {
    this.#unheard.push({ settle });
    this.#sinceMark = 0;
  }

  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let item = this.#unheard[this.#sent]; item && this.#socket; item = this.#unheard[this.#sent]) {
      this.#sent++;
      if ("settle" in item) this.#sendMark(item, this.#socket);
      else {
        await this.#socket.play(item.samples);
        item.onTaken();
      }
    }
    this.#isSending = false;
  }

  #sendMark(mark: Mark, socket: MediaSocket): void {
    void socket.mark().then((played) => {
      // Marks that a socket did not report before it was lost are left to the next one.
      const isLost = !played && (socket !== this.#socket || !socket.isOpen);
      const at = this.#unheard.indexOf(mark);
      if (at >= 0 && !isLost) this.#drop(at + 1, played);
    });
  }

  #drop(count: number, played: boolean): void {
    const dropped = this.#unheard.splice(0, count);
    this.#sent = Math.max(0, this.#sent - count);
    for (const item of dropped) {
      if ("settle" in item) item.settle(played);
      else item.onTaken();
    }
  }
}
