import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { CallRecord } from "../../../src/records/call-record.js";
import type { ChainPlan, ChainProgress } from "../../../src/records/chain.js";
import {
  chainAfter,
  chainBegun,
  chainCancelled,
  chainDeciding,
  isOpen,
} from "../../../src/scheduling/chain-machine.js";
import type { OccurrenceEnd } from "../../../src/scheduling/occurrence-executor.js";

const ENDS = ["reached", "declined", "busy", "no_answer", "machine", "menu", "failed", "cancelled"] as const;
type End = (typeof ENDS)[number];

const plans: fc.Arbitrary<ChainPlan> = fc.record({
  extensions: fc.uniqueArray(fc.integer({ min: 100, max: 999 }).map(String), { minLength: 1, maxLength: 10 }),
  until: fc.constantFrom<ChainPlan["until"]>("acknowledged", ["yes", "perhaps"]),
  rounds: fc.integer({ min: 1, max: 5 }),
  pauseMs: fc.integer({ min: 0, max: 60_000 }),
  atOnce: fc.integer({ min: 1, max: 10 }),
  retry: fc.record({ busy: fc.array(fc.integer({ min: 1_000, max: 60_000 }), { maxLength: 5 }) }),
  choice: fc.constant(null),
  scheduleId: fc.constant(null),
});

function ended(end: End): OccurrenceEnd {
  const isAnswered = ["reached", "declined", "machine", "menu"].includes(end);
  const record = {
    status: isAnswered ? "completed" : end,
    answeredAt: isAnswered ? 1 : null,
    answeredBy: end === "machine" || end === "menu" ? end : "human",
    // What a machine says is no answer, even if it sounds like one.
    ...(["reached", "machine", "menu"].includes(end)
      ? { choiceStatus: "matched", choiceResponse: "yes" }
      : { choiceStatus: null, choiceResponse: null }),
  } as CallRecord;
  return { kind: "over", outcome: "completed", callId: "c", error: null, record };
}

/** Runs a chain to its end: its open steps end in any order, as told. */
function run(
  plan: ChainPlan,
  ends: readonly (readonly [which: number, end: End])[],
  check: (state: ChainProgress) => void,
) {
  const chain = { chainId: "chain", plan };
  let now = 1_000_000;
  let state = chainBegun(chain, now);
  let told = 0;
  for (; state.status === "in_progress"; told++) {
    check(state);
    const open = state.steps.filter(isOpen);
    assert.ok(open.length > 0, "a chain in progress waits for something");
    const [which, end] = ends[told % ends.length] ?? [0, "failed"];
    const step = open[which % open.length];
    assert.ok(step);
    now = Math.max(now, step.dueAt) + 1_000;
    const event = { callId: step.callId, end: ended(end) };
    const next = chainAfter(chain, state, event, now);
    assert.equal(chainAfter(chain, next, event, now), next, "a step ends once");
    state = next;
  }
  return { state, told };
}

const happenings = fc.array(fc.tuple(fc.nat(9), fc.constantFrom(...ENDS)), { minLength: 1, maxLength: 60 });

test("a chain ends, calls nobody more often than planned, and never two at a time who are one", () => {
  fc.assert(
    fc.property(plans, happenings, (plan, ends) => {
      const { state, told } = run(plan, ends, ({ steps }) => {
        const open = steps.filter(isOpen);
        assert.ok(open.length <= plan.atOnce);
        assert.equal(new Set(open.map(({ extension }) => extension)).size, open.length);
      });
      const { steps } = state;
      const retries = plan.extensions.length * (plan.retry.busy?.length ?? 0);
      assert.ok(told <= plan.extensions.length * plan.rounds + retries);
      assert.equal(new Set(steps.map(({ callId }) => callId)).size, steps.length);
      assert.ok(steps.every(({ dueAt }, i) => i === 0 || dueAt > (steps[i - 1]?.dueAt ?? 0)));
      const isReached = steps.some(({ outcome }) => outcome === "reached");
      assert.equal(state.status, isReached ? "reached" : "not_reached");
      if (!isReached)
        assert.equal(steps.filter(({ isRetry }) => !isRetry).length, plan.extensions.length * plan.rounds);
    }),
  );
});

