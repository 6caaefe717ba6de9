import assert from "node:assert/strict";
import { test } from "node:test";
import { watchRecovery } from "../../../src/engines/engine-recovery.js";
import { AttendantError } from "../../../src/kernel/errors.js";
import { Scope } from "../../../src/kernel/scope.js";
import { createHealth, type Health } from "../../../src/observability/health.js";
import { quietLog } from "../../support/fakes/quiet-log.js";

/** The health board, and a promise of the first report that there is on it. */
function board() {
  const health = createHealth({ now: Date.now, log: quietLog, checks: { llm: { ok: false, detail: "untried" } } });
  let tell = () => {};
  const reported = new Promise<void>((resolve) => (tell = resolve));
  const watched: Health = Object.assign(Object.create(health) as Health, {
    report(...report: Parameters<Health["report"]>) {
      health.report(...report);
      tell();
    },
  });
  return { health, watched, reported };
}

test("a probe that comes to no end is ended, and the setting named", async () => {
  const { health, watched, reported } = board();
  const scope = new Scope("process");
  let signal: AbortSignal | undefined;
  const probe = (ends: AbortSignal) => new Promise<void>(() => (signal = ends));
  watchRecovery("llm", { probe }, { health: watched, scope, deadlineMs: 30 });
  await reported;
  assert.equal(signal?.aborted, true);
  assert.equal(
    health.checks.llm?.detail,
    "It did not finish the smallest request within 30 ms; see BACKEND_TIMEOUT_MS.",
  );
  scope.end();
  await scope.closed;
});

test("what a probe fails with is what the board says; one that succeeds has nothing to say", async () => {
  for (const outcome of [new AttendantError("llm_failed", "No such model; see LLM_MODEL."), undefined]) {
    const { health, watched, reported } = board();
    const scope = new Scope("process");
    const probe = () => (outcome ? Promise.reject(outcome) : Promise.resolve());
    watchRecovery("llm", { probe }, { health: watched, scope, deadlineMs: 1_000 });
    await reported;
    assert.equal(health.ok("llm"), outcome === undefined);
    assert.equal(health.checks.llm?.detail, outcome?.message);
    scope.end();
    await scope.closed;
  }
});

test("one that works is probed on request, once for all concurrent requests, and reported when it fails", async () => {
  const { health, watched, reported } = board();
  await using scope = new Scope("process");
  let outcome: Promise<void> = Promise.resolve();
  let probes = 0;
  const probe = () => {
    probes++;
    return outcome;
  };
  const check = watchRecovery("llm", { probe }, { health: watched, scope, deadlineMs: 1_000 });
  await reported;
  assert.deepEqual([health.ok("llm"), probes], [true, 1]);

  outcome = Promise.reject(new AttendantError("llm_failed", "No such model; see LLM_MODEL."));
  const { signal } = scope;
  await Promise.all([check(signal), check(signal)]);
  assert.equal(probes, 2);
  assert.deepEqual([health.ok("llm"), health.checks.llm?.detail], [false, "No such model; see LLM_MODEL."]);
  outcome = Promise.resolve();
  await check(signal);
  assert.ok(health.ok("llm"));
});

test("a request for a probe waits no longer than its limit, and the probe goes on", async () => {
  const { health, watched, reported } = board();
  await using scope = new Scope("process");
  let finish = () => {};
  let outcome: Promise<void> = Promise.resolve();
  const check = watchRecovery("llm", { probe: () => outcome }, { health: watched, scope, deadlineMs: 1_000 });
  await reported;
  outcome = new Promise((_, reject) => (finish = () => reject(new AttendantError("llm_failed", "It is away."))));
  await assert.rejects(check(AbortSignal.abort(new Error("no longer"))), /no longer/);
  const waited = check(scope.signal);
  finish();
  await waited;
  assert.equal(health.ok("llm"), false);
});

test("an engine is not probed while it has requests of calls", async () => {
  const { health, watched, reported } = board();
  await using scope = new Scope("process");
  let probes = 0;
  let isBusy = false;
  const probe = async () => void probes++;
  const check = watchRecovery("llm", { probe }, { health: watched, scope, deadlineMs: 1_000, isBusy: () => isBusy });
  await reported;
  health.report("llm", false, "It timed out.");
  isBusy = true;
  await check(scope.signal);
  assert.deepEqual([probes, health.ok("llm")], [1, false]);
  isBusy = false;
  await check(scope.signal);
  assert.deepEqual([probes, health.ok("llm")], [2, true]);
});
