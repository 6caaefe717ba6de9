import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ControllerInstance } from "../../src/records/controller-instance.js";
import type { InstanceStore, Store } from "../../src/records/stores.js";
import { occurrence, overOccurrence } from "./schedule-samples.js";
import type { StoreUnderTest } from "./store.contract.js";
import { AWKWARD, call, endedCall, THEN } from "./store-samples.js";

const instance = (owner: string, changes: Partial<ControllerInstance> = {}): ControllerInstance => ({
  owner,
  controllerId: "a-folder",
  place: "12:34",
  host: "a-machine",
  pid: 7,
  leaseMs: 30_000,
  ...changes,
});

const beatOf = async (store: InstanceStore, owner: string) =>
  (await store.instances()).find((each) => each.owner === owner)?.beat;

/** What every store keeps of process instances and owners. `prepare` creates a database that is used for one test. */
export function instanceStoreContract(
  name: string,
  prepare: () => Promise<Pick<StoreUnderTest, "open" | "shared" | keyof AsyncDisposable>>,
): void {
  const testStore = (what: string, body: (store: Store) => Promise<void>) =>
    test(what, async () => {
      await using under = await prepare();
      await using store = await under.open();
      await body(store);
    });
  /** A test with two controllers that share the database; where only one may have it, it asks twice at once. */
  const testTwo = (what: string, body: (stores: readonly [Store, Store]) => Promise<void>) =>
    test(what, async () => {
      await using under = await prepare();
      await using one = await under.open();
      await using two = under.shared ? await under.open() : undefined;
      await body([one, two ?? one]);
    });

  describe(`process instances in ${name}`, () => {
    testStore("are known as they were added, once, with a beat that counts", async (store) => {
      const full = instance("one~1", { place: null, host: AWKWARD.join(""), pid: 4_194_304 });
      assert.equal(await store.addInstance(full), true);
      assert.equal(await store.addInstance(instance("one~1", { host: "another" })), false);
      assert.deepEqual(await store.instances(), [{ ...full, beat: 0 }]);
      assert.deepEqual([await store.beat("one~1"), await store.beat("one~1")], [true, true]);
      assert.deepEqual(await store.instances(), [{ ...full, beat: 2 }]);
    });

    testStore("have no beat that are not known", async (store) => {
      assert.equal(await store.beat("one~1"), false);
      await store.addInstance(instance("one~1"));
      await store.removeInstance("one~1");
      assert.deepEqual([await store.beat("one~1"), await store.instances()], [false, []]);
      await store.removeInstance("one~1");
    });

    testStore("are claimed at the beat that was seen, and beat no more", async (store) => {
      await store.addInstance(instance("one~1"));
      await store.beat("one~1");
      assert.equal(await store.claimInstance("one~1", 0), false);
      assert.equal(await store.claimInstance("another", 1), false);
      assert.equal(await store.claimInstance("one~1", 1), true);
      assert.equal(await store.beat("one~1"), false);
      assert.equal(await store.addInstance(instance("one~1")), false);
    });

    testStore("can be claimed again where the first who did has left it", async (store) => {
      await store.addInstance(instance("one~1"));
      assert.equal(await store.claimInstance("one~1", 0), true);
      const beat = await beatOf(store, "one~1");
      assert.notEqual(beat, 0);
      assert.equal(await store.claimInstance("one~1", beat ?? 0), true);
    });

    testTwo("are claimed by one of many, or go on beating", async (stores) => {
      for (let n = 0; n < 20; n++) {
        const owner = `one~${n}`;
        await stores[0].addInstance(instance(owner));
        const claims = Array.from({ length: 8 }, (_, i) => stores[i % 2 ? 1 : 0].claimInstance(owner, 0));
        const [beat, ...claimed] = await Promise.all([stores[1].beat(owner), ...claims]);
        assert.equal([beat, ...claimed].filter(Boolean).length, 1, "either it has beaten, or one has it");
        assert.equal(await stores[0].beat(owner), beat, "who was claimed has no further beat");
      }
    });

    testStore("are named where calls or runs of theirs are not over", async (store) => {
      await store.saveCall(call("a", { owner: "of a call" }));
      await store.saveCall(call("b", { owner: "of a call" }));
      await store.saveCall(endedCall("c", THEN, { owner: "of one that is over" }));
      await store.addOccurrence(occurrence("s", THEN, { owner: AWKWARD.join("") }));
      await store.addOccurrence({ ...overOccurrence("s", THEN + 1), owner: "of a run that is over" });
      assert.deepEqual([...(await store.openOwners())].sort(), [AWKWARD.join(""), "of a call"].sort());
    });
  });

  describe(`whose a call is in ${name}`, () => {
    testStore("changes in one step, and what its former owner writes is not kept", async (store) => {
      const going = call("c", { status: "in_progress", answeredAt: THEN, choiceRawText: AWKWARD.join("") });
      assert.equal(await store.saveCall(going), true);
      assert.equal(await store.takeCall("c", "two", "three"), false);
      assert.equal(await store.takeCall("c", "one", "two"), true);
      assert.deepEqual(await store.findCall("c"), { ...going, owner: "two" });
      const unfinished = [await store.unfinishedCalls("one"), await store.unfinishedCalls("two")];
      assert.deepEqual(unfinished, [[], [{ ...going, owner: "two" }]]);
      assert.equal(await store.saveCall({ ...going, status: "completed", endedAt: THEN }), false);
      const settled = { ...going, owner: "two", status: "failed", endedAt: THEN } as const;
      assert.equal(await store.saveCall(settled), true);
      assert.equal(await store.saveCall({ ...going, status: "completed", endedAt: THEN + 1 }), false);
      assert.deepEqual(await store.findCall("c"), settled);
    });

    testStore("stays as it is when it is over", async (store) => {
      await store.saveCall(endedCall("c", THEN));
      assert.equal(await store.takeCall("c", "one", "two"), false);
      assert.equal(await store.takeCall("none", "one", "two"), false);
    });

    testStore("one that is over is not going on again by a writing that comes late", async (store) => {
      const over = endedCall("c", THEN);
      await store.saveCall(over);
      assert.equal(await store.saveCall({ ...over, status: "in_progress", endedAt: null }), false);
      assert.deepEqual(await store.findCall("c"), over);
      assert.equal(await store.saveCall({ ...over, error: "It broke." }), true);
    });

    testTwo("is one taker's of many, whatever its owner writes meanwhile", async (stores) => {
      for (let n = 0; n < 10; n++) {
        const callId = `c${n}`;
        await stores[0].saveCall(call(callId));
        const takers = Array.from({ length: 6 }, (_, i) => stores[i % 2 ? 1 : 0].takeCall(callId, "one", `taker ${i}`));
        const writing = stores[1].saveCall(call(callId, { status: "ringing" }));
        const taken = await Promise.all(takers);
        const kept = await writing;
        assert.equal(taken.filter(Boolean).length, 1);
        const found = await stores[0].findCall(callId);
        assert.equal(found?.owner, `taker ${taken.indexOf(true)}`);
        // What was kept before it was taken is what was taken.
        assert.equal(found?.status, kept ? "ringing" : "queued");
      }
    });
  });
}
