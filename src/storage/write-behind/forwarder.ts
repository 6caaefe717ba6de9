import { withDeadline } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import { AttendantError, describe, hasCode } from "../../kernel/errors.js";
import { type Backoff } from "../../kernel/retry.js";
import { Scope } from "../../kernel/scope.js";
import type { Log } from "../../observability/log.js";
import { WaitsInMemory } from "../../records/store-away.js";
import type { Store } from "../../records/stores.js";
import type { KeptWrites, WriteJournal } from "./journal.js";
import { StoreAvailability } from "./availability.js";
import { applyWrite, type Write } from "./write.js";
import { type QueueBounds, type PendingWrite, WriteQueue } from "./write-queue.js";

export interface ForwarderNeeds {
  readonly store: Store;
  readonly journal: WriteJournal | undefined;
  readonly bounds: QueueBounds;
  /** How long a writer waits for the store before its write is buffered instead, in ms. */
  readonly bufferAfterMs: number;
  readonly backoff: Backoff;
  readonly report: (ok: boolean, detail?: string) => void;
  readonly log: Log;
}

/** Partitions written concurrently: enough for several connections, without flooding a store that has just recovered. */
const MAX_CONCURRENT_PARTITIONS = 8;
const JOURNAL_TIMEOUT_MS = 2_000;
/** Maximum number of lost subjects that the log names. */
const MAX_LOGGED_SUBJECTS = 100;

/** Forwards writes to the store, each partition in order, and buffers them while it is unavailable. */
export class WriteForwarder {
  readonly queue: WriteQueue;
  readonly availability: StoreAvailability;
  /** Writes rejected because too many were pending. Nothing had been promised about them. */
  refused = 0;
  /** Acknowledged writes that will not be made. */
  lost = 0;
  readonly #needs: ForwarderNeeds;
  readonly #scope = new Scope("write-behind");
  readonly #busy = new Set<string>();
  /** What is logged once per outage of the store. */
  #unlogged = { refused: true, journal: true };
  #closing = false;
  #onEmpty = () => {};

  constructor(needs: ForwarderNeeds) {
    this.#needs = needs;
    this.queue = new WriteQueue(needs.bounds);
    this.availability = new StoreAvailability({
      ...needs,
      scope: this.#scope,
      probe: () => this.#probe(),
      backlog: () => this.#backlog(),
      onAvailable: () => {
        this.#unlogged = { refused: true, journal: true };
        this.#forward();
      },
    });
  }

  /** Takes over what an earlier process has left in the journal. What cannot be read is lost, but holds up nothing else. */
  resume({ writes, unreadable }: KeptWrites): void {
    const { log } = this.#needs;
    this.lost += unreadable.length;
    for (const subject of unreadable.slice(0, MAX_LOGGED_SUBJECTS)) {
      const detail = "A queued write of an earlier process cannot be read; it is skipped and stays on disk";
      log.error("store_record_unreadable", detail, { subject });
    }
    if (writes.length === 0) return;
    log.info("store_writes_resumed", "Resuming writes queued by an earlier process", { count: writes.length });
    for (const write of writes) this.queue.put(write).journaled = true;
    this.#forward();
  }

  /**
   * Resolves when the write has been made or is in the journal.
   *
   * @returns false when it was not made, because another controller owns the call by now
   * @throws {WaitsInMemory} when it is neither: it is made when the store is back, unless the process ends
   * @throws {AttendantError} `store_unavailable` when too many are pending; the store's error when it rejects the write for good
   */
  async write(write: Write): Promise<boolean> {
    const { pending, isSafe } = await this.#take(write);
    if (!isSafe) throw this.#waitsInMemory();
    return !pending.isObsolete;
  }

