import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AttendantError } from "../../../src/kernel/errors.js";
import type { Log } from "../../../src/observability/log.js";
import { WaitsInMemory } from "../../../src/records/store-away.js";
import { createWriteBehindStore, type WriteBehindNeeds } from "../../../src/storage/write-behind/store.js";
import { occurrence, schedule } from "../../contract/schedule-samples.js";
import { attempt, call, delivery, endedCall, said, THEN } from "../../contract/store-samples.js";
import { gate } from "../../support/fakes/requests.js";
import { quietLog } from "../../support/fakes/quiet-log.js";
import { fakeJournal, fakeStore } from "./fake-store.js";

/** A bridged fake with a journal, with short waits, and what it has said. */
async function prepare({ journal = fakeJournal(), ...needs }: Partial<WriteBehindNeeds> = {}) {
  return prepareWith({ journal, ...needs });
}

/** The same, but with a journal only where one is given. */
async function prepareWith(needs: Partial<WriteBehindNeeds>) {
  const store = fakeStore();
  const reports: [boolean, string?][] = [];
  const events: string[] = [];
  let told = () => {};
  const note = (event: string, _words: string, data?: object) => void events.push(`${event} ${JSON.stringify(data)}`);
  const log: Log = { ...quietLog, info: note, warn: note, error: note };
  const bridged = await createWriteBehindStore({
    store,
    log,
    report(ok, detail) {
      reports.push(detail === undefined ? [ok] : [ok, detail]);
      told();
    },
    bufferAfterMs: 20,
    backoff: { firstMs: 1, maxMs: 5 },
    watchMs: 3_600_000,
    drainMs: 50,
    ...needs,
  });
  const until = async (ok: boolean) => {
    while (reports.at(-1)?.[0] !== ok) await new Promise<void>((resolve) => (told = resolve));
  };
  return { store, bridged, reports, events, until };
}

describe("a store that works", () => {
  test("has a write before its promise resolves", async () => {
    const { store, bridged } = await prepare();
    await using _ = bridged;
    await bridged.saveCall(call("a"));
    await bridged.saveTranscript("a", [said("x")]);
    assert.deepEqual(store.writes, ["call a queued", "transcript a 1"]);
    assert.deepEqual(bridged.backlog(), { waiting: 0, bytes: 0, refused: 0, lost: 0 });
  });

  test("lists a call that it is given while it lists them", async () => {
    const store = fakeStore();
    const [saving, listing] = [gate(), gate()];
    const slow = {
      ...store,
      saveCall: async (record: Parameters<typeof store.saveCall>[0]) => {
        await saving;
        return store.saveCall(record);
      },
      listCalls: async (query: Parameters<typeof store.listCalls>[0]) => {
        const page = await store.listCalls(query);
        await listing;
        return page;
      },
      unfinishedCalls: async (owner: string) => {
        const calls = await store.unfinishedCalls(owner);
        await listing;
        return calls;
      },
    };
    const { bridged } = await prepare({ store: slow, bufferAfterMs: 10_000 });
    await using _ = bridged;
    const record = call("a");
    const saved = bridged.saveCall(record);
    const listed = bridged.listCalls({ limit: 5 });
    const unfinished = bridged.unfinishedCalls(record.owner);
    saving.open();
    await saved;
    listing.open();
    assert.deepEqual((await listed).items, [record]);
    assert.deepEqual(await unfinished, [record]);
  });

  test("is reported as working before a write", async () => {
    const { bridged, until } = await prepare();
    await using _ = bridged;
    await until(true);
  });

  test("that refuses a write for good fails that write, and the next one follows", async () => {
    const { store, bridged, events, reports } = await prepare();
    await using _ = bridged;
    store.refuses.add("bad");
    await assert.rejects(bridged.saveCall(call("bad")), { code: "internal" });
    await bridged.saveCall(call("good"));
    assert.deepEqual(store.writes, ["call good queued"]);
    assert.equal(bridged.backlog().lost, 1);
    assert.match(events.join(), /store_write_lost .*call bad/);
    assert.ok(reports.every(([ok]) => ok));
  });

  test("has a write again that it refused once: that may have been garbled on its way", async () => {
    const { store, bridged } = await prepare();
    await using _ = bridged;
    const { saveCall } = store;
    store.saveCall = () => {
      store.saveCall = saveCall;
      return Promise.reject(new AttendantError("internal", "The fake store does not understand it."));
    };
    await bridged.saveCall(call("garbled"));
    assert.deepEqual(store.writes, ["call garbled queued"]);
    assert.equal(bridged.backlog().lost, 0);
  });

  test("removes the runs of a schedule after what still waits of their calls, so that nothing comes back", async () => {
    const { store, bridged } = await prepare({ bufferAfterMs: 5_000 });
    await using _ = bridged;
    const held = gate();
    await bridged.addOccurrence(occurrence("s", THEN, { state: "over", callId: "a" }));
    store.addDelivery = async () => {
      await held;
      store.writes.push("add");
    };
    store.removeOccurrences = async () => store.writes.push("remove");
    const adding = bridged.addDelivery(delivery("d", { callId: "a" }));
    const removing = bridged.removeOccurrences("s");
    await new Promise(setImmediate);
    held.open();
    await Promise.all([adding, removing]);
    assert.deepEqual(store.writes, ["add", "remove"]);
  });

  test("writes several calls at once and each call's writes in order", async () => {
    const { store, bridged } = await prepare({ bufferAfterMs: 5_000 });
    await using _ = bridged;
    const held = gate();
    store.gate = held;
    const all = [
      bridged.saveCall(call("a")),
      bridged.addDelivery(delivery("d", { callId: "a" })),
      bridged.saveCall(call("b")),
      bridged.saveTranscript("a", [said("x")]),
    ];
    held.open();
    await Promise.all(all);
    assert.deepEqual(
      store.writes.filter((write) => write !== "call b queued"),
      ["call a queued", "add d", "transcript a 1"],
    );
  });
});

