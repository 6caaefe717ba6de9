import assert from "node:assert/strict";
import { test } from "node:test";
import { hangUpUnwanted } from "../../../../src/calls/tasks/hang-up-unwanted.js";

type Chain = Parameters<typeof hangUpUnwanted>[0];
type Calls = Parameters<typeof hangUpUnwanted>[1];

/** Ids of the live calls that are hung up of a chain with these steps, whose calls are in these stages. */
function hungUp(status: string, stages: Readonly<Record<string, string | undefined>>): readonly string[] {
  const ended: string[] = [];
  const steps = Object.keys(stages).map((callId) => ({ callId, outcome: null }));
  const find = (callId: string) => ({
    call: { record: { stage: stages[callId], answeredAt: 1 } },
    scope: { end: () => ended.push(callId) },
  });
  hangUpUnwanted({ progress: { status, steps } } as unknown as Chain, { find } as unknown as Calls);
  return ended;
}

test("someone who was put through goes on talking when another number of the chain was reached", () => {
  assert.deepEqual(hungUp("reached", { waits: undefined, talks: "put_through" }), ["waits"]);
});

test("a chain that is ended by its client is ended for everyone", () => {
  assert.deepEqual(hungUp("cancelled", { waits: undefined, talks: "put_through" }), ["waits", "talks"]);
});

test("someone who has answered is not hung up on while the chain goes on", () => {
  assert.deepEqual(hungUp("in_progress", { answered: undefined }), []);
});
