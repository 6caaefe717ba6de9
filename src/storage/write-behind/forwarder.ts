import { withDeadline } from "../../kernel/deadline.js";
import { Ending } from "../../kernel/ending.js";
import { AttendantError, describe } from "../../kernel/errors.js";
import { type Backoff } from "../../kernel/retry.js";
import { Scope } from "../../kernel/scope.js";
import type { Log } from "../../observability/log.js";
import type { Store } from "../../records/stores.js";
import type { WriteJournal } from "./journal.js";
import { isAway, StorePresence } from "./presence.js";
import { applyWrite, type Write } from "./write.js";
import { type QueueBounds, type Waiting, WriteQueue } from "./write-queue.js";

export interface ForwarderNeeds {
  readonly store: Store;
  readonly journal: WriteJournal | undefined;
  readonly bounds: QueueBounds;
  /** How long a writer waits for the store before its write is held instead, ms. */
  readonly patienceMs: number;
  readonly backoff: Backoff;
  readonly report: (ok: boolean, detail?: string) => void;
  readonly log: Log;
}

/** How many lanes are written at once: several connections' worth, and no flood for a store that has just come back. */
const LANES_AT_ONCE = 8;
const LAST_KEEP_MS = 2_000;
/** How many of what was lost the log names. */
const MAX_NAMED = 100;

/** Carries writes to the store, each lane in order, and holds them while it is away. */
export class WriteForwarder {
  readonly queue: WriteQueue;
  readonly presence: StorePresence;
  /** Writes that were refused because too many waited. Nothing had been promised about them. */
  refused = 0;
  /** Writes that had been promised and will not be made. */
  lost = 0;
  readonly #needs: ForwarderNeeds;
  readonly #scope = new Scope("write-behind");
  readonly #busy = new Set<string>();
  /** What is said once each time the store is away. */
  #unsaid = { refused: true, journal: true };
  #closing = false;
  #onEmpty = () => {};

  constructor(needs: ForwarderNeeds) {
    this.#needs = needs;
    this.queue = new WriteQueue(needs.bounds);
    this.presence = new StorePresence({
      ...needs,
      scope: this.#scope,
      probe: () => this.#probe(),
      backlog: () => this.#backlog(),
      onBack: () => {
        this.#unsaid = { refused: true, journal: true };
        this.#forward();
      },
    });
  }

  /** Takes over what a former run has left in the journal. */
  resume(writes: readonly Write[]): void {
    for (const write of writes) this.queue.put(write).journaled = true;
    this.#forward();
  }

