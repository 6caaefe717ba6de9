import type { CallRecord } from "../../records/call-record.js";
import type { CallQuery, Page, Store } from "../../records/stores.js";
import type { Log } from "../../observability/log.js";
import type { Backoff } from "../../kernel/retry.js";
import { beginningOf, isAskedFor, overAt, callPosition } from "../index-fields.js";
import { fromCursor, latestFirst, pageLength, soonestFirst, toCursor } from "../cursors.js";
import { bridgedKeys } from "./keys.js";
import { bridgedDeliveries, deliveriesIn } from "./deliveries.js";
import { WriteForwarder } from "./forwarder.js";
import type { KeptWrites, WriteJournal } from "./journal.js";
import { unbufferedAlerts, unbufferedDoNotCall, unbufferedInstances } from "./unbuffered.js";
import { bridgedSchedules } from "./schedules.js";
import { subject, type Write } from "./write.js";
import type { QueueBounds, WriteQueue } from "./write-queue.js";

export interface WriteBehindNeeds {
  /** Owned by the result and closed with it. */
  readonly store: Store;
  /**
   * Keeps pending writes while the store is unavailable: without it, writes then cannot be acknowledged. Owned by the result as
   * well.
   */
  readonly journal?: WriteJournal;
  /** Called with the store's state and its pending writes each time they are determined. The sentence contains no secret. */
  readonly report: (ok: boolean, detail?: string) => void;
  readonly log: Log;
  /** Default: 20,000 writes or 64 MB, about an hour of a hundred calls. */
  readonly bounds?: QueueBounds;
  /** How long a write waits for the store before it is buffered, in ms. */
  readonly bufferAfterMs?: number;
  readonly backoff?: Backoff;
  /** Interval at which an idle store is checked, in ms. */
  readonly watchMs?: number;
  /** How long closing waits for pending writes, in ms. */
  readonly drainMs?: number;
}

/** The number of pending writes, and of those that could not be kept. */
export interface Backlog {
  readonly waiting: number;
  /** Approximate memory use. */
  readonly bytes: number;
  /** Writes since the start that were rejected because too many were pending. */
  readonly refused: number;
  /** Writes since the start that were acknowledged and will not be made. */
  readonly lost: number;
}

export interface WriteBehindStore extends Store {
  backlog(): Backlog;
}

/** The latest runs of a schedule: pending writes belong to these. */
const MAX_RUNS = 500;

const DEFAULTS = {
  bounds: { maxWrites: 20_000, maxBytes: 64_000_000 },
  bufferAfterMs: 1_500,
  backoff: { firstMs: 250, maxMs: 2_000 },
  watchMs: 15_000,
  drainMs: 5_000,
};

/**
 * Bridges outages of a store, so that running calls do not notice them.
 *
 * **Writes** go to the store, those of one call in order, and resolve when the store has them. When it is unavailable, or takes
 * longer than `bufferAfterMs`, they are buffered; a later write of the same record replaces the earlier one. They are made, oldest
 * first, as soon as the store is back.
 *
 * **Durability.** A buffered write is in the journal when its promise resolves, and survives `kill -9`: the next process makes
 * it. Without a journal, or when its disk fails too (which is logged), nothing is acknowledged: the write rejects with
 * `WaitsInMemory`, and is made when the store is back if the process still runs. A new call (`addCall`) then leaves nothing
 * behind.
 *
 * **Overload.** Beyond `bounds`, new writes reject with `store_unavailable`, transcripts already at half of them; an acknowledged
 * write is never dropped for a newer one, and records that are already pending can still change.
 *
 * **Reads** see buffered writes. What the buffer alone cannot answer (lists, claiming deliveries, idempotency keys) rejects at
 * once while the store is unavailable.
 *
 * A write that the store rejects for good rejects if its caller still waits, and is counted and logged as lost.
 *
 * Close it when nothing writes any more, that is, last.
 *
 * @throws {AttendantError} `store_unavailable` when the journal cannot be read, or a later version has written it
 */
