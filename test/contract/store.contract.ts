import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AttendantError } from "../../src/kernel/errors.js";
import type { CallRecord } from "../../src/records/call-record.js";
import type { Store } from "../../src/records/stores.js";
import { expectAll, writeUntilKilled } from "./store-killed.js";
import { attempt, AWKWARD, call, delivery, endedCall, said, THEN } from "./store-samples.js";

/** A database of its own for one test. */
export interface StoreUnderTest extends AsyncDisposable {
  /** Opens the database: anew after the last one was closed, or beside it where several may share it. */
  open(): Promise<Store>;
  /** Whether several may have it open. */
  readonly shared: boolean;
  /** The arguments of `store-writer.ts` that have it write here. */
  readonly writer: readonly string[];
}

/** Well after everything that the tests write. */
const LATER = THEN + 365 * 86_400_000;
const MINUTE = 60_000;

const ids = (records: readonly CallRecord[]) => records.map(({ callId }) => callId);

async function pages(store: Store, query: { limit: number; status?: CallRecord["status"] }): Promise<string[][]> {
  const found: string[][] = [];
  for (let cursor: string | undefined; ;) {
    const page = await store.listCalls(cursor === undefined ? query : { ...query, cursor });
    found.push(ids(page.items));
    if (page.nextCursor === undefined) return found;
    cursor = page.nextCursor;
    assert.ok(found.length < 50, "the pages come to an end");
  }
}

