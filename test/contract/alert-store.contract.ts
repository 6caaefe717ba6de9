import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type AlertBoard, EMPTY_BOARD } from "../../src/records/alert-board.js";
import type { StoreUnderTest } from "./store.contract.js";
import { AWKWARD } from "./store-samples.js";

const board = (revision: number, message = "An alarm."): AlertBoard => ({
  ...EMPTY_BOARD,
  callOuts: [
    {
      ...{ chainId: "c", chain: "oncall", extensions: ["1001"], fingerprints: ["f"], tells: "firing", message },
      begunAt: 1,
      isWithdrawn: false,
    },
  ],
  revision,
});

/** What every store keeps of alerts. `prepare` creates a database that is used for one test. */
export function alertStoreContract(
  name: string,
  prepare: () => Promise<Pick<StoreUnderTest, "open" | "shared" | keyof AsyncDisposable>>,
): void {
  describe(`alerts in ${name}`, () => {
    test("are as they were written last, and survive the process", async () => {
      await using under = await prepare();
      {
        await using store = await under.open();
        assert.equal(await store.readAlerts(), undefined);
        assert.equal(await store.replaceAlerts(board(1, AWKWARD.join(""))), true);
        assert.deepEqual(await store.readAlerts(), board(1, AWKWARD.join("")));
        assert.equal(await store.replaceAlerts(board(2)), true);
      }
      await using again = await under.open();
      assert.deepEqual(await again.readAlerts(), board(2));
    });

    test("are replaced by one of two who read the same revision", async () => {
      await using under = await prepare();
      await using one = await under.open();
      await using second = under.shared ? await under.open() : undefined;
      const two = second ?? one;
      for (const revision of [1, 2]) {
        const written = await Promise.all([
          one.replaceAlerts(board(revision, "one")),
          two.replaceAlerts(board(revision, "two")),
        ]);
        assert.equal(written.filter(Boolean).length, 1, `revision ${revision}`);
        assert.equal((await one.readAlerts())?.revision, revision);
      }
      for (const revision of [1, 2, 4]) assert.equal(await two.replaceAlerts(board(revision)), false);
      assert.equal((await one.readAlerts())?.revision, 2);
    });
  });
}
