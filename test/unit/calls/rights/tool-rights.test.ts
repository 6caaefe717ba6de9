import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DateTime } from "luxon";
import { type CountCall, toolRights } from "../../../../src/calls/rights/tool-rights.js";
import { AttendantError } from "../../../../src/kernel/errors.js";
import type { Scope } from "../../../../src/config/api-keys.js";
import type { Tasks } from "../../../../src/toolbox/tool-context.js";

const WHEN = DateTime.fromISO("2026-03-02T14:00:00Z");
const TASK = { taskId: "1", type: "timer", dueAt: WHEN, message: "The cake.", destination: "" } as const;

/** What reaches whoever sets things for later and ends calls, of what a tool tries that minds no refusal. */
async function tried(scopes?: readonly Scope[], countCall?: CountCall) {
  const done: string[] = [];
  const note = <T>(what: string, answer: T) => {
    done.push(what);
    return Promise.resolve(answer);
  };
  const tasks: Tasks = {
    setTimer: () => note("timer", TASK),
    callBack: () => note("callback", TASK),
    pending: () => note("pending", [TASK]),
    cancel: () => note("cancel", true),
  };
  const rights = toolRights(scopes, countCall);
  const given = rights.settingTasks(tasks);
  await given.setTimer({ seconds: 1, message: "" }).catch(() => {});
  await given.callBack({ at: WHEN, message: "" }).catch(() => {});
  await given.cancel("1").catch(() => {});
  const pending = await given.pending().catch(() => undefined);
  try {
    rights.hangingUp(() => void done.push("hang up"))();
  } catch {
    // Tools may go on.
  }
  return { done, message: pending?.[0]?.message, rights };
}

describe("a tool that runs for a client", () => {
  it("sets nothing for later and hangs up on nobody with the scope tools alone, which is told whatever it answers", async () => {
    const { done, rights } = await tried(["tools"]);
    assert.deepEqual(done, []);
    assert.throws(() => rights.check(), {
      code: "scope_missing",
      message: "This requires a key with the scope schedule.",
    });
  });

  it("sets no call for later that its key may not request, which is told whatever it answers", async () => {
    let left = 1;
    const count = () => {
      if (left-- === 0) throw new AttendantError("rate_limited", "Too many calls.");
      return () => assert.fail("it was set");
    };
    const { done, rights } = await tried(["schedule"], count);
    assert.deepEqual(done, ["timer", "cancel", "pending"]);
    assert.throws(() => rights.check(), { code: "rate_limited" });
  });

  it("is not charged for what was not set", async () => {
    let counted = 0;
    const count = () => {
      counted++;
      return () => void counted--;
    };
    const away = () => Promise.reject(new AttendantError("store_unavailable", "Away."));
    const full = () => Promise.resolve({ refusal: "You have five timers already." });
    const given = toolRights(["schedule"], count).settingTasks({
      setTimer: full,
      callBack: away,
      pending: away,
      cancel: away,
    });
    assert.deepEqual(await given.setTimer({ seconds: 1, message: "" }), await full());
    await assert.rejects(given.callBack({ at: WHEN, message: "" }), { code: "store_unavailable" });
    assert.equal(counted, 0);
    const timer = toolRights(["schedule"], count).settingTasks({ ...given, setTimer: () => Promise.resolve(TASK) });
    await timer.setTimer({ seconds: 1, message: "" });
    assert.equal(counted, 1);
  });

  it("may do either with the scope for it, and read what was set with one more", async () => {
    const later = ["timer", "callback", "cancel", "pending"];
    assert.deepEqual((await tried(["tools", "call"])).done, ["hang up"]);
    const scheduling = await tried(["tools", "schedule"]);
    assert.deepEqual([scheduling.done, scheduling.message], [later, ""]);
    const reading = await tried(["tools", "schedule", "call", "transcripts"]);
    assert.deepEqual([reading.done, reading.message], [[...later, "hang up"], "The cake."]);
    assert.doesNotThrow(() => reading.rights.check());
  });
});
