import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { describe, it, type TestContext } from "node:test";
import { createReadTimeout, pause, unlessAborted, withDeadline } from "../../../src/kernel/deadline.js";
import { Ending } from "../../../src/kernel/ending.js";
import { WakeSignal } from "../../../src/kernel/wake-signal.js";

const never = () => new Promise<never>(() => {});
const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

describe("a wait with a deadline", () => {
  it("lets a process that stood still read what arrived meanwhile", async () => {
    const arrived = withDeadline(
      20,
      undefined,
      "an answer",
      () => new Promise((resolve) => setTimeout(resolve, 30, "it")),
    );
    const until = performance.now() + 200;
    while (performance.now() < until); // Both timers are due after this, the deadline's first.
    assert.equal(await arrived, "it");
    const missing = withDeadline(20, undefined, "an answer", never);
    const later = performance.now() + 200;
    while (performance.now() < later);
    await assert.rejects(missing, { kind: "deadline" });
  });

  it("ends with what the task came to, and leaves neither timer nor listener", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { signal } = new AbortController();
    assert.equal(await withDeadline(1000, signal, "ari", async () => 7), 7);
    await assert.rejects(
      withDeadline(1000, signal, "ari", () => Promise.reject(new Error("mine"))),
      /mine/,
    );
    assert.equal(listeners(signal), 0);
  });

  it("rejects with a deadline that says what took too long, and aborts the task's signal", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    let inner: AbortSignal | undefined;
    const wait = withDeadline(1000, undefined, "ari", (signal) => {
      inner = signal;
      return never();
    });
    t.mock.timers.tick(999);
    assert.equal(inner?.aborted, false);
    t.mock.timers.tick(1);
    await assert.rejects(
      wait,
      (error) => error instanceof Ending && error.kind === "deadline" && /ari .*1000 ms/.test(error.message),
    );
    assert.equal(Ending.ofSignal(inner as AbortSignal)?.kind, "deadline");
  });

  it("rejects with the signal's reason at once", async () => {
    const controller = new AbortController();
    const wait = withDeadline(60_000, controller.signal, "ari", never);
    controller.abort(new Ending("hung_up"));
    await assert.rejects(wait, { kind: "hung_up" });
  });

  it("does not begin the task when the signal has aborted already", async () => {
    let begun = false;
    const task = async () => {
      begun = true;
    };
    await assert.rejects(withDeadline(1000, AbortSignal.abort(new Ending("hung_up")), "ari", task), {
      kind: "hung_up",
    });
    assert.equal(begun, false);
  });

  it("takes a task that throws before its first promise", async () => {
    const task = () => {
      throw new Error("at once");
    };
    await assert.rejects(withDeadline(1000, undefined, "ari", task), /at once/);
  });

  it("treats an endless wait as a long one, not as none", async () => {
    const ended = new AbortController();
    const wait = withDeadline(
      Number.POSITIVE_INFINITY,
      ended.signal,
      "ari",
      () => new Promise((resolve) => setImmediate(() => resolve(1))),
    );
    assert.equal(await wait, 1);
    const rest = pause(2 ** 40, ended.signal);
    const first = await Promise.race([
      rest.catch(() => "aborted"),
      new Promise((resolve) => setTimeout(resolve, 5, "still")),
    ]);
    ended.abort(new Ending("finished"));
    assert.equal(first, "still");
    await assert.rejects(rest, { kind: "finished" });
  });
});

describe("a wait that a wake-up ends", () => {
  it("treats one that is too long for a timer as long, not as none", async () => {
    const ended = new AbortController();
    const wait = new WakeSignal().wait(2 ** 40, ended.signal).then(() => "over");
    assert.equal(await Promise.race([wait, new Promise((resolve) => setTimeout(resolve, 5, "still"))]), "still");
    ended.abort();
    assert.equal(await wait, "over");
  });
});