describe("a store that is away", () => {
  test("delays no write and gets the latest state of each record when it is back", async () => {
    const { store, bridged, until, reports } = await prepare();
    await using _ = bridged;
    store.away = true;
    await bridged.saveCall(call("a"));
    await until(false);
    await bridged.saveCall(call("a", { status: "ringing" }));
    await bridged.addDelivery(delivery("d", { callId: "a" }));
    await bridged.saveCall(endedCall("a", THEN));
    await bridged.saveDelivery(delivery("d", { callId: "a", attempts: [attempt(THEN)] }));
    store.away = false;
    await until(true);
    await bridged[Symbol.asyncDispose]();
    assert.deepEqual(store.writes.slice(-2), ["call a completed", "save d"]);
    assert.match(String(reports.find(([ok]) => !ok)?.[1]), /The fake store is away\./);
  });

  test("says how much waits for it", async () => {
    const { store, bridged, reports, until } = await prepare();
    await using _ = bridged;
    store.away = true;
    await Promise.all(["a", "b", "c"].map((id) => bridged.saveCall(call(id))));
    const seen = reports.length;
    while (!reports.slice(seen).some(([ok]) => !ok)) await new Promise(setImmediate);
    assert.equal(reports.at(-1)?.[1], "The fake store is away. 3 writes are pending in the journal until it is back.");
    store.away = false;
    await until(true);
  });

  test("is noticed by a read as well, and by looking", async () => {
    const { store, bridged, until } = await prepare();
    await using _ = bridged;
    await until(true);
    store.away = true;
    await assert.rejects(bridged.findCall("a"), { code: "store_unavailable" });
    await until(false);
    store.away = false;
    await until(true);

    const other = await prepare({ watchMs: 1 });
    await using __ = other.bridged;
    await other.until(true);
    other.store.away = true;
    await other.until(false);
  });

  test("has what is held read from where it is held", async () => {
    const { store, bridged, until } = await prepare();
    await using _ = bridged;
    store.away = true;
    await bridged.saveCall(endedCall("a", THEN));
    await bridged.saveTranscript("a", [said("x")]);
    await bridged.addDelivery(delivery("d", { callId: "a" }));
    assert.deepEqual(await bridged.findCall("a"), endedCall("a", THEN));
    assert.deepEqual(await bridged.findTranscript("a"), [said("x")]);
    assert.deepEqual(await bridged.findDelivery("d"), delivery("d", { callId: "a" }));
    await assert.rejects(bridged.findCall("b"), { code: "store_unavailable" });
    await assert.rejects(bridged.listCalls({ limit: 5 }), { code: "store_unavailable" });
    store.away = false;
    await until(true);
  });

  test("takes no schedule and no claim, at once and without holding any, until it is back", async () => {
    const { store, bridged, until } = await prepare();
    await using _ = bridged;
    await bridged.addSchedule(schedule("s"));
    store.away = true;
    const { occurrenceId } = occurrence("s", THEN);
    const asked = () => [
      bridged.addSchedule(schedule("t")),
      bridged.replaceSchedule(schedule("s", { revision: 2 })),
      bridged.findSchedule("s"),
      bridged.listSchedules({ limit: 5 }),
      bridged.removeSchedule("s"),
      bridged.dueSchedules(THEN, 5),
      bridged.addOccurrence(occurrence("s", THEN)),
      bridged.findOccurrence(occurrenceId),
      bridged.moveOccurrence(occurrenceId, { state: "claimed", owner: "one" }, { state: "dialling" }),
      bridged.openOccurrences({ owner: "one" }),
      bridged.occurrencesOf("s", 5),
      bridged.purgeSchedules(THEN),
    ];
    await Promise.all(asked().map((each) => assert.rejects(each, { code: "store_unavailable" })));
    await until(false);
    // From then on it is not even asked.
    const held = gate();
    store.gate = held;
    await Promise.all(asked().map((each) => assert.rejects(each, { code: "store_unavailable" })));
    assert.equal(bridged.backlog().waiting, 0);
    store.away = false;
    held.open();
    await until(true);
    assert.deepEqual(await bridged.dueSchedules(THEN, 5), [schedule("s")]);
    assert.equal(await bridged.addOccurrence(occurrence("s", THEN)), true);
  });

  test("has a schedule that was withdrawn meanwhile removed, which counts as removed until then", async () => {
    const journal = fakeJournal();
    const { store, bridged, until } = await prepare({ journal });
    await using _ = bridged;
    for (const id of ["s", "t"]) await bridged.addSchedule(schedule(id, { nextAt: THEN }));
    store.away = true;
    await bridged.withdrawSchedule("s");
    assert.deepEqual([...journal.kept.keys()], ["schedule s"], "it outlives the process");
    await assert.rejects(bridged.addSchedule(schedule("s")), { code: "store_unavailable" });
    const { withdrawSchedule } = store;
    const [held, begun] = [gate(), gate()];
    store.withdrawSchedule = async (id) => {
      if (!store.away) {
        begun.open();
        await held;
      }
      return withdrawSchedule(id);
    };
    store.away = false;
    await begun;
    held.open();
    await until(true);
    assert.equal(await bridged.findSchedule("s"), undefined);
    assert.equal(journal.kept.size, 0);
    await bridged.addSchedule(schedule("s"));
    assert.deepEqual(await bridged.findSchedule("s"), schedule("s"), "asked for once more");
  });

  test("has no schedule withdrawn that it was never asked to add, so that refused requests fill no queue", async () => {
    const { store, bridged, until } = await prepare();
    await using _ = bridged;
    store.away = true;
    await assert.rejects(bridged.addSchedule(schedule("sent")), { code: "store_unavailable" });
    await until(false);
    await assert.rejects(bridged.addSchedule(schedule("refused")), { code: "store_unavailable" });
    for (const id of ["refused", "never added"]) await bridged.withdrawSchedule(id);
    assert.equal(bridged.backlog().waiting, 0);
    await bridged.withdrawSchedule("sent");
    assert.equal(bridged.backlog().waiting, 1);
  });

  test("shows nothing of what is still to be withdrawn", async () => {
    const { store, bridged } = await prepare();
    await using _ = bridged;
    for (const id of ["s", "t"]) await bridged.addSchedule(schedule(id, { nextAt: THEN }));
    await bridged.saveCall(call("a"));
    const held = gate();
    const [withdrawSchedule, withdrawCall] = [store.withdrawSchedule, store.withdrawCall];
    store.withdrawSchedule = (id) => held.then(() => withdrawSchedule(id));
    store.withdrawCall = (id) => held.then(() => withdrawCall(id));
    const withdrawn = [bridged.withdrawSchedule("s"), bridged.withdrawCall("a")];
    assert.equal(await bridged.findSchedule("s"), undefined);
    assert.equal(await bridged.findCall("a"), undefined);
    const shown = [await bridged.dueSchedules(THEN, 5), (await bridged.listSchedules({ limit: 5 })).items];
    for (const found of shown) assert.deepEqual(found, [schedule("t", { nextAt: THEN })]);
    held.open();
    await Promise.all(withdrawn);
  });

  test("that only stalls holds writers up no longer than their patience", async () => {
    const { store, bridged, reports } = await prepare({ drainMs: 5_000 });
    const held = gate();
    await bridged.check(AbortSignal.timeout(1_000));
    store.gate = held;
    await bridged.saveCall(call("a"));
    assert.deepEqual(store.writes, []);
    assert.equal(bridged.backlog().waiting, 1);
    assert.ok(reports.every(([ok]) => ok));
    held.open();
    await bridged[Symbol.asyncDispose]();
    assert.deepEqual(store.writes, ["call a queued"]);
  });
});

