import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { AttendantError } from "../../../../src/kernel/errors.js";
import { jsonAnswer } from "../../../../src/http/kit/endpoint.js";
import { createIdempotency, type KeyedRequest, type Work } from "../../../../src/http/kit/idempotency.js";
import type { IdempotencyStore } from "../../../../src/records/stores.js";
import { createSqliteStore } from "../../../../src/storage/sqlite/store.js";
import { quietLog } from "../../../support/fakes/quiet-log.js";
import { MemoryIdempotencyStore } from "../memory-idempotency-store.js";

const REQUEST: KeyedRequest = {
  key: "k",
  client: "c",
  method: "POST",
  path: "/call",
  body: { a: 1, b: [{ c: 2, d: 3 }] },
};
const ABANDONED_MS = 40_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A process: its own memory, on a store that others share, at a time that is set. */
function run(store: IdempotencyStore, clock: { ms: number }) {
  const idempotency = createIdempotency({
    store,
    log: quietLog,
    abandonedAfterMs: ABANDONED_MS,
    now: () => clock.ms,
  });
  return (work: Work, request = REQUEST) => idempotency.once(request, work);
}

/** Work as `POST /call` has it: what was placed is found again. */
class Placing implements Work {
  readonly placed: string[] = [];
  fault: Error | undefined;
  /** The process dies once the call is placed: nobody hears of the answer. */
  dies = false;

  perform = async (callId: string) => {
    if (this.fault) throw this.fault;
    if (!this.placed.includes(callId)) this.placed.push(callId);
    if (this.dies) await new Promise(() => {});
    return jsonAnswer({ callId });
  };

  recover = async (callId: string) => (this.placed.includes(callId) ? jsonAnswer({ callId }) : undefined);
}

const started = () => new Promise((resolve) => setImmediate(resolve));
/** Lets a process die as soon as it has reserved its key. */
async function dieOnceReserved(store: MemoryIdempotencyStore, asks: () => Promise<unknown>) {
  const { reserveKey } = store;
  store.reserveKey = async (...asked) => {
    await reserveKey.apply(store, asked);
    return new Promise(() => {});
  };
  void asks();
  await started();
  store.reserveKey = reserveKey;
}
const code = (expected: string) => (error: unknown) => (error as { code?: string }).code === expected;

describe("a key whose process died", () => {
  it("leads the next run to the call that was placed, and to no second one", async () => {
    const [store, clock, work] = [new MemoryIdempotencyStore(), { ms: 1000 }, new Placing()];
    store.now = () => clock.ms;
    work.dies = true;
    void run(store, clock)(work);
    await started();
    work.dies = false;
    const { answer, replayed } = await run(store, clock)(work);
    assert.deepEqual(JSON.parse(answer.body), { callId: work.placed[0] });
    assert.deepEqual([replayed, work.placed.length], [true, 1]);
  });

  it("waits until the first run must be over, then does the work with the same call id", async () => {
    const [store, clock, work] = [new MemoryIdempotencyStore(), { ms: 1000 }, new Placing()];
    store.now = () => clock.ms;
    const ids: string[] = [];
    const stuck: Work = {
      perform: (callId) => {
        ids.push(callId);
        return new Promise(() => {});
      },
      recover: work.recover,
    };
    void run(store, clock)(stuck);
    await started();
    const next = run(store, clock);
    await assert.rejects(next(work), code("idempotency_in_progress"));
    clock.ms += ABANDONED_MS;
    await next(work);
    assert.deepEqual(work.placed, ids);
  });

  it("leaves nothing where it was refused, and its answer alone where it was done", async () => {
    const store = new MemoryIdempotencyStore();
    const once = run(store, { ms: 0 });
    const work = new Placing();
    work.fault = new Error("refused");
    await assert.rejects(once(work));
    assert.equal(store.keys.size, 0);
    work.fault = undefined;
    await once(work);
    assert.equal(store.keys.size, 1);
  });

  it("is taken up after that time too when it died before it had noted anything", async () => {
    const [store, clock, work] = [new MemoryIdempotencyStore(), { ms: 1000 }, new Placing()];
    store.now = () => clock.ms;
    await dieOnceReserved(store, () => run(store, clock)(work));
    const next = run(store, clock);
    await assert.rejects(next(work), code("idempotency_in_progress"));
    clock.ms += ABANDONED_MS;
    await next(work);
    assert.equal(work.placed.length, 1);
  });

  it("is taken up by one of those that are asked at once, and by another when that one dies in turn", async () => {
    for (const hasNoted of [true, false]) {
      const [store, clock, work] = [new MemoryIdempotencyStore(), { ms: 1000 }, new Placing()];
      store.now = () => clock.ms;
      const stuck: Work = { perform: () => new Promise(() => {}), recover: work.recover };
      if (hasNoted) void run(store, clock)(stuck);
      else await dieOnceReserved(store, () => run(store, clock)(work));
      await started();
      const others = [run(store, clock), run(store, clock), run(store, clock)];
      for (const other of others) await assert.rejects(other(work), code("idempotency_in_progress"));
      let attempts = 0;
      const countsAndDies: Work = { perform: () => new Promise(() => attempts++), recover: work.recover };
      for (let time = 1; time <= 2; time++) {
        clock.ms += ABANDONED_MS;
        for (const other of others) void other(countsAndDies).catch(() => {});
        for (let turn = 0; turn < 5; turn++) await started();
        assert.equal(attempts, time);
      }
    }
  });
});

