import { laneOf, merge, sizeOf, subjectOf, type Write } from "./write.js";

/** A write that waits to be made. */
export interface Waiting {
  /** Changes while it waits, when a later write of the same subject replaces it. */
  write: Write;
  readonly lane: string;
  readonly subject: string;
  bytes: number;
  /** Which version of the subject it is; larger is later. */
  sequence: number;
  /** One that is under way can no longer be replaced. */
  state: "waiting" | "under_way" | "settled";
  /** Whether the journal has it or is about to. */
  journaled: boolean;
  /** Resolves when it has been made, or will never be: then `failure` says why. */
  readonly settled: Promise<void>;
  failure: unknown;
  /** @internal */
  readonly settle: () => void;
}

export interface QueueBounds {
  readonly mostWrites: number;
  readonly mostBytes: number;
}

/** The writes that wait, in lanes that keep their order, each subject at most once besides the write that is under way. */
export class WriteQueue {
  readonly #bounds: QueueBounds;
  readonly #lanes = new Map<string, Waiting[]>();
  readonly #bySubject = new Map<string, Waiting[]>();
  #size = 0;
  #bytes = 0;
  #sequence = 0;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether there is room. Transcripts, the largest and the least missed, may fill half of it. */
  fits(write: Write): boolean {
    if (this.#bySubject.get(subjectOf(write))?.at(-1)?.state === "waiting") return true; // It takes a place that is had.
    const share = write.kind === "transcript" ? 0.5 : 1;
    const { mostWrites, mostBytes } = this.#bounds;
    return this.#size < mostWrites * share && this.#bytes + sizeOf(write) <= mostBytes * share;
  }

  put(write: Write): Waiting {
    const subject = subjectOf(write);
    const waiting = this.#bySubject.get(subject)?.at(-1);
    if (waiting?.state === "waiting") {
      waiting.write = merge(waiting.write, write);
      waiting.sequence = ++this.#sequence;
      const bytes = sizeOf(waiting.write);
      this.#bytes += bytes - waiting.bytes;
      waiting.bytes = bytes;
      return waiting;
    }
    return this.#append(write, laneOf(write), subject);
  }

  #append(write: Write, lane: string, subject: string): Waiting {
    let settle = () => {};
    const settled = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const bytes = sizeOf(write);
    const sequence = ++this.#sequence;
    const rest = { state: "waiting", journaled: false, failure: undefined } as const;
    const waiting: Waiting = { write, lane, subject, bytes, sequence, settled, settle, ...rest };
    push(this.#lanes, lane, waiting);
    push(this.#bySubject, subject, waiting);
    this.#size++;
    this.#bytes += bytes;
    return waiting;
  }

  /** The write that is next in a lane. */
  head(lane: string): Waiting | undefined {
    return this.#lanes.get(lane)?.[0];
  }

  /** Every lane in which something waits, the one that has waited longest first. */
  lanes(): Iterable<string> {
    return this.#lanes.keys();
  }

  /** The last that was written of a subject and is not known to be in the store. */
  latest(subject: string): Waiting | undefined {
    return this.#bySubject.get(subject)?.at(-1);
  }

  /** All that wait, with only the last write of each subject. */
  *writes(): Generator<Write> {
    for (const waiting of this.#bySubject.values()) {
      const last = waiting.at(-1);
      if (last) yield last.write;
    }
  }

  all(): Waiting[] {
    return [...this.#lanes.values()].flat();
  }

  /** Takes the head of a lane out. */
  done(waiting: Waiting, failure?: unknown): void {
    remove(this.#lanes, waiting.lane, waiting);
    remove(this.#bySubject, waiting.subject, waiting);
    this.#size--;
    this.#bytes -= waiting.bytes;
    waiting.state = "settled";
    waiting.failure = failure;
    waiting.settle();
  }
}

function push(lists: Map<string, Waiting[]>, name: string, waiting: Waiting): void {
  const list = lists.get(name);
  if (list) list.push(waiting);
  else lists.set(name, [waiting]);
}

function remove(lists: Map<string, Waiting[]>, name: string, waiting: Waiting): void {
  const rest = (lists.get(name) ?? []).filter((each) => each !== waiting);
  if (rest.length > 0) lists.set(name, rest);
  else lists.delete(name);
}
