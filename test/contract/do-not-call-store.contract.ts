import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { DoNotCallEntry } from "../../src/records/do-not-call.js";
import type { StoreUnderTest } from "./store.contract.js";
import { THEN } from "./store-samples.js";

const entry = (number: string, more: Partial<DoNotCallEntry> = {}): DoNotCallEntry => ({
  number,
  addedAt: THEN,
  client: null,
  reason: null,
  ...more,
});

/** What every store does with numbers that are not to be called. */
export function doNotCallStoreContract(name: string, prepare: () => Promise<StoreUnderTest>): void {
  describe(`numbers that are not to be called, in ${name}`, () => {
    test("are found again after a restart, as they were first added, until they are removed", async () => {
      await using under = await prepare();
      const first = entry("+4930123456", { client: "crm", reason: "Asked by letter. \u0000 ä" });
      {
        await using store = await under.open();
        await store.addDoNotCall(first);
        await store.addDoNotCall({ ...first, addedAt: THEN + 1, reason: "again" });
      }
      await using store = await under.open();
      assert.deepEqual(await store.findDoNotCall("+4930123456"), first);
      assert.equal(await store.findDoNotCall("4930123456"), undefined);
      assert.deepEqual(
        [await store.removeDoNotCall("+4930123456"), await store.removeDoNotCall("+4930123456")],
        [true, false],
      );
      assert.equal(await store.findDoNotCall("+4930123456"), undefined);
    });

    test("are listed latest first, page by page, those of one moment too", async () => {
      await using under = await prepare();
      await using store = await under.open();
      for (const [number, ago] of [
        ["1", 3],
        ["2", 1],
        ["3", 1],
        ["4", 1],
        ["5", 2],
      ] as const) {
        await store.addDoNotCall(entry(number, { addedAt: THEN - ago }));
      }
      const listed: string[][] = [];
      for (let cursor: string | undefined; ;) {
        const page = await store.listDoNotCall({ limit: 2, ...(cursor !== undefined && { cursor }) });
        listed.push(page.items.map(({ number }) => number));
        cursor = page.nextCursor;
        if (cursor === undefined) break;
      }
      assert.deepEqual(listed, [["4", "3"], ["2", "5"], ["1"]]);
      await assert.rejects(store.listDoNotCall({ limit: 2, cursor: "nonsense" }), { code: "invalid_request" });
    });
  });
}