  /**
   * Resolves when the write has been made, or is held.
   *
   * @throws {AttendantError} `store_unavailable` when too many wait; what the store said when it will never take it
   */
  async write(write: Write): Promise<void> {
    if (this.#closing) throw new AttendantError("store_unavailable", "The store has been closed.");
    if (!this.queue.fits(write)) this.#refuse();
    const waiting = this.queue.put(write);
    this.#forward();
    if (!(await this.#made(waiting))) await this.#hold(waiting);
  }

  /** Asks the store, or rejects at once while it is known to be away. */
  async read<T>(question: (store: Store) => Promise<T>): Promise<T> {
    const { trouble } = this.presence;
    if (trouble) throw new AttendantError("store_unavailable", trouble.message);
    try {
      return await question(this.#needs.store);
    } catch (error) {
      if (isAway(error)) this.presence.turnAway(error);
      throw error;
    }
  }

  /** Resolves when nothing of the subject waits any more. @throws {AttendantError} `store_unavailable` */
  async settled(subject: string): Promise<void> {
    const waiting = this.queue.latest(subject);
    if (!waiting || (await this.#made(waiting).catch(() => true))) return;
    throw new AttendantError("store_unavailable", this.presence.trouble?.message ?? "The store is too slow.");
  }

  /**
   * Takes no more writes and gives those that wait `ms` milliseconds to be made. What is left then stays in the journal
   * for the next run; what even that cannot take is lost, and said to be.
   */
  async close(ms: number): Promise<void> {
    this.#closing = true;
    if (this.queue.size > 0) {
      const empty = new Promise<void>((resolve) => {
        this.#onEmpty = resolve;
      });
      await withDeadline(ms, undefined, "writing what waits", () => empty).catch(() => {});
    }
    const left = this.queue.all();
    const keeping = Promise.all(left.filter(({ journaled }) => !journaled).map((each) => this.#hold(each)));
    await withDeadline(LAST_KEEP_MS, undefined, "keeping what waits", () => keeping).catch(() => {});
    this.#scope.end(new Ending("shutting_down"));
    this.#sayWhatIsLeft(left.filter(({ state }) => state !== "settled"));
  }

  /** @returns false when the writer shall wait no longer */
  async #made(waiting: Waiting): Promise<boolean> {
    const { trouble, present } = this.presence;
    if (trouble) return false;
    await withDeadline(this.#needs.patienceMs, present, "a write", () => waiting.settled).catch(() => {});
    if (waiting.state !== "settled") return false;
    if (waiting.failure !== undefined) throw waiting.failure;
    return true;
  }

  async #hold(waiting: Waiting): Promise<void> {
    const { journal, log } = this.#needs;
    if (!journal || waiting.state === "settled") return;
    // Said before it is so: whoever makes the write meanwhile takes it out of the journal again, behind this.
    waiting.journaled = true;
    try {
      await journal.keep(waiting.subject, waiting.sequence, waiting.write);
    } catch (error) {
      waiting.journaled = false;
      if (this.#unsaid.journal) {
        const detail = `Writes wait in memory only, and are lost if the process ends: ${describe(error)}`;
        log.error("store_journal_failed", detail, { path: journal.path });
      }
      this.#unsaid.journal = false;
    }
  }

  #forward(): void {
    for (const lane of this.queue.lanes()) {
      if (this.presence.trouble || this.#busy.size >= LANES_AT_ONCE) return;
      if (!this.#busy.has(lane)) void this.#empty(lane);
    }
  }

  async #empty(lane: string): Promise<void> {
    this.#busy.add(lane);
    for (;;) {
      const head = this.queue.head(lane);
      if (!head || this.presence.trouble || !(await this.#make(head))) break;
    }
    this.#busy.delete(lane);
    this.#forward();
  }

  /** The first write that waits tells best whether the store takes writes again. */
  async #probe(): Promise<boolean> {
    for (const lane of this.queue.lanes()) {
      const head = this.queue.head(lane);
      if (!head || this.#busy.has(lane)) continue;
      this.#busy.add(lane);
      const made = await this.#make(head);
      this.#busy.delete(lane);
      return made;
    }
    await this.presence.check();
    return true;
  }

  /** Makes a write, which never rejects. @returns false when the store is away; the write waits on */
  async #make(waiting: Waiting): Promise<boolean> {
    waiting.state = "under_way";
    const { store, journal, log } = this.#needs;
    const { subject, sequence, write } = waiting;
    const failure: unknown = await applyWrite(store, write).then(
      () => undefined,
      (error) => error ?? new Error("the store failed"),
    );
    if (isAway(failure)) {
      waiting.state = "waiting";
      this.presence.turnAway(failure);
      return false;
    }
    if (waiting.journaled) await journal?.forget(subject, sequence).catch(() => {});
    this.queue.done(waiting, failure);
    if (failure !== undefined) {
      this.lost++;
      log.error("store_write_lost", `The store will not take a write: ${describe(failure)}`, { subject });
    }
    if (this.queue.size === 0) this.#onEmpty();
    return true;
  }

  #backlog(): string {
    const count = this.queue.size;
    if (count === 0) return "";
    const where = this.#needs.journal && this.#unsaid.journal ? "in the journal" : "in memory";
    return `${count} ${count === 1 ? "write waits" : "writes wait"} ${where} until it is back.`;
  }

  #refuse(): never {
    this.refused++;
    const { size, bytes } = this.queue;
    const detail = `The store is away and ${size} writes (${Math.round(bytes / 1e6)} MB) wait for it already.`;
    if (this.#unsaid.refused) this.#needs.log.error("store_write_refused", detail, { count: size, bytes });
    this.#unsaid.refused = false;
    throw new AttendantError("store_unavailable", detail);
  }

  #sayWhatIsLeft(left: readonly Waiting[]): void {
    const { log, journal } = this.#needs;
    const kept = left.filter(({ journaled }) => journaled);
    const lost = left.filter(({ journaled }) => !journaled);
    if (kept.length > 0) {
      const detail = `The store is away: ${kept.length} writes are kept and made with the next start`;
      log.warn("store_writes_kept", detail, { count: kept.length, path: journal?.path });
    }
    if (lost.length === 0) return;
    this.lost += lost.length;
    const subjects = lost.slice(0, MAX_NAMED).map(({ subject }) => subject);
    log.error("store_writes_lost", `The store is away: ${lost.length} writes are lost`, {
      count: lost.length,
      subjects,
    });
  }
}
