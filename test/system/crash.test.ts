import { after, before, describe, test } from "node:test";

import { CallLives, CRASH_STEPS, dealt, type StoreKind, storeKinds, FULL } from "../support/index.js";

/** The full form has each step by itself, on both stores, the default periods, and kills at any millisecond. */
const SWEEP_NEEDS = "40 kills take minutes: TEST_FORM=full";
/** The deaths of a store are gone through in so many rows, and so many rows at a time: each mostly waits, in a world of its own. */
const ROWS = FULL ? 4 : 1;
const AT_A_TIME = 4;
/** From the request on: close together while it is taken in and dialled, then on to beyond the end of the call. */
const SWEEP_MS = [
  ...Array.from({ length: 20 }, (_, i) => i * 4),
  ...Array.from({ length: 8 }, (_, i) => 80 + i * 40),
  ...Array.from({ length: 12 }, (_, i) => 400 + i * 150),
];

/** For each kill, the steps at which it finds calls. */
const deaths = (...names: readonly (readonly string[])[]) =>
  FULL
    ? CRASH_STEPS.map((step) => [step])
    : names.map((together) => together.flatMap((name) => CRASH_STEPS.filter((step) => step.name === name)));
const { embeddedStore, mongodb } = await storeKinds();
/** What is queued comes last: the others hold a line each until the kill. */
const TOGETHER = ["dialling", "ringing", "queued"];
const STORES = [
  { store: embeddedStore, kills: deaths(TOGETHER, ["concluding: webhook on its way"]) },
  { store: mongodb, kills: deaths(["asking"]) },
];

const named = (steps: readonly { readonly name: string }[]) => steps.map(({ name }) => name).join(" or ");

describe("a controller that is killed", { concurrency: AT_A_TIME }, () => {
  for (const { store, kills } of STORES) {
    for (const row of dealt(kills, ROWS)) {
      living(`with the ${store.name}: ${row.map(named).join(", then ")}`, store, (lives) => {
        for (const steps of row) {
          test(`leaves the right record of a call that was ${named(steps)}, and rings no telephone again`, () =>
            lives.survive(...steps));
        }
        test("has every result delivered, under one id each, as the record has it", async (t) =>
          t.diagnostic(await lives.checkWebhooks()));
      });
    }
    living(`with the ${store.name}, all along a call`, FULL ? store : { ...store, skip: SWEEP_NEEDS }, (lives) => {
      test("rings no telephone twice, at whatever millisecond it dies", async (t) =>
        t.diagnostic((await lives.sweep(SWEEP_MS)).join("\n")));
    });
  }
});

/** Tests that lives go through one after the other. */
function living(name: string, store: StoreKind, tests: (lives: CallLives) => void): void {
  // Otherwise its tests would be as concurrent as what it stands in.
  describe(name, { skip: store.skip, concurrency: 1 }, () => {
    const lives = new CallLives(store, FULL ? "usual" : "short", FULL ? 1 : TOGETHER.length);
    before(() => lives.begin());
    after(() => lives[Symbol.asyncDispose]());
    tests(lives);
  });
}