/** What every store does, whatever it is made of. `prepare` makes a database that is used for a single test. */
export function storeContract(name: string, prepare: () => Promise<StoreUnderTest>): void {
  /** A test with one open store. */
  const testStore = (what: string, body: (store: Store, under: StoreUnderTest) => Promise<void>) =>
    test(what, async () => {
      await using under = await prepare();
      await using store = await under.open();
      await body(store, under);
    });

  describe(`calls in ${name}`, () => {
    testStore("come back exactly as they were saved, the latest writing of each", async (store) => {
      const full = endedCall("full", THEN, {
        direction: "inbound",
        caller: "+4930123456",
        ringingAt: THEN - 5,
        answeredAt: THEN - 3,
        messagePlayed: true,
        choiceResponse: "yes",
        choiceRawText: "Yes, please.",
        choiceStatus: "matched",
        tool: "WEATHER",
        scheduleId: "s-1",
        error: "It broke.",
      });
      await store.saveCall(call("full"));
      await store.saveCall(full);
      assert.deepEqual(await store.findCall("full"), full);
      assert.equal(await store.findCall("another"), undefined);
    });

    testStore("are listed latest first, in pages that neither repeat nor leave out any", async (store) => {
      const many = Array.from({ length: 23 }, (_, i) =>
        // Several of the same millisecond.
        call(`c${String(i).padStart(2, "0")}`, { createdAt: THEN + Math.floor(i / 5) }),
      );
      await Promise.all(many.toSorted((a, b) => (a.callId < b.callId ? 1 : -1)).map((each) => store.saveCall(each)));
      const expected = ids(many).reverse();
      assert.deepEqual((await pages(store, { limit: 500 })).flat(), expected);
      const seven = await pages(store, { limit: 7 });
      assert.deepEqual(seven.flat(), expected);
      assert.deepEqual(
        seven.map(({ length }) => length),
        [7, 7, 7, 2],
      );
      assert.deepEqual((await pages(store, { limit: 23 })).length, 1, "no empty page at the end");
    });

    testStore("that are new while somebody turns the pages do not shift them", async (store) => {
      for (let i = 0; i < 4; i++) await store.saveCall(call(`old${i}`, { createdAt: THEN + i }));
      const first = await store.listCalls({ limit: 2 });
      await store.saveCall(call("new", { createdAt: THEN + 100 }));
      const second = await store.listCalls({ limit: 2, cursor: first.nextCursor ?? "" });
      assert.deepEqual(ids([...first.items, ...second.items]), ["old3", "old2", "old1", "old0"]);
    });

    testStore("are listed by what state they are in now", async (store) => {
      for (let i = 0; i < 6; i++) await store.saveCall(call(`c${i}`, { createdAt: THEN + i }));
      for (const i of [1, 3, 4])
        await store.saveCall(call(`c${i}`, { createdAt: THEN + i, status: "busy", endedAt: 9 }));
      assert.deepEqual(await pages(store, { limit: 2, status: "busy" }), [["c4", "c3"], ["c1"]]);
      assert.deepEqual((await pages(store, { limit: 9, status: "queued" })).flat(), ["c5", "c2", "c0"]);
      assert.deepEqual((await store.listCalls({ limit: 9, status: "failed" })).items, []);
    });

    testStore("refuse a cursor that is none", async (store) => {
      for (const cursor of ["", "nonsense", "e30", "W10", "WyJ4IiwxXQ", "WzEsMl0", "\ud800", "A".repeat(5000)]) {
        await assert.rejects(store.listCalls({ limit: 5, cursor }), { code: "invalid_request" }, cursor);
      }
    });

    testStore("that are not over are known, each controller's own", async (store) => {
      await store.saveCall(call("second", { status: "ringing", createdAt: THEN + 2 }));
      await store.saveCall(call("first", { status: "in_progress", createdAt: THEN + 1 }));
      await store.saveCall(call("third", { createdAt: THEN + 3 }));
      await store.saveCall(call("theirs", { owner: "two" }));
      for (const status of ["completed", "no_answer", "busy", "failed", "cancelled"] as const) {
        await store.saveCall(call(`ended-${status}`, { status, endedAt: status === "failed" ? null : THEN }));
      }
      assert.deepEqual(ids(await store.unfinishedCalls("one")), ["first", "second", "third"]);
      await store.saveCall(call("second", { status: "completed", endedAt: THEN, createdAt: THEN + 2 }));
      assert.deepEqual(ids(await store.unfinishedCalls("one")), ["first", "third"]);
      assert.deepEqual(ids(await store.unfinishedCalls("nobody")), []);
    });

    testStore("keep every text and every name as it was", async (store) => {
      for (const [i, text] of AWKWARD.entries()) {
        const record = call(text, { choiceRawText: text, error: text, createdAt: THEN + i, owner: text });
        await store.saveCall(record);
        await store.saveTranscript(text, [said(text), { at: 1, who: "tool", tool: text, status: text, message: text }]);
        await store.saveDelivery(delivery(text, { callId: text, body: text, url: text }));
      }
      for (const text of AWKWARD) {
        assert.equal((await store.findCall(text))?.choiceRawText, text);
        assert.deepEqual((await store.findTranscript(text))?.[0], said(text));
        assert.equal((await store.findDelivery(text))?.body, text);
        assert.deepEqual(
          (await store.deliveriesOf(text)).map(({ deliveryId }) => deliveryId),
          [text],
        );
        assert.deepEqual(ids(await store.unfinishedCalls(text)), [text]);
      }
      assert.deepEqual((await pages(store, { limit: 4 })).flat(), [...AWKWARD].reverse());
      assert.equal(await store.findCall("hasOwnProperty"), undefined);
    });
  });

  describe(`transcripts in ${name}`, () => {
    testStore("come back in their order, the latest writing of each", async (store) => {
      assert.equal(await store.findTranscript("a"), undefined);
      await store.saveTranscript("a", [said("one")]);
      await store.saveTranscript("a", [said("one"), { at: THEN, who: "assistant", text: "two", unheard: "three" }]);
      await store.saveTranscript("b", []);
      assert.deepEqual(await store.findTranscript("a"), [
        said("one"),
        { at: THEN, who: "assistant", text: "two", unheard: "three" },
      ]);
      assert.deepEqual(await store.findTranscript("b"), []);
    });

    testStore("are kept as they are when they are saved", async (store) => {
      const entries = [said("one")];
      const saving = store.saveTranscript("a", entries);
      entries.push(said("two"));
      await saving;
      assert.deepEqual(await store.findTranscript("a"), [said("one")]);
    });

    testStore("may be as long as a day of talking", async (store) => {
      const entries = Array.from({ length: 30_000 }, (_, i) => said(`Sentence ${i}: ${"blah ".repeat(30)}`, THEN + i));
      await store.saveTranscript("long", entries);
      const found = await store.findTranscript("long");
      assert.equal(found?.length, entries.length);
      assert.deepEqual(found?.at(-1), entries.at(-1));
    });
  });

  describe(`forgetting in ${name}`, () => {
    testStore("takes calls that ended before the moment, with all that belongs to them", async (store) => {
      for (let i = 0; i < 120; i++) {
        const id = `old${i}`;
        await Promise.all([
          store.saveCall(endedCall(id, THEN + i)),
          store.saveTranscript(id, [said("x")]),
          store.addDelivery(delivery(id, { callId: id })),
        ]);
      }
      await store.saveCall(endedCall("kept", THEN + 120));
      await store.saveTranscript("kept", [said("x")]);
      await store.addDelivery(delivery("kept", { callId: "kept" }));
      await store.saveCall(call("going on", { createdAt: THEN - 1000 }));
      await store.saveCall(call("without an end", { status: "failed", createdAt: THEN - 1000 }));

      assert.equal(await store.purgeCalls(THEN + 120), 121);
      assert.deepEqual((await pages(store, { limit: 9 })).flat().sort(), ["going on", "kept"]);
      for (const id of ["old0", "old119"]) {
        assert.equal(await store.findCall(id), undefined);
        assert.equal(await store.findTranscript(id), undefined);
        assert.equal(await store.findDelivery(id), undefined);
      }
      assert.ok((await store.findTranscript("kept")) && (await store.findDelivery("kept")));
      assert.equal(await store.purgeCalls(THEN + 120), 0);
    });

    testStore("takes idempotency keys whose time is over", async (store) => {
      await store.reserveKey("over", "f", Date.now() - 1);
      await store.reserveKey("valid", "f", Date.now() + MINUTE);
      await store.purgeCalls(0);
      assert.deepEqual(await store.reserveKey("valid", "f", LATER), { kind: "same", answer: undefined });
      assert.deepEqual(await store.reserveKey("over", "other", LATER), { kind: "new" });
    });
  });

  describe(`deliveries in ${name}`, () => {
    testStore("are added once and saved again and again", async (store) => {
      await store.addDelivery(delivery("a", { body: "first" }));
      await store.addDelivery(delivery("a", { body: "second" }));
      assert.equal((await store.findDelivery("a"))?.body, "first");
      const saved = delivery("a", { status: "delivered", nextAttemptAt: null, attempts: [attempt(1), attempt(2)] });
      await store.saveDelivery(saved);
      assert.deepEqual(await store.findDelivery("a"), saved);
      await store.saveDelivery(delivery("never added"));
      assert.deepEqual(await store.findDelivery("never added"), delivery("never added"));
      assert.equal(await store.findDelivery("b"), undefined);
    });

    testStore("of a call are listed oldest first", async (store) => {
      for (const [id, createdAt] of [
        ["z", 3],
        ["a", 2],
        ["m", 1],
        ["n", 2],
      ] as const) {
        await store.addDelivery(delivery(id, { callId: "c", createdAt: THEN + createdAt }));
      }
      await store.addDelivery(delivery("other", { callId: "d" }));
      assert.deepEqual(
        (await store.deliveriesOf("c")).map(({ deliveryId }) => deliveryId),
        ["m", "a", "n", "z"],
      );
      assert.deepEqual(await store.deliveriesOf("nobody"), []);
    });

    testStore("are handed out when they are due, the longest due first", async (store) => {
      await store.addDelivery(delivery("later", { nextAttemptAt: THEN + 100 }));
      await store.addDelivery(delivery("b", { nextAttemptAt: THEN + 2 }));
      await store.addDelivery(delivery("a", { nextAttemptAt: THEN + 1.5 }));
      await store.addDelivery(delivery("c", { nextAttemptAt: THEN + 3 }));
      await store.addDelivery(delivery("never", { nextAttemptAt: null }));
      await store.addDelivery(delivery("done", { status: "delivered", nextAttemptAt: THEN }));
      await store.addDelivery(delivery("given up", { status: "given_up", nextAttemptAt: null }));
      assert.equal(await store.nextDeliveryAt(), THEN + 1.5);
      assert.deepEqual(await store.claimDeliveries(THEN, MINUTE, 10), []);
      const two = await store.claimDeliveries(THEN + 3, MINUTE, 2);
      assert.deepEqual(
        two.map(({ deliveryId }) => deliveryId),
        ["a", "b"],
      );
      assert.deepEqual(two[0], delivery("a", { nextAttemptAt: THEN + 1.5 }), "as it was saved");
      assert.deepEqual(
        (await store.claimDeliveries(THEN + 3, MINUTE, 10)).map(({ deliveryId }) => deliveryId),
        ["c"],
      );
      assert.equal(await store.nextDeliveryAt(), THEN + 100);
    });

    testStore("are due again when their lease is over, and when they are saved so", async (store) => {
      await store.addDelivery(delivery("a"));
      assert.equal((await store.claimDeliveries(THEN, 1000, 5)).length, 1);
      assert.equal(await store.nextDeliveryAt(), THEN + 1000);
      assert.equal((await store.claimDeliveries(THEN + 999, 1000, 5)).length, 0);
      assert.equal((await store.claimDeliveries(THEN + 1000, MINUTE, 5)).length, 1);
      await store.saveDelivery(delivery("a", { nextAttemptAt: THEN + 1500, attempts: [attempt(THEN)] }));
      assert.equal(await store.nextDeliveryAt(), THEN + 1500);
      assert.equal((await store.claimDeliveries(THEN + 1500, MINUTE, 5))[0]?.attempts.length, 1);
      await store.saveDelivery(delivery("a", { status: "delivered", nextAttemptAt: null }));
      assert.equal(await store.nextDeliveryAt(), undefined);
      assert.deepEqual(await store.claimDeliveries(LATER, MINUTE, 5), []);
    });

    test("are never handed out twice, however many ask at once", async () => {
      await using under = await prepare();
      await using one = await under.open();
      await using two = under.shared ? await under.open() : undefined;
      const all = Array.from({ length: 60 }, (_, i) => `d${i}`);
      await Promise.all(all.map((id) => one.addDelivery(delivery(id))));
      const askers = Array.from({ length: 8 }, (_, i) => (i % 2 === 1 && two ? two : one));
      const claims = await Promise.all(
        askers.map(async (store) => {
          const mine: string[] = [];
          for (;;) {
            const some = await store.claimDeliveries(THEN, MINUTE, 3);
            if (some.length === 0) return mine;
            mine.push(...some.map(({ deliveryId }) => deliveryId));
          }
        }),
      );
      assert.deepEqual(claims.flat().sort(), all.sort());
    });
  });

  describe(`idempotency keys in ${name}`, () => {
    const answer = { status: 200, headers: { Location: "/call/1" }, body: '{"call_id":"1"}' };

    testStore("are new once, and then the same or another request's", async (store) => {
      assert.deepEqual(await store.reserveKey("k", "f", LATER), { kind: "new" });
      assert.deepEqual(await store.reserveKey("k", "f", LATER), { kind: "same", answer: undefined });
      assert.deepEqual(await store.reserveKey("k", "g", LATER), { kind: "other" });
      await store.keepAnswer("k", answer);
      assert.deepEqual(await store.reserveKey("k", "f", LATER), { kind: "same", answer });
      assert.deepEqual(await store.reserveKey("k", "g", LATER), { kind: "other" });
    });

    testStore("are new again when they were released or their time is over", async (store) => {
      await store.reserveKey("released", "f", LATER);
      await store.releaseKey("released");
      assert.deepEqual(await store.reserveKey("released", "g", LATER), { kind: "new" });
      await store.reserveKey("answered", "f", LATER);
      await store.keepAnswer("answered", answer);
      await store.releaseKey("answered");
      assert.deepEqual(await store.reserveKey("answered", "f", LATER), { kind: "same", answer });
      await store.reserveKey("over", "f", Date.now() - 1);
      assert.deepEqual(await store.reserveKey("over", "g", LATER), { kind: "new" });
      await store.keepAnswer("unknown", answer);
      assert.deepEqual(await store.reserveKey("unknown", "f", LATER), { kind: "new" });
    });

    testStore("keep every name and every answer as they were", async (store) => {
      const odd = { status: 200, headers: JSON.parse('{"__proto__":"x","a.b":"$c"}'), body: AWKWARD.join("") };
      for (const key of AWKWARD) {
        assert.deepEqual(await store.reserveKey(key, key, LATER), { kind: "new" });
        await store.keepAnswer(key, odd);
        const found = await store.reserveKey(key, key, LATER);
        assert.equal(JSON.stringify(found), JSON.stringify({ kind: "same", answer: odd }));
      }
    });

    test("are reserved by one of all who try at once", async () => {
      await using under = await prepare();
      await using one = await under.open();
      await using two = under.shared ? await under.open() : undefined;
      for (let round = 0; round < 5; round++) {
        // In every second round the key is there, and its time is over.
        if (round % 2 === 1) await one.reserveKey(`k${round}`, "before", Date.now() - 1);
        const tries = Array.from({ length: 10 }, (_, i) =>
          (i % 2 === 1 && two ? two : one).reserveKey(`k${round}`, `f${i % 3}`, LATER),
        );
        const kinds = (await Promise.all(tries)).map(({ kind }) => kind);
        assert.equal(kinds.filter((kind) => kind === "new").length, 1, kinds.join());
      }
    });
  });

  describe(`what ${name} has acknowledged`, () => {
    test("is there when it is opened again", async () => {
      await using under = await prepare();
      {
        await using store = await under.open();
        await store.saveCall(call("a"));
        await store.addDelivery(delivery("d"));
        await store.reserveKey("k", "f", LATER);
      }
      await using store = await under.open();
      assert.deepEqual(await store.findCall("a"), call("a"));
      assert.deepEqual(await store.findDelivery("d"), delivery("d"));
      assert.equal((await store.reserveKey("k", "f", LATER)).kind, "same");
    });

    for (const reports of [3, 40, 400]) {
      test(`outlives a kill after ${reports} writes`, async () => {
        await using under = await prepare();
        const acknowledged = await writeUntilKilled(under.writer, reports);
        await using store = await under.open();
        await expectAll(store, acknowledged);
      });
    }
  });

  describe(`the life of ${name}`, () => {
    testStore("answers a check", async (store) => {
      await store.check(AbortSignal.timeout(10_000));
      await assert.rejects(store.check(AbortSignal.abort(new Error("enough"))), /enough/);
    });

    testStore("is open to no second controller, or shared with it", async (store, under) => {
      await store.saveCall(call("mine"));
      if (under.shared) {
        await using other = await under.open();
        assert.deepEqual(await other.findCall("mine"), call("mine"));
        return;
      }
      await assert.rejects(
        under.open(),
        (error) => error instanceof AttendantError && /only one controller may use a DATA_DIR/.test(error.message),
      );
      assert.deepEqual(await store.findCall("mine"), call("mine"));
    });

    test("ends when it is closed", async () => {
      await using under = await prepare();
      const store = await under.open();
      await store.saveCall(call("a"));
      await store[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      await assert.rejects(store.saveCall(call("b")), { code: "store_unavailable" });
      await assert.rejects(store.findCall("a"), { code: "store_unavailable" });
    });
  });
}
