import assert from "node:assert/strict";
import { test } from "node:test";
import { FAULTS, faultsInRounds, faultsNamed } from "../../../support/soak/faults.js";
import { seeded } from "../../../support/rest-fuzzer.js";

const names = (list: string) => faultsNamed(list).map(({ name }) => name);

test("faults are named one by one, by what they begin with, and all at once", () => {
  assert.deepEqual(names("stop,media"), ["stop", "media-reset", "media-stall"]);
  assert.equal(names("all").length, FAULTS.length);
  assert.deepEqual(names("none"), []);
});

test("who names one that there is not is told which there are", () => {
  assert.throws(() => faultsNamed("kil"), /no fault "kil".* all, none, kill, restart, hand-over, stop,/);
});

test("each fault comes once in a round, those that end the process first", () => {
  const random = seeded(1);
  const rounds = faultsInRounds(FAULTS, random);
  for (let round = 0; round < 3; round++) {
    const some = FAULTS.map(() => (rounds.next().value as { name: string }).name);
    assert.deepEqual(some.slice(0, 3), ["kill", "restart", "hand-over"]);
    assert.equal(new Set(some).size, FAULTS.length);
  }
});