describe("what is held for the store", () => {
  /** Bridged, with everything stalled behind the gate. */
  async function stalled() {
    const prepared = await prepare({ bufferAfterMs: 1, drainMs: 5_000 });
    await prepared.bridged.check(AbortSignal.timeout(1_000));
    return prepared;
  }

  test("is part of every list", async () => {
    const { store, bridged } = await stalled();
    await using _ = bridged;
    await bridged.saveCall(call("stored", { createdAt: THEN + 1 }));
    await bridged.saveCall(call("both", { createdAt: THEN + 2 }));
    const held = gate();
    store.gate = held;
    await bridged.saveCall(endedCall("both", THEN, { createdAt: THEN + 2 }));
    await bridged.saveCall(call("new", { createdAt: THEN + 3, extension: "1002" }));
    const newest = { createdAt: THEN + 4, owner: "two", direction: "inbound", scheduleId: "s" } as const;
    await bridged.saveCall(call("newest", newest));
    await bridged.addDelivery(delivery("d", { callId: "new", nextAttemptAt: THEN + 9 }));
    store.gate = Promise.resolve();
    const ids = (records: readonly { callId: string }[]) => records.map(({ callId }) => callId);
    assert.deepEqual(ids((await bridged.listCalls({ limit: 9 })).items), ["newest", "new", "both", "stored"]);
    const first = await bridged.listCalls({ limit: 2 });
    assert.deepEqual(ids(first.items), ["newest", "new"]);
    const listed = async (query: object) => ids((await bridged.listCalls({ limit: 9, ...query })).items);
    assert.deepEqual(await listed({ since: THEN + 2, until: THEN + 4 }), ["new", "both"]);
    assert.deepEqual(await listed({ extension: "1002" }), ["new"]);
    assert.deepEqual(await listed({ direction: "inbound", scheduleId: "s" }), ["newest"]);
    assert.ok(first.nextCursor);
    assert.deepEqual(ids(await bridged.unfinishedCalls("one")), ["stored", "new"]);
    assert.deepEqual(
      (await bridged.deliveriesOf("new")).map(({ deliveryId }) => deliveryId),
      ["d"],
    );
    assert.equal(await bridged.nextDeliveryAt(), THEN + 9);
    held.open();
  });

  test("is not handed out as it was before: what has been sent is not sent again", async () => {
    const { store, bridged } = await stalled();
    await using _ = bridged;
    await bridged.addDelivery(delivery("sent"));
    await bridged.addDelivery(delivery("due"));
    const held = gate();
    store.gate = held;
    await bridged.saveDelivery(delivery("sent", { status: "delivered", nextAttemptAt: null }));
    store.gate = Promise.resolve();
    const claimed = await bridged.claimDeliveries(THEN, 1000, 10);
    assert.deepEqual(
      claimed.map(({ deliveryId }) => deliveryId),
      ["due"],
    );
    held.open();
  });

  test("keeps a key from being reserved before its answer is stored", async () => {
    const { store, bridged } = await stalled();
    await using _ = bridged;
    const held = gate();
    store.gate = held;
    await bridged.keepAnswer("k", { status: 200, headers: {}, body: "" });
    await assert.rejects(bridged.reserveKey("k", "f", THEN), { code: "store_unavailable" });
    held.open();
  });

  test("has a bound, up to which what was promised stays and records can change", async () => {
    const { store, bridged, events, until } = await prepare({ bounds: { maxWrites: 4, maxBytes: 1e6 } });
    await using _ = bridged;
    store.away = true;
    for (const id of ["a", "b"]) await bridged.saveCall(call(id));
    await assert.rejects(bridged.saveTranscript("a", [said("x")]), { code: "store_unavailable" }, "half is for these");
    for (const id of ["c", "d"]) await bridged.saveCall(call(id));
    await assert.rejects(bridged.saveCall(call("e")), { code: "store_unavailable" });
    await assert.rejects(bridged.saveCall(call("f")), { code: "store_unavailable" });
    await bridged.saveCall(endedCall("a", THEN));
    assert.deepEqual(bridged.backlog().refused, 3);
    assert.equal(events.filter((event) => event.startsWith("store_write_refused")).length, 1, "said once");
    store.away = false;
    await until(true);
    await bridged.saveCall(call("e"));
    assert.ok(store.writes.includes("call a completed") && store.writes.includes("call d queued"));
  });

  test("has a bound in bytes as well", async () => {
    const { store, bridged } = await prepare({ bounds: { maxWrites: 100, maxBytes: 20_000 } });
    await using _ = bridged;
    store.away = true;
    await bridged.addDelivery(delivery("small"));
    await assert.rejects(bridged.addDelivery(delivery("large", { body: "x".repeat(10_000) })), {
      code: "store_unavailable",
    });
    store.away = false;
  });
});

