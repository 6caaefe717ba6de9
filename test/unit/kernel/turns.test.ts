import assert from "node:assert/strict";
import { test } from "node:test";
import { Semaphore } from "../../../src/kernel/turns.js";
import { settled } from "../telephony/asterisk/attached.js";

function task() {
  let finish = () => {};
  const done = new Promise<void>((resolve) => (finish = resolve));
  const state = { began: false };
  return {
    state,
    finish: () => finish(),
    run: () => {
      state.began = true;
      return done;
    },
  };
}

test("a bounded number at a time, the others in order, and one that gives up leaves no gap", async () => {
  const semaphore = new Semaphore(2);
  const live = new AbortController();
  const tired = new AbortController();
  const [a, b, c, d] = [task(), task(), task(), task()];
  const began = () => [a, b, c, d].map(({ state }) => state.began);
  const running = [a, b].map(({ run }) => semaphore.run(live.signal, run));
  const givenUp = assert.rejects(semaphore.run(tired.signal, c.run), /tired/);
  running.push(semaphore.run(live.signal, d.run));
  assert.deepEqual(began(), [true, true, false, false]);
  tired.abort(new Error("tired"));
  await givenUp;
  a.finish();
  await running[0];
  await settled();
  assert.deepEqual(began(), [true, true, false, true]);
  b.finish();
  d.finish();
  await Promise.all(running);
});

test("one that gives up in the instant of its turn passes it on", async () => {
  const semaphore = new Semaphore(1);
  const live = new AbortController();
  const tired = new AbortController();
  const [a, b, c] = [task(), task(), task()];
  const first = semaphore.run(live.signal, a.run);
  const second = assert.rejects(semaphore.run(tired.signal, b.run));
  const third = semaphore.run(live.signal, c.run);
  c.finish();
  a.finish();
  await first;
  tired.abort(new Error("tired"));
  b.finish();
  await Promise.allSettled([second]);
  await third;
  assert.equal(c.state.began, true);
});

test("a task that fails makes room", async () => {
  const semaphore = new Semaphore(1);
  const { signal } = new AbortController();
  await assert.rejects(semaphore.run(signal, () => Promise.reject(new Error("no"))));
  assert.equal(await semaphore.run(signal, () => Promise.resolve(7)), 7);
});
