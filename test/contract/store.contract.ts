import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createForgetNumber } from "../../src/calls/record/forget-number.js";
import { AttendantError } from "../../src/kernel/errors.js";
import type { CallRecord, TranscriptEntry } from "../../src/records/call-record.js";
import type { Delivery } from "../../src/records/delivery.js";
import type { Schedule } from "../../src/records/schedule.js";
import type { CallQuery, Store } from "../../src/records/stores.js";
import { quietLog } from "../support/fakes/quiet-log.js";
import { occurrence, overOccurrence, schedule } from "./schedule-samples.js";
import { FULL } from "../support/form.js";
import { expectAll, writeUntilKilled } from "./store-killed.js";
import { attempt, AWKWARD, call, delivery, endedCall, replied, said, THEN } from "./store-samples.js";

/** A database of its own for one test. */
export interface StoreUnderTest extends AsyncDisposable {
  /** Opens the database: anew after the last one was closed, or beside it where several may share it. */
  open(): Promise<Store>;
  /** Whether several may have it open. */
  readonly shared: boolean;
  /** Puts a text in the place of what is kept, behind the store's back: it is closed meanwhile. */
  damage(what: "call" | "delivery" | "schedule" | "instance", id: string, text: string): Promise<void>;
  /** The arguments of `store-writer.ts` that have it write here. */
  readonly writer: readonly string[];
}

/** Well after everything that the tests write. */
const LATER = THEN + 365 * 86_400_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** More than the embedded store forgets at once. */
const MANY = FULL ? 120 : 60;

const ids = (records: readonly CallRecord[]) => records.map(({ callId }) => callId);

