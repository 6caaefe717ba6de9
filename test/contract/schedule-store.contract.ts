import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Occurrence, occurrenceIdOf, type Schedule } from "../../src/records/schedule.js";
import type { ScheduleQuery, ScheduleStore } from "../../src/records/stores.js";
import { FULL } from "../support/form.js";
import { occurrence, overOccurrence, overSchedule, schedule } from "./schedule-samples.js";
import { AWKWARD, THEN } from "./store-samples.js";

/** A database of its own for one test. */
export interface ScheduleStoreUnderTest extends AsyncDisposable {
  /** Opens the database: anew after the last one was closed, or beside it where several may share it. */
  open(): Promise<ScheduleStore & AsyncDisposable>;
  /** Whether several may have it open. */
  readonly shared: boolean;
}

const ids = (schedules: readonly Schedule[]) => schedules.map(({ scheduleId }) => scheduleId);
const times = (occurrences: readonly Occurrence[]) => occurrences.map(({ dueAt }) => dueAt - THEN);
const names = (occurrences: readonly Occurrence[]) => occurrences.map(({ occurrenceId }) => occurrenceId);
const id = occurrenceIdOf("s", THEN);
/** More than the embedded store forgets at once. */
const MANY = FULL ? 120 : 60;
const ONE = { state: "claimed", owner: "one" } as const;

async function pages(store: ScheduleStore, query: ScheduleQuery): Promise<string[][]> {
  const found: string[][] = [];
  for (let cursor: string | undefined; ;) {
    const page = await store.listSchedules(cursor === undefined ? query : { ...query, cursor });
    found.push(ids(page.items));
    if (page.nextCursor === undefined) return found;
    cursor = page.nextCursor;
    assert.ok(found.length < 50, "the pages come to an end");
  }
}