describe("a key whose work takes long", () => {
  /** Work that goes on until the test ends it, in a process that others are asked beside. */
  async function begun(t: TestContext) {
    t.mock.timers.enable({ apis: ["setInterval"] });
    const [store, clock, work] = [new MemoryIdempotencyStore(), { ms: 1000 }, new Placing()];
    store.now = () => clock.ms;
    let end = (_: Error | undefined) => {};
    const ended = new Promise<void>((resolve, reject) => (end = (error) => (error ? reject(error) : resolve())));
    const long: Work = { perform: (callId) => ended.then(() => work.perform(callId)), recover: work.recover };
    const first = run(store, clock)(long);
    first.catch(() => {});
    await started();
    async function passes(ms: number) {
      for (const until = clock.ms + ms; clock.ms < until;) {
        clock.ms += 1_000;
        t.mock.timers.tick(1_000);
        await started();
      }
    }
    return { store, clock, work, first, end, passes, another: run(store, clock) };
  }

  it("is not taken up by another process as long as the work goes on, and has one answer then", async (t) => {
    const { work, first, end, passes, another, store } = await begun(t);
    for (let time = 0; time < 3; time++) {
      await passes(ABANDONED_MS);
      await assert.rejects(another(work), code("idempotency_in_progress"));
    }
    end(undefined);
    const { answer } = await first;
    assert.deepEqual((await another(work)).answer, answer);
    assert.equal(work.placed.length, 1);
    assert.equal(store.keys.size, 1);
    await passes(ABANDONED_MS);
    assert.equal(store.keys.size, 1, "no note is written any more");
  });

  it("is not taken up when the store failed for a moment", async (t) => {
    const { work, store, end, first, passes, another } = await begun(t);
    store.faults.set("keepAnswer", new Error("away"));
    await passes(ABANDONED_MS / 2);
    store.faults.clear();
    await passes(ABANDONED_MS);
    await assert.rejects(another(work), code("idempotency_in_progress"));
    end(undefined);
    await first;
    assert.equal(work.placed.length, 1);
  });

  it("is free only when the note that was being renewed when its work failed is written", async (t) => {
    const { store, end, first, passes } = await begun(t);
    const { keepAnswer } = store;
    let isWritten = () => {};
    const written = new Promise<void>((resolve) => (isWritten = resolve));
    store.keepAnswer = (...note) => written.then(() => keepAnswer.apply(store, note));
    await passes(ABANDONED_MS / 2);
    const before = store.keys.size;
    end(new Error("refused"));
    await started();
    assert.equal(store.keys.size, before, "its next owner's note would be overwritten");
    isWritten();
    await assert.rejects(first, /refused/);
    assert.equal(store.keys.size, 0);
  });
});

describe("a key whose store failed while the work was done", () => {
  const AWAY = new AttendantError("store_unavailable", "The store does not answer.");

  /** Work whose first attempt is told that the store failed. */
  async function failed({ isPlaced }: { readonly isPlaced: boolean }) {
    const [store, clock, work] = [new MemoryIdempotencyStore(), { ms: 1000 }, new Placing()];
    store.now = () => clock.ms;
    const asked: string[] = [];
    const { perform } = work;
    work.perform = async (callId) => {
      asked.push(callId);
      if (asked.length > 1) return perform(callId);
      if (isPlaced) await perform(callId);
      throw AWAY;
    };
    const once = run(store, clock);
    await assert.rejects(once(work), code("store_unavailable"));
    return { once, another: run(store, clock), store, clock, work, asked };
  }

  it("leads the repetition to what was placed nevertheless, in whichever process", async () => {
    for (const which of ["once", "another"] as const) {
      const { work, asked, ...all } = await failed({ isPlaced: true });
      const { answer } = await all[which](work);
      assert.equal(answer.body, JSON.stringify({ callId: asked[0] }));
      assert.deepEqual([asked.length, work.placed.length], [1, 1]);
      assert.ok((await all[which](work)).replayed);
    }
  });

  it("has the repetition done at once with the same id, since the store may still place it", async () => {
    const { once, work, asked } = await failed({ isPlaced: false });
    await once(work);
    assert.deepEqual([asked.length, new Set(asked).size, work.placed.length], [2, 1, 1]);
  });

  it("is done by one of two processes that are asked again at once, however late", async () => {
    const { once, another, clock, work } = await failed({ isPlaced: false });
    for (let time = 0; time < 2; time++) {
      clock.ms += 2 * ABANDONED_MS;
      let attempts = 0;
      let fail = (_: Error) => {};
      work.perform = () => {
        attempts++;
        return new Promise((_, reject) => (fail = reject));
      };
      const first = once(work);
      await assert.rejects(another(work), code("idempotency_in_progress"));
      await started();
      fail(AWAY);
      await assert.rejects(first, code("store_unavailable"));
      assert.equal(attempts, 1);
    }
  });

  it("is free for another request, which has nothing to do with it", async () => {
    const { once, work, asked } = await failed({ isPlaced: true });
    await once(work, { ...REQUEST, body: {} });
    assert.deepEqual([asked.length, new Set(asked).size], [2, 2]);
  });

  it("is not taken for done when another request has reserved it and its process died", async () => {
    const { another, store, clock, work, asked } = await failed({ isPlaced: true });
    const other = { ...REQUEST, body: {} };
    await dieOnceReserved(store, () => run(store, clock)(work, other));
    await assert.rejects(another(work, other), code("idempotency_in_progress"));
    clock.ms += ABANDONED_MS;
    const { answer } = await another(work, other);
    assert.equal(answer.body, JSON.stringify({ callId: asked[1] }));
    assert.equal(work.placed.length, 2);
  });
});