test("whoever cancels a chain in any of its states ends it, and nothing is planned after that", () => {
  fc.assert(
    fc.property(plans, happenings, (plan, ends) => {
      run(plan, ends, (state) => {
        const cancelled = chainCancelled(state, "No more.", 5);
        assert.deepEqual([cancelled.status, cancelled.steps], ["cancelled", state.steps]);
        assert.equal(chainCancelled(cancelled, "Again.", 6), cancelled);
        const [open] = cancelled.steps.filter(isOpen);
        const event = { callId: open?.callId ?? "", end: ended("busy") };
        const later = chainAfter({ chainId: "chain", plan }, cancelled, event, 7);
        assert.deepEqual([later.status, later.steps.length], ["cancelled", state.steps.length]);
      });
    }),
    { numRuns: 30 },
  );
});

test("a number that could not be called in time counts as called, and a chain in which none could be is missed", () => {
  const plan: ChainPlan = {
    ...{ extensions: ["1", "2"], until: "answered", rounds: 1, pauseMs: 0, atOnce: 1, retry: {} },
    ...{ choice: null, scheduleId: null },
  };
  const chain = { chainId: "chain", plan };
  const end: OccurrenceEnd = { kind: "over", outcome: "missed", callId: null, error: "The PBX was away." };
  const second = chainAfter(chain, chainBegun(chain, 1), { callId: "chain-1", end }, 2);
  assert.deepEqual([second.status, second.steps.map(({ outcome }) => outcome)], ["in_progress", ["missed", null]]);
  const { status, error } = chainAfter(chain, second, { callId: "chain-2", end }, 3);
  assert.deepEqual([status, error], ["missed", "The PBX was away."]);
  const busy = chainAfter(chain, second, { callId: "chain-2", end: ended("busy") }, 3);
  assert.equal(busy.status, "not_reached");
});

test("a call that seems to reach someone stops the others, which are called again if it ends in vain", () => {
  fc.assert(
    fc.property(plans, happenings, fc.infiniteStream(fc.nat(9)), (drawn, ends, numbers) => {
      const plan: ChainPlan = { ...drawn, until: "answered", retry: {} };
      const chain = { chainId: "chain", plan };
      let now = 1;
      let state = chainBegun(chain, now);
      for (let told = 0; state.status === "in_progress"; told++) {
        assert.ok(told < 1_000, "it ends");
        const open = state.steps.filter(isOpen);
        assert.ok(open.length > 0 && open.length <= plan.atOnce);
        assert.equal(new Set(open.map(({ extension }) => extension)).size, open.length);
        const [which, end] = ends[told % ends.length] ?? [0, "failed"];
        const step = open[which % open.length];
        assert.ok(step);
        const { callId } = step;
        now += 1_000;
        if (step.isStopped) {
          state = chainAfter(chain, state, { callId, end: ended("cancelled") }, now);
          continue;
        }
        const isReaching = (numbers.next().value ?? 0) % 2 === 0;
        const next = chainDeciding(chain, state, { callId, isReaching }, now);
        assert.equal(chainDeciding(chain, next, { callId, isReaching }, now), next, "it is noted once");
        if (isReaching) assert.equal(next.steps.length, state.steps.length, "nothing is planned meanwhile");
        // Tests of what ends a chain are above: here everyone who answers turns out not to be reached.
        const isVain = end === "reached" ? "failed" : end;
        state = chainAfter(chain, next, { callId, end: { ...ended(isVain), ...vain(isVain) } }, now);
      }
      assert.equal(state.status, "not_reached");
      // A number that was stopped has been called again, as often as it was.
      const inVain = state.steps.filter(({ outcome }) => outcome !== "cancelled");
      const cancelled = ends.some(([, end]) => end === "cancelled");
      if (!cancelled) assert.equal(inVain.length, plan.extensions.length * plan.rounds);
    }),
  );
});

/** A call that was answered by a person would be one that reached them. */
function vain(end: End): Partial<OccurrenceEnd> {
  const { record } = ended(end);
  return { record: { ...record, ...(record?.status === "completed" && { answeredBy: "machine" }) } as CallRecord };
}
