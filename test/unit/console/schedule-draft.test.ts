import assert from "node:assert/strict";
import { test } from "node:test";
import { RestError } from "../../../src/console/rest-error.js";
import { draftOf, EMPTY_DRAFT, newSchedule, scheduleChange } from "../../../src/console/schedule-draft.js";
import { EMPTY_WHOM } from "../../../src/console/whom-draft.js";
import { scheduleBody } from "../../../src/http/schedules/schedule-body.js";
import { NOON } from "../http/fake-calls.js";
import { scheduleOf } from "../http/fake-schedules.js";

const TOOL = { name: "NOTE", parameters: { title: { type: "string" }, tags: { type: "array" } } };
const shown = (more: Parameters<typeof scheduleOf>[0] = {}) => scheduleBody(scheduleOf(more), NOON, () => undefined);
const AT_EIGHT = { ...EMPTY_DRAFT, whom: { ...EMPTY_WHOM, extension: " 1001 " }, message: "Tea.", time: "08:00" };

test("a new schedule is sent with what was entered, and nothing for what was not", () => {
  assert.deepEqual(newSchedule(AT_EIGHT, []), { extension: "1001", message: "Tea.", at_time: "08:00" });
  const whole = {
    ...AT_EIGHT,
    date: "2026-03-05",
    recurring: "weekly",
    timezone: " Europe/Rome ",
    prefix: "Hello.",
  } as const;
  assert.deepEqual(newSchedule(whole, []), {
    ...{ extension: "1001", message: "Tea.", prefix: "Hello." },
    ...{ at_time: "08:00", date: "2026-03-05", recurring: "weekly", timezone: "Europe/Rome" },
  });
  const soon = { ...AT_EIGHT, when: "delay", minutes: "1.5", recurring: "daily" } as const;
  assert.deepEqual(newSchedule(soon, []), { extension: "1001", message: "Tea.", delay_seconds: 90 });
});

test("the recurrence is sent with what belongs to it, and shown as it was entered", () => {
  const monthly = { ...AT_EIGHT, recurring: "monthly", monthDay: "last_friday", untilDate: "2026-12-31" } as const;
  const sent = { extension: "1001", message: "Tea.", at_time: "08:00" };
  assert.deepEqual(newSchedule(monthly, []), {
    ...{ ...sent, recurring: "monthly", on_day: "last_friday", until_date: "2026-12-31" },
  });
  const often = { ...monthly, recurring: "weekdays", everyMinutes: "30", lastTime: "17:00", untilDate: "" } as const;
  const open = { ...often, except: "closed_days", assistant: " reception " } as const;
  assert.deepEqual(newSchedule(open, []), {
    ...{ ...sent, recurring: "weekdays", every_minutes: 30, last_time: "17:00" },
    ...{ except: "closed_days", assistant: "reception" },
  });
  assert.deepEqual(newSchedule({ ...open, recurring: "", except: "", assistant: "" }, []), sent);

  const every = { minutes: 30, lastTime: "17:00" };
  const rule = { recurring: "monthly", time: "08:30", weekday: null, monthDay: "15", untilDate: "2026-12-31" } as const;
  const before = draftOf(shown({ rule: { ...rule, every, exceptClosedDays: true }, assistant: "night" }));
  assert.deepEqual(
    [before.monthDay, before.everyMinutes, before.lastTime, before.untilDate, before.except, before.assistant],
    ["15", "30", "17:00", "2026-12-31", "closed_days", "night"],
  );
  assert.deepEqual(scheduleChange(before, before, []), {});
  const { on_day, every_minutes } = scheduleChange({ ...before, monthDay: "last" }, before, []) as Record<
    string,
    unknown
  >;
  assert.deepEqual([on_day, every_minutes], ["last", 30]);
});

test("a tool speaks in place of the message, with structures as such", () => {
  const draft = { ...AT_EIGHT, tool: "NOTE", params: { title: "7", tags: '["a"]' } };
  const sent = { extension: "1001", tool: "NOTE", tool_params: { title: "7", tags: ["a"] }, at_time: "08:00" };
  assert.deepEqual(newSchedule(draft, [TOOL]), sent);
  assert.throws(
    () => newSchedule({ ...draft, params: { tags: "a, b" } }, [TOOL]),
    (error) => error instanceof RestError && error.of("/tool_params/tags") === "Must be JSON, such as [1, 2].",
  );
});

test("what was left as it was is not sent; what is said and when are sent as a whole", () => {
  const before = draftOf(shown({ prefix: "Hello." }));
  assert.deepEqual(scheduleChange(before, before, []), {});
  assert.deepEqual(scheduleChange({ ...before, message: "Tea." }, before, []), { message: "Tea.", prefix: "Hello." });
  assert.deepEqual(scheduleChange({ ...before, time: "09:00" }, before, []), {
    ...{ at_time: "09:00", date: "2026-03-03", recurring: "daily", timezone: "Europe/Rome" },
  });
  assert.deepEqual(scheduleChange({ ...before, whom: { ...before.whom, extension: "1002" } }, before, []), {
    extension: "1002",
  });
  assert.deepEqual(scheduleChange({ ...before, whenIdle: "yes" }, before, []), { when_idle: true });
  assert.deepEqual(scheduleChange(before, { ...before, whenIdle: "yes" }, []), { when_idle: false });
});

test("a schedule is shown to be changed by the clock of its own zone, and its tool as it was entered", () => {
  const toolParams = { title: "7", tags: true };
  const draft = draftOf(shown({ rule: null, message: null, tool: "NOTE", toolParams }));
  assert.deepEqual([draft.date, draft.time, draft.recurring], ["2026-03-03", "08:30", ""]);
  assert.deepEqual([draft.tool, draft.params], ["NOTE", { title: "7", tags: "true" }]);
});
