import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pause } from "../../../src/kernel/deadline.js";
import { Ending } from "../../../src/kernel/ending.js";
import { Scope } from "../../../src/kernel/scope.js";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("a scope", () => {
  it("keeps the first reason to end", () => {
    const scope = new Scope("call");
    scope.end(new Ending("hung_up"));
    scope.end(new Ending("shutting_down"));
    assert.equal(scope.ending?.kind, "hung_up");
    assert.equal(scope.signal.reason, scope.ending);
  });

  it("has ended, with everything below it, when end returns", () => {
    const order: string[] = [];
    const scope = new Scope("call");
    const child = scope.child("reply");
    scope.onEnd(() => order.push("first"));
    scope.onEnd(() => order.push("second"));
    child.onEnd(() => order.push("child"));
    scope.end(new Ending("cancelled"));
    assert.deepEqual(order, ["child", "second", "first"]);
    assert.equal(child.ending?.kind, "cancelled");
  });

  it("does not end because a child did", () => {
    const scope = new Scope("call");
    scope.child("reply").end(new Ending("interrupted"));
    assert.equal(scope.ending, undefined);
  });

  it("calls the other releases when one throws, throws late, or ends the scope once more", async () => {
    const scope = new Scope("call");
    let called = 0;
    scope.onEnd(() => called++);
    scope.onEnd(() => {
      throw new Error("no");
    });
    scope.onEnd(() => Promise.reject(new Error("late")));
    scope.onEnd(() => scope.end());
    scope.end();
    await scope.closed;
    assert.equal(called, 1);
  });

  it("releases at once what comes too late, and forgets what is taken back", () => {
    const scope = new Scope("call");
    let forgotten = 0;
    const forget = scope.onEnd(() => forgotten++);
    forget();
    scope.end();
    let late = 0;
    scope.onEnd(() => late++);
    assert.deepEqual([forgotten, late], [0, 1]);
  });

  it("has children that are over before they begin once it has ended", () => {
    const scope = new Scope("call");
    scope.end(new Ending("hung_up"));
    assert.equal(scope.child("reply").ending?.kind, "hung_up");
  });

  it("is closed only when a child's task has unwound", async () => {
    const scope = new Scope("call");
    let finish = () => {};
    void scope.child("reply").run(new Promise<void>((resolve) => (finish = resolve)));
    let closed = false;
    scope.end();
    void scope.closed.then(() => (closed = true));
    await turn();
    assert.equal(closed, false);
    finish();
    await scope.closed;
  });

  it("waits for a task that joined a child which had ended already", async () => {
    const scope = new Scope("call");
    const child = scope.child("reply");
    child.end();
    let finish = () => {};
    void child.run(new Promise<void>((resolve) => (finish = resolve)));
    let closed = false;
    scope.end();
    void scope.closed.then(() => (closed = true));
    await turn();
    assert.equal(closed, false);
    finish();
    await scope.closed;
  });

  it("waits for releases whose promise is of another make, and survives their failing", async () => {
    const scope = new Scope("call");
    let reject: (error: Error) => void = () => {};
    const foreign = { then: (_: unknown, onRejected: (error: Error) => void) => (reject = onRejected) };
    scope.onEnd(() => foreign);
    scope.end();
    let closed = false;
    void scope.closed.then(() => (closed = true));
    await turn();
    assert.equal(closed, false);
    reject(new Error("Asterisk said no"));
    await scope.closed;
  });

  it("passes a task's outcome through and survives its failing", async () => {
    await using scope = new Scope("call");
    await assert.rejects(scope.run(Promise.reject(new Error("mine"))), /mine/);
    assert.equal(await scope.run(Promise.resolve(7)), 7);
  });

  it("releases children and tasks that are over", async () => {
    const scope = new Scope("process");
    const releases: number[] = [];
    for (let call = 0; call < 1000; call++) {
      const child = scope.child(`call ${call}`);
      child.onEnd(() => releases.push(call));
      child.end();
    }
    assert.equal(releases.length, 1000);
    scope.end();
    assert.equal(releases.length, 1000);
    await scope.closed;
  });

  it("ends when its block is left", async () => {
    let seen: Scope | undefined;
    {
      await using scope = new Scope("request");
      seen = scope;
    }
    assert.equal(seen.ending?.kind, "finished");
  });

  it("of one task ends its other waits for the reason that the task failed for", async () => {
    const scope = new Scope("process");
    let waiting = Promise.resolve();
    const failing = scope.within("connection", async ({ signal }) => {
      waiting = pause(60_000, signal);
      throw new Error("the cable is out");
    });
    await assert.rejects(failing, /^Error: the cable is out$/);
    await assert.rejects(waiting, /the cable is out/);
    assert.equal(scope.ending, undefined);
    const finished = await scope.within("connection", async (connection) => connection);
    assert.equal(finished.ending?.kind, "finished");
  });
});

describe("an ending", () => {
  it("is made of whatever was thrown", () => {
    const cause = new Error("socket hang up");
    const ending = Ending.of(cause);
    assert.deepEqual([ending.kind, ending.message, ending.cause], ["failed", "socket hang up", cause]);
    assert.equal(Ending.of(ending), ending);
    assert.equal(Ending.of("text").kind, "failed");
  });

  it("is absent from a signal that lives", () => {
    assert.equal(Ending.ofSignal(new AbortController().signal), undefined);
    assert.equal(Ending.ofSignal(AbortSignal.abort(new Ending("hung_up")))?.kind, "hung_up");
  });
});
