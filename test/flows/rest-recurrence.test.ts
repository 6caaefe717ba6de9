import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NOON } from "../unit/http/fake-calls.js";
import { scheduleOf } from "../unit/http/fake-schedules.js";
import { faultsOf, startRestServer } from "../unit/http/rest-server.js";

/** Asked on Monday 2 March 2026 at 15:00 in Berlin. The assistant `night` has hours, and is closed on Saturday and Sunday. */
const AT_NINE = { extension: "1001", message: "Good morning.", at_time: "09:00" };

describe("the recurrence of a scheduled call", () => {
  for (const [asked, details, words] of [
    [{ recurring: "monthly" }, undefined, "monthly on day 3"],
    [{ recurring: "monthly", on_day: 31 }, { monthDay: "31" }, "monthly on day 31"],
    [{ recurring: "monthly", on_day: "last" }, { monthDay: "last" }, "monthly on the last day"],
    [{ recurring: "monthly", on_day: "last_friday" }, { monthDay: "last_friday" }, "monthly on the last Friday"],
    [
      { recurring: "weekdays", every_minutes: 30, last_time: "17:00" },
      { every: { minutes: 30, lastTime: "17:00" } },
      "every 30 minutes until 17:00, on weekdays",
    ],
    [
      { recurring: "daily", every_minutes: 60, last_time: "7:30", until_date: "2026-03-05" },
      { every: { minutes: 60, lastTime: "07:30" }, untilDate: "2026-03-05" },
      "every 60 minutes until 07:30, daily, until 2026-03-05",
    ],
    [
      { recurring: "daily", except: "closed_days", assistant: "night" },
      { exceptClosedDays: true },
      "daily, except on closed days",
    ],
  ] as const) {
    it(`is taken, told and shown: ${words}`, async (t) => {
      const rest = await startRestServer(t);
      const answer = await rest.post("/schedule", { ...AT_NINE, ...asked });
      assert.equal(answer.status, 200, answer.text);
      const [created] = rest.schedules.created;
      assert.deepEqual([created?.recurring, created?.details], [asked.recurring, details]);
      const rule = { recurring: asked.recurring, time: "09:00", weekday: null, monthDay: "3", ...details };
      const schedule = scheduleOf({ rule: asked.recurring === "monthly" ? rule : { ...rule, monthDay: undefined } });
      rest.schedules.schedules.set("schedule-1", schedule);
      const { body } = await rest.ask("/schedule/schedule-1");
      const {
        on_day = null,
        every_minutes = null,
        until_date = null,
        except = null,
      } = asked as Record<string, unknown>;
      assert.deepEqual(
        [body.on_day, body.every_minutes, body.last_time, body.until_date, body.except],
        [
          on_day === null ? (schedule.rule?.monthDay ?? null) : String(on_day),
          ...[every_minutes, schedule.rule?.every?.lastTime ?? null, until_date, except],
        ],
      );
    });
  }

  for (const [asked, path, message] of [
    [{ recurring: "monthly", on_day: "32" }, "/on_day", /1 to 31, last/],
    [{ recurring: "monthly", on_day: "fifth_monday" }, "/on_day", /first_monday/],
    [{ recurring: "weekly", on_day: "1" }, "/on_day", /monthly/],
    [{ on_day: "1" }, "/on_day", /requires recurring/],
    [{ every_minutes: 30 }, "/every_minutes", /requires recurring/],
    [{ recurring: "daily", every_minutes: 4 }, "/every_minutes", /at least 5/],
    [{ recurring: "daily", every_minutes: 1440 }, "/every_minutes", /at most 1439/],
    [{ recurring: "daily", last_time: "17:00" }, "/last_time", /requires every_minutes/],
    [{ recurring: "daily", every_minutes: 30, last_time: "25:00" }, "/last_time", /HH:MM/],
    [{ recurring: "daily", every_minutes: 30, last_time: "9:00" }, "/last_time", /another time/],
    [{ recurring: "daily", until_date: "2026-03-02" }, "/until_date", /before the first run/],
    [{ recurring: "weekends", until_date: "2026-03-06" }, "/until_date", /before the first run/],
    [{ recurring: "daily", until_date: "2026-02-30" }, "/until_date", /date/],
    [{ until_date: "2026-04-01" }, "/until_date", /requires recurring/],
    [{ recurring: "daily", except: "holidays", assistant: "night" }, "/except", /closed_days/],
    [{ recurring: "daily", except: "closed_days" }, "/except", /requires assistant/],
    [{ recurring: "daily", except: "closed_days", assistant: "reception" }, "/except", /an assistant with hours/],
    [{ recurring: "weekends", except: "closed_days", assistant: "night" }, "/except", /leaves no run/],
    [{ delay_seconds: 60, recurring: "monthly", at_time: undefined }, "/recurring", /at_time/],
  ] as const) {
    it(`is refused with the field that is wrong: ${JSON.stringify(asked)}`, async (t) => {
      const rest = await startRestServer(t);
      const answer = await rest.post("/schedule", { ...AT_NINE, ...asked });
      assert.equal(answer.status, 400, answer.text);
      assert.match(faultsOf(answer)[path] ?? answer.text, message);
      assert.equal(rest.schedules.created.length, 0);
    });
  }

  it("is changed as a whole", async (t) => {
    const rest = await startRestServer(t);
    rest.schedules.schedules.set("schedule-1", scheduleOf({ assistant: "night" }));
    const change = { at_time: "10:00", recurring: "monthly", on_day: "first_monday", except: "closed_days" };
    const { body } = await rest.patch("/schedule/schedule-1", change);
    assert.deepEqual([body.on_day, body.except], ["first_monday", "closed_days"]);
    assert.equal(body.scheduled_for, "2026-04-06T10:00:00+02:00");
    const { body: again } = await rest.patch("/schedule/schedule-1", { at_time: "10:00", recurring: "daily" });
    assert.deepEqual([again.on_day, again.except], [null, null]);
    const refused = await rest.patch("/schedule/schedule-1", { on_day: "2" });
    assert.match(faultsOf(refused)["/on_day"] ?? "", /requires recurring/);
  });

  it("is shown by the day on which it will run: a closed day is none", async (t) => {
    const rest = await startRestServer(t);
    const rule = { recurring: "daily", time: "08:30", weekday: null, exceptClosedDays: true } as const;
    const saturday = Date.parse("2026-03-07T07:30:00Z");
    rest.schedules.schedules.set("schedule-1", scheduleOf({ rule, nextAt: saturday, assistant: "night" }));
    const { body } = await rest.ask("/schedule/schedule-1");
    assert.equal(body.scheduled_for, "2026-03-09T08:30:00+01:00");
    assert.equal(body.remaining_seconds, (Date.parse("2026-03-09T07:30:00Z") - NOON) / 1000 - 20);
  });
});

it("waits for a telephone in use where it is asked to, until it is asked not to", async (t) => {
  const rest = await startRestServer(t);
  await rest.post("/schedule", { ...AT_NINE, when_idle: true });
  await rest.post("/schedule", { ...AT_NINE, when_idle: false });
  assert.deepEqual(
    rest.schedules.created.map(({ whenIdle }) => whenIdle),
    [true, undefined],
  );
  rest.schedules.schedules.set("schedule-1", scheduleOf({ whenIdle: true }));
  assert.equal((await rest.ask("/schedule/schedule-1")).body.when_idle, true);
  assert.equal((await rest.patch("/schedule/schedule-1", { when_idle: false })).body.when_idle, false);
});
