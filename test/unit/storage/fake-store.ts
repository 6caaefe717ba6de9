import { memoryDoNotCallStore } from "../../support/fakes/memory-do-not-call.js";
import { AttendantError } from "../../../src/kernel/errors.js";
import type { CallRecord, TranscriptEntry } from "../../../src/records/call-record.js";
import type { Delivery } from "../../../src/records/delivery.js";
import type { Store } from "../../../src/records/stores.js";
import { memoryAlertStore } from "../../support/fakes/memory-alert-store.js";
import { memoryInstanceStore } from "../../support/fakes/memory-instance-store.js";
import { memoryScheduleStore } from "../../support/fakes/memory-schedule-store.js";
import { isAskedFor } from "../../../src/storage/index-fields.js";
import type { Write } from "../../../src/storage/write-behind/write.js";
import type { WriteJournal } from "../../../src/storage/write-behind/journal.js";

export interface FakeStore extends Store {
  /** While true every operation fails as one of a store that is away. */
  away: boolean;
  /** Writes of these calls are refused for good. */
  readonly refuses: Set<string>;
  /** Each operation waits for it. */
  gate: Promise<void>;
  /** What was written, in order: "call a completed". */
  readonly writes: string[];
  readonly closed: boolean;
}

/** A store in memory that can go away, stall and refuse. */
export function fakeStore(): FakeStore {
  const calls = new Map<string, CallRecord>();
  const transcripts = new Map<string, readonly TranscriptEntry[]>();
  const deliveries = new Map<string, Delivery>();
  let closed = false;
  const operation = async () => {
    await store.gate;
    if (store.away) throw new AttendantError("store_unavailable", "The fake store is away.");
  };
  const write = async (what: string, callId: string, make: () => void) => {
    await operation();
    if (store.refuses.has(callId)) throw new AttendantError("internal", "The fake store does not like it.");
    store.writes.push(what);
    make();
  };

  const schedules = memoryScheduleStore();
  schedules.before = operation;
  const lives = memoryInstanceStore({ owners: () => [] }, schedules);
  lives.before = operation;
  const alerts = memoryAlertStore();
  alerts.before = operation;

  const doNotCall = memoryDoNotCallStore();
  doNotCall.before = operation;

  const store: FakeStore = {
    ...schedules,
    ...lives,
    readAlerts: () => alerts.readAlerts(),
    replaceAlerts: (board) => alerts.replaceAlerts(board),
    ...doNotCall,
    away: false,
    refuses: new Set(),
    gate: Promise.resolve(),
    writes: [],
    get closed() {
      return closed;
    },
    addCall: (record) => store.saveCall(record),
    saveCall: (record) =>
      write(`call ${record.callId} ${record.status}`, record.callId, () => calls.set(record.callId, record)).then(
        () => true,
      ),
    withdrawCall: (callId) => write(`withdrawal ${callId}`, callId, () => calls.delete(callId)),
    async takeCall() {
      await operation();
      return false;
    },
    async findCall(callId) {
      await operation();
      return calls.get(callId);
    },
    async listCalls(query) {
      await operation();
      const found = [...calls.values()].filter((record) => isAskedFor(record, query));
      return { items: found.sort((a, b) => b.createdAt - a.createdAt) };
    },
    async unfinishedCalls() {
      await operation();
      return [...calls.values()].filter(({ status }) => status === "queued");
    },
    saveTranscript: (callId, entries) =>
      write(`transcript ${callId} ${entries.length}`, callId, () => transcripts.set(callId, entries)),
    async findTranscript(callId) {
      await operation();
      return transcripts.get(callId);
    },
    async purgeCalls() {
      await operation();
      return 0;
    },
    async purgeWords() {
      await operation();
      return 0;
    },
    async eraseWords(callId) {
      await operation();
      transcripts.delete(callId);
    },
    async removeCall(callId) {
      await operation();
      return calls.delete(callId);
    },
    addDelivery: (delivery) =>
      write(`add ${delivery.deliveryId}`, delivery.callId, () => {
        if (!deliveries.has(delivery.deliveryId)) deliveries.set(delivery.deliveryId, delivery);
      }),
    saveDelivery: (delivery) =>
      write(`save ${delivery.deliveryId}`, delivery.callId, () => deliveries.set(delivery.deliveryId, delivery)),
    async findDelivery(deliveryId) {
      await operation();
      return deliveries.get(deliveryId);
    },
    async deliveriesOf() {
      await operation();
      return [...deliveries.values()];
    },
    async claimDeliveries() {
      await operation();
      return [...deliveries.values()].filter(({ status }) => status === "pending");
    },
    async nextDeliveryAt() {
      await operation();
      return undefined;
    },
    async reserveKey() {
      await operation();
      return { kind: "new" };
    },
    keepAnswer: (key) => write(`answer ${key}`, key, () => {}),
    releaseKey: (key) => write(`release ${key}`, key, () => {}),
    dropKey: (key) => write(`drop ${key}`, key, () => {}),
    dropOldestKeys: operation,
    check: operation,
    async [Symbol.asyncDispose]() {
      closed = true;
    },
  };
  return store;
}

/** A journal in memory that outlives its store, and whose disk can refuse. */
export function fakeJournal(kept = new Map<string, { sequence: number; write: Write }>()) {
  const journal = {
    path: "/a/journal",
    kept,
    refuses: false,
    async readAll() {
      return { writes: [...kept.values()].map(({ write }) => write), unreadable: [] };
    },
    async put(subject: string, sequence: number, write: Write) {
      if (journal.refuses) throw new AttendantError("store_unavailable", "The fake disk is full.");
      kept.set(subject, { sequence, write });
    },
    async remove(subject: string, sequence: number) {
      if ((kept.get(subject)?.sequence ?? Infinity) <= sequence) kept.delete(subject);
    },
    async [Symbol.asyncDispose]() {},
  };
  return journal satisfies WriteJournal;
}