export async function createWriteBehindStore(needs: WriteBehindNeeds): Promise<WriteBehindStore> {
  const { store, journal, log, watchMs, drainMs, ...rest } = { ...DEFAULTS, ...needs };
  const forwarder = new WriteForwarder({ ...rest, store, journal, log });
  const { queue } = forwarder;
  if (journal) forwarder.resume(await leftIn(journal, store));
  void forwarder.availability.watch(watchMs);

  const write = async (each: Write): Promise<void> => void (await forwarder.write(each));
  const heldCall = (callId: string) => {
    const write = queue.latest(subject.call(callId))?.write;
    return write?.kind === "call" ? write.record : undefined;
  };
  /** No pending write of the call remains that would restore what is about to be removed. */
  const settledCall = async (callId: string) => {
    const deliveries = [...deliveriesIn(queue)].filter(({ delivery }) => delivery.callId === callId);
    const held = deliveries.map(({ delivery }) => subject.delivery(delivery.deliveryId));
    for (const each of [subject.call(callId), subject.transcript(callId), ...held]) await forwarder.settled(each);
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
      const held = heldCall(callId);
      if (held) return held;
      const found = await forwarder.read(() => store.findCall(callId));
      return queue.latest(subject.call(callId))?.write.kind === "withdrawal" ? undefined : found;
    },
    async listCalls(query) {
      const { told, held } = await readWithHeld(
        forwarder,
        () => store.listCalls(query),
        ({ items }) => items,
      );
      return withHeld(told, query, held);
    },
    async unfinishedCalls(owner) {
      const { told, held } = await readWithHeld(
        forwarder,
        () => store.unfinishedCalls(owner),
        (calls) => calls,
      );
      const all = [...told.filter(({ callId }) => !held.has(callId)), ...held.values()];
      const unfinished = all.filter((record) => record.owner === owner && overAt(record) === null);
      return unfinished.sort((a, b) => soonestFirst(callPosition(a), callPosition(b)));
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
    ...bridgedDeliveries(forwarder),

    ...bridgedKeys(forwarder),
    ...bridgedSchedules(forwarder),
    ...unbufferedInstances(forwarder),
    ...unbufferedAlerts(forwarder),
    ...unbufferedDoNotCall(forwarder),
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

/** What an earlier process has left; both are closed when it cannot be used. */
async function leftIn(journal: WriteJournal, store: Store): Promise<KeptWrites> {
  try {
    return await journal.readAll();
  } catch (error) {
    await journal[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    throw error;
  }
}

/** The store's calls together with the buffered ones; a write made during the read may or may not be in the store's answer. */
async function readWithHeld<T>(
  forwarder: WriteForwarder,
  ask: () => Promise<T>,
  callsOf: (told: T) => readonly CallRecord[],
) {
  const before = callsIn(forwarder.queue);
  const told = await forwarder.read(ask);
  for (const { callId } of callsOf(told)) before.delete(callId);
  return { told, held: new Map([...before, ...callsIn(forwarder.queue)]) };
}

function callsIn(queue: WriteQueue): Map<string, CallRecord> {
  const records = new Map<string, CallRecord>();
  for (const write of queue.writes()) if (write.kind === "call") records.set(write.record.callId, write.record);
  return records;
}

/** A page of the store as it will be when the buffered writes are made. */
function withHeld(page: Page<CallRecord>, query: CallQuery, held: ReadonlyMap<string, CallRecord>): Page<CallRecord> {
  if (held.size === 0) return page;
  const after = beginningOf(query);
  const fits = (record: CallRecord) =>
    isAskedFor(record, query) && (after === undefined || latestFirst(after, callPosition(record)) < 0);
  const end = page.nextCursor === undefined ? undefined : fromCursor(page.nextCursor);
  const onPage = (record: CallRecord) => end === undefined || latestFirst(callPosition(record), end) < 0;
  const items = [
    ...page.items.filter(({ callId }) => !held.has(callId)),
    ...[...held.values()].filter((record) => fits(record) && onPage(record)),
  ].sort((a, b) => latestFirst(callPosition(a), callPosition(b)));
  const wanted = pageLength(query.limit);
  const last = items[wanted - 1];
  if (items.length > wanted && last) return { items: items.slice(0, wanted), nextCursor: toCursor(callPosition(last)) };
  return page.nextCursor === undefined ? { items } : { items, nextCursor: page.nextCursor };
}