describe("the journal", () => {
  test("has a write before its promise resolves, and no longer than the store needs it", async () => {
    const journal = fakeJournal();
    const { store, bridged, until } = await prepare({ journal });
    await using _ = bridged;
    await bridged.saveCall(call("before"));
    assert.equal(journal.kept.size, 0, "not needed");
    store.away = true;
    await bridged.saveCall(call("a"));
    assert.deepEqual([...journal.kept.keys()], ["call a"]);
    await bridged.saveCall(endedCall("a", THEN));
    assert.deepEqual(
      [...journal.kept.values()].map(({ write }) => write),
      [{ kind: "call", record: endedCall("a", THEN) }],
    );
    store.away = false;
    await until(true);
    await bridged[Symbol.asyncDispose]();
    assert.equal(journal.kept.size, 0);
  });

  test("hands what a former run left to the store, before newer writes of the same record", async () => {
    const journal = fakeJournal();
    const former = await prepare({ journal });
    former.store.away = true;
    await former.bridged.saveCall(call("a"));
    await former.bridged.addDelivery(delivery("d", { callId: "a" }));
    await former.bridged[Symbol.asyncDispose]();
    assert.match(former.events.join(), /store_writes_kept .*"count":2/);
    assert.equal(former.bridged.backlog().lost, 0);

    const { store, bridged, events } = await prepare({ journal });
    await bridged.saveCall(call("a", { status: "failed" }));
    await bridged[Symbol.asyncDispose]();
    assert.match(events.join(), /store_writes_resumed .*"count":2/);
    assert.equal(store.writes.filter((write) => write.startsWith("call a")).at(-1), "call a failed");
    assert.ok(store.writes.includes("add d"));
    assert.equal(journal.kept.size, 0);
  });

  test("whose disk refuses is said once, and promises nothing; what happened is written when the store is back", async () => {
    const journal = fakeJournal();
    const { store, bridged, events, until } = await prepare({ journal });
    await using _ = bridged;
    store.away = true;
    journal.refuses = true;
    await assert.rejects(bridged.saveCall(call("a")), WaitsInMemory);
    await assert.rejects(bridged.saveCall(call("b")), WaitsInMemory);
    assert.equal(events.filter((event) => event.startsWith("store_journal_failed")).length, 1);
    store.away = false;
    await until(true);
    await bridged[Symbol.asyncDispose]();
    assert.deepEqual(store.writes.toSorted(), ["call a queued", "call b queued"]);
  });

  test("keeps nothing that is out of date when its disk refuses the later version", async () => {
    const journal = fakeJournal();
    const { store, bridged, until } = await prepare({ journal });
    await using _ = bridged;
    store.away = true;
    await bridged.saveCall(call("a"));
    journal.refuses = true;
    await assert.rejects(bridged.saveCall(endedCall("a", THEN)), WaitsInMemory);
    store.away = false;
    await until(true);
    await bridged[Symbol.asyncDispose]();
    assert.equal(store.writes.at(-1), "call a completed");
    assert.equal(journal.kept.size, 0, "the next run would make the earlier one again");
  });
});

