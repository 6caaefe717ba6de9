import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  CALLEES,
  type Callees,
  FULL,
  Lives,
  Receiver,
  SHORT_PERIODS,
  startCallees,
  type StoreKind,
  storeKinds,
  TEST_LINES,
} from "../support/index.js";

const { embeddedStore, mongodb } = await storeKinds();
const { busy, neverAnswers } = TEST_LINES;
const { pressesTwo } = CALLEES;

/** Its controller is killed while the second telephone rings. */
function killed(store: StoreKind): void {
  describe(`a chain of three with the ${store.name}`, { skip: store.skip }, () => {
    const lives = new Lives(store, SHORT_PERIODS);
    let callees: Callees;
    let receiver: Receiver;
    before(async () => {
      await lives.begin();
      callees = await startCallees(lives.world.bed.pbx);
      receiver = await Receiver.start();
    });
    after(async () => {
      await receiver?.[Symbol.asyncDispose]();
      await callees?.[Symbol.asyncDispose]();
      await lives[Symbol.asyncDispose]();
    });

    test("goes on after a kill, rings nobody twice, and reports once that the third has acknowledged", async () => {
      const { rest } = lives;
      const options = [{ value: "come" }, { value: "noted" }];
      const { status, body } = await rest.placeCall({
        extensions: [busy, neverAnswers, pressesTwo.number],
        message: "The pump has stopped.",
        choice: { prompt: "Press two when you have got it.", options },
        until: "noted",
        callback_url: receiver.url,
      });
      assert.equal(status, 200, JSON.stringify(body));
      const chainId = String(body.chain_id);
      await rest.callsUntil((calls) =>
        calls.some((call) => call.extension === neverAnswers && call.status === "ringing"),
      );
      await lives.kill();
      await lives.start();
      await receiver.has(1, 60_000);
      const { body: chain } = await rest.ask("GET", `/chain/${chainId}`);
      assert.deepEqual(
        (chain.steps as readonly { extension: string; outcome: string }[]).map(({ extension, outcome }) => [
          extension,
          outcome,
        ]),
        [
          [busy, "busy"],
          [neverAnswers, "failed"],
          [pressesTwo.number, "reached"],
        ],
      );
      assert.deepEqual(
        [neverAnswers, pressesTwo.number].map((number) => lives.rings(number)),
        [1, 1],
      );
      const results = receiver.received.map(({ body: text }) => JSON.parse(text) as Record<string, unknown>);
      assert.deepEqual(
        results.map(({ chain_id, chain_status, choice_response }) => [chain_id, chain_status, choice_response]),
        [[chainId, "reached", "noted"]],
      );
    });
  });
}

for (const store of FULL ? [embeddedStore, mongodb] : [embeddedStore]) killed(store);
