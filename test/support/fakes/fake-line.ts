import { FRAME_SAMPLES, SAMPLE_RATE } from "../../../src/audio/pcm.js";
import { Ending } from "../../../src/kernel/ending.js";
import type { Scope } from "../../../src/kernel/scope.js";
import { createHoldSound } from "../../../src/telephony/hold-sound.js";
import type { DialplanPlace, Line, Party } from "../../../src/telephony/line.js";

/** What the far side's queue holds before `play` waits, in samples: 20 s. */
const ROOM = 20 * SAMPLE_RATE;

type Queued = { readonly samples: Int16Array } | { readonly mark: (played: boolean) => void };

/**
 * A line whose far side is the test: it speaks, presses keys, hangs up, and lets playback go on by as much as it says.
 * Playback stands still otherwise, so that a test is at the very moment it wants to be at.
 */
export class FakeLine implements Line {
  readonly id = "channel-1";
  readonly caller: Party;
  readonly extension = "8000";
  readonly #scope: Scope;
  readonly #frameListeners = new Set<(frame: Int16Array) => void>();
  readonly #keyListeners = new Set<(key: string) => void>();
  readonly #holdListeners = new Set<(isHeld: boolean) => void>();
  readonly #holdSound = createHoldSound();
  #isHeld = false;
  #queue: Queued[] = [];
  #roomWanted: (() => void)[] = [];
  /** What the caller has heard so far, in pieces as they were played. */
  readonly heard: Int16Array[] = [];
  /** Each time the queue was thrown away, how much of it there was, in ms. */
  readonly flushed: number[] = [];
  /** Each time it was paused, how much had been heard until then, in ms. */
  readonly paused: number[] = [];
  isPaused = false;
  /** Samples that somebody wanted to play on a line that was gone. */
  playedTooLate = 0;
  /** The class of the music that the caller hears, while they are on hold. */
  onHold: string | undefined;
  /** Whether the telephone system has that music, and the place at which a call is to continue. */
  hasMusic = true;
  hasPlace = true;
  /** Where the call goes on in the dialplan. */
  continuesAt: DialplanPlace | undefined;
  /** Called when a hold ends and when the caller is put through: what the telephone system takes for it, or why it refuses. */
  onEndHold: () => Promise<void> = () => Promise.resolve();
  onJoin: () => Promise<void> = () => Promise.resolve();
  /** Who the caller was put through to. */
  readonly joined: Line[] = [];

  constructor(scope: Scope, number = "100") {
    this.#scope = scope;
    this.caller = { number, name: "" };
    scope.onEnd(() => {
      this.#throwAway();
      this.#frameListeners.clear();
    });
  }

  get signal(): AbortSignal {
    return this.#scope.signal;
  }

  /** Sent and not played yet, ms. */
  get queuedMs(): number {
    return this.#queue.reduce((ms, item) => ms + ("samples" in item ? toMs(item.samples.length) : 0), 0);
  }

  /** Played so far, ms. */
  get heardMs(): number {
    return toMs(this.heard.reduce((sum, { length }) => sum + length, 0));
  }

  get pendingMarks(): number {
    return this.#queue.filter((item) => "mark" in item).length;
  }

  /** Who still listens. */
  get listeners(): number {
    return this.#frameListeners.size + this.#keyListeners.size + this.#holdListeners.size;
  }

  hear(listener: (frame: Int16Array) => void): () => void {
    this.#frameListeners.add(listener);
    return () => this.#frameListeners.delete(listener);
  }

  onKey(listener: (key: string) => void): () => void {
    this.#keyListeners.add(listener);
    return () => this.#keyListeners.delete(listener);
  }

  isHeld(): boolean {
    return this.#isHeld;
  }

  onHeld(listener: (isHeld: boolean) => void): () => void {
    this.#holdListeners.add(listener);
    return () => this.#holdListeners.delete(listener);
  }

