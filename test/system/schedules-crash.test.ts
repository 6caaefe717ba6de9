import { after, before, describe, test } from "node:test";

import {
  dealt,
  type Recurrence,
  SCHEDULE_CRASH_STEPS,
  ScheduleLives,
  SHORT_PERIODS,
  type StoreKind,
  storeKinds,
  FULL,
} from "../support/index.js";

/**
 * Why it is left out otherwise than in full form, which has every step, once and recurring, on both stores, too, and the
 * periods that come with the service; test/flows/scheduled-call-crash has every step each time.
 */
const SWEEP_NEEDS = "40 kills take minutes: TEST_FORM=full";
/** The steps of a store are gone through in so many rows, and so many rows at a time: each mostly waits, in a world of its own. */
const ROWS = FULL ? 4 : 1;
const AT_A_TIME = 4;
/** Around the moment at which it is due, ms. */
const SWEEP_MS = [
  ...Array.from({ length: 20 }, (_, i) => -20 + i * 5),
  ...Array.from({ length: 12 }, (_, i) => 90 + i * 30),
  ...Array.from({ length: 8 }, (_, i) => 500 + i * 200),
];

/** The periods that come with the service, but the test's clock counts soon after it was stepped. */
const FOLLOWS_CLOCK = { ATTENDANT_PERIODS: '{"clock":{"holdMs":500}}' };

const steps = (how: Recurrence, ...names: readonly string[]) =>
  SCHEDULE_CRASH_STEPS.filter(({ name }) => FULL || names.includes(name)).map((step) => ({ step, how }));

const { embeddedStore, mongodb } = await storeKinds();
const STORES = [
  { store: embeddedStore, deaths: [...steps("once", "due"), ...steps("daily", "claimed")] },
  { store: mongodb, deaths: [...steps("once", "dialling"), ...steps("daily")] },
];

describe("a scheduled call whose controller is killed", { concurrency: AT_A_TIME }, () => {
  for (const { store, deaths } of STORES) {
    for (const row of dealt(deaths, ROWS)) {
      living(`with the ${store.name}: ${row.map(({ step }) => step.name).join(", then ")}`, store, (lives) => {
        for (const { step, how } of row) {
          test(`rings once when it was ${step.name} (${how})`, async (t) =>
            t.diagnostic(await lives.survive(step, how)));
        }
      });
    }
    living(
      `with the ${store.name}, around the moment it is due`,
      FULL ? store : { ...store, skip: SWEEP_NEEDS },
      (lives) => {
        test("rings once, whatever millisecond it dies at", (t) => lives.sweep(SWEEP_MS, (row) => t.diagnostic(row)));
      },
    );
  }
});

/** Tests that lives go through one after the other. */
function living(name: string, store: StoreKind, tests: (lives: ScheduleLives) => void): void {
  // Otherwise its tests would be as concurrent as what it stands in.
  describe(name, { skip: store.skip, concurrency: 1 }, () => {
    const lives = new ScheduleLives(store, FULL ? FOLLOWS_CLOCK : SHORT_PERIODS);
    before(() => lives.begin());
    after(() => lives[Symbol.asyncDispose]());
    tests(lives);
  });
}
