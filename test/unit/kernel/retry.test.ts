import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { Ending } from "../../../src/kernel/ending.js";
import { retryForever, retryUntilDone } from "../../../src/kernel/retry.js";

const BACKOFF = { firstMs: 100, maxMs: 800 };

/** Runs attempts until `count` of them were made, skipping over the pauses; returns the pauses that were announced. */
async function pauses(
  t: TestContext,
  count: number,
  attempt: (n: number, settled: () => void) => unknown,
): Promise<number[]> {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(Math, "random", () => 1);
  const controller = new AbortController();
  const announced: number[] = [];
  let made = 0;
  const run = retryForever(
    controller.signal,
    BACKOFF,
    async (settled) => {
      if (++made > count) controller.abort(new Ending("finished"));
      else await attempt(made, settled);
    },
    (_, ms) => announced.push(ms),
  );
  const ended = assert.rejects(run, { kind: "finished" });
  while (!controller.signal.aborted) {
    await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.tick(BACKOFF.maxMs);
  }
  await ended;
  return announced;
}

describe("what must stay connected", () => {
  it("tries again after pauses that double up to a limit", async (t) => {
    const fail = () => Promise.reject(new Error("refused"));
    assert.deepEqual(await pauses(t, 6, fail), [100, 200, 400, 800, 800, 800]);
  });

  it("begins with the short pause again once an attempt got through", async (t) => {
    const announced = await pauses(t, 5, (n, settled) => {
      if (n === 4) settled();
      throw new Error("lost");
    });
    assert.deepEqual(announced, [100, 200, 400, 100, 200]);
  });

  it("tries again when an attempt returns, without calling that a failure", async (t) => {
    assert.deepEqual(await pauses(t, 3, () => {}), []);
  });

  it("reports even what was thrown as undefined, and survives a report that throws", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const controller = new AbortController();
    let attempts = 0;
    const seen: unknown[] = [];
    const run = retryForever(
      controller.signal,
      BACKOFF,
      () => {
        if (++attempts === 3) controller.abort(new Ending("finished"));
        return Promise.reject(undefined);
      },
      (error) => {
        seen.push(error);
        throw new Error("the report fails");
      },
    );
    const ended = assert.rejects(run, { kind: "finished" });
    while (!controller.signal.aborted) {
      await new Promise((resolve) => setImmediate(resolve));
      t.mock.timers.tick(800);
    }
    await ended;
    assert.deepEqual(seen, [undefined, undefined]);
  });

  it("ends at once in the middle of a pause when its signal aborts", async () => {
    const controller = new AbortController();
    const run = retryForever(
      controller.signal,
      { firstMs: 60_000, maxMs: 60_000 },
      async () => {},
      () => {},
    );
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Ending("shutting_down"));
    await assert.rejects(run, { kind: "shutting_down" });
  });
});

describe("what has to be done once", () => {
  /** Fails so often, skipping over the pauses. */
  function failing(t: TestContext, times: number, signal = new AbortController().signal) {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    t.mock.method(Math, "random", () => 1);
    const announced: number[] = [];
    let made = 0;
    const done = retryUntilDone(
      signal,
      BACKOFF,
      async () => {
        if (++made <= times) throw new Error("away");
        return made;
      },
      (error, ms) => {
        if (made === 5) throw error;
        announced.push(ms);
        queueMicrotask(() => t.mock.timers.tick(ms)); // By then the pause has begun.
      },
    );
    return { done, announced };
  }

  it("is tried until it succeeds, and comes to what that attempt came to", async (t) => {
    const { done, announced } = failing(t, 4);
    assert.equal(await done, 5);
    assert.deepEqual(announced, [100, 200, 400, 800]);
  });

  it("is given up when a failure is taken for final", async (t) => {
    await assert.rejects(failing(t, 9).done, { message: "away" });
  });

  it("is tried once after the signal has aborted, and not again", async (t) => {
    const aborted = AbortSignal.abort(new Ending("shutting_down"));
    assert.equal(await failing(t, 0, aborted).done, 1);
    t.mock.reset();
    const { done, announced } = failing(t, 1, aborted);
    await assert.rejects(done, { kind: "shutting_down" });
    assert.deepEqual(announced, []);
  });
});
