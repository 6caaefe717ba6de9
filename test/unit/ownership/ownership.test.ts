import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { AttendantError } from "../../../src/kernel/errors.js";
import { Scope } from "../../../src/kernel/scope.js";
import { createOwnership } from "../../../src/ownership/ownership.js";
import { MemoryCallStore } from "../../support/fakes/memory-call-store.js";
import { memoryInstanceStore, takingFrom } from "../../support/fakes/memory-instance-store.js";
import { memoryScheduleStore } from "../../support/fakes/memory-schedule-store.js";
import { call } from "../../contract/store-samples.js";
import { quietLog } from "../../support/fakes/quiet-log.js";

const LEASE_MS = 30_000;
const STARTED = Date.parse("2026-03-01T12:00:00Z");

/** A controller that has given one sign of life, on a store that can go away. */
async function started(t: TestContext, { isShared = true, others = 0, left = 0 } = {}) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const [calls, schedules] = [new MemoryCallStore(), memoryScheduleStore()];
  const lives = memoryInstanceStore(calls, schedules);
  const metrics = { controllerTakenOver: () => {} };
  const place = undefined;
  const rest = { controllerId: "a", place, leaseMs: LEASE_MS };
  for (let i = 0; i < others; i++) await lives.addInstance({ ...rest, owner: `b~${i}`, place: null, host: "", pid: 1 });
  let ms = 0;
  const scope = new Scope("process");
  t.after(() => scope.end());
  const store = { ...lives, ...takingFrom(calls, schedules) };
  let away = false;
  lives.before = () => {
    if (away) throw new AttendantError("store_unavailable", "The store is away.");
  };
  const [clock, now] = [() => ms, () => STARTED + ms];
  const ownership = createOwnership({ ...rest, store, isShared, log: quietLog, metrics, clock, now });
  const settling = { left, asked: 0, asks: async () => {} };
  const settle = async () => (settling.asked++, await settling.asks(), settling.left);
  const lost: (readonly [former: string, owner: string])[] = [];
  const onLost = async (...moved: readonly [string, string]) => void lost.push(moved);
  ownership.start({ settle, onLost, release: async () => {} }, scope);
  const settles = async () => {
    for (let turn = 0; turn < 20; turn++) await setImmediate();
  };
  await settles();
  return {
    lost,
    /** Time passes, during which every timer rings that is due. */
    async waits(forMs: number, stepMs = 1_000) {
      for (const end = ms + forMs; ms < end; await settles()) {
        ms += stepMs;
        t.mock.timers.tick(stepMs);
      }
    },
    ownership,
    calls,
    lives,
    settling,
    goesAway: () => (away = true),
    passes: (by: number) => (ms += by),
    /** Whether a call may be dialled that was asked for so long after the start, ms. */
    confirms: (askedMs = 0, owner = ownership.owner) => ownership.confirm({ owner, createdAt: STARTED + askedMs }),
  };
}

test("within the lease the store is not asked", async (t) => {
  const { confirms, goesAway, passes } = await started(t, { others: 1 });
  goesAway();
  passes(LEASE_MS - 1);
  assert.equal(await confirms(), true);
});

test("after the lease the store is asked whether another process has taken what was ours", async (t) => {
  const { ownership, lives, confirms, passes } = await started(t);
  const before = ownership.owner;
  passes(LEASE_MS);
  assert.equal(await confirms(), true);
  passes(LEASE_MS);
  const beat = (await lives.instances()).find(({ owner }) => owner === before)?.beat ?? -1;
  assert.equal(await lives.claimInstance(before, beat), true);
  assert.equal(await confirms(0, before), false);
  assert.notEqual(ownership.owner, before);
  assert.equal(await confirms(), true);
});

test("a store that is away keeps a call from being dialled only where another may have written it off", async (t) => {
  const { confirms, goesAway, passes } = await started(t, { others: 1 });
  goesAway();
  passes(2 * LEASE_MS);
  assert.equal(await confirms(LEASE_MS - 1), false);
  assert.equal(await confirms(LEASE_MS), true, "asked for when the store could not know of it any more");
});

test("a controller that is alone places its calls, however long the store is away", async (t) => {
  const { confirms, goesAway, passes } = await started(t);
  goesAway();
  passes(10 * LEASE_MS);
  assert.equal(await confirms(), true);
});

test("with a store of its own, ownership needs no question", async (t) => {
  const { confirms, goesAway, passes } = await started(t, { isShared: false });
  goesAway();
  passes(10 * LEASE_MS);
  assert.equal(await confirms(), true);
});

test("others who have calls are known, those first whom this controller was and those who handed theirs over", async (t) => {
  const { ownership, calls } = await started(t);
  for (const owner of ["a~before", "ab~now", "handed-over~ab", "a", ownership.owner]) {
    await calls.saveCall(call(`of ${owner}`, { owner }));
  }
  assert.deepEqual(await ownership.others(), ["a~before", "handed-over~ab", "a", "ab~now"]);
});

test("calls that may yet be gone on with are looked at again soon, and not once they have come to their end", async (t) => {
  const { settling } = await started(t, { left: 1 });
  const looks = async (count: number) => {
    for (let look = 0; look < count; look++) {
      t.mock.timers.tick(500);
      for (let turn = 0; turn < 20; turn++) await setImmediate();
    }
  };
  await looks(4);
  assert.equal(settling.asked, 5);
  settling.left = 0;
  await looks(100);
  assert.equal(settling.asked, 6);
});

test("a controller that concludes a dead one's calls for longer than its lease stays alive for others", async (t) => {
  const { ownership, lives, settling, waits } = await started(t, { left: 1 });
  let conclude = () => {};
  settling.asks = () => new Promise((resolve) => (conclude = resolve));
  await waits(LEASE_MS);
  const beatOf = async () => (await lives.instances()).find(({ owner }) => owner === ownership.owner)?.beat ?? -1;
  const asked = settling.asked;
  for (let lease = 0, before = await beatOf(); lease < 3; lease++) {
    await waits(LEASE_MS);
    const beat = await beatOf();
    assert.ok(beat >= before + 3, `beat ${beat} after ${before}`);
    before = beat;
  }
  assert.equal(settling.asked, asked, "one cycle all the while");
  conclude();
});

test("one that is declared dead while it takes over keeps what it takes, under its next owner", async (t) => {
  const { ownership, calls, lives, lost, waits } = await started(t, { others: 1 });
  const [before, dead] = [ownership.owner, "b~0"];
  for (const id of ["c1", "c2", "c3"]) await calls.saveCall(call(id, { owner: dead }));
  const takeCall = calls.takeCall.bind(calls);
  let isClaimed = false;
  calls.takeCall = async (...given) => {
    if (!isClaimed) {
      isClaimed = true;
      const beat = (await lives.instances()).find(({ owner }) => owner === before)?.beat ?? -1;
      assert.equal(await lives.claimInstance(before, beat), true);
      t.mock.timers.tick(LEASE_MS); // The next heartbeat, which the store refuses.
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      assert.notEqual(ownership.owner, before);
    }
    return takeCall(...given);
  };
  await waits(2 * LEASE_MS);
  assert.ok(isClaimed);
  assert.deepEqual(lost, [[before, ownership.owner]]);
  for (const id of ["c1", "c2", "c3"]) assert.equal((await calls.findCall(id))?.owner, ownership.owner);
});
