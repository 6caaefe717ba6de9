import { partitionOf, merge, sizeOf, subjectOf, type Write } from "./write.js";

/** A write that waits to be made. */
export interface PendingWrite {
  /** Changes while it waits, when a later write of the same subject replaces it. */
  write: Write;
  readonly partition: string;
  readonly subject: string;
  bytes: number;
  /** Which version of the subject it is; larger is later. */
  sequence: number;
  /** One that is under way can no longer be replaced. */
  state: "waiting" | "under_way" | "settled";
  /** Whether the store was ever asked to make it: then it may have been made, whatever the store said. */
  tried: boolean;
  /** Whether the store has refused it once: that may have been a request that was garbled on its way. */
  refused: boolean;
  /** Whether the journal has it or is about to, in this version or an earlier one. */
  journaled: boolean;
  /** Resolves when it has been made, or will never be: then `failure` says why. */
  readonly settled: Promise<void>;
  failure: unknown;
  /** Whether the store had no use for it: somebody else has the call by now. */
  isObsolete: boolean;
  /** @internal */
  readonly settle: () => void;
}

export interface QueueBounds {
  readonly maxWrites: number;
  readonly maxBytes: number;
}

/** The writes that wait, in partitions that keep their order, each subject at most once besides the write that is under way. */
export class WriteQueue {
  readonly #bounds: QueueBounds;
  readonly #partitions = new Map<string, PendingWrite[]>();
  readonly #bySubject = new Map<string, PendingWrite[]>();
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
    const { maxWrites, maxBytes } = this.#bounds;
    return this.#size < maxWrites * share && this.#bytes + sizeOf(write) <= maxBytes * share;
  }

  put(write: Write): PendingWrite {
    const subject = subjectOf(write);
    const pending = this.#bySubject.get(subject)?.at(-1);
    if (pending?.state === "waiting") {
      pending.write = merge(pending.write, write);
      pending.sequence = ++this.#sequence;
      const bytes = sizeOf(pending.write);
      this.#bytes += bytes - pending.bytes;
      pending.bytes = bytes;
      return pending;
    }
    return this.#append(write, partitionOf(write), subject);
  }

  #append(write: Write, partition: string, subject: string): PendingWrite {
    let settle = () => {};
    const settled = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const bytes = sizeOf(write);
    const sequence = ++this.#sequence;
    const rest = { state: "waiting", tried: false, refused: false, journaled: false } as const;
    const outcome = { failure: undefined, isObsolete: false };
    const pending: PendingWrite = { write, partition, subject, bytes, sequence, settled, settle, ...rest, ...outcome };
    push(this.#partitions, partition, pending);
    push(this.#bySubject, subject, pending);
    this.#size++;
    this.#bytes += bytes;
    return pending;
  }

  /** The write that is next in a partition. */
  head(partition: string): PendingWrite | undefined {
    return this.#partitions.get(partition)?.[0];
  }

  /** Every partition in which something waits, the one that has waited longest first. */
  partitions(): Iterable<string> {
    return this.#partitions.keys();
  }

  /** The last that was written of a subject and is not known to be in the store. */
  latest(subject: string): PendingWrite | undefined {
    return this.#bySubject.get(subject)?.at(-1);
  }

  /** All that wait, with only the last write of each subject. */
  *writes(): Generator<Write> {
    for (const pending of this.#bySubject.values()) {
      const last = pending.at(-1);
      if (last) yield last.write;
    }
  }

  all(): PendingWrite[] {
    return [...this.#partitions.values()].flat();
  }

  /** Takes it out: made, or never to be made. */
  remove(pending: PendingWrite, failure?: unknown): void {
    remove(this.#partitions, pending.partition, pending);
    remove(this.#bySubject, pending.subject, pending);
    this.#size--;
    this.#bytes -= pending.bytes;
    pending.state = "settled";
    pending.failure = failure;
    pending.settle();
  }
}

function push(lists: Map<string, PendingWrite[]>, name: string, pending: PendingWrite): void {
  const list = lists.get(name);
  if (list) list.push(pending);
  else lists.set(name, [pending]);
}

function remove(lists: Map<string, PendingWrite[]>, name: string, pending: PendingWrite): void {
  const rest = (lists.get(name) ?? []).filter((each) => each !== pending);
  if (rest.length > 0) lists.set(name, rest);
  else lists.delete(name);
}
