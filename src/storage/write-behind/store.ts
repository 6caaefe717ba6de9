import type { CallRecord } from "../../records/call-record.js";
import type { Delivery } from "../../records/delivery.js";
import type { CallQuery, Page, Store } from "../../records/stores.js";
import type { Log } from "../../observability/log.js";
import type { Backoff } from "../../kernel/retry.js";
import { beginningOf, isAskedFor, overAt, positionOf } from "../call-index.js";
import { dueAt, oldestDueFirst } from "../delivery-index.js";
import { fromCursor, latestFirst, pageLength, soonestFirst, toCursor } from "../cursors.js";
import { toText } from "../stored-text.js";
import { WriteForwarder } from "./forwarder.js";
import type { WriteJournal } from "./journal.js";
import { unbufferedInstances } from "./unbuffered-instances.js";
import { unbufferedSchedules } from "./unbuffered-schedules.js";
import { subject, type Write } from "./write.js";
import type { QueueBounds, WriteQueue } from "./write-queue.js";

export interface WriteBehindNeeds {
  /** Belongs to the result: it is closed with it. */
  readonly store: Store;
  /** Where writes wait while the store is away: without one nothing can be promised then. Belongs to the result as well. */
  readonly journal?: WriteJournal;
  /** Told whether the store works, and what waits for it, whenever that is found out. The sentence holds no secret. */
  readonly report: (ok: boolean, detail?: string) => void;
  readonly log: Log;
  /** 20,000 writes or 64 MB, about an hour of a hundred calls, unless given. */
  readonly bounds?: QueueBounds;
  /** How long a write waits for the store before it is held instead, ms. */
  readonly patienceMs?: number;
  readonly backoff?: Backoff;
  /** How often a store that nobody uses is asked whether it is there, ms. */
  readonly watchMs?: number;
  /** How long closing waits for what still waits, ms. */
  readonly drainMs?: number;
}

/** How much waits for the store, and what became of what could not wait. */
export interface Backlog {
  readonly waiting: number;
  /** Of memory, about. */
  readonly bytes: number;
  /** Writes since the start that rejected because too many waited. */
  readonly refused: number;
  /** Writes since the start that were promised and will not be made. */
  readonly lost: number;
}

export interface WriteBehindStore extends Store {
  backlog(): Backlog;
}

/** Of a schedule's runs, the latest: what waits is of these. */
const MAX_RUNS = 500;

const DEFAULTS = {
  bounds: { maxWrites: 20_000, maxBytes: 64_000_000 },
  patienceMs: 1_500,
  backoff: { firstMs: 250, maxMs: 2_000 },
  watchMs: 15_000,
  drainMs: 5_000,
};

/**
 * Bridges a store that is away, so that no running call has to know of it.
 *
 * **Writes** go to the store, those of one call in their order, and their promises resolve when it has them. When it is
 * away, or takes longer than `patienceMs`, they are held; a later write of the same record takes the earlier one's place.
 * They are made, oldest first, as soon as the store is back.
 *
 * **Durability.** A write that is held is in the journal when its promise resolves and outlives `kill -9`: the next run
 * makes it. Without a journal, or when its disk refuses too (the log says so), nothing is promised: the write rejects with
 * `WaitsInMemory`, and is made when the store is back if the process lives to see it. A call that is to be placed
 * (`addCall`) leaves nothing behind then.
 *
 * **Too much.** Beyond `bounds`, new writes reject with `store_unavailable`, transcripts from half of them on; what was
 * promised is never given up for something newer, and records that wait already can still change.
 *
 * **Reads** see what is held. What the queue alone cannot answer (lists, deliveries to claim, idempotency keys) rejects at
 * once while the store is away.
 *
 * A write that the store refuses for good, because of what it is, rejects if somebody still waits for it, and is counted
 * and logged as lost.
 *
 * Close it when nothing writes any more; that is, after everything else.
 *
 * @throws {AttendantError} `store_unavailable` when the journal cannot be read
 */