describe("waits one after the other", () => {
  /** Timers and the clock, which move together. */
  function stoppedClock(t: TestContext): (ms: number) => void {
    let now = 0;
    t.mock.timers.enable({ apis: ["setTimeout"] });
    t.mock.method(performance, "now", () => now);
    return (ms) => {
      for (const end = now + ms; now < end;) {
        now++;
        t.mock.timers.tick(1);
      }
    };
  }

  it("share one timer and one listener, and leave neither", async (t) => {
    stoppedClock(t);
    const timers = t.mock.method(globalThis, "setTimeout");
    const { signal } = new AbortController();
    const patience = createReadTimeout(1_000, signal, "a server");
    for (let n = 0; n < 500; n++) assert.equal(await patience.wait(() => Promise.resolve(n)), n);
    assert.deepEqual([timers.mock.callCount(), listeners(signal)], [1, 1]);
    patience.end();
    assert.equal(listeners(signal), 0);
  });

  it("have each the whole time, and what lies between them does not count", async (t) => {
    const pass = stoppedClock(t);
    const patience = createReadTimeout(1_000, new AbortController().signal, "a server");
    for (const [waited, between] of [
      [900, 900],
      [900, 5_000],
      [999, 0],
    ] as const) {
      let arrive = () => {};
      const piece = patience.wait(() => new Promise<void>((resolve) => (arrive = resolve)));
      pass(waited);
      arrive();
      await piece;
      pass(between);
    }
    const missing = assert.rejects(
      patience.wait(never),
      (error) => error instanceof Ending && error.kind === "deadline" && /a server .*1000 ms/.test(error.message),
    );
    pass(1_000);
    await missing;
    patience.end();
  });

  it("end with their signal, and what is given up raises no error", async () => {
    const controller = new AbortController();
    const patience = createReadTimeout(60_000, controller.signal, "a server");
    let fail = (_error: Error) => {};
    const piece = patience.wait(() => new Promise<never>((_, reject) => (fail = reject)));
    controller.abort(new Ending("hung_up"));
    await assert.rejects(piece, { kind: "hung_up" });
    fail(new Error("later"));
    await assert.rejects(
      patience.wait(() => assert.fail("it is over")),
      { kind: "hung_up" },
    );
    patience.end();
  });

  it("let a process that stood still read what arrived meanwhile", async (t) => {
    const pass = stoppedClock(t);
    const patience = createReadTimeout(1_000, new AbortController().signal, "a server");
    let arrive = () => {};
    const piece = patience.wait(() => new Promise<void>((resolve) => (arrive = resolve)));
    t.mock.method(performance, "now", () => 3_000); // Before any timer of it has gone off.
    t.mock.timers.tick(1_000);
    arrive();
    await piece;
    pass(0);
    patience.end();
  });
});

describe("a wait that ends with its signal", () => {
  it("leaves no unhandled rejection behind when the promise fails later", async () => {
    let fail: (error: Error) => void = () => {};
    const promise = new Promise<never>((_, reject) => (fail = reject));
    const controller = new AbortController();
    const wait = unlessAborted(controller.signal, promise);
    controller.abort(new Ending("interrupted"));
    await assert.rejects(wait, { kind: "interrupted" });
    fail(new Error("later"));
    await new Promise((resolve) => setImmediate(resolve));
    await assert.rejects(unlessAborted(controller.signal, Promise.reject(new Error("too"))), { kind: "interrupted" });
  });

  it("takes its listener away again", async () => {
    const { signal } = new AbortController();
    await unlessAborted(signal, Promise.resolve());
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(listeners(signal), 0);
  });
});

describe("a pause", () => {
  it("lasts as long as it should and leaves no listener", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { signal } = new AbortController();
    const wait = pause(500, signal);
    t.mock.timers.tick(500);
    await wait;
    assert.equal(listeners(signal), 0);
  });

  it("ends with its signal, or does not begin", async () => {
    const controller = new AbortController();
    const wait = pause(60_000, controller.signal);
    controller.abort(new Ending("shutting_down"));
    await assert.rejects(wait, { kind: "shutting_down" });
    await assert.rejects(pause(60_000, controller.signal), { kind: "shutting_down" });
  });
});