async function pages(store: Store, query: CallQuery): Promise<string[][]> {
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
    testStore("are withdrawn as long as they are queued, and no longer", async (store) => {
      await store.addCall(call("queued"));
      await store.addCall(call("rings"));
      await store.saveCall(call("rings", { status: "ringing" }));
      for (const callId of ["queued", "rings", "unknown"]) await store.withdrawCall(callId);
      assert.equal(await store.findCall("queued"), undefined);
      assert.equal((await store.findCall("rings"))?.status, "ringing");
    });

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

    testStore("are listed by number, direction, schedule and time, and by all of these at once", async (store) => {
      const states = ["completed", "busy", "queued"] as const;
      const many = Array.from({ length: 48 }, (_, i) =>
        call(`c${String(i).padStart(2, "0")}`, {
          createdAt: THEN + Math.floor(i / 3),
          extension: i % 2 ? "1001" : "+49301",
          direction: i % 5 ? "outbound" : "inbound",
          scheduleId: i % 3 ? null : `s${i % 4}`,
          ...(i % 4 === 1 && { client: i % 8 === 1 ? "crm" : "bot" }),
          status: states[i % 3] ?? "queued",
        }),
      );
      await Promise.all(many.map((each) => store.saveCall(each)));
      const expected = (fits: (each: CallRecord) => boolean) => ids(many.filter(fits)).reverse();
      const [since, until] = [THEN + 3, THEN + 11];
      const isIn = ({ createdAt }: CallRecord) => createdAt >= since && createdAt < until;
      const asked: readonly [query: Omit<CallQuery, "limit">, fits: (each: CallRecord) => boolean][] = [
        [{ extension: "1001" }, ({ extension }) => extension === "1001"],
        [{ extension: "+49301", status: "busy" }, (each) => each.extension === "+49301" && each.status === "busy"],
        [{ direction: "inbound" }, ({ direction }) => direction === "inbound"],
        [{ direction: "inbound", status: "queued" }, (e) => e.direction === "inbound" && e.status === "queued"],
        [{ client: "crm" }, ({ client }) => client === "crm"],
        [{ client: "crm", direction: "outbound" }, (e) => e.client === "crm" && e.direction === "outbound"],
        [{ scheduleId: "s2" }, ({ scheduleId }) => scheduleId === "s2"],
        [{ since }, ({ createdAt }) => createdAt >= since],
        [{ until }, ({ createdAt }) => createdAt < until],
        [{ since, until }, isIn],
        [{ since, until, extension: "1001" }, (each) => isIn(each) && each.extension === "1001"],
        [
          { since, until, extension: "1001", direction: "outbound", status: "completed", scheduleId: "s1" },
          (each) => isIn(each) && each.scheduleId === "s1" && each.direction === "outbound",
        ],
        [{ since: until, until: since }, () => false],
        [{ extension: "1002" }, () => false],
        [{ scheduleId: "null" }, () => false],
      ];
      for (const [query, fits] of asked) {
        for (const limit of [2, 500]) {
          assert.deepEqual((await pages(store, { ...query, limit })).flat(), expected(fits), JSON.stringify(query));
        }
      }
      assert.equal(expected(asked[9]?.[1] ?? isIn).length > 0, true, "there are some that fit all at once");
    });

    testStore("are found by a part of either number", async (store) => {
      await store.saveCall(call("called", { extension: "+4930123456", createdAt: THEN }));
      await store.saveCall(
        call("caller", { direction: "inbound", extension: "8000", caller: "4930123457", createdAt: THEN + 1 }),
      );
      await store.saveCall(
        call("withheld", { direction: "inbound", extension: "*97", caller: "", createdAt: THEN + 2 }),
      );
      const found = async (number: string, more: Partial<CallQuery> = {}) =>
        (await pages(store, { limit: 1, number, ...more })).flat();
      assert.deepEqual(await found("3012345"), ["caller", "called"]);
      assert.deepEqual(await found("3012345", { direction: "inbound" }), ["caller"]);
      assert.deepEqual(await found("3012345", { until: THEN + 1 }), ["called"]);
      assert.deepEqual(await found("*97"), ["withheld"]);
      for (const none of ["999", "%", "_", ".*", "8000493"]) assert.deepEqual(await found(none), [], none);
      await store.removeCall("called");
      await store.saveCall(
        call("caller", { extension: "8000", caller: "1", status: "busy", endedAt: THEN + 5, createdAt: THEN + 1 }),
      );
      assert.deepEqual(await found("3012345"), ["called"], "not over, so it stayed");
    });

    testStore("are found by words that were said in them, once they are over", async (store) => {
      const said = (text: string): readonly TranscriptEntry[] => [
        { at: THEN, who: "assistant", text: "Welcome." },
        { at: THEN, who: "caller", text },
        { at: THEN, who: "tool", tool: "JOKE", status: "SUCCESS", message: 'A walrus, "of course".' },
      ];
      const texts = ["A table for two", "the TABLE is broken\nquite", "two broken tablets", 'no \\ "words":"hidden"'];
      for (const [i, text] of texts.entries()) {
        await store.saveTranscript(`c${i}`, said("something else"), "one");
        await store.saveCall(call(`c${i}`, { createdAt: THEN + Math.floor(i / 2), status: "in_progress" }));
        await store.saveTranscript(`c${i}`, said(text), "one");
      }
      const found = async (words: string, more: Partial<CallQuery> = {}) =>
        (await pages(store, { limit: 1, words: words.split(" "), ...more })).flat().sort();
      assert.deepEqual(await found("table"), [], "while they go on");
      for (const [i] of texts.entries()) {
        await store.saveCall(
          endedCall(`c${i}`, THEN + 9, { createdAt: THEN + Math.floor(i / 2), extension: `100${i}` }),
        );
      }
      assert.deepEqual(await found("tabl"), ["c0", "c1", "c2"], "the last word as far as it was written");
      assert.deepEqual(await found("table two"), ["c0"]);
      assert.deepEqual(await found("two table"), ["c0", "c2"]);
      assert.deepEqual(await found("broken quite"), ["c1"]);
      assert.deepEqual(await found("walrus course"), ["c0", "c1", "c2", "c3"]);
      assert.deepEqual(await found("walrus", { since: THEN + 1 }), ["c2", "c3"]);
      assert.deepEqual(await found("walrus", { until: THEN + 1, extension: "1001" }), ["c1"]);
      assert.deepEqual(await found("walrus", { number: "1002" }), ["c2"]);
      for (const none of ["assistant", "message", "something", "ables", "OR", "hiddenly"])
        assert.deepEqual(await found(none), [], none);
      await store.saveTranscript("c0", said("an elephant"), "one");
      assert.deepEqual(
        [await found("table two"), await found("elephant")],
        [[], ["c0"]],
        "what was written last counts",
      );
      await store.eraseWords("c0");
      await store.removeCall("c1");
      assert.deepEqual([await found("elephant"), await found("broken")], [[], ["c2"]]);
      await store.purgeWords(THEN + 10);
      assert.deepEqual(await found("walrus"), []);
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
        const listed = { extension: text, scheduleId: text };
        const record = call(text, { choiceRawText: text, error: text, createdAt: THEN + i, owner: text, ...listed });
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
        for (const query of [{ extension: text }, { scheduleId: text }]) {
          assert.deepEqual((await pages(store, { ...query, limit: 4 })).flat(), [text]);
        }
      }
      assert.deepEqual((await pages(store, { limit: 4 })).flat(), [...AWKWARD].reverse());
      assert.equal(await store.findCall("hasOwnProperty"), undefined);
    });
  });

  describe(`transcripts in ${name}`, () => {
    testStore("come back in their order, the latest writing of each", async (store) => {
      assert.equal(await store.findTranscript("a"), undefined);
      await store.saveTranscript("a", [said("one")]);
      await store.saveTranscript("a", [said("one"), replied("two")]);
      await store.saveTranscript("b", []);
      assert.deepEqual(await store.findTranscript("a"), [said("one"), replied("two")]);
      assert.deepEqual(await store.findTranscript("b"), []);
    });

    testStore("are not written over by whoever has lost the call", async (store) => {
      await store.saveTranscript("a", [said("before there is a record")], "me");
      await store.saveCall(call("a", { owner: "me" }));
      await store.saveTranscript("a", [said("one")], "me");
      await store.takeCall("a", "me", "you");
      await store.saveTranscript("a", [said("mine")], "me");
      assert.deepEqual(await store.findTranscript("a"), [said("one")]);
      await store.saveTranscript("a", [said("one"), said("two")], "you");
      await store.saveTranscript("a", [said("late")], "me");
      assert.deepEqual(await store.findTranscript("a"), [said("one"), said("two")]);
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
      for (let i = 0; i < MANY; i++) {
        const id = `old${i}`;
        await Promise.all([
          store.saveCall(endedCall(id, THEN + i)),
          store.saveTranscript(id, [said("x")]),
          store.addDelivery(delivery(id, { callId: id })),
        ]);
      }
      await store.saveCall(endedCall("kept", THEN + MANY));
      await store.saveTranscript("kept", [said("x")]);
      await store.addDelivery(delivery("kept", { callId: "kept" }));
      await store.saveCall(call("going on", { createdAt: THEN - 1000 }));
      await store.saveCall(call("without an end", { status: "failed", createdAt: THEN - 1000 }));

      assert.equal(await store.purgeCalls(THEN + MANY), MANY + 1);
      assert.deepEqual((await pages(store, { limit: 9 })).flat().sort(), ["going on", "kept"]);
      for (const id of ["old0", `old${MANY - 1}`]) {
        assert.equal(await store.findCall(id), undefined);
        assert.equal(await store.findTranscript(id), undefined);
        assert.equal(await store.findDelivery(id), undefined);
      }
      assert.ok((await store.findTranscript("kept")) && (await store.findDelivery("kept")));
      assert.equal(await store.purgeCalls(THEN + MANY), 0);
    });

    testStore("takes the deliveries of runs that were missed, which have no call, with the runs", async (store) => {
      for (const [name, dueAt] of [
        ["old", THEN],
        ["kept", THEN + 1],
      ] as const) {
        await store.addOccurrence({ ...overOccurrence(name, dueAt), callId: name });
        await store.addDelivery(delivery(name, { callId: name }));
      }
      await store.addOccurrence({ ...overOccurrence("placed", THEN), callId: "placed" });
      await store.saveCall(endedCall("placed", THEN));
      await store.addDelivery(delivery("placed", { callId: "placed" }));
      assert.equal(await store.purgeOccurrences(THEN + 1), 2);
      assert.equal(await store.findDelivery("old"), undefined);
      assert.ok(await store.findDelivery("kept"));
      assert.ok(await store.findDelivery("placed"), "what belongs to a call goes with it");
    });

    testStore("leaves the runs of schedules, and webhooks, when the schedules go sooner", async (store) => {
      const lastRun = { dueAt: THEN, outcome: "completed", callId: "c", error: null } as const;
      await store.addSchedule(schedule("s", { nextAt: null, lastRun }));
      await store.addOccurrence({ ...overOccurrence("s", THEN), callId: "c" });
      await store.addOccurrence({ ...overOccurrence("s", THEN - 1), callId: "missed" });
      await store.saveCall(endedCall("c", THEN));
      for (const id of ["c", "missed"]) await store.addDelivery(delivery(id, { callId: id }));
      assert.equal(await store.purgeSchedules(THEN + 1), 1);
      assert.equal(await store.findSchedule("s"), undefined);
      assert.equal((await store.occurrencesOf("s", 9)).length, 2);
      assert.ok((await store.findDelivery("c")) && (await store.findDelivery("missed")));
    });

    testStore("takes the webhooks of a schedule's missed runs with the runs", async (store) => {
      for (let i = 0; i < 250; i++) {
        await store.addOccurrence({ ...overOccurrence("s", THEN + i), callId: `missed${i}` });
      }
      await store.addOccurrence({ ...overOccurrence("s", THEN - 1), callId: "placed" });
      await store.addOccurrence({ ...occurrence("s", THEN - 2), callId: "under way" });
      await store.saveCall(endedCall("placed", THEN));
      const all = ["missed0", "missed249", "placed", "under way"];
      for (const id of all) await store.addDelivery(delivery(id, { callId: id }));
      assert.equal(await store.removeOccurrences("s"), 251);
      const left = await Promise.all(all.map((id) => store.findDelivery(id)));
      assert.deepEqual(
        left.map((each) => each?.deliveryId),
        [undefined, undefined, "placed", "under way"],
      );
      assert.equal((await store.occurrencesOf("s", 9)).length, 1);
    });

    testStore(
      "takes what was said in calls that ended before the moment, and leaves the rest of them",
      async (store) => {
        const words = { choiceRawText: "Yes, please.", choiceResponse: "yes" };
        const body = JSON.stringify({ status: "completed", choice_raw_text: "Yes, please.", choice_response: "yes" });
        const odd = [{ body: "no JSON" }, { body: '{"choice_raw_text":null,"a":1}' }, { body: "null" }];
        for (let i = 0; i < MANY; i++) {
          const id = i === 7 ? (AWKWARD[0] ?? "") : `old${i}`;
          await Promise.all([
            store.saveCall(endedCall(id, THEN + i, words)),
            store.saveTranscript(id, [said("x")]),
            store.addDelivery(delivery(id, { callId: id, body, ...odd[i] })),
          ]);
        }
        await store.saveCall(endedCall("kept", THEN + MANY, words));
        await store.saveTranscript("kept", [said("x")]);
        await store.saveCall(call("going on", { createdAt: THEN - 1000, ...words }));
        await store.saveTranscript("going on", [said("x")]);

        assert.equal(await store.purgeWords(THEN + MANY), MANY);
        assert.equal(await store.purgeWords(THEN + MANY), 0, "each once");
        for (const id of ["old5", `old${MANY - 1}`, AWKWARD[0] ?? ""]) {
          assert.equal(await store.findTranscript(id), undefined);
          const record = await store.findCall(id);
          assert.deepEqual([record?.choiceRawText, record?.choiceResponse], [null, "yes"]);
          assert.equal(record?.extension, "1001");
          const sent = JSON.parse((await store.findDelivery(id))?.body ?? "") as Record<string, unknown>;
          assert.deepEqual([sent.choice_raw_text, sent.choice_response, sent.status], [null, "yes", "completed"]);
        }
        for (const [i, { body: left }] of odd.entries())
          assert.equal((await store.findDelivery(`old${i}`))?.body, left);
        for (const id of ["kept", "going on"]) {
          assert.equal((await store.findCall(id))?.choiceRawText, "Yes, please.");
          assert.ok(await store.findTranscript(id));
        }
        assert.equal(await store.purgeCalls(THEN + MANY), MANY, "the calls themselves go later");
      },
    );

    test("what cannot be read goes as a whole when its words are to go, and keeps no other's", async () => {
      await using under = await prepare();
      const damaged = { record: "{choiceRawText: 'Yes.'}", delivery: '{"body": "{\\"choice_raw_text\\":\\"Yes' };
      {
        await using store = await under.open();
        for (const [i, id] of ["record", "delivery", "null", "well"].entries()) {
          await store.saveCall(endedCall(id, THEN + i, { choiceRawText: "Yes." }));
          await store.saveTranscript(id, [said("Yes.")]);
          await store.addDelivery(delivery(id, { callId: id, body: '{"choice_raw_text":"Yes."}' }));
        }
      }
      await under.damage("call", "record", damaged.record);
      await under.damage("delivery", "delivery", damaged.delivery);
      await under.damage("delivery", "null", "null");
      await using store = await under.open();
      assert.equal(await store.purgeWords(THEN + 9), 4);
      assert.equal(await store.purgeWords(THEN + 9), 0, "each once");
      assert.deepEqual((await pages(store, { limit: 9 })).flat(), ["well", "null", "delivery"]);
      for (const id of ["record", "delivery", "null"]) {
        assert.equal(await store.findTranscript(id), undefined);
        assert.deepEqual(await store.deliveriesOf(id), []);
      }
      for (const id of ["delivery", "null", "well"]) assert.equal((await store.findCall(id))?.choiceRawText, null);
      assert.equal((await store.findDelivery("well"))?.body, '{"choice_raw_text":null}');
    });

    test("entries that cannot be read keep no other from being read, not even where they fill a page", async () => {
      await using under = await prepare();
      const damaged = ["b", "bb", "bbb"];
      const all = ["a", ...damaged, "c"];
      {
        await using store = await under.open();
        for (const [i, id] of all.entries()) {
          await store.saveCall(call(id, { createdAt: THEN - i }));
          await store.addDelivery(delivery(id, { callId: "a", createdAt: THEN + i, nextAttemptAt: THEN }));
          await store.addSchedule(schedule(id, { nextAt: THEN + i }));
          await store.addInstance({ owner: id, controllerId: id, place: null, host: "h", pid: 1, leaseMs: MINUTE });
        }
      }
      for (const id of damaged) {
        await under.damage("call", id, "{callId: 'b'}");
        await under.damage("delivery", id, '{"deliveryId":"b"');
        await under.damage("schedule", id, "17");
        await under.damage("instance", id, "");
      }
      await using store = await under.open();
      assert.deepEqual((await pages(store, { limit: 1 })).flat(), ["a", "c"]);
      assert.deepEqual((await pages(store, { limit: 1, extension: call("a").extension })).flat(), ["a", "c"]);
      assert.deepEqual(ids(await store.unfinishedCalls(call("a").owner)).sort(), ["a", "c"]);
      const deliveryIds = (found: readonly Delivery[]) => found.map(({ deliveryId }) => deliveryId).sort();
      assert.deepEqual(deliveryIds(await store.deliveriesOf("a")), ["a", "c"]);
      assert.deepEqual(deliveryIds(await store.claimDeliveries(THEN + 9, MINUTE, 9)), ["a", "c"]);
      const scheduleIds = (found: readonly Schedule[]) => found.map(({ scheduleId }) => scheduleId);
      assert.deepEqual(scheduleIds(await store.dueSchedules(THEN + 9, 9)), ["a", "c"]);
      const listed: Schedule[] = [];
      for (let page = await store.listSchedules({ limit: 1 }); ;) {
        listed.push(...page.items);
        if (page.nextCursor === undefined) break;
        page = await store.listSchedules({ limit: 1, cursor: page.nextCursor });
      }
      assert.deepEqual(scheduleIds(listed), ["a", "c"]);
      const owners = (await store.instances()).map(({ owner }) => owner);
      assert.deepEqual(owners, all, "what a damaged one owns is taken over");
    });

    testStore("takes what was said in one call, and nothing of another", async (store) => {
      for (const id of ["one", "other"]) {
        await store.saveCall(endedCall(id, THEN, { choiceRawText: "Yes." }));
        await store.saveTranscript(id, [said("x")]);
        await store.addDelivery(delivery(id, { callId: id, body: '{"choice_raw_text":"Yes."}' }));
        await store.addDelivery(delivery(`${id} left`, { callId: id, body: '{"event":"message","text":"Call me."}' }));
      }
      await store.eraseWords("one");
      await store.eraseWords("one");
      await store.eraseWords("nothing");
      assert.equal(await store.findTranscript("one"), undefined);
      assert.equal((await store.findCall("one"))?.choiceRawText, null);
      assert.equal((await store.findDelivery("one"))?.body, '{"choice_raw_text":null}');
      assert.equal((await store.findDelivery("one"))?.status, "pending");
      assert.equal((await store.findDelivery("one left"))?.body, '{"event":"message","text":null}');
      assert.ok(await store.findTranscript("other"));
      assert.equal((await store.findCall("other"))?.choiceRawText, "Yes.");
      assert.equal((await store.findDelivery("other"))?.body, '{"choice_raw_text":"Yes."}');
      assert.equal((await store.findDelivery("other left"))?.body, '{"event":"message","text":"Call me."}');
    });

    testStore("takes one call that is over, with all that belongs to it", async (store) => {
      for (const id of ["one", "other"]) {
        await store.saveCall(endedCall(id, THEN));
        await store.saveTranscript(id, [said("x")]);
        await store.addDelivery(delivery(id, { callId: id }));
      }
      await store.saveCall(call("going on"));
      await store.saveTranscript("going on", [said("x")]);
      assert.equal(await store.removeCall("one"), true);
      assert.equal(await store.removeCall("one"), false);
      assert.equal(await store.removeCall("going on"), false);
      assert.deepEqual((await pages(store, { limit: 9 })).flat().sort(), ["going on", "other"]);
      assert.deepEqual([await store.findTranscript("one"), await store.findDelivery("one")], [undefined, undefined]);
      assert.ok((await store.findTranscript("other")) && (await store.findDelivery("other")));
      assert.ok(await store.findTranscript("going on"));
    });

    testStore("a number takes everything of it, and nothing of anybody else", async (store) => {
      const number = "+4930123456";
      const mine = [
        endedCall("from", THEN, { direction: "inbound", caller: number, extension: "8000" }),
        endedCall("to", THEN + 1, { extension: number }),
        ...Array.from({ length: 60 }, (_, i) => endedCall(`many${i}`, THEN + 2, { extension: "+49 30 12-3456" })),
      ];
      const others = [
        endedCall("other", THEN, { caller: "+493012345", extension: "8000" }),
        endedCall("withheld", THEN, { direction: "inbound", caller: "", extension: "8000" }),
        endedCall("longer", THEN, { extension: "+49301234567" }),
      ];
      for (const record of [...mine, ...others]) {
        await store.saveCall(record);
        await store.saveTranscript(record.callId, [said(number)]);
        await store.addDelivery(delivery(record.callId, { callId: record.callId, body: record.extension }));
      }
      await store.saveCall(call("going on", { status: "in_progress", extension: number }));
      await store.saveTranscript("going on", [said("x")]);
      const lastRun = { dueAt: THEN, outcome: "completed", callId: "to", error: null } as const;
      for (const each of [
        schedule("mine to", { extension: number }),
        schedule("mine by", { kind: "callback", setBy: number, extension: "200" }),
        schedule("mine in", { kind: "timer", setBy: "call:from", setIn: "from", extension: "200" }),
        schedule("mine over", { extension: number, nextAt: null, lastRun }),
        schedule("mine paused", { extension: number, paused: true }),
        schedule("theirs", { extension: "200" }),
        schedule("theirs by", { kind: "timer", setBy: "call:other", setIn: "other", extension: "" }),
      ]) {
        await store.addSchedule(each);
        await store.addOccurrence(occurrence(each.scheduleId, THEN, { state: "over", error: number }));
      }
      // A run that was missed has a webhook and no call.
      for (const scheduleId of ["mine to", "theirs"]) {
        const callId = `missed ${scheduleId}`;
        await store.addOccurrence({
          ...occurrence(scheduleId, THEN + 1, { state: "over", outcome: "missed" }),
          callId,
        });
        await store.addDelivery(delivery(callId, { callId, body: number }));
      }
      const cancel = (scheduleId: string) => store.removeSchedule(scheduleId);
      const forget = createForgetNumber({ store, schedules: { cancel }, isLive: () => false, log: quietLog });

      const there = { calls: 62, transcripts: 62, deliveries: 63, schedules: 5, liveCalls: 1 };
      assert.deepEqual(await forget(number, { dryRun: true }), there);
      assert.ok(await store.findCall("from"), "it was only counted");
      assert.deepEqual(await forget("+49 (30) 123456", { dryRun: false }), there);
      const nothing = { calls: 0, transcripts: 0, deliveries: 0, schedules: 0, liveCalls: 1 };
      assert.deepEqual(await forget(number, { dryRun: false }), nothing);
      assert.deepEqual((await pages(store, { limit: 9 })).flat().sort(), ["going on", "longer", "other", "withheld"]);
      for (const { callId } of mine) {
        assert.equal(await store.findTranscript(callId), undefined);
        assert.deepEqual(await store.deliveriesOf(callId), []);
      }
      assert.equal(await store.findDelivery("missed mine to"), undefined);
      assert.ok(await store.findDelivery("missed theirs"));
      for (const { callId } of others) {
        assert.ok(await store.findTranscript(callId));
        assert.equal((await store.deliveriesOf(callId)).length, 1);
      }
      assert.ok(await store.findTranscript("going on"));
      const left = (await store.listSchedules({ limit: 9 })).items.map(({ scheduleId }) => scheduleId);
      assert.deepEqual(left.sort(), ["theirs", "theirs by"]);
      assert.deepEqual((await store.listSchedules({ limit: 9, status: "over" })).items, []);
      assert.deepEqual(await store.occurrencesOf("mine over", 9), []);
      assert.equal((await store.occurrencesOf("theirs", 9)).length, 2);
    });

    testStore("a number takes the rest when what it was doing broke off, wherever that was", async (store) => {
      const number = "+4930123456";
      await store.saveCall(endedCall("from", THEN, { direction: "inbound", caller: number, extension: "8000" }));
      for (const id of ["s", "t"]) {
        await store.addSchedule(schedule(id, { kind: "timer", setBy: "call:from", setIn: "from", extension: "200" }));
        await store.addOccurrence({ ...overOccurrence(id, THEN), callId: `missed ${id}` });
        await store.addDelivery(delivery(`missed ${id}`, { callId: `missed ${id}` }));
      }
      /** The store goes away before the `last` of what changes something. */
      const breakingOff = (last: number) => {
        let changes = 0;
        const unlessAway = <T>(change: (id: string) => Promise<T>) => {
          return async (id: string): Promise<T> => {
            if (++changes >= last) throw new AttendantError("store_unavailable", "The store is away.");
            return change(id);
          };
        };
        const failing: Store = Object.assign(Object.create(store) as Store, {
          removeCall: unlessAway((id) => store.removeCall(id)),
          removeOccurrences: unlessAway((id) => store.removeOccurrences(id)),
        });
        const cancel = unlessAway((id) => store.removeSchedule(id));
        return createForgetNumber({ store: failing, schedules: { cancel }, isLive: () => false, log: quietLog });
      };
      for (const last of [1, 2, 3, 2, 3]) {
        await assert.rejects(breakingOff(last)(number, { dryRun: false }), { code: "store_unavailable" });
      }
      await breakingOff(Infinity)(number, { dryRun: false });
      assert.deepEqual((await store.listSchedules({ limit: 9 })).items, []);
      assert.equal(await store.findCall("from"), undefined);
      for (const id of ["s", "t"]) {
        assert.deepEqual(await store.occurrencesOf(id, 9), []);
        assert.equal(await store.findDelivery(`missed ${id}`), undefined);
      }
    });

    testStore("takes idempotency keys whose time is over", async (store) => {
      await store.dropKey("answered");
      assert.deepEqual(await store.reserveKey("answered", "g", LATER), { kind: "new" });
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

    testStore("are due when a clock that was ahead has leased or postponed them", async (store) => {
      const YEAR = 365 * DAY;
      await store.addDelivery(delivery("leased"));
      assert.equal((await store.claimDeliveries(THEN + YEAR, MINUTE, 5)).length, 1);
      await store.addDelivery(delivery("postponed", { nextAttemptAt: THEN + YEAR }));
      await store.addDelivery(delivery("tomorrow", { nextAttemptAt: THEN + DAY }));
      await store.addDelivery(delivery("due"));
      const claims = async (at: number) =>
        (await store.claimDeliveries(at, MINUTE, 2)).map(({ deliveryId }) => deliveryId);
      assert.deepEqual((await claims(THEN)).sort(), ["due", "postponed"]);
      assert.deepEqual(await claims(THEN), ["leased"]);
      assert.deepEqual(await claims(THEN), []);
      assert.equal(await store.nextDeliveryAt(), THEN + MINUTE);
      await store.saveDelivery(delivery("due", { status: "delivered", nextAttemptAt: null }));
      assert.deepEqual((await claims(THEN + MINUTE)).sort(), ["leased", "postponed"]);
      assert.deepEqual(await claims(THEN + DAY), ["leased", "postponed"].sort());
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

    testStore("make room, the oldest first, by number and by bytes", async (store) => {
      const body = "é".repeat(500);
      for (let i = 0; i < 8; i++) {
        await store.reserveKey(`k${i}`, "f", LATER + i);
        await store.keepAnswer(`k${i}`, { ...answer, body });
      }
      const left = async () => {
        const kinds = [];
        for (let i = 0; i < 8; i++) kinds.push((await store.reserveKey(`k${i}`, "f", LATER + i)).kind);
        for (const [i, kind] of kinds.entries()) if (kind === "new") await store.dropKey(`k${i}`);
        return kinds.map((kind) => (kind === "same" ? "x" : "-")).join("");
      };
      await store.dropOldestKeys({ keys: 8, bytes: 1_000_000 });
      assert.equal(await left(), "xxxxxxxx");
      await store.dropOldestKeys({ keys: 5, bytes: 1_000_000 });
      assert.equal(await left(), "---xxxxx");
      await store.dropOldestKeys({ keys: 8, bytes: 4_500 });
      assert.equal(await left(), "-----xxx");
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

    for (const reports of FULL ? [3, 40, 400] : [40]) {
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
