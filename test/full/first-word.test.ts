// needs: quiet

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Callees,
  CALLEES,
  type Controller,
  Receiver,
  startCallees,
  startWorld,
  type World,
} from "../support/index.js";

const CALLS = 24;
const SAMPLES_PER_MS = 16;
const AUDIBLE = 500;
/** From the answer to our first word, ms. */
const MAX_MEDIAN_MS = 500;
const MAX_P95_MS = 700;

let world: World;
let controller: Controller;
let callees: Callees;
let receiver: Receiver;

before(async () => {
  world = await startWorld();
  callees = await startCallees(world.bed.pbx);
  receiver = await Receiver.start();
  controller = await world.startController({});
});
after(async () => {
  for (const part of [callees, receiver, world]) await part?.[Symbol.asyncDispose]();
});

/** @returns when they heard our first word, ms since they answered */
async function firstWordAt(message: string): Promise<number> {
  const received = receiver.received.length;
  const answer = await fetch(`${controller.url}/call`, {
    method: "POST",
    body: JSON.stringify({
      ...{ extension: CALLEES.saysYes.number, message, on_machine: "hang_up", callback_url: receiver.url },
    }),
    headers: { "content-type": "application/json" },
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  await receiver.has(received + 1, 60_000);
  const taken = callees.calls.at(-1);
  assert.ok(taken);
  await taken.call.ended;
  const at = taken.call.recording().assistant.findIndex((sample) => Math.abs(sample) > AUDIBLE);
  assert.ok(at >= 0, "they heard nothing");
  return at / SAMPLES_PER_MS;
}

test("people who pick up hear our first word at once", async (t) => {
  const times: number[] = [];
  // New in each call, so that nothing of it is in a cache.
  for (let call = 0; call < CALLS; call++)
    times.push(await firstWordAt(`This is message ${call} of ${Date.now()}. Good morning.`));
  times.sort((one, other) => one - other);
  const [p50 = 0, p95 = 0, max = 0] = [0.5, 0.95, 1].map((share) => times[Math.ceil(share * CALLS) - 1]);
  t.diagnostic(JSON.stringify({ p50, p95, max }));
  assert.ok(p50 <= MAX_MEDIAN_MS && p95 <= MAX_P95_MS, times.map(Math.round).join(" "));
});