describe("a store without a journal", () => {
  test("promises nothing while it is away, and gets what happened when it is back", async () => {
    const { store, bridged, until } = await prepareWith({});
    await using _ = bridged;
    store.away = true;
    await assert.rejects(bridged.saveCall(call("a", { status: "ringing" })), WaitsInMemory);
    await assert.rejects(bridged.saveCall(endedCall("a", THEN)), { name: "WaitsInMemory", code: "store_unavailable" });
    await assert.rejects(bridged.addDelivery(delivery("d", { callId: "a" })), WaitsInMemory);
    assert.equal((await bridged.findCall("a"))?.status, "completed", "known as long as the process lives");
    store.away = false;
    await until(true);
    await bridged[Symbol.asyncDispose]();
    assert.deepEqual(store.writes.slice(-2), ["call a completed", "add d"]);
  });

  test("has no trace of a call whose record it could not promise", async () => {
    const { store, bridged, until } = await prepareWith({});
    await using _ = bridged;
    store.away = true;
    const refused = (error: Error) => !(error instanceof WaitsInMemory) && /The fake store is away/.test(error.message);
    await assert.rejects(bridged.addCall(call("tried")), refused);
    await assert.rejects(bridged.addCall(call("known to be away")), refused);
    await assert.rejects(bridged.findCall("tried"), { code: "store_unavailable" });
    assert.equal(bridged.backlog().waiting, 1, "what may be in the store after all is taken out again");
    store.away = false;
    await until(true);
    await bridged.addCall(call("again"));
    assert.deepEqual(store.writes, ["withdrawal tried", "call again queued"]);
    assert.equal(bridged.backlog().lost, 0);
  });

  test("removes the record of a call whose request was given up before it was written", async () => {
    const { store, bridged } = await prepareWith({ drainMs: 5_000 });
    await using _ = bridged;
    await bridged.check(AbortSignal.timeout(1_000));
    const held = gate();
    store.gate = held;
    await assert.rejects(bridged.addCall(call("late")), { code: "store_unavailable" });
    held.open();
    await bridged[Symbol.asyncDispose]();
    assert.deepEqual(store.writes, ["call late queued", "withdrawal late"]);
  });
});

