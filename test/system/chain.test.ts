import { after, before, test } from "node:test";
import { CHAIN_CRASH_STEPS, ChainLives, storeKinds } from "../support/index.js";

/** test/full/chain-crash.test.ts has all steps, on both stores, and test/flows/chain-crash.test.ts has them each time. */
const HERE = "while the third rings";

const { embeddedStore } = await storeKinds();
const lives = new ChainLives(embeddedStore);

before(() => lives.begin());
after(() => lives[Symbol.asyncDispose]());

for (const step of CHAIN_CRASH_STEPS.filter(({ name }) => name === HERE)) {
  test(`a chain of five rings nobody twice and reports once when its controller is killed ${step.name}`, async (t) =>
    t.diagnostic(await lives.survive(step)));
}