export async function createWriteBehindStore(needs: WriteBehindNeeds): Promise<WriteBehindStore> {
  const { store, journal, log, watchMs, drainMs, ...rest } = { ...DEFAULTS, ...needs };
  const forwarder = new WriteForwarder({ ...rest, store, journal, log });
  const { queue } = forwarder;
  const left = (await journal?.readAll()) ?? [];
  if (left.length > 0) {
    const detail = "Writes that a former run could not make are made now";
    log.info("store_writes_resumed", detail, { count: left.length });
  }
  forwarder.resume(left);
  void forwarder.availability.watch(watchMs);

  const write = async (each: Write): Promise<void> => void (await forwarder.write(each));
  const heldCall = (callId: string) => {
    const write = queue.latest(subject.call(callId))?.write;
    return write?.kind === "call" ? write.record : undefined;
  };
  const heldDelivery = (deliveryId: string) => {
    const write = queue.latest(subject.delivery(deliveryId))?.write;
    return write?.kind === "delivery" ? write : undefined;
  };
  /** Nothing of a call waits any more that would bring back what is about to go. */
  const settledCall = async (callId: string) => {
    const deliveries = [...deliveriesIn(queue)].filter(({ delivery }) => delivery.callId === callId);
    const held = deliveries.map(({ delivery }) => subject.delivery(delivery.deliveryId));
    for (const each of [subject.call(callId), subject.transcript(callId), ...held]) await forwarder.settled(each);
  };
  /** What the store tells of calls, and those that are held: of what is made while it is read, the store may tell or not. */
  const readWithHeld = async <T>(ask: () => Promise<T>, callsOf: (told: T) => readonly CallRecord[]) => {
    const before = callsIn(queue);
    const told = await forwarder.read(ask);
    for (const { callId } of callsOf(told)) before.delete(callId);
    return { told, held: new Map([...before, ...callsIn(queue)]) };
  };
  /** Whether what the store gave out is what we hold of it, or we hold nothing of it. */
  const isCurrent = (claimed: Delivery) => {
    const held = heldDelivery(claimed.deliveryId);
    return !held || held.add || toText(held.delivery) === toText(claimed);
  };

  let closed: Promise<void> | undefined;
  const close = async () => {
    await forwarder.close(drainMs);
    await journal?.[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  };

  return {
    addCall: (record) => forwarder.admit({ kind: "call", record: { ...record } }),
    saveCall: (record) => forwarder.write({ kind: "call", record: { ...record } }),
    withdrawCall: (callId) => write({ kind: "withdrawal", callId }),
    async takeCall(callId, from, to) {
      await settledCall(callId);
      return forwarder.read(() => store.takeCall(callId, from, to));
    },
    async findCall(callId) {
      return heldCall(callId) ?? forwarder.read(() => store.findCall(callId));
    },
    async listCalls(query) {
      const { told, held } = await readWithHeld(
        () => store.listCalls(query),
        ({ items }) => items,
      );
      return withHeld(told, query, held);
    },
    async unfinishedCalls(owner) {
      const { told, held } = await readWithHeld(
        () => store.unfinishedCalls(owner),
        (calls) => calls,
      );
      const all = [...told.filter(({ callId }) => !held.has(callId)), ...held.values()];
      const unfinished = all.filter((record) => record.owner === owner && overAt(record) === null);
      return unfinished.sort((a, b) => soonestFirst(positionOf(a), positionOf(b)));
    },
    saveTranscript: (callId, entries, owner) => write({ kind: "transcript", callId, entries: [...entries], owner }),
    async findTranscript(callId) {
      const write = queue.latest(subject.transcript(callId))?.write;
      return write?.kind === "transcript" ? write.entries : forwarder.read(() => store.findTranscript(callId));
    },
    purgeCalls: (endedBefore) => forwarder.read(() => store.purgeCalls(endedBefore)),
    purgeWords: (endedBefore) => forwarder.read(() => store.purgeWords(endedBefore)),
    async eraseWords(callId) {
      await settledCall(callId);
      return forwarder.read(() => store.eraseWords(callId));
    },
    async removeCall(callId) {
      await settledCall(callId);
      return forwarder.read(() => store.removeCall(callId));
    },

    addDelivery: (delivery) => write({ kind: "delivery", delivery: { ...delivery }, add: true }),
    saveDelivery: (delivery) => write({ kind: "delivery", delivery: { ...delivery }, add: false }),
    async findDelivery(deliveryId) {
      const held = heldDelivery(deliveryId);
      // One that is only to be added may be there already, as another than the one that is held.
      if (held && (!held.add || forwarder.availability.failure)) return held.delivery;
      return (await forwarder.read(() => store.findDelivery(deliveryId))) ?? held?.delivery;
    },
    async deliveriesOf(callId) {
      const stored = await forwarder.read(() => store.deliveriesOf(callId));
      const all = new Map(stored.map((delivery) => [delivery.deliveryId, delivery]));
      for (const { delivery, add } of deliveriesIn(queue)) {
        if (delivery.callId === callId && !(add && all.has(delivery.deliveryId)))
          all.set(delivery.deliveryId, delivery);
      }
      return [...all.values()].sort((a, b) => a.createdAt - b.createdAt || (a.deliveryId < b.deliveryId ? -1 : 1));
    },
    async claimDeliveries(now, leaseMs, limit) {
      const claimed = await forwarder.read(() => store.claimDeliveries(now, leaseMs, limit));
      // One that has been sent, but is not saved so yet, must not be sent again; being saved, it is taken back.
      return claimed.filter(isCurrent).sort(oldestDueFirst);
    },
    async nextDeliveryAt() {
      const stored = await forwarder.read(() => store.nextDeliveryAt());
      const held = [...deliveriesIn(queue)].map(({ delivery }) => dueAt(delivery));
      const times = [stored, ...held].filter((at) => typeof at === "number");
      return times.length > 0 ? Math.min(...times) : undefined;
    },

    async reserveKey(key, fingerprint, keepUntil) {
      await forwarder.settled(subject.key(key));
      return forwarder.read(() => store.reserveKey(key, fingerprint, keepUntil));
    },
    keepAnswer: (key, answer) => write({ kind: "answer", key, answer: { ...answer } }),
    releaseKey: (key) => write({ kind: "release", key }),
    dropKey: (key) => write({ kind: "drop", key }),
    dropOldestKeys: (max) => forwarder.read(() => store.dropOldestKeys(max)),

    ...unbufferedSchedules(forwarder),
    ...unbufferedInstances(forwarder),
    async removeOccurrences(scheduleId) {
      if (queue.size > 0) {
        const runs = await forwarder.read(() => store.occurrencesOf(scheduleId, MAX_RUNS));
        for (const { callId } of runs) await settledCall(callId);
      }
      return forwarder.read(() => store.removeOccurrences(scheduleId));
    },

    check: (signal) => forwarder.read(() => store.check(signal)),
    backlog: () => ({
      waiting: queue.size,
      bytes: queue.bytes,
      refused: forwarder.refused,
      lost: forwarder.lost,
    }),
    [Symbol.asyncDispose]: () => (closed ??= close()),
  };
}

function callsIn(queue: WriteQueue): Map<string, CallRecord> {
  const records = new Map<string, CallRecord>();
  for (const write of queue.writes()) if (write.kind === "call") records.set(write.record.callId, write.record);
  return records;
}

function* deliveriesIn(queue: WriteQueue) {
  for (const write of queue.writes()) if (write.kind === "delivery") yield write;
}

/** A page of the store as it will be when it has what is held. */
function withHeld(page: Page<CallRecord>, query: CallQuery, held: ReadonlyMap<string, CallRecord>): Page<CallRecord> {
  if (held.size === 0) return page;
  const after = beginningOf(query);
  const fits = (record: CallRecord) =>
    isAskedFor(record, query) && (after === undefined || latestFirst(after, positionOf(record)) < 0);
  const end = page.nextCursor === undefined ? undefined : fromCursor(page.nextCursor);
  const onPage = (record: CallRecord) => end === undefined || latestFirst(positionOf(record), end) < 0;
  const items = [
    ...page.items.filter(({ callId }) => !held.has(callId)),
    ...[...held.values()].filter((record) => fits(record) && onPage(record)),
  ].sort((a, b) => latestFirst(positionOf(a), positionOf(b)));
  const wanted = pageLength(query.limit);
  const last = items[wanted - 1];
  if (items.length > wanted && last) return { items: items.slice(0, wanted), nextCursor: toCursor(positionOf(last)) };
  return page.nextCursor === undefined ? { items } : { items, nextCursor: page.nextCursor };
}