  /** The same, but if it rejects, nothing of the call's record remains or is written later. */
  async admit(write: Write & { readonly kind: "call" }): Promise<boolean> {
    const { pending, isSafe } = await this.#take(write);
    if (isSafe) return !pending.isObsolete;
    if (pending.tried) this.queue.put({ kind: "withdrawal", callId: write.record.callId });
    else this.queue.remove(pending, this.#unavailable());
    throw this.#unavailable();
  }

  /** A write, and whether it has been made or is in the journal: otherwise it is pending in memory only. */
  async #take(write: Write): Promise<{ readonly pending: PendingWrite; readonly isSafe: boolean }> {
    if (this.#closing) throw new AttendantError("store_unavailable", "The store has been closed.");
    if (!this.queue.fits(write)) this.#refuse();
    const pending = this.queue.put(write);
    this.#forward();
    if ((await this.#isApplied(pending)) || (await this.#hold(pending))) return { pending, isSafe: true };
    if (pending.failure !== undefined) throw pending.failure;
    return { pending, isSafe: pending.state === "settled" };
  }

  /** Asks the store, or rejects at once while it is known to be unavailable. */
  async read<T>(question: (store: Store) => Promise<T>): Promise<T> {
    const { failure } = this.availability;
    if (failure) throw new AttendantError("store_unavailable", failure.message);
    try {
      return await question(this.#needs.store);
    } catch (error) {
      if (hasCode(error, "store_unavailable")) this.availability.markAway(error);
      throw error;
    }
  }

  /** Resolves when the subject has no pending writes. @throws {AttendantError} `store_unavailable` */
  async settled(subject: string): Promise<void> {
    const pending = this.queue.latest(subject);
    if (!pending || (await this.#isApplied(pending).catch(() => true))) return;
    throw this.#unavailable();
  }

  /**
   * Accepts no more writes and allows `ms` milliseconds for the pending ones. What is left then stays in the journal for the next
   * process; what the journal cannot take is lost and logged.
   */
  async close(ms: number): Promise<void> {
    this.#closing = true;
    if (this.queue.size > 0) {
      const empty = new Promise<void>((resolve) => {
        this.#onEmpty = resolve;
      });
      await withDeadline(ms, undefined, "writing what is pending", () => empty).catch(() => {});
    }
    const left = this.queue.all();
    const keeping = Promise.all(left.filter(({ journaled }) => !journaled).map((each) => this.#hold(each)));
    await withDeadline(JOURNAL_TIMEOUT_MS, undefined, "journalling what is pending", () => keeping).catch(() => {});
    this.#scope.end(new Ending("shutting_down"));
    this.#reportUnwritten(left.filter(({ state }) => state !== "settled"));
  }

  /** @returns false when the writer should wait no longer */
  async #isApplied(pending: PendingWrite): Promise<boolean> {
    const { failure, available } = this.availability;
    if (failure) return false;
    await withDeadline(this.#needs.bufferAfterMs, available, "a write", () => pending.settled).catch(() => {});
    if (pending.state !== "settled") return false;
    if (pending.failure !== undefined) throw pending.failure;
    return true;
  }

  /** Writes it to the journal. @returns whether the journal has it */
  async #hold(pending: PendingWrite): Promise<boolean> {
    const { journal, log } = this.#needs;
    if (!journal || pending.state === "settled") return false;
    const had = pending.journaled;
    // Set before it is true: if the write is made meanwhile, its removal from the journal is queued behind this.
    pending.journaled = true;
    try {
      await journal.put(pending.subject, pending.sequence, pending.write);
      return true;
    } catch (error) {
      pending.journaled = had;
      if (this.#unlogged.journal) {
        const detail = `Pending writes cannot be kept on disk, so no call can be placed: ${describe(error)}`;
        log.error("store_journal_failed", detail, { path: journal.path });
      }
      this.#unlogged.journal = false;
      return false;
    }
  }

  #forward(): void {
    if (this.#scope.ending) return; // The store is closed and would reject what is left for ever.
    for (const partition of this.queue.partitions()) {
      if (this.availability.failure || this.#busy.size >= MAX_CONCURRENT_PARTITIONS) return;
      if (!this.#busy.has(partition)) void this.#drain(partition);
    }
  }

  async #drain(partition: string): Promise<void> {
    this.#busy.add(partition);
    for (;;) {
      const head = this.queue.head(partition);
      if (!head || this.availability.failure || !(await this.#apply(head))) break;
    }
    this.#busy.delete(partition);
    this.#forward();
  }

  /** The first pending write shows best whether the store accepts writes again. */
  async #probe(): Promise<boolean> {
    for (const partition of this.queue.partitions()) {
      const head = this.queue.head(partition);
      if (!head || this.#busy.has(partition)) continue;
      this.#busy.add(partition);
      const made = await this.#apply(head);
      this.#busy.delete(partition);
      return made;
    }
    await this.availability.check();
    return true;
  }

  /** Makes a write; never rejects. @returns false when the store is unavailable; the write stays pending */
  async #apply(pending: PendingWrite): Promise<boolean> {
    pending.state = "under_way";
    pending.tried = true;
    const { store, journal, log } = this.#needs;
    const { subject, sequence, write } = pending;
    const failure: unknown = await applyWrite(store, write).then(
      (made) => void (pending.isObsolete = !made),
      (error) => error ?? new Error("the store failed"),
    );
    if (hasCode(failure, "store_unavailable")) {
      pending.state = "waiting";
      this.availability.markAway(failure);
      return false;
    }
    if (failure !== undefined && !pending.refused) {
      pending.refused = true;
      return this.#apply(pending);
    }
    if (pending.journaled) await journal?.remove(subject, sequence).catch(() => {});
    this.queue.remove(pending, failure);
    if (failure !== undefined) {
      this.lost++;
      log.error("store_write_lost", `The store rejected a write: ${describe(failure)}`, { subject });
    }
    if (pending.isObsolete) {
      const detail = "Another controller has concluded a call: this controller's changes to it are discarded";
      log.warn("call_not_ours", detail, { subject });
    }
    if (this.queue.size === 0) this.#onEmpty();
    return true;
  }

  #backlog(): string {
    const count = this.queue.size;
    if (count === 0) return "";
    const where = this.#needs.journal && this.#unlogged.journal ? "in the journal" : "in memory";
    return `${count} ${count === 1 ? "write is" : "writes are"} pending ${where} until it is back.`;
  }

  #unavailable(): AttendantError {
    const reason = this.availability.failure?.message ?? "The store does not answer in time.";
    return new AttendantError("store_unavailable", reason);
  }

  #waitsInMemory(): WaitsInMemory {
    return new WaitsInMemory(`${this.#unavailable().message} The write is pending in memory.`);
  }

  #refuse(): never {
    this.refused++;
    const { size, bytes } = this.queue;
    const detail = `The store is unavailable and ${size} writes (${Math.round(bytes / 1e6)} MB) are already pending.`;
    if (this.#unlogged.refused) this.#needs.log.error("store_write_refused", detail, { count: size, bytes });
    this.#unlogged.refused = false;
    throw new AttendantError("store_unavailable", detail);
  }

  #reportUnwritten(left: readonly PendingWrite[]): void {
    const { log, journal } = this.#needs;
    const kept = left.filter(({ journaled }) => journaled);
    const lost = left.filter(({ journaled }) => !journaled);
    if (kept.length > 0) {
      const detail = `The store is unavailable: ${kept.length} writes are kept and will be made at the next start`;
      log.warn("store_writes_kept", detail, { count: kept.length, path: journal?.path });
    }
    if (lost.length === 0) return;
    this.lost += lost.length;
    const subjects = lost.slice(0, MAX_LOGGED_SUBJECTS).map(({ subject }) => subject);
    log.error("store_writes_lost", `The store is unavailable: ${lost.length} writes are lost`, {
      count: lost.length,
      subjects,
    });
  }
}