describe("closing", () => {
  test("ends with it: what is left is not tried again and again at a store that is closed", async () => {
    const { store, bridged } = await prepare();
    const stalled = gate();
    store.gate = stalled;
    const saving = Promise.allSettled([bridged.saveCall(call("a")), bridged.saveCall(endedCall("a", THEN))]);
    await bridged[Symbol.asyncDispose]();
    let asked = 0;
    const saveCall = () => {
      asked++;
      // By another fault after a while, or a fault of this would keep this very test from ending.
      return Promise.reject(asked > 100 ? new Error("enough") : new AttendantError("store_unavailable", "closed"));
    };
    Object.assign(store, { saveCall });
    stalled.open();
    await saving;
    await new Promise(setImmediate);
    assert.ok(asked <= 1, `${asked} times`);
  });

  test("waits for what is being written, and closes the store", async () => {
    const { store, bridged } = await prepare({ drainMs: 5_000 });
    const held = gate();
    store.gate = held;
    const saving = bridged.saveCall(call("a"));
    const closing = bridged[Symbol.asyncDispose]();
    assert.equal(store.closed, false);
    held.open();
    await Promise.all([saving, closing]);
    assert.deepEqual(store.writes, ["call a queued"]);
    assert.ok(store.closed);
    await assert.rejects(bridged.saveCall(call("b")), { code: "store_unavailable" });
  });

  test("names what is lost when there is nowhere to keep it", async () => {
    const { store, bridged, events } = await prepareWith({});
    store.away = true;
    await assert.rejects(bridged.saveCall(call("a")), WaitsInMemory);
    await assert.rejects(bridged.addDelivery(delivery("d", { callId: "a" })), WaitsInMemory);
    await bridged[Symbol.asyncDispose]();
    assert.equal(events.at(-1), 'store_writes_lost {"count":2,"subjects":["call a","delivery d"]}');
    assert.equal(bridged.backlog().lost, 2);
  });
});
