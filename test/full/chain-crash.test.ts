import { after, before, describe, test } from "node:test";
import { CHAIN_CRASH_STEPS, ChainLives, dealt, storeKinds } from "../support/index.js";

/** The steps of a store are gone through in so many rows beside each other, each in a world of its own. */
const ROWS = 2;

const { embeddedStore, mongodb } = await storeKinds();

describe("a chain of five whose controller is killed", { concurrency: ROWS }, () => {
  for (const store of [embeddedStore, mongodb]) {
    for (const row of dealt(CHAIN_CRASH_STEPS, ROWS)) {
      const name = `with the ${store.name}: ${row.map((step) => step.name).join(", then ")}`;
      describe(name, { skip: store.skip, concurrency: 1 }, () => {
        const lives = new ChainLives(store);
        before(() => lives.begin());
        after(() => lives[Symbol.asyncDispose]());
        for (const step of row) {
          test(`rings nobody twice and reports once when it dies ${step.name}`, async (t) =>
            t.diagnostic(await lives.survive(step)));
        }
      });
    }
  }
});
