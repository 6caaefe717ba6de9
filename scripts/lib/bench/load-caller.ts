import { FRAME_BYTES, FRAME_MS, FRAME_SAMPLES, bytesOf, samplesOf } from "../../../src/audio/pcm.js";
import type { FakeMedia, Stretch } from "../../../test/support/index.js";
import type { HeldCall } from "./caller.js";
import { machineNow } from "./clock.js";

/** What was to be played in a tick. */
const [NOTHING, PAUSED, PLAYED] = [0, 1, 2];
const SILENCE = Buffer.alloc(FRAME_BYTES);

export interface LoadCall extends HeldCall {
  /** Gaps within replies: runs of ticks for which no audio had arrived in time. */
  readonly underruns: number;
}

/**
 * Simulates Asterisk and the caller at the far end of one media socket at minimum cost: a frame each way per tick, marks reported
 * when playback reaches them, flush and pause obeyed. What is played is recorded as a telephone would.
 */
export class LoadCaller {
  readonly #media: FakeMedia;
  readonly #zeroMs: number;
  readonly #sayings: readonly Int16Array[];
  readonly #said: readonly Stretch[];
  readonly #recording: Int16Array;
  readonly #ticks: Uint8Array;
  readonly #queue: (Buffer | string)[] = [];
  /** When the queued frames arrived, and since when none is held back, in ms on the machine's clock. */
  readonly #arrivals: number[] = [];
  #continuedAt = 0;
  /** For each tick: when the caller's frame was sent, and since when the played frame could have been played. */
  readonly #sentAt: Float64Array;
  readonly #readyAt: Float64Array;
  #saying = 0;
  #tick = 0;
  #isPaused = false;

  /**
   * @param zeroMs time of the first tick on the machine's clock
   * @param firstAt tick at which the first utterance begins; the others follow every `period` ticks
   */
  constructor(media: FakeMedia, zeroMs: number, sayings: readonly Int16Array[], firstAt: number, period: number) {
    this.#media = media;
    this.#zeroMs = zeroMs;
    this.#sayings = sayings;
    this.#said = sayings.map(({ length }, turn) => {
      const from = (firstAt + turn * period) * FRAME_SAMPLES;
      return { from, to: from + length };
    });
    const ticks = firstAt + sayings.length * period;
    this.#recording = new Int16Array(ticks * FRAME_SAMPLES);
    this.#ticks = new Uint8Array(ticks);
    this.#sentAt = new Float64Array(ticks);
    this.#readyAt = new Float64Array(ticks);
    // What the fake keeps for tests (every frame, its queue counted for each) is too expensive for hundreds of calls.
    media.socket.removeAllListeners("message");
    media.socket.on("message", (message: Buffer, isBinary: boolean) => this.#take(message, isBinary));
  }

  /** Processes all ticks that are due. @returns whether there are more to come */
  run(nowMs: number): boolean {
    const due = Math.min(Math.floor((nowMs - this.#zeroMs) / FRAME_MS) + 1, this.#ticks.length);
    for (; this.#tick < due; this.#tick++) {
      this.#play();
      if (this.#tick === 0) continue;
      this.#sentAt[this.#tick - 1] = machineNow();
      this.#media.socket.send(this.#frameSaid((this.#tick - 1) * FRAME_SAMPLES));
    }
    return this.#tick < this.#ticks.length;
  }

  /** The call as a recording. */
  held(): LoadCall {
    return {
      recording: { caller: new Int16Array(0), assistant: this.#recording },
      said: this.#said,
      zeroMs: this.#zeroMs,
      frames: {
        sentAt: (position) => this.#sentAt[Math.floor(position / FRAME_SAMPLES)] ?? Number.NaN,
        readyAt: (position) => this.#readyAt[Math.floor(position / FRAME_SAMPLES)] ?? Number.NaN,
      },
      underruns: this.#said.reduce((sum, { to }, turn) => sum + this.#gaps(to, this.#said[turn + 1]?.from), 0),
    };
  }

  #take(message: Buffer, isBinary: boolean): void {
    if (isBinary) {
      const now = machineNow();
      for (let at = 0; at < message.length; at += FRAME_BYTES) {
        this.#queue.push(message.subarray(at, at + FRAME_BYTES));
        this.#arrivals.push(now);
      }
      return;
    }
    const { command, correlation_id: mark = "" } = JSON.parse(String(message)) as Record<string, string>;
    if (command === "MARK_MEDIA") this.#queue.push(mark);
    else if (command === "FLUSH_MEDIA") this.#queue.length = this.#arrivals.length = 0;
    else if (command === "PAUSE_MEDIA") this.#isPaused = true;
    else if (command === "CONTINUE_MEDIA") {
      this.#isPaused = false;
      this.#continuedAt = machineNow();
    } else if (command === "GET_STATUS") this.#media.say({ event: "STATUS", queue_length: this.#queue.length });
  }

  /** A frame, and the marks before and after it. */
  #play(): void {
    this.#ticks[this.#tick] = this.#isPaused ? PAUSED : NOTHING;
    if (this.#isPaused) return;
    this.#tellMarks();
    const frame = this.#queue.shift();
    if (frame === undefined) return;
    this.#recording.set(samplesOf(frame as Buffer), this.#tick * FRAME_SAMPLES);
    this.#ticks[this.#tick] = PLAYED;
    this.#readyAt[this.#tick] = Math.max(this.#arrivals.shift() ?? 0, this.#continuedAt);
    this.#tellMarks();
  }

  #tellMarks(): void {
    for (let [mark] = this.#queue; typeof mark === "string"; [mark] = this.#queue) {
      this.#media.say({ event: "MEDIA_MARK_PROCESSED", channel_id: "x", correlation_id: mark });
      this.#queue.shift();
    }
  }

  /** The frame spoken from this position on. */
  #frameSaid(from: number): Buffer {
    while ((this.#said[this.#saying]?.to ?? Infinity) <= from) this.#saying++;
    const place = this.#said[this.#saying];
    if (!place || from < place.from) return SILENCE;
    const frame = new Int16Array(FRAME_SAMPLES);
    frame.set(this.#sayings[this.#saying]?.subarray(from - place.from, from - place.from + FRAME_SAMPLES) ?? []);
    return Buffer.from(bytesOf(frame));
  }

  /** Runs of ticks without audio between the first and the last tick with audio, from one position to another. */
  #gaps(from: number, to = this.#recording.length): number {
    const ticks = this.#ticks.subarray(Math.ceil(from / FRAME_SAMPLES), Math.floor(to / FRAME_SAMPLES));
    const reply = ticks.subarray(ticks.indexOf(PLAYED), ticks.lastIndexOf(PLAYED) + 1);
    return reply.filter((tick, at) => tick === NOTHING && reply[at - 1] !== NOTHING).length;
  }
}