/** What every store of schedules does, whatever it is made of. `prepare` makes a database that is used for one test. */
export function scheduleStoreContract(name: string, prepare: () => Promise<ScheduleStoreUnderTest>): void {
  const testStore = (what: string, body: (store: ScheduleStore) => Promise<void>) =>
    test(what, async () => {
      await using under = await prepare();
      await using store = await under.open();
      await body(store);
    });
  /** A test with two controllers that share the database; where only one may have it, it asks twice at once. */
  const testTwo = (what: string, body: (stores: readonly [ScheduleStore, ScheduleStore]) => Promise<void>) =>
    test(what, async () => {
      await using under = await prepare();
      await using one = await under.open();
      await using two = under.shared ? await under.open() : undefined;
      await body([one, two ?? one]);
    });

  describe(`schedules in ${name}`, () => {
    testStore("are counted while they are not over", async (store) => {
      assert.equal(await store.countSchedules(), 0);
      await store.addSchedule(schedule("due"));
      await store.addSchedule(schedule("paused", { paused: true }));
      await store.addSchedule(overSchedule("over", THEN));
      assert.equal(await store.countSchedules(), 2);
      await store.removeSchedule("due");
      assert.equal(await store.countSchedules(), 1);
    });

    const full = schedule("full", {
      kind: "callback",
      setBy: "+4930123456",
      message: null,
      tool: "WEATHER",
      toolParams: { place: "Rome", days: 2, exact: true, nothing: "" },
      prefix: "Good morning.",
      suffix: "Goodbye.",
      callbackUrl: "https://example.org/hook?a=1",
      rule: { recurring: "weekly", time: "07:30", weekday: 1 },
      lastRun: { dueAt: THEN - 7, outcome: "no_answer", callId: "c", error: "The call was not answered." },
      nextAt: THEN + 0.5,
      disclosureWaived: null,
    });

    testStore("come back exactly as they were stored, the first of each name", async (store) => {
      await store.addSchedule(full);
      await store.addSchedule(schedule("full", { message: "another" }));
      assert.deepEqual(await store.findSchedule("full"), full);
      assert.equal(await store.findSchedule("another"), undefined);
    });

    testStore("are replaced by their next revision and by no other", async (store) => {
      await store.addSchedule(full);
      for (const revision of [0, 1, 3]) {
        assert.equal(await store.replaceSchedule({ ...full, paused: true, revision }), false, String(revision));
      }
      assert.equal(await store.replaceSchedule(schedule("unknown", { revision: 2 })), false);
      assert.equal(await store.findSchedule("unknown"), undefined);
      assert.deepEqual(await store.findSchedule("full"), full);
      const second = overSchedule("full", THEN, { setBy: null, kind: "timer", paused: true, revision: 2 });
      assert.equal(await store.replaceSchedule(second), true);
      assert.deepEqual(await store.findSchedule("full"), second);
      assert.equal(await store.replaceSchedule(second), false, "it is there already");
      assert.deepEqual(
        ids((await store.listSchedules({ limit: 9 })).items),
        [],
        "what it is listed by is replaced too",
      );
      assert.deepEqual(ids((await store.listSchedules({ limit: 9, status: "over", kind: "timer" })).items), ["full"]);
    });

    testStore("are listed from a moment on, page by page", async (store) => {
      for (let i = 0; i < 6; i++) {
        const lastRun = { dueAt: THEN + i, outcome: "completed", callId: null, error: null } as const;
        await store.addSchedule(schedule(`due${i}`, { nextAt: THEN + i }));
        await store.addSchedule(schedule(`over${i}`, { nextAt: null, lastRun }));
      }
      const dueAfter = THEN + 1;
      assert.deepEqual(await pages(store, { dueAfter, limit: 3 }), [["due2", "due3", "due4"], ["due5"]]);
      const over = await pages(store, { dueAfter, status: "over", limit: 3 });
      assert.deepEqual(over, [["over5", "over4", "over3"], ["over2"]]);
      assert.deepEqual(await pages(store, { dueAfter: THEN + 5, limit: 3 }), [[]]);
    });

    testStore("are withdrawn, whether they are there or not", async (store) => {
      await store.addSchedule(full);
      await store.addSchedule(schedule("other"));
      for (let time = 0; time < 2; time++) await store.withdrawSchedule("full");
      assert.equal(await store.findSchedule("full"), undefined);
      assert.equal(await store.countSchedules(), 1);
      await store.addSchedule(full);
      assert.deepEqual(await store.findSchedule("full"), full);
    });

    testStore("are removed once, and stay away", async (store) => {
      await store.addSchedule(full);
      assert.deepEqual(await store.removeSchedule("full"), full);
      assert.equal(await store.removeSchedule("full"), undefined);
      assert.equal(await store.findSchedule("full"), undefined);
      assert.equal(
        await store.replaceSchedule({ ...full, revision: 2 }),
        false,
        "nor does a late change bring it back",
      );
      assert.deepEqual(await store.listSchedules({ limit: 5 }), { items: [] });
    });

    testTwo("are replaced by one of all who try at once", async (stores) => {
      await stores[0].addSchedule(schedule("s"));
      for (let revision = 2; revision < 7; revision++) {
        const tries = Array.from({ length: 10 }, (_, i) =>
          stores[i % 2 ? 1 : 0].replaceSchedule(schedule("s", { revision, message: `by ${i}` })),
        );
        const done = await Promise.all(tries);
        assert.equal(done.filter(Boolean).length, 1, done.join());
        const found = await stores[0].findSchedule("s");
        assert.deepEqual([found?.revision, found?.message], [revision, `by ${done.indexOf(true)}`]);
      }
    });

    testTwo("are removed by one of all who try at once, or changed before that", async (stores) => {
      await stores[0].addSchedule(schedule("s"));
      const change = stores[1].replaceSchedule(schedule("s", { revision: 2 }));
      const removals = await Promise.all(
        Array.from({ length: 6 }, (_, i) => stores[i % 2 ? 1 : 0].removeSchedule("s")),
      );
      const removed = removals.filter((each) => each !== undefined);
      assert.equal(removed.length, 1);
      assert.equal(removed[0]?.revision, (await change) ? 2 : 1);
      assert.equal(await stores[1].findSchedule("s"), undefined);
    });

    testTwo("of one name are stored once, whoever adds them", async (stores) => {
      await Promise.all(
        Array.from({ length: 8 }, (_, i) => stores[i % 2 ? 1 : 0].addSchedule(schedule("s", { message: `by ${i}` }))),
      );
      const first = await stores[0].findSchedule("s");
      assert.match(String(first?.message), /^by \d$/);
      assert.deepEqual((await stores[1].listSchedules({ limit: 9 })).items, [first]);
    });

    testStore("keep every text and every name as it was", async (store) => {
      const texts = [...AWKWARD, "long ".repeat(40_000), "👩🏽‍🚒".repeat(500)];
      for (const [i, text] of texts.entries()) {
        const lastRun = { dueAt: THEN, outcome: "failed", callId: text, error: text } as const;
        const toolParams = JSON.parse(JSON.stringify({ text })) as Record<string, string>;
        Object.defineProperty(toolParams, i < AWKWARD.length ? text : "p", { value: text, enumerable: true });
        const odd = { message: text, prefix: text, extension: text, callbackUrl: text, lastRun, toolParams };
        const name = text.slice(0, 100);
        const written = schedule(name, { ...odd, setBy: name, nextAt: THEN + i });
        await store.addSchedule(written);
        const found = await store.findSchedule(name);
        assert.equal(JSON.stringify(found), JSON.stringify(written));
        assert.deepEqual(ids((await store.listSchedules({ limit: 5, setBy: name })).items), [name]);
        assert.deepEqual(ids((await store.listSchedules({ limit: 5, extension: text })).items), [name]);
        assert.equal(await store.replaceSchedule({ ...written, revision: 2 }), true);
      }
      assert.deepEqual(
        (await pages(store, { limit: 4 })).flat(),
        texts.map((text) => text.slice(0, 100)),
      );
      for (const text of texts) assert.equal((await store.removeSchedule(text.slice(0, 100)))?.message, text);
      assert.equal(await store.findSchedule("hasOwnProperty"), undefined);
    });
  });

  describe(`lists of schedules in ${name}`, () => {
    testStore("have the soonest first, in pages that neither repeat nor leave out any", async (store) => {
      const many = Array.from({ length: 23 }, (_, i) =>
        // Several of the same millisecond.
        schedule(`s${String(i).padStart(2, "0")}`, { nextAt: THEN + Math.floor(i / 5), paused: i % 4 === 0 }),
      );
      await Promise.all(many.toReversed().map((each) => store.addSchedule(each)));
      const seven = await pages(store, { limit: 7 });
      assert.deepEqual(seven.flat(), ids(many));
      assert.deepEqual(
        seven.map(({ length }) => length),
        [7, 7, 7, 2],
      );
      assert.equal((await pages(store, { limit: 23 })).length, 1, "no empty page at the end");
      const of = (paused: boolean) => ids(many.filter((each) => each.paused === paused));
      assert.deepEqual((await pages(store, { limit: 4, status: "pending" })).flat(), of(false));
      assert.deepEqual((await pages(store, { limit: 4, status: "paused" })).flat(), of(true));
    });

    testStore("of those that are over have the latest run first", async (store) => {
      const many = Array.from({ length: 11 }, (_, i) =>
        overSchedule(`s${String(i).padStart(2, "0")}`, THEN + Math.floor(i / 3), { paused: i % 2 === 0 }),
      );
      await Promise.all(many.map((each) => store.addSchedule(each)));
      await store.addSchedule(schedule("to come"));
      await store.addSchedule(schedule("paused", { paused: true }));
      assert.deepEqual((await pages(store, { limit: 4, status: "over" })).flat(), ids(many).reverse());
      assert.deepEqual((await pages(store, { limit: 9 })).flat(), ["paused", "to come"]);
      assert.deepEqual((await pages(store, { limit: 9, status: "paused" })).flat(), ["paused"]);
    });

    testStore("of all there are begin with what is furthest ahead and end with the run longest ago", async (store) => {
      const many = Array.from({ length: 17 }, (_, i) => {
        const name = `s${String(i).padStart(2, "0")}`;
        const changes = { kind: i % 2 ? "timer" : "call", extension: i % 3 ? "1001" : "1002" } as const;
        return i < 7
          ? overSchedule(name, THEN + i, changes)
          : schedule(name, { ...changes, nextAt: THEN + i, paused: i % 4 === 0 });
      });
      await Promise.all(many.map((each) => store.addSchedule(each)));
      const latest = many.toReversed();
      for (const limit of [3, 500]) {
        assert.deepEqual((await pages(store, { limit, status: "all" })).flat(), ids(latest));
        const timers = ids(latest.filter(({ kind }) => kind === "timer"));
        assert.deepEqual((await pages(store, { limit, status: "all", kind: "timer" })).flat(), timers);
      }
    });

    testStore("are of one number", async (store) => {
      for (let i = 0; i < 12; i++) {
        const extension = i % 3 ? "+49301" : "1002";
        const name = `s${String(i).padStart(2, "0")}`;
        await store.addSchedule(schedule(name, { extension, nextAt: THEN + i, kind: i % 2 ? "timer" : "call" }));
        await store.addSchedule(overSchedule(`over ${name}`, THEN + i, { extension }));
      }
      const listed = async (query: Omit<ScheduleQuery, "limit">) => (await pages(store, { ...query, limit: 3 })).flat();
      assert.deepEqual(await listed({ extension: "1002" }), ["s00", "s03", "s06", "s09"]);
      assert.deepEqual(await listed({ extension: "1002", kind: "timer" }), ["s03", "s09"]);
      assert.deepEqual(await listed({ extension: "1002", status: "over", kind: "call" }), [
        ...["over s09", "over s06", "over s03", "over s00"],
      ]);
      const all = await listed({ extension: "1002", status: "all" });
      assert.deepEqual(all.slice(0, 4), ["s09", "over s09", "s06", "over s06"]);
      assert.deepEqual(await listed({ extension: "1003" }), []);
    });

    testStore("are of one kind, of one who has set them, or both", async (store) => {
      const kinds = ["timer", "callback", "call"] as const;
      for (let i = 0; i < 18; i++) {
        const changes = {
          kind: kinds[i % 3] ?? "call",
          setBy: [null, "1001", "call:x"][Math.floor(i / 3) % 3] ?? null,
        };
        const name = `s${String(i).padStart(2, "0")}`;
        await store.addSchedule(schedule(name, { ...changes, nextAt: THEN + i, paused: i > 14 }));
        await store.addSchedule(overSchedule(`over ${name}`, THEN + i, changes));
      }
      assert.deepEqual(await pages(store, { limit: 4, kind: "timer" }), [
        ["s00", "s03", "s06", "s09"],
        ["s12", "s15"],
      ]);
      assert.deepEqual((await pages(store, { limit: 5, setBy: "1001" })).flat(), [
        ...["s03", "s04", "s05", "s12", "s13", "s14"],
      ]);
      assert.deepEqual((await pages(store, { limit: 1, setBy: "call:x", kind: "callback" })).flat(), ["s07", "s16"]);
      assert.deepEqual((await pages(store, { limit: 9, setBy: "call:x", status: "paused" })).flat(), [
        ...["s15", "s16", "s17"],
      ]);
      assert.deepEqual((await pages(store, { limit: 1, setBy: "1001", kind: "call", status: "over" })).flat(), [
        ...["over s14", "over s05"],
      ]);
      assert.deepEqual((await pages(store, { limit: 9, setBy: "1002" })).flat(), []);
    });

    testStore("shift no schedule that stays where it is while others come, go and change", async (store) => {
      for (let i = 0; i < 12; i++) await store.addSchedule(schedule(`s${i}`, { nextAt: THEN + i * 10 }));
      const first = await store.listSchedules({ limit: 4 });
      await store.addSchedule(schedule("earlier", { nextAt: THEN + 5 }));
      await store.addSchedule(schedule("between", { nextAt: THEN + 55 }));
      await store.removeSchedule("s3"); // Which the cursor names.
      await store.removeSchedule("s9");
      await store.replaceSchedule(schedule("s0", { nextAt: THEN + 65, revision: 2 }));
      await store.replaceSchedule(overSchedule("s4", THEN + 40, { revision: 2 }));
      const second = await store.listSchedules({ limit: 4, cursor: first.nextCursor ?? "" });
      const third = await store.listSchedules({ limit: 9, cursor: second.nextCursor ?? "" });
      assert.deepEqual(
        [first, second, third].map(({ items }) => ids(items)),
        [
          ["s0", "s1", "s2", "s3"],
          ["s5", "between", "s6", "s0"],
          ["s7", "s8", "s10", "s11"],
        ],
      );
    });

    testStore("refuse a cursor that is none", async (store) => {
      for (const cursor of ["", "nonsense", "e30", "W10", "WyJ4IiwxXQ", "WzEsMl0", "\ud800", "A".repeat(5000)]) {
        for (const status of ["pending", "over"] as const) {
          await assert.rejects(store.listSchedules({ limit: 5, cursor, status }), { code: "invalid_request" }, cursor);
        }
      }
    });
  });

  describe(`schedules that are due in ${name}`, () => {
    testStore("are given the longest overdue first, and none that is paused, over or still to come", async (store) => {
      await store.addSchedule(schedule("later", { nextAt: THEN + 1.5 }));
      await store.addSchedule(schedule("now", { nextAt: THEN + 1 }));
      await store.addSchedule(schedule("b", { nextAt: THEN - 5 }));
      await store.addSchedule(schedule("a", { nextAt: THEN - 5 }));
      await store.addSchedule(schedule("old", { nextAt: THEN - 86_400_000 }));
      await store.addSchedule(schedule("paused", { nextAt: THEN - 90_000_000, paused: true }));
      await store.addSchedule(overSchedule("over", THEN - 90_000_000));
      assert.deepEqual(ids(await store.dueSchedules(THEN + 1, 10)), ["old", "a", "b", "now"]);
      assert.deepEqual(ids(await store.dueSchedules(THEN + 1, 3)), ["old", "a", "b"]);
      assert.deepEqual(await store.dueSchedules(THEN - 86_400_001, 10), []);
      assert.deepEqual((await store.dueSchedules(THEN, 1))[0], schedule("old", { nextAt: THEN - 86_400_000 }));
    });

    testStore("are so by what was last said of them", async (store) => {
      await store.addSchedule(schedule("s"));
      await store.replaceSchedule(schedule("s", { paused: true, revision: 2 }));
      assert.deepEqual(await store.dueSchedules(THEN, 5), []);
      await store.replaceSchedule(schedule("s", { revision: 3 }));
      assert.equal((await store.dueSchedules(THEN, 5))[0]?.revision, 3);
      await store.replaceSchedule(schedule("s", { nextAt: THEN + 1, revision: 4 }));
      assert.deepEqual(await store.dueSchedules(THEN, 5), []);
      await store.removeSchedule("s");
      assert.deepEqual(await store.dueSchedules(THEN + 1, 5), []);
    });
  });

  describe(`occurrences in ${name}`, () => {
    testStore("come back exactly as they were stored, the first of each instant", async (store) => {
      const full = occurrence("s", THEN, {
        state: "over",
        channelId: "channel",
        outcome: "failed",
        error: "It broke.",
        leaseUntil: THEN + 0.5,
      });
      assert.equal(await store.addOccurrence(full), true);
      assert.equal(await store.addOccurrence(occurrence("s", THEN, { owner: "two" })), false);
      assert.equal(await store.addOccurrence(occurrence("s", THEN + 1)), true);
      assert.deepEqual(await store.findOccurrence(id), full);
      assert.equal(await store.findOccurrence("another"), undefined);
    });

    testStore("change where they are what they are expected to be, and nowhere else", async (store) => {
      await store.addOccurrence(occurrence("s", THEN));
      await store.addOccurrence(occurrence("t", THEN));
      const dialling = { state: "dialling", channelId: "channel", leaseUntil: THEN + 5 } as const;
      assert.equal(await store.moveOccurrence(id, { state: "claimed", owner: "two" }, dialling), false);
      assert.equal(await store.moveOccurrence(id, { state: "dialling", owner: "one" }, dialling), false);
      assert.equal(await store.moveOccurrence("another", ONE, dialling), false);
      assert.deepEqual(await store.findOccurrence(id), occurrence("s", THEN));
      assert.equal(await store.moveOccurrence(id, ONE, dialling), true);
      assert.deepEqual(await store.findOccurrence(id), occurrence("s", THEN, dialling));
      const over = { state: "over", outcome: "busy", error: "They were on the phone.", channelId: null } as const;
      assert.equal(await store.moveOccurrence(id, { state: "dialling", owner: "one" }, over), true);
      assert.deepEqual(await store.findOccurrence(id), occurrence("s", THEN, { ...dialling, ...over }));
      const all = { state: "claimed", owner: "two", callId: "c", outcome: null, error: null, leaseUntil: 1 } as const;
      assert.equal(await store.moveOccurrence(id, { state: "over", owner: "one" }, all), true);
      assert.deepEqual(await store.findOccurrence(id), occurrence("s", THEN, all));
      assert.deepEqual(await store.findOccurrence(occurrenceIdOf("t", THEN)), occurrence("t", THEN));
    });

    testStore("can be changed to what they are already, and be asked for without any change", async (store) => {
      await store.addOccurrence(occurrence("s", THEN));
      assert.equal(await store.moveOccurrence(id, ONE, { leaseUntil: THEN + 60_000 }), true);
      assert.equal(await store.moveOccurrence(id, ONE, {}), true);
      assert.equal(await store.moveOccurrence(id, { ...ONE, owner: "two" }, {}), false);
      assert.deepEqual(await store.findOccurrence(id), occurrence("s", THEN));
    });

    testTwo("are claimed by one of all who try at once", async (stores) => {
      for (let round = 0; round < 5; round++) {
        const claims = Array.from({ length: 10 }, (_, i) =>
          stores[i % 2 ? 1 : 0].addOccurrence(occurrence("s", THEN + round, { owner: `${i}` })),
        );
        const done = await Promise.all(claims);
        assert.equal(done.filter(Boolean).length, 1, done.join());
        const found = await stores[1].findOccurrence(occurrenceIdOf("s", THEN + round));
        assert.equal(found?.owner, String(done.indexOf(true)));
      }
    });

    testTwo("whose owner is gone are taken over by one of all who try at once", async (stores) => {
      for (let round = 0; round < 5; round++) {
        const name = occurrenceIdOf("s", THEN + round);
        await stores[0].addOccurrence(occurrence("s", THEN + round));
        const takers = Array.from({ length: 10 }, (_, i) =>
          stores[i % 2 ? 1 : 0].moveOccurrence(name, ONE, { owner: `taker ${i}`, leaseUntil: THEN * 2 }),
        );
        // While the one that was taken for gone goes on.
        const back = stores[0].moveOccurrence(name, ONE, { state: "dialling", channelId: "channel" });
        const done = await Promise.all([...takers, back]);
        assert.equal(done.filter(Boolean).length, 1, done.join());
        const found = await stores[1].findOccurrence(name);
        const winner = done.indexOf(true);
        assert.equal(found?.owner, winner < takers.length ? `taker ${winner}` : "one");
        assert.equal(found?.state, winner < takers.length ? "claimed" : "dialling");
      }
    });

    testStore("that are not over are known, each controller's own", async (store) => {
      await store.addOccurrence(occurrence("b", THEN + 2, { state: "dialling" }));
      await store.addOccurrence(occurrence("a", THEN + 2));
      await store.addOccurrence(occurrence("c", THEN));
      await store.addOccurrence(overOccurrence("over", THEN - 9));
      await store.addOccurrence(occurrence("theirs", THEN, { owner: "two" }));
      const open = async (owner: string) =>
        (await store.openOccurrences({ owner })).map(({ scheduleId }) => scheduleId);
      assert.deepEqual(await open("one"), ["c", "a", "b"]);
      assert.deepEqual(await open("two"), ["theirs"]);
      assert.deepEqual(await open("nobody"), []);
      await store.moveOccurrence(occurrenceIdOf("c", THEN), ONE, { state: "over", outcome: "missed" });
      await store.moveOccurrence(occurrenceIdOf("a", THEN + 2), ONE, { owner: "two" });
      assert.deepEqual(await open("one"), ["b"]);
      assert.deepEqual(await open("two"), ["theirs", "a"]);
    });

    testStore("whose lease is over are known, whoever had it", async (store) => {
      await store.addOccurrence(occurrence("a", THEN + 1, { leaseUntil: THEN + 99, state: "dialling" }));
      await store.addOccurrence(occurrence("b", THEN, { leaseUntil: THEN + 99.5, owner: "two" }));
      await store.addOccurrence(occurrence("c", THEN, { leaseUntil: THEN + 100 }));
      await store.addOccurrence(occurrence("over", THEN, { leaseUntil: 0, state: "over" }));
      assert.deepEqual(names(await store.openOccurrences({ leaseBefore: THEN + 100 })), [
        occurrenceIdOf("b", THEN),
        occurrenceIdOf("a", THEN + 1),
      ]);
      assert.deepEqual(await store.openOccurrences({ leaseBefore: THEN + 99 }), []);
      await store.moveOccurrence(occurrenceIdOf("b", THEN), { ...ONE, owner: "two" }, { leaseUntil: THEN + 200 });
      assert.deepEqual(times(await store.openOccurrences({ leaseBefore: THEN + 100 })), [1]);
    });

    testStore("of a schedule are listed latest first, and outlive it", async (store) => {
      await store.addSchedule(schedule("s"));
      for (const at of [3, 1, 4, 2]) await store.addOccurrence(occurrence("s", THEN + at));
      await store.addOccurrence(occurrence("other", THEN + 9));
      await store.removeSchedule("s");
      assert.deepEqual(times(await store.occurrencesOf("s", 10)), [4, 3, 2, 1]);
      assert.deepEqual(times(await store.occurrencesOf("s", 2)), [4, 3]);
      assert.deepEqual(await store.occurrencesOf("nobody", 10), []);
    });

    testStore("keep every text and every name as it was", async (store) => {
      for (const text of [...AWKWARD, "long ".repeat(40_000)]) {
        const name = text.slice(0, 100);
        const written = occurrence(name, THEN, { owner: name, callId: text, channelId: text, error: text });
        assert.equal(await store.addOccurrence(written), true);
        assert.equal(await store.addOccurrence(written), false);
        assert.deepEqual(await store.findOccurrence(written.occurrenceId), written);
        assert.deepEqual(await store.openOccurrences({ owner: name }), [written]);
        assert.deepEqual(await store.occurrencesOf(name, 5), [written]);
        const change = { owner: `${name}!`, callId: name, error: `${text}!` };
        assert.equal(await store.moveOccurrence(written.occurrenceId, { state: "claimed", owner: name }, change), true);
        assert.deepEqual(await store.findOccurrence(written.occurrenceId), { ...written, ...change });
      }
    });
  });

  describe(`forgetting schedules in ${name}`, () => {
    testStore("takes what is over and was due before the moment", async (store) => {
      for (let i = 0; i < MANY; i++) {
        await Promise.all([
          store.addSchedule(overSchedule(`old${i}`, THEN + i)),
          store.addOccurrence(overOccurrence(`old${i}`, THEN + i)),
          store.addOccurrence(overOccurrence("daily", THEN + i)),
        ]);
      }
      await store.addSchedule(overSchedule("kept", THEN + MANY));
      await store.addOccurrence(overOccurrence("kept", THEN + MANY));
      await store.addOccurrence(overOccurrence("daily", THEN + MANY));
      await store.addSchedule(schedule("daily", { nextAt: THEN - 1 }));
      await store.addSchedule(schedule("paused", { nextAt: THEN - 1, paused: true }));
      assert.equal(await store.purgeSchedules(THEN + MANY), MANY);
      assert.equal((await store.occurrencesOf("daily", 500)).length, MANY + 1, "what has run has an age of its own");
      assert.ok(await store.findOccurrence(occurrenceIdOf("old0", THEN)));
      assert.equal(await store.purgeOccurrences(THEN + MANY), 2 * MANY);
      assert.deepEqual((await pages(store, { limit: 9, status: "over" })).flat(), ["kept"]);
      assert.deepEqual((await pages(store, { limit: 9 })).flat(), ["daily", "paused"]);
      assert.deepEqual(times(await store.occurrencesOf("daily", 500)), [MANY]);
      assert.equal((await store.occurrencesOf("kept", 5)).length, 1);
      assert.equal(await store.findOccurrence(occurrenceIdOf("old0", THEN)), undefined);
      assert.equal(await store.purgeSchedules(THEN + MANY), 0);
      assert.equal(await store.purgeOccurrences(THEN + MANY), 0);
    });

    testStore("takes the occurrences of one schedule that are over", async (store) => {
      for (let i = 0; i < 3; i++) await store.addOccurrence(occurrence("s", THEN + i, { state: "over" }));
      await store.addOccurrence(occurrence("s", THEN + 9, { state: "dialling" }));
      await store.addOccurrence(occurrence("other", THEN, { state: "over" }));
      assert.equal(await store.removeOccurrences("s"), 3);
      assert.equal(await store.removeOccurrences("s"), 0);
      assert.deepEqual(times(await store.occurrencesOf("s", 9)), [9]);
      assert.equal((await store.occurrencesOf("other", 9)).length, 1);
    });

    testStore("takes no schedule of which an occurrence is not over", async (store) => {
      for (const state of ["claimed", "dialling"] as const) {
        await store.addSchedule(overSchedule(state, THEN));
        await store.addOccurrence(occurrence(state, THEN, { state }));
      }
      await store.addSchedule(overSchedule("another", THEN));
      assert.equal(await store.purgeSchedules(THEN + 1), 1);
      assert.deepEqual((await pages(store, { limit: 9, status: "over" })).flat(), ["dialling", "claimed"]);
      await store.moveOccurrence(occurrenceIdOf("claimed", THEN), ONE, { state: "over", outcome: "missed" });
      assert.equal(await store.purgeSchedules(THEN + 1), 1, "its occurrence is over");
      assert.deepEqual((await pages(store, { limit: 9, status: "over" })).flat(), ["dialling"]);
      assert.equal((await store.openOccurrences({ owner: "one" })).length, 1);
    });
  });

  describe(`what ${name} has acknowledged of schedules`, () => {
    test("is there when it is opened again", async () => {
      await using under = await prepare();
      {
        await using store = await under.open();
        await store.addSchedule(schedule("s"));
        await store.replaceSchedule(schedule("s", { revision: 2, nextAt: THEN + 1 }));
        await store.addOccurrence(occurrence("s", THEN));
        await store.moveOccurrence(id, ONE, { state: "dialling", channelId: "channel" });
      }
      await using store = await under.open();
      assert.deepEqual(await store.findSchedule("s"), schedule("s", { revision: 2, nextAt: THEN + 1 }));
      const dialling = occurrence("s", THEN, { state: "dialling", channelId: "channel" });
      assert.deepEqual(await store.openOccurrences({ owner: "one" }), [dialling]);
      assert.equal(await store.addOccurrence(occurrence("s", THEN)), false);
    });
  });
}
