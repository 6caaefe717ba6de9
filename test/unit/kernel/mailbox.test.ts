import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Mailbox } from "../../../src/kernel/mailbox.js";

async function all<T>(mailbox: Mailbox<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of mailbox) items.push(item);
  return items;
}

describe("a mailbox", () => {
  it("hands out what was put in, in order, and ends when it is closed", async () => {
    const mailbox = new Mailbox<number>(10, "drop-oldest");
    for (const n of [1, 2, 3]) mailbox.put(n);
    mailbox.close();
    mailbox.put(4);
    assert.deepEqual(await all(mailbox), [1, 2, 3]);
    assert.equal(mailbox.dropped, 0);
  });

  it("loses the oldest or the newest when it is full, as was agreed, and counts them", async () => {
    for (const [overflow, kept] of [
      ["drop-oldest", [3, 4]],
      ["drop-newest", [1, 2]],
    ] as const) {
      const mailbox = new Mailbox<number>(2, overflow);
      for (const n of [1, 2, 3, 4]) mailbox.put(n);
      mailbox.close();
      assert.equal(mailbox.dropped, 2);
      assert.deepEqual(await all(mailbox), kept);
    }
  });

  it("carries undefined like anything else", async () => {
    const mailbox = new Mailbox<undefined | number>(3, "drop-oldest");
    mailbox.put(undefined);
    mailbox.put(1);
    mailbox.close();
    assert.deepEqual(await all(mailbox), [undefined, 1]);
  });

  it("serves several who wait, and lets all of them go when it is closed", async () => {
    const mailbox = new Mailbox<number>(1, "drop-oldest");
    const waiting = [mailbox.next(), mailbox.next(), mailbox.next()];
    mailbox.put(1);
    mailbox.put(2);
    mailbox.close();
    const results = await Promise.all(waiting);
    assert.deepEqual(
      results.map(({ value, done }) => (done ? "end" : value)),
      [1, 2, "end"],
    );
  });

  it("is closed and empty once its reader leaves the loop", async () => {
    const mailbox = new Mailbox<number>(10, "drop-oldest");
    for (const n of [1, 2, 3]) mailbox.put(n);
    for await (const item of mailbox) if (item === 1) break;
    mailbox.put(4);
    assert.deepEqual(await mailbox.next(), { value: undefined, done: true });
  });

  it("refuses a capacity that would hold nothing or everything", () => {
    for (const capacity of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(() => new Mailbox(capacity, "drop-oldest"), RangeError);
    }
  });
});
