import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Controller, PACKET_MS, says, startWorld, type World } from "../support/index.js";

const QUESTION = "how much is seven times six";
const FINISHED_MS = 1_000;

let world: World;
let controller: Controller;

before(async () => {
  world = await startWorld();
  controller = await world.startController();
});
after(() => world[Symbol.asyncDispose]());

/** What is understood of the question when it comes in packets of this length. */
async function understoodAt(packetMs: (typeof PACKET_MS)[number] | undefined): Promise<unknown> {
  await using call = await world.telephone.dial("8000", packetMs ? { packetMs } : {});
  await call.hearsSilence({ forMs: FINISHED_MS });
  const from = controller.lines.length;
  await call.say(await says(QUESTION));
  const { data } = await controller.logged("stt_result", () => true, { from });
  return data?.text;
}

test("a telephone with 20 ms in a packet is understood", async () => {
  assert.equal(await understoodAt(undefined), QUESTION);
});

for (const packetMs of PACKET_MS) {
  test(`a telephone with ${packetMs} ms in a packet is understood as one with 20 is`, async () => {
    assert.equal(await understoodAt(packetMs), QUESTION);
  });
}