describe("a key", () => {
  it("stands for the method, the path and the body whatever the order of its fields, of one client", async () => {
    const [store, clock, work] = [new MemoryIdempotencyStore(), { ms: 1000 }, new Placing()];
    store.now = () => clock.ms;
    const once = run(store, clock);
    await once(work);
    assert.ok((await once(work, { ...REQUEST, body: { b: [{ d: 3, c: 2 }], a: 1 } })).replayed);
    for (const other of [{ method: "PUT" }, { path: "/schedule" }, { body: { a: 1, b: [{ c: 2 }, { d: 3 }] } }]) {
      await assert.rejects(once(work, { ...REQUEST, ...other }), code("idempotency_conflict"));
    }
    assert.ok(!(await once(work, { ...REQUEST, client: "another" })).replayed);
  });

  it("is forgotten after a day", async () => {
    const [store, clock, work] = [new MemoryIdempotencyStore(), { ms: 1000 }, new Placing()];
    store.now = () => clock.ms;
    await run(store, clock)(work);
    clock.ms += DAY_MS - 1;
    assert.ok((await run(store, clock)(work)).replayed);
    clock.ms += 1;
    assert.ok(!(await run(store, clock)(work)).replayed);
    assert.equal(work.placed.length, 2);
  });

  it("is free after work that failed, for another request too", async () => {
    const [store, clock, work] = [new MemoryIdempotencyStore(), { ms: 1000 }, new Placing()];
    store.now = () => clock.ms;
    const once = run(store, clock);
    work.fault = new Error("full");
    await assert.rejects(once(work), /full/);
    work.fault = undefined;
    await once(work, { ...REQUEST, body: {} });
    assert.equal(work.placed.length, 1);
  });

  it("does nothing when the store is away, and loses no answer when it goes away meanwhile", async () => {
    const [store, clock, work] = [new MemoryIdempotencyStore(), { ms: 1000 }, new Placing()];
    store.now = () => clock.ms;
    const once = run(store, clock);
    for (const operation of ["reserveKey", "keepAnswer"] as const) {
      store.faults.set(operation, new Error("away"));
      await assert.rejects(once(work), /away/);
      store.faults.clear();
    }
    assert.equal(work.placed.length, 0);
    const leaving: Work = {
      ...work,
      perform: async (callId) => {
        store.faults.set("keepAnswer", new Error("away"));
        return work.perform(callId);
      },
    };
    const { answer } = await once(leaving);
    store.faults.clear();
    assert.deepEqual((await once(work)).answer, answer);
    assert.equal(work.placed.length, 1);
  });

  it("outlives a restart on the embedded store", async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "idempotency-"));
    t.after(() => rm(folder, { recursive: true }));
    const clock = { ms: Date.now() };
    const [work, bodies] = [new Placing(), new Set<string>()];
    for (const replayed of [false, true]) {
      await using store = await createSqliteStore({ now: Date.now, path: join(folder, "store.sqlite") });
      const outcome = await run(store, clock)(work);
      assert.equal(outcome.replayed, replayed);
      bodies.add(JSON.stringify(outcome.answer));
      work.fault = new Error("once failed");
      await assert.rejects(run(store, clock)(work, { ...REQUEST, key: "failing" }), /once failed/);
      work.fault = undefined;
    }
    assert.deepEqual([bodies.size, work.placed.length], [1, 1]);
  });
});
