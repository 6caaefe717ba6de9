import { partitionOf, merge, sizeOf, subjectOf, type Write } from "./write.js";

/** A pending write. */
export interface PendingWrite {
  /** Changes while it is pending, when a later write of the same subject replaces it. */
  write: Write;
  readonly partition: string;
  readonly subject: string;
  bytes: number;
  /** The version of the subject; larger is later. */
  sequence: number;
  /** A write in progress can no longer be replaced. */
  state: "waiting" | "under_way" | "settled";
  /** Whether the store was ever asked to make it: then it may have been made, whatever the store answered. */
  tried: boolean;
  /** Whether the store has rejected it once: the request may have been garbled on the way. */
  refused: boolean;
  /** Whether the journal has it or is about to, in this version or an earlier one. */
  journaled: boolean;
  /** Resolves when it has been made, or never will be: then `failure` says why. */
  readonly settled: Promise<void>;
  failure: unknown;
  /** Whether the store ignored it because another controller owns the call by now. */
  isObsolete: boolean;
  /** @internal */
  readonly settle: () => void;
}

export interface QueueBounds {
  readonly maxWrites: number;
  readonly maxBytes: number;
}

/** Pending writes, in partitions that keep their order, each subject at most once besides the write in progress. */
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

  /** Whether there is room. Transcripts, the largest and the least important, may fill half of it. */
  fits(write: Write): boolean {
    if (this.#bySubject.get(subjectOf(write))?.at(-1)?.state === "waiting") return true; // It replaces an entry that already has a place.
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

  /** The next write of a partition. */
  head(partition: string): PendingWrite | undefined {
    return this.#partitions.get(partition)?.[0];
  }

  /** Every partition with pending writes, the longest waiting first. */
  partitions(): Iterable<string> {
    return this.#partitions.keys();
  }

  /** The latest write of a subject that is not known to be in the store. */
  latest(subject: string): PendingWrite | undefined {
    return this.#bySubject.get(subject)?.at(-1);
  }

  /** All pending writes, only the latest of each subject. */
  *writes(): Generator<Write> {
    for (const pending of this.#bySubject.values()) {
      const last = pending.at(-1);
      if (last) yield last.write;
    }
  }

  all(): PendingWrite[] {
    return [...this.#partitions.values()].flat();
  }

  /** Removes a write: made, or never to be made. */
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
