import { writeFile } from "node:fs/promises";
import { samplesIn } from "../../../src/audio/pcm.js";
import { writeWav } from "../../../src/audio/wav.js";
import { unlessAborted, withDeadline } from "../../../src/kernel/deadline.js";
import type { AriClient } from "./ari-client.js";
import type { TelephoneMedia } from "./telephone-media.js";
import { isVoiced, type Stretch, voicedStretches } from "./voiced.js";

/** What a call ended with: Q.850 cause, and the SIP status where there was one. */
export interface CallEnd {
  readonly cause: number;
  readonly techCause: number | undefined;
}

/** Both directions from the answer on: same length, 16 000 samples a second, one clock. */
export interface CallRecording {
  readonly caller: Int16Array;
  readonly assistant: Int16Array;
}

/** The parts of a call, joined by a bridge of the PBX. */
export interface CallParts {
  readonly ari: AriClient;
  readonly media: TelephoneMedia;
  /** The channel of the far end. */
  readonly channel: string;
  /** How that channel ended; watched from before the answer, so that no end is missed. */
  readonly destroyed: Promise<CallEnd>;
  /** Removes the media channel and the bridge. */
  release(): Promise<void>;
}

export interface Waiting {
  /** Ends the wait. Without one a wait ends after 30 s at the latest. */
  readonly signal?: AbortSignal | undefined;
}

const WAIT_MS = 30_000;

/** A call at the tester's telephone, from its answer on. Positions are samples since then. */
export class TelephoneCall implements AsyncDisposable {
  /** Resolves when the call is over and the PBX has let go of everything that belonged to it. */
  readonly ended: Promise<CallEnd>;
  /** Who is at the other end, as far as the PBX knows. */
  readonly number: string;
  readonly #parts: CallParts;
  readonly #over = new AbortController();
  #length = 0;

  constructor(parts: CallParts, number: string) {
    this.number = number;
    this.#parts = parts;
    this.ended = this.#untilDestroyed();
  }

  /**
   * Says samples to the far end, behind what is being said already.
   * @returns where they lie, once the last one was played
   * @throws when the call ends first, or the signal aborts: what was not sent is not said
   */
  say(samples: Int16Array, { signal }: Waiting = {}): Promise<Stretch> {
    return this.#parts.media.say(samples, signal ? AbortSignal.any([signal, this.#over.signal]) : this.#over.signal);
  }

  /** Presses a key (0-9, *, #, A-D). */
  async press(key: string): Promise<void> {
    await this.#parts.ari.request("POST", `/channels/${this.#parts.channel}/dtmf`, { dtmf: key });
  }

  /** Hangs up and waits for the end. */
  async hangUp(): Promise<CallEnd> {
    await this.#parts.ari.request("DELETE", `/channels/${this.#parts.channel}`).catch(() => {}); // It may be gone.
    return this.ended;
  }

  /**
   * Calls `listener` with every frame from the far end until the returned function is called.
   * @param since how many were heard before the first one; default: all so far
   */
  onHeard(listener: (frame: Int16Array) => void, since?: number): () => void {
    return this.#parts.media.onHeard(listener, since);
  }

  /** Samples since the answer, now or at the call's end. */
  get length(): number {
    return this.#over.signal.aborted ? this.#length : samplesIn(this.#parts.media.now());
  }

  recording(): CallRecording {
    const { media } = this.#parts;
    return { caller: media.outgoing(this.length), assistant: media.incoming(this.length) };
  }

  /** Writes the recording as a stereo file, caller left, assistant right. */
  async writeWav(path: string): Promise<void> {
    const { caller, assistant } = this.recording();
    await writeFile(path, writeWav([caller, assistant]));
  }

  /**
   * Waits for sound from the far end.
   * @param after only what begins at this position or later counts; what sounds across it begins there
   * @param minMs how long it must last, pauses of up to 60 ms included
   * @returns the position of its first sample, to 5 ms
   */
  hears({ after = 0, minMs = 60, signal }: Waiting & { after?: number; minMs?: number } = {}): Promise<number> {
    return this.#listen("sound from the far end", signal, () => {
      const [first] = voicedStretches(this.#parts.media.incoming(this.length), { after, minMs });
      return first && { position: first.from };
    });
  }

  /**
   * Waits until the far end has said something after `after` and has been silent for `forMs` since.
   * @returns the position where the silence began
   */
  hearsSilence({ forMs, after = 0, signal }: Waiting & { forMs: number; after?: number }): Promise<number> {
    return this.#listen("silence at the far end", signal, () => {
      const last = voicedStretches(this.#parts.media.incoming(this.length), { after }).at(-1);
      if (!last) return undefined;
      const missing = last.to + samplesIn(forMs) - this.length;
      return missing <= 0 ? { position: last.to } : { inMs: Math.ceil((missing * 1000) / 16_000) };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.hangUp();
  }

  /** Asks `judge` after each voiced frame until it names a position, or when it asked for that. */
  async #listen(
    what: string,
    signal: AbortSignal | undefined,
    judge: () => { position: number } | { inMs: number } | undefined,
  ): Promise<number> {
    const either = signal ? AbortSignal.any([signal, this.#over.signal]) : this.#over.signal;
    let stop = () => {};
    let timer: NodeJS.Timeout | undefined;
    let turn: NodeJS.Immediate | undefined;
    try {
      return await withDeadline(WAIT_MS, either, what, (deadline) => {
        const heard = new Promise<number>((resolve) => {
          const ask = () => {
            timer = turn = undefined;
            const answer = judge();
            if (!answer) return;
            if ("position" in answer) resolve(answer.position);
            else timer = setTimeout(askOnceRead, answer.inMs);
          };
          // Of what arrived while this process was held up, the rest may be read later than what led here.
          const askOnceRead = () => (turn ??= setImmediate(ask));
          stop = this.#parts.media.onHeard((frame) => {
            if (timer === undefined && isVoiced(frame)) askOnceRead();
          });
          askOnceRead();
        });
        return unlessAborted(deadline, heard);
      });
    } finally {
      stop();
      clearTimeout(timer);
      clearImmediate(turn);
    }
  }

  async #untilDestroyed(): Promise<CallEnd> {
    const { destroyed, media, release } = this.#parts;
    const end = await destroyed;
    this.#length = samplesIn(media.now());
    this.#over.abort(new Error(`the call ended with cause ${end.cause}`));
    media.close();
    await release();
    return end;
  }
}
