import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { RestError } from "../../../src/console/rest-error.js";
import { EMPTY_WHOM, isRepeated, machineIn, whomChange, whomIn, whomOf } from "../../../src/console/whom-draft.js";
import { USUAL_PLAN } from "../../../src/records/chain.js";
import { scheduleBody } from "../../../src/http/schedules/schedule-body.js";
import { NOON } from "../http/fake-calls.js";
import { scheduleOf } from "../http/fake-schedules.js";

const shown = (more: Parameters<typeof scheduleOf>[0] = {}) => scheduleBody(scheduleOf(more), NOON, () => undefined);
const ONE = { ...EMPTY_WHOM, extension: " 1001 " };
const MANY = { ...EMPTY_WHOM, many: "yes", extensions: "1001\n 1002 \n\n1003", until: "acknowledged" } as const;

describe("whom to call", () => {
  test("one number is sent alone, whatever was entered for several", () => {
    assert.deepEqual(whomIn({ ...ONE, extensions: "7", rounds: "3", until: "acknowledged" }), { extension: "1001" });
    assert.equal(isRepeated(ONE), false);
  });

  test("one number is called again after pauses that were entered in minutes", () => {
    const again = { ...ONE, until: "answered", retry: { busy: "1, 5 0.5", no_answer: " ", machine: "60" } };
    assert.deepEqual(whomIn(again), {
      extension: "1001",
      retry: { busy: [60, 300, 30], machine: [3600] },
      until: "answered",
    });
    assert.equal(isRepeated(again), true);
  });

  test("a pause that is no number goes to the service, which says so", () => {
    const sent = whomIn({ ...ONE, retry: { ...ONE.retry, busy: "1, soon" } });
    assert.deepEqual(sent, { extension: "1001", retry: { busy: [60, "soon"] } });
  });

  test("several numbers are sent in their order, with what else was entered", () => {
    assert.deepEqual(whomIn(MANY), { extensions: ["1001", "1002", "1003"], until: "acknowledged" });
    const all = {
      ...MANY,
      until: "=yes",
      rounds: "2",
      pauseSeconds: "0",
      atOnce: "3",
      retry: { ...ONE.retry, busy: "1" },
    };
    assert.deepEqual(whomIn(all), {
      extensions: ["1001", "1002", "1003"],
      ...{ until: ["yes"], rounds: 2, pause_seconds: 0, at_once: 3 },
    });
  });

  test("a machine gets a message of its own only where one is left", () => {
    assert.deepEqual(machineIn({ ...ONE, machineMessage: "Call back." }), {});
    const left = { ...ONE, onMachine: "leave_message", machineMessage: "Call back." } as const;
    assert.deepEqual(machineIn(left), { on_machine: "leave_message", machine_message: "Call back." });
    assert.deepEqual(machineIn({ ...left, onMachine: "hang_up" }), { on_machine: "hang_up" });
    assert.deepEqual(machineIn({ ...left, machineMessage: " " }), { on_machine: "leave_message" });
  });
});

describe("a change of whom to call", () => {
  const plan = { ...USUAL_PLAN, extensions: ["1001", "1002"], rounds: 2 };
  const many = whomOf(shown({ chain: plan }));
  const again = whomOf(shown({ chain: { ...USUAL_PLAN, extensions: ["1001"], retry: { busy: [60_000, 90_000] } } }));

  test("begins with what is stored", () => {
    assert.deepEqual(
      [many.many, many.extensions, many.until, many.rounds, many.pauseSeconds, many.atOnce],
      ["yes", "1001\n1002", "answered", "2", "30", "1"],
    );
    assert.deepEqual([again.many, again.extension, again.retry.busy], ["", "1001", "1, 1.5"]);
    const left = whomOf(shown({ onMachine: "leave_message", machineMessage: "Call back." }));
    assert.deepEqual([left.onMachine, left.machineMessage], ["leave_message", "Call back."]);
    for (const draft of [many, again, left]) assert.deepEqual(whomChange(draft, draft), {});
  });

  test("sends all parts when one differs, but no numbers that are the same, and of a machine only what it gets", () => {
    const parts = { until: "answered", rounds: 2, pause_seconds: 30, at_once: 2 };
    assert.deepEqual(whomChange({ ...many, atOnce: "2" }, many), parts);
    assert.deepEqual(whomChange({ ...many, extensions: "1003\n1004", atOnce: "2" }, many), {
      extensions: ["1003", "1004"],
      ...parts,
    });
    assert.deepEqual(whomChange({ ...many, many: "", extension: "1003" }, many), { extension: "1003" });
    assert.deepEqual(whomChange({ ...many, onMachine: "hang_up" }, many), { on_machine: "hang_up" });
  });

  test("sends the default of a field that was emptied", () => {
    const emptied = whomChange({ ...many, rounds: "", pauseSeconds: "", atOnce: "" }, many);
    const { rounds, pauseMs, atOnce } = USUAL_PLAN;
    assert.deepEqual(emptied, { until: "answered", rounds, pause_seconds: pauseMs / 1_000, at_once: atOnce });
  });

  test("clears what has no default to send", () => {
    const until = { until: null, rounds: 2, pause_seconds: 30, at_once: 1 };
    assert.deepEqual(whomChange({ ...many, until: "" }, many), until);
    const left = { ...many, onMachine: "leave_message", machineMessage: "Call us." } as const;
    assert.deepEqual(whomChange({ ...left, onMachine: "", machineMessage: "" }, left), {
      on_machine: null,
      machine_message: null,
    });
    const short = { on_machine: "leave_message", machine_message: null };
    assert.deepEqual(whomChange({ ...left, machineMessage: "" }, left), short);
  });

  test("says that a number is not called again any more", () => {
    const once = { ...again, retry: { ...again.retry, busy: "" } };
    assert.deepEqual(whomChange(once, again), { retry: {} });
  });
});

test("a fault of one entry names it, and one of the whole list comes first", () => {
  const faults = [{ path: "/extensions/2", message: "is the same number as entry 1" }];
  assert.equal(new RestError("", 400, faults).ofList("/extensions"), "Entry 3 is the same number as entry 1.");
  const all = [...faults, { path: "/extensions", message: "must have at most 10 entries" }];
  assert.equal(new RestError("", 400, all).ofList("/extensions"), "Must have at most 10 entries.");
  assert.equal(new RestError("", 400, faults).ofList("/ext"), undefined);
});
