import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { holdCaller } from "../../../../src/conversation/transfer/hold-caller.js";
import { Scope } from "../../../../src/kernel/scope.js";
import { FakeLine } from "../../../support/fakes/fake-line.js";

const PERIOD_MS = 2_800;
const COLLEAGUE = { name: "Ann", number: "201", mode: "blind", music: "" } as unknown as Parameters<
  typeof holdCaller
>[1];

for (const [what, happens, goesOn] of [
  ["puts the line on hold meanwhile", (line: FakeLine) => line.holds(true), true],
  ["hears something else", (line: FakeLine) => line.flush(), false],
] as const) {
  test(`ringback ${goesOn ? "goes on for" : "ends for"} a caller who ${what}`, async () => {
    await using call = new Scope("call");
    await using scope = call.child("waiting");
    const line = new FakeLine(call);
    holdCaller(line, COLLEAGUE, scope).catch(() => {}); // The ending of its scope.
    const plays = async () => {
      line.plays(PERIOD_MS);
      for (let i = 0; i < 10; i++) await setImmediate();
    };
    await plays();
    happens(line);
    for (let i = 0; i < 3; i++) await plays();
    line.holds(false);
    await plays();
    assert.equal(line.queuedMs > 0, goesOn);
  });
}
