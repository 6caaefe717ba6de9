import assert from "node:assert/strict";
import { test } from "node:test";
import { HeartbeatWatch } from "../../../src/ownership/take-over.js";
import type { SeenInstance } from "../../../src/records/controller-instance.js";

const LEASE_MS = 30_000;
const PACE_MS = 5_000;

const life = (owner: string, beat: number, leaseMs = LEASE_MS): SeenInstance => ({
  owner,
  beat,
  leaseMs,
  controllerId: "a-folder",
  place: null,
  host: "a-machine",
  pid: 1,
});

/** When a watch that looks every five seconds takes whom for dead, ms. */
function ends(
  beatsAt: (ms: number) => readonly SeenInstance[],
  untilMs = 120_000,
  watch = new HeartbeatWatch(LEASE_MS / 2),
) {
  const ended: [owner: string, ms: number][] = [];
  for (let ms = 0; ms <= untilMs; ms += PACE_MS) {
    for (const { owner } of watch.ended(beatsAt(ms), ms)) {
      if (!ended.some(([each]) => each === owner)) ended.push([owner, ms]);
    }
  }
  return ended;
}

test("who beats lives, however seldom within the lease", () => {
  assert.deepEqual(
    ends((ms) => [life("a", Math.floor(ms / 25_000))]),
    [],
  );
});

test("who beats no more is dead a lease after, counted from when that beat was seen", () => {
  assert.deepEqual(
    ends((ms) => [life("a", Math.min(ms, 20_000)), life("b", ms)]),
    [["a", 55_000]],
  );
});

test("each has the lease that it has told", () => {
  assert.deepEqual(
    ends(() => [life("long", 7, 60_000), life("short", 7, 10_000)]),
    [
      ["short", 15_000],
      ["long", 65_000],
    ],
  );
});

test("a watch that begins again, because the store was away, gives each process the whole lease", () => {
  const watch = new HeartbeatWatch(LEASE_MS / 2);
  watch.ended([life("a", 1)], 0);
  watch.reset();
  assert.deepEqual(watch.ended([life("a", 1)], 10_000), []);
  assert.deepEqual(watch.ended([life("a", 1)], 20_000), []);
  assert.deepEqual(watch.ended([life("a", 1)], 30_001), []);
  assert.equal(watch.ended([life("a", 1)], 40_001).length, 1);
});

test("who stood still itself does not take the others for dead when it goes on", () => {
  const watch = new HeartbeatWatch(LEASE_MS / 2);
  watch.ended([life("a", 1)], 0);
  assert.deepEqual(watch.ended([life("a", 1)], 90_000), []);
});

test("one that was heard of once is not known to live; one whose beat has changed is", () => {
  const watch = new HeartbeatWatch(LEASE_MS / 2);
  watch.ended([life("a", 1)], 0);
  assert.equal(watch.isAlive("a"), false);
  watch.ended([life("a", 2)], PACE_MS);
  assert.equal(watch.isAlive("a"), true);
  watch.ended([], 2 * PACE_MS);
  assert.equal(watch.isAlive("a"), false);
});