  /** The caller puts us on hold, or comes back. */
  holds(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#holdSound.held(isHeld);
    for (const tell of this.#holdListeners) tell(isHeld);
  }

  async play(samples: Int16Array): Promise<void> {
    if (this.signal.aborted) {
      this.playedTooLate += samples.length;
      return;
    }
    this.#holdSound.plays();
    this.#queue.push({ samples: samples.slice() });
    while (this.#queuedSamples >= ROOM) await new Promise<void>((resolve) => this.#roomWanted.push(resolve));
  }

  mark(): Promise<boolean> {
    if (this.signal.aborted) return Promise.resolve(false);
    const mark = this.#holdSound.mark(new Promise((resolve) => this.#queue.push({ mark: resolve })));
    this.plays(0);
    return mark;
  }

  flush(): void {
    if (this.signal.aborted) return;
    this.flushed.push(this.queuedMs);
    this.#throwAway();
    this.resume();
  }

  pause(): void {
    if (this.signal.aborted || this.isPaused) return;
    this.isPaused = true;
    this.paused.push(this.heardMs);
  }

  resume(): void {
    this.isPaused = false;
  }

  hold(music: string): Promise<boolean> {
    this.onHold = music;
    return Promise.resolve(this.hasMusic);
  }

  endHold(): Promise<void> {
    if (this.onHold === undefined) return Promise.resolve();
    this.onHold = undefined;
    return this.onEndHold();
  }

  continueAt(place: DialplanPlace): Promise<boolean> {
    if (!this.hasPlace) return Promise.resolve(false);
    this.continuesAt = place;
    this.#scope.end(new Ending("transferred"));
    return Promise.resolve(true);
  }

  async join(other: Line): Promise<void> {
    this.onHold = undefined;
    await this.onJoin();
    this.joined.push(other);
  }

  hangUp(): Promise<void> {
    this.#scope.end(new Ending("finished"));
    return Promise.resolve();
  }

  /** The caller makes this sound. Frame by frame, as fast as it can be listened to. */
  says(sound: Int16Array): void {
    if (this.onHold !== undefined) return;
    for (let at = 0; at + FRAME_SAMPLES <= sound.length; at += FRAME_SAMPLES) {
      for (const listener of [...this.#frameListeners]) listener(sound.slice(at, at + FRAME_SAMPLES));
    }
  }

  presses(key: string): void {
    for (const listener of [...this.#keyListeners]) listener(key);
  }

  /** The caller hangs up. */
  leaves(): void {
    this.#scope.end(new Ending("hung_up"));
  }

  /** Playback goes on by `ms`, or to the end of what is queued, unless it is paused. Marks it passes come true. */
  plays(ms = Number.POSITIVE_INFINITY): void {
    if (this.isPaused) return;
    let samples = (ms * SAMPLE_RATE) / 1000;
    for (let [item] = this.#queue; item; [item] = this.#queue) {
      if ("mark" in item) item.mark(true);
      else if (samples === 0) break;
      else if (item.samples.length > samples) {
        this.heard.push(item.samples.slice(0, samples));
        // In 20 ms at a time: a copy of the rest each time would take longer than all that listens.
        this.#queue[0] = { samples: item.samples.subarray(samples) };
        break;
      } else {
        this.heard.push(item.samples);
        samples -= item.samples.length;
      }
      this.#queue.shift();
    }
    this.#tellOfRoom();
  }

  /** What the far side would tell by the pending marks never comes, so that they count as not played. */
  losesMarks(): void {
    for (const item of this.#queue) if ("mark" in item) item.mark(false);
    this.#queue = this.#queue.filter((item) => "samples" in item);
  }

  get #queuedSamples(): number {
    return this.#queue.reduce((sum, item) => sum + ("samples" in item ? item.samples.length : 0), 0);
  }

  #tellOfRoom(): void {
    for (const tell of this.#roomWanted.splice(0)) tell();
  }

  #throwAway(): void {
    const queue = this.#queue;
    this.#queue = [];
    this.#holdSound.flush();
    for (const item of queue) if ("mark" in item) item.mark(false);
    this.#tellOfRoom();
  }
}

function toMs(samples: number): number {
  return (samples * 1000) / SAMPLE_RATE;
}
