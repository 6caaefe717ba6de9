import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AttendantError, type ErrorCode } from "../../src/kernel/errors.js";
import { USUAL_PLAN } from "../../src/records/chain.js";
import { firstRun } from "../../src/scheduling/recurrence.js";
import { newChain } from "../support/fakes/chains.js";
import { occurrence } from "../contract/schedule-samples.js";
import { NOON } from "../unit/http/fake-calls.js";
import { scheduleOf } from "../unit/http/fake-schedules.js";
import { type Answered, faultsOf, type RestServer, startRestServer } from "../unit/http/rest-server.js";

const DAILY = { extension: "1001", message: "Please take your medicine.", at_time: "08:30", recurring: "daily" };
const TEA = { extension: "1001", message: "Tea.", delay_seconds: 60 };
/** What the interface takes for now: 2 March 2026, 14:00:20 UTC, a Monday. */
const NOW = NOON + 20_000;

const itemsOf = ({ text }: Answered) => JSON.parse(text) as Record<string, unknown>[];

function withSchedule(rest: RestServer, more: Parameters<typeof scheduleOf>[0] = {}) {
  const schedule = scheduleOf(more);
  rest.schedules.schedules.set(schedule.scheduleId, schedule);
  return `/schedule/${schedule.scheduleId}`;
}

describe("POST /schedule", () => {
  it("schedules a call with the defaults and returns when it is due and its location", async (t) => {
    const rest = await startRestServer(t);
    rest.schedules.dueAt = Date.UTC(2026, 2, 29, 6, 30);
    const answer = await rest.post("/schedule", { ...DAILY, timezone: "Europe/Rome" });
    const [created] = rest.schedules.created;
    assert.deepEqual(created, {
      scheduleId: created?.scheduleId,
      extension: "1001",
      message: "Please take your medicine.",
      tool: null,
      toolParams: {},
      prefix: "",
      suffix: "",
      callbackUrl: null,
      ringTimeoutMs: 30_000,
      timeZone: "Europe/Rome",
      recurring: "daily",
      when: { kind: "time", time: "08:30", date: null },
    });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, {
      schedule_id: created?.scheduleId,
      status: "scheduled",
      extension: "1001",
      scheduled_for: "2026-03-29T08:30:00+02:00",
      delay_seconds: (Date.UTC(2026, 2, 29, 6, 30) - NOW) / 1000,
      message: "1001 will be called on Sunday 29 March 2026 at 08:30, and then daily.",
      recurring: "daily",
      timezone: "Europe/Rome",
    });
    assert.equal(answer.headers.get("location"), `/schedule/${created?.scheduleId}`);
    assert.equal((await rest.ask(answer.headers.get("location") ?? "")).body.schedule_id, created?.scheduleId);
  });

  for (const [timezone, at] of [
    ["Europe/Kyiv", "2026-03-29T08:30:00+03:00"],
    ["Europe/Kiev", "2026-03-29T08:30:00+03:00"],
    ["Asia/Kolkata", "2026-03-29T08:30:00+05:30"],
    ["Asia/Ho_Chi_Minh", "2026-03-29T08:30:00+07:00"],
    ["America/Nuuk", "2026-03-29T08:30:00-01:00"],
  ] as const) {
    it(`accepts the zone ${timezone}, and returns it unchanged`, async (t) => {
      const rest = await startRestServer(t);
      rest.schedules.dueAt = Date.parse(at);
      const { body } = await rest.post("/schedule", { ...DAILY, timezone });
      assert.deepEqual([body.timezone, body.scheduled_for], [timezone, at]);
      assert.equal(rest.schedules.created[0]?.timeZone, timezone);
    });
  }

  it("accepts a delay, and a tool with converted parameters, in the service's own time zone", async (t) => {
    const rest = await startRestServer(t);
    const tool = { tool: "set_timer", tool_params: { duration: "5" }, prefix: "Hello.", suffix: "Bye." };
    const hook = "http://127.0.0.1:5678/hook";
    const given = { extension: "1001", ...tool, delay_seconds: 60, ring_timeout: 5, callback_url: hook };
    const { body } = await rest.post("/schedule", given);
    const { scheduleId: _, ...created } = rest.schedules.created[0] ?? {};
    assert.deepEqual(created, {
      extension: "1001",
      message: null,
      tool: "SET_TIMER",
      toolParams: { duration: 5, message: "Time is up." },
      prefix: "Hello.",
      suffix: "Bye.",
      callbackUrl: hook,
      ringTimeoutMs: 5000,
      timeZone: "Europe/Berlin",
      recurring: null,
      when: { kind: "delay", seconds: 60 },
    });
    const { delay_seconds, scheduled_for, recurring, timezone } = body;
    assert.deepEqual(
      [delay_seconds, scheduled_for, recurring, timezone],
      [60, "2026-03-02T15:01:20+01:00", null, "Europe/Berlin"],
    );
  });

  it("accepts a tool's parameters also under the name used for running a tool", async (t) => {
    const rest = await startRestServer(t);
    const { status } = await rest.post("/schedule", {
      ...{ extension: "1001", tool: "SET_TIMER", params: { duration: "5" }, delay_seconds: 60 },
    });
    const toolParams = { duration: 5, message: "Time is up." };
    assert.deepEqual([status, rest.schedules.created[0]?.toolParams], [200, toolParams]);
  });

  it("accepts words around a message", async (t) => {
    const rest = await startRestServer(t);
    assert.equal((await rest.post("/schedule", { ...TEA, prefix: "Hello.", suffix: "Bye." })).status, 200);
    const [created] = rest.schedules.created;
    assert.deepEqual([created?.prefix, created?.message, created?.suffix], ["Hello.", "Tea.", "Bye."]);
  });

  it("keeps the assistant that calls, and shows it", async (t) => {
    const rest = await startRestServer(t);
    const answer = await rest.post("/schedule", { ...TEA, assistant: "night" });
    assert.equal(rest.schedules.created[0]?.assistant, "night");
    assert.equal((await rest.ask(answer.headers.get("location") ?? "")).body.assistant, "night");
    assert.match(
      faultsOf(await rest.post("/schedule", { ...TEA, assistant: "day" }))["/assistant"] ?? "",
      /reception, night/,
    );
  });

  it("keeps the number that the callee will see, and shows it", async (t) => {
    const rest = await startRestServer(t);
    const answer = await rest.post("/schedule", { ...TEA, caller_id: "80-01" });
    assert.equal(answer.status, 200);
    assert.equal(rest.schedules.created[0]?.callerId, "8001");
    assert.equal((await rest.ask(answer.headers.get("location") ?? "")).body.caller_id, "8001");
    assert.match(faultsOf(await rest.post("/schedule", { ...TEA, caller_id: "112" }))["/caller_id"] ?? "", /permits/);
    assert.equal(rest.schedules.created.length, 1);
  });

  it("shows a delay as requested, however much of it has passed", async (t) => {
    const rest = await startRestServer(t);
    rest.schedules.dueAt = NOW + 59_020;
    assert.equal((await rest.post("/schedule", TEA)).body.delay_seconds, 60);
  });

  it("reports every fault at once and schedules nothing", async (t) => {
    const rest = await startRestServer(t);
    const answer = await rest.post("/schedule", {
      extension: "SIP/1001@evil",
      tool: "SET_TIMER",
      tool_params: { message: "x".repeat(201), pitch: 1 },
      message: "Both.",
      at_time: "24:00",
      delay_seconds: 31_622_401,
      date: "2026-02-30",
      timezone: "Mars/Olympus",
      recurring: "yearly",
      callback_url: "https://user:secret@example.org/",
      callback_ulr: "x",
    });
    assert.equal(answer.status, 400);
    assert.deepEqual(faultsOf(answer), {
      "/extension":
        "must be a number to dial: 1 to 64 letters, digits, * # . _ and -, beginning with a letter, a digit, +, * or #",
      "/tool": "must be omitted when message is given",
      "/tool_params/duration": "is required",
      "/tool_params/message": "must have at most 200 characters, not 201",
      "/tool_params/pitch": "is not a parameter of this tool",
      "/at_time": "must be a time of day from 00:00 to 23:59, written HH:MM",
      "/delay_seconds": "must be omitted when at_time is given",
      "/date": "must be a date of the calendar, written YYYY-MM-DD",
      "/timezone": "must be an IANA time zone such as Europe/Rome",
      "/recurring": "must be one of daily, weekdays, weekends, weekly, monthly",
      "/callback_url": "must not contain a user name or password",
      "/callback_ulr": "is not known; did you mean callback_url?",
    });
    assert.equal(rest.schedules.created.length, 0);
  });

  const refused: readonly [what: string, body: object, faults: Record<string, RegExp>][] = [
    [
      "nothing to say and no time",
      {},
      { "/message": /^is required, or tool instead$/, "/at_time": /or delay_seconds/ },
    ],
    ["two times", { ...TEA, at_time: "08:30" }, { "/delay_seconds": /^must be omitted when at_time is given$/ }],
    [
      "a date in the year 9999",
      { ...DAILY, date: "9999-12-31" },
      { "/date": /^is more than 100 years in the future$/ },
    ],
    ["a date without a time", { ...TEA, date: "2027-01-01" }, { "/date": /^requires at_time$/ }],
    ["a recurrence without a time", { ...TEA, recurring: "daily" }, { "/recurring": /^requires at_time$/ }],
    ["parameters of no tool", { ...TEA, tool_params: { duration: 1 } }, { "/tool_params": /^requires tool$/ }],
    [
      "parameters of no tool by their other name",
      { ...TEA, params: { duration: 1 } },
      { "/params": /^requires tool$/ },
    ],
    [
      "parameters by both names",
      { tool: "SET_TIMER", tool_params: { duration: 1 }, params: { duration: 2 }, delay_seconds: 1 },
      { "/params": /^must be omitted when tool_params is given$/ },
    ],
    [
      "parameters that do not fit, by their other name",
      { tool: "SET_TIMER", params: { duration: 0, pitch: 1 }, delay_seconds: 1 },
      { "/params/duration": /^must be at least 1$/, "/params/pitch": /^is not a parameter/ },
    ],
    ["an unknown tool", { tool: "NOTHING", delay_seconds: 1 }, { "/tool": /^is not a known tool; GET \/tools lists/ }],
    ["a tool's prototype", { tool: "__proto__", delay_seconds: 1 }, { "/tool": /^is not a known tool/ }],
    ["a disabled tool", { tool: "weather", delay_seconds: 1 }, { "/tool": /^is disabled: TEMPEST_API_TOKEN/ }],
    ["no delay", { ...TEA, delay_seconds: 0 }, { "/delay_seconds": /^must be at least 1$/ }],
    ["half a second", { ...TEA, delay_seconds: 1.5 }, { "/delay_seconds": /^must be an integer$/ }],
    ["an offset for a zone", { ...DAILY, timezone: "+02:00" }, { "/timezone": /^must be an IANA time zone/ }],
    [
      "yesterday",
      { ...DAILY, date: "2026-03-01" },
      { "/date": /^is in the past: in Europe\/Berlin it is now 2026-03-02 15:00$/ },
    ],
    ["this morning, once", { ...DAILY, recurring: undefined, date: "2026-03-02" }, { "/date": /^is in the past: / }],
    [
      "yesterday and no number",
      { ...DAILY, date: "2026-03-01", extension: "" },
      { "/date": /^is in the past/, "/extension": /./ },
    ],
    [
      "today, which is tomorrow there",
      { ...DAILY, date: "2026-03-02", timezone: "Pacific/Kiritimati" },
      { "/date": /./ },
    ],
  ];
  for (const [what, body, faults] of refused) {
    it(`rejects ${what}`, async (t) => {
      const rest = await startRestServer(t);
      const answer = await rest.post("/schedule", { extension: "1001", ...body });
      const found = faultsOf(answer);
      assert.deepEqual([answer.status, Object.keys(found).sort()], [400, Object.keys(faults).sort()]);
      for (const [path, words] of Object.entries(faults)) assert.match(found[path] ?? "", words);
      assert.equal(rest.schedules.created.length, 0);
    });
  }

  it("accepts what is not past yet: a later time today, a recurrence from today on, empty words around nothing", async (t) => {
    const rest = await startRestServer(t);
    for (const more of [
      { date: "2026-03-02", at_time: "15:01", recurring: undefined },
      { date: "2026-03-02" },
      { date: "2026-03-02", recurring: "weekly" },
      { prefix: "", suffix: "", tool_params: {}, params: {} },
    ]) {
      const answer = await rest.post("/schedule", { ...DAILY, ...more });
      assert.equal(answer.status, 200, answer.text);
    }
  });

  const refusals: [code: ErrorCode, status: number][] = [
    ["destination_not_allowed", 403],
    ["store_unavailable", 503],
    ["invalid_request", 400],
  ];
  for (const [code, status] of refusals) {
    it(`answers ${status} when it is rejected with ${code}`, async (t) => {
      const rest = await startRestServer(t);
      rest.schedules.refusal = new AttendantError(code, "So it is.");
      const answer = await rest.post("/schedule", TEA);
      assert.deepEqual([answer.status, answer.body.code, answer.body.detail], [status, code, "So it is."]);
      assert.equal(answer.headers.get("location"), null);
    });
  }
});

describe("an Idempotency-Key of a schedule", () => {
  const key = { "idempotency-key": "medicine-4711" };

  it("repeats the first answer, and creates no second schedule", async (t) => {
    const rest = await startRestServer(t);
    const first = await rest.post("/schedule", TEA, key);
    rest.schedules.dueAt += 5000;
    const again = await rest.post("/schedule", TEA, key);
    assert.deepEqual([again.text, again.headers.get("idempotency-replayed")], [first.text, "true"]);
    assert.equal(again.headers.get("location"), first.headers.get("location"));
    assert.equal(rest.schedules.created.length, 1);
  });

  it("has a request that the store did not confirm repeated with the same id; without one it is taken back", async (t) => {
    const rest = await startRestServer(t);
    const path = withSchedule(rest, {});
    const away = new AttendantError("store_unavailable", "Away.");
    rest.schedules.refusal = away;
    assert.equal((await rest.post("/schedule", TEA)).status, 503);
    assert.equal((await rest.post(`${path}/run`, {})).status, 503);
    assert.equal(rest.schedules.withdrawn.length, 2);
    assert.equal(rest.schedules.withdrawn[0], rest.schedules.created[0]?.scheduleId);

    for (const [refusal, status] of [
      [away, 503],
      [undefined, 200],
    ] as const) {
      rest.schedules.refusal = refusal;
      assert.equal((await rest.post("/schedule", TEA, key)).status, status);
    }
    const [, first, again] = rest.schedules.created;
    assert.equal(first?.scheduleId, again?.scheduleId);
    rest.schedules.refusal = new AttendantError("schedules_full", "Full.");
    await rest.post("/schedule", TEA);
    assert.equal(rest.schedules.withdrawn.length, 2, "a refusal that is certain leaves nothing");
  });

  it("repeats it even if the date has passed meanwhile", async (t) => {
    let now = NOW;
    const rest = await startRestServer(t, { now: () => now });
    const body = { ...DAILY, recurring: undefined, date: "2026-03-02", at_time: "15:01" };
    const first = await rest.post("/schedule", body, key);
    assert.equal(first.status, 200);
    now += 120_000;
    assert.equal((await rest.post("/schedule", body, key)).text, first.text);
    const other = await rest.post("/schedule", body, { "idempotency-key": "another" });
    assert.deepEqual([other.status, Object.keys(faultsOf(other))], [400, ["/date"]]);
    assert.equal(rest.schedules.created.length, 1);
  });

  it("finds a schedule whose answer was lost with the process, even if its call was placed", async (t) => {
    const rest = await startRestServer(t);
    rest.store.faults.set("keepAnswer", new AttendantError("store_unavailable", "Away."));
    const lost = await rest.post("/schedule", TEA, key);
    assert.equal(lost.status, 503, "not even the note could be kept, so nothing was done");
    assert.equal(rest.schedules.created.length, 0);

    rest.store.faults.clear();
    const keep = rest.store.keepAnswer.bind(rest.store);
    let kept = 0;
    rest.store.keepAnswer = (...asked) =>
      ++kept === 2 ? Promise.reject(new AttendantError("store_unavailable", "Away.")) : keep(...asked);
    const first = await rest.post("/schedule", TEA, key);
    const { schedule_id: scheduleId } = first.body as { schedule_id: string };
    assert.equal(first.status, 200);
    const lastRun = { dueAt: rest.schedules.dueAt, outcome: "completed", callId: "call-1", error: null } as const;
    withSchedule(rest, { scheduleId, rule: null, timeZone: "Europe/Berlin", nextAt: null, lastRun });
    const again = await rest.post("/schedule", TEA, key);
    assert.deepEqual(again.body, { ...first.body, delay_seconds: 60 });
    assert.equal(rest.schedules.created.length, 1);
  });

  it("finds the chain of a run whose process died before it answered", async (t) => {
    const rest = await startRestServer(t);
    const path = withSchedule(rest, { chain: { ...USUAL_PLAN, extensions: ["1001", "1002"] } });
    const keep = rest.store.keepAnswer.bind(rest.store);
    let kept = 0;
    rest.store.keepAnswer = (...asked) =>
      ++kept === 2 ? Promise.reject(new AttendantError("store_unavailable", "Away.")) : keep(...asked);
    const run = await rest.post(`${path}/run`, {}, key);
    const { chain_id: chainId } = run.body;
    await rest.chains.start(newChain({ chainId: String(chainId) }));
    assert.equal((await rest.post(`${path}/run`, {}, key)).text, run.text);
    assert.deepEqual(rest.schedules.changed, ["run schedule-1"]);
  });

  it("prevents a second run, and a second skip", async (t) => {
    const rest = await startRestServer(t);
    const path = withSchedule(rest);
    const [run, again] = [await rest.post(`${path}/run`, {}, key), await rest.post(`${path}/run`, {}, key)];
    assert.equal(run.text, again.text);
    for (const _ of [1, 2]) await rest.post(`${path}/skip`, undefined, { "idempotency-key": "skip-1" });
    assert.deepEqual(rest.schedules.changed, ["run schedule-1", "skip schedule-1"]);
  });
});

describe("GET /schedule", () => {
  it("lists schedules in the terms of the interface", async (t) => {
    const rest = await startRestServer(t);
    const lastRun = { dueAt: NOON - 3600_000, outcome: "no_answer", callId: "call-1", error: "Nobody." } as const;
    withSchedule(rest, { lastRun });
    const answer = await rest.ask("/schedule");
    assert.equal(answer.headers.get("link"), null);
    assert.deepEqual(itemsOf(answer), [
      {
        schedule_id: "schedule-1",
        kind: "call",
        status: "pending",
        extension: "1001",
        extensions: null,
        until: null,
        rounds: null,
        pause_seconds: null,
        at_once: null,
        retry: null,
        scheduled_for: "2026-03-03T08:30:00+01:00",
        remaining_seconds: 62_980,
        message: "Please take your medicine.",
        tool: null,
        tool_params: {},
        prefix: "",
        suffix: "",
        caller_id: null,
        assistant: null,
        language: null,
        disclosure_waived: null,
        on_machine: null,
        machine_message: null,
        recurring: "daily",
        at_time: "08:30",
        on_day: null,
        every_minutes: null,
        last_time: null,
        until_date: null,
        except: null,
        when_idle: false,
        timezone: "Europe/Rome",
        set_by: null,
        client: null,
        created_at: "2026-03-02T14:00:00.000Z",
        last_run: "2026-03-02T14:00:00+01:00",
        last_outcome: "no_answer",
        last_call_id: "call-1",
        last_error: "Nobody.",
      },
    ]);
    assert.deepEqual(rest.schedules.listed, [{ kind: "call", limit: 500 }]);
  });

  it("shows the state of one, or its result when it is over", async (t) => {
    const rest = await startRestServer(t);
    const over = { rule: null, nextAt: null };
    const lastRun = { dueAt: NOON, outcome: "missed", callId: null, error: "Too late." } as const;
    withSchedule(rest, { paused: true });
    withSchedule(rest, { ...over, scheduleId: "schedule-2" });
    withSchedule(rest, { ...over, scheduleId: "schedule-3", paused: true, lastRun });
    const items = itemsOf(await rest.ask("/schedule"));
    assert.deepEqual(
      items.map(({ status, scheduled_for, remaining_seconds }) => [status, scheduled_for, remaining_seconds]),
      [
        ["paused", "2026-03-03T08:30:00+01:00", 62_980],
        ["running", null, null],
        ["missed", null, null],
      ],
    );
  });

  it("shows when a paused one would run, even after its time has passed", async (t) => {
    const rest = await startRestServer(t);
    const { body } = await rest.ask(withSchedule(rest, { paused: true, nextAt: NOON - 86_400_000 }));
    assert.deepEqual([body.status, body.scheduled_for], ["paused", "2026-03-03T08:30:00+01:00"]);
  });

  it("links to the next page with the same filters", async (t) => {
    const rest = await startRestServer(t);
    rest.schedules.nextCursor = "a b&c";
    const { headers } = await rest.ask("/schedule?status=paused&kind=timer&limit=2");
    const [, next = ""] = /^<(.*)>; rel="next"$/.exec(headers.get("link") ?? "") ?? [];
    assert.equal(next, "/schedule?status=paused&kind=timer&limit=2&cursor=a+b%26c");
    const asked = { status: "paused", kind: "timer", limit: 2 };
    rest.schedules.nextCursor = undefined;
    await rest.ask("/schedule?cursor=next-page&limit=2&status=paused&kind=timer");
    assert.deepEqual(rest.schedules.listed, [asked, { ...asked, cursor: "next-page" }]);
  });

  it("lists those of a number, and all at once", async (t) => {
    const rest = await startRestServer(t);
    rest.schedules.nextCursor = "x";
    const { headers } = await rest.ask("/schedule?status=all&kind=all&extension=%2B49301");
    const next = '</schedule?status=all&kind=all&extension=%2B49301&limit=500&cursor=x>; rel="next"';
    assert.equal(headers.get("link"), next);
    assert.deepEqual(rest.schedules.listed, [{ status: "all", extension: "+49301", limit: 500 }]);
    assert.deepEqual(Object.keys(faultsOf(await rest.ask("/schedule?extension=a@b"))), ["?extension"]);
  });

  it("says what is wrong with a query", async (t) => {
    const rest = await startRestServer(t);
    const answer = await rest.ask("/schedule?status=gone&kind=alarm&limit=501&statsu=over&cursor=a&cursor=b");
    const paths = ["?cursor", "?kind", "?limit", "?statsu", "?status"];
    assert.deepEqual([answer.status, Object.keys(faultsOf(answer)).sort()], [400, paths]);
    assert.deepEqual(Object.keys(faultsOf(await rest.ask("/schedule?cursor=nonsense"))), ["?cursor"]);
  });
});

describe("one schedule", () => {
  it("is shown, cancelled, run, skipped once, paused and resumed", async (t) => {
    const rest = await startRestServer(t);
    const path = withSchedule(rest);
    assert.equal((await rest.ask(path)).body.schedule_id, "schedule-1");

    const run = await rest.post(`${path}/run`);
    const { call_id: callId } = run.body;
    assert.match(String(callId), /^[\w-]{36}$/);
    const message = "The schedule is running now.";
    assert.deepEqual(run.body, { schedule_id: "schedule-1", call_id: callId, status: "queued", message });
    assert.equal(run.headers.get("location"), `/call/${String(callId)}`);

    const skipped = await rest.post(`${path}/skip`, {});
    assert.equal(skipped.body.scheduled_for, "2026-03-04T08:30:00+01:00");
    assert.equal((await rest.post(`${path}/pause`)).body.status, "paused");
    assert.equal((await rest.post(`${path}/resume`)).body.status, "pending");
    assert.deepEqual((await rest.ask(path, { method: "DELETE" })).body, {
      schedule_id: "schedule-1",
      status: "cancelled",
      success: true,
      message: "The scheduled call is cancelled.",
    });
    const changed = ["run", "skip", "pause", "resume", "cancel"].map((what) => `${what} schedule-1`);
    assert.deepEqual(rest.schedules.changed, changed);
  });

  it("is changed in the given fields, and keeps the others", async (t) => {
    const rest = await startRestServer(t);
    const path = withSchedule(rest, { timeZone: "Europe/Rome" });
    const changed = async (body: object) => {
      const { status, body: schedule } = await rest.patch(path, body);
      assert.equal(status, 200, JSON.stringify(schedule));
      return rest.schedules.schedules.get("schedule-1");
    };
    const before = scheduleOf();
    assert.deepEqual(await changed({}), before);
    const moved = await changed({ at_time: "09:15", recurring: "weekdays", timezone: "Europe/London" });
    const rule = { recurring: "weekdays", time: "09:15", weekday: null };
    const nextAt = Date.UTC(2026, 2, 3, 9, 15);
    assert.deepEqual(moved, { ...before, rule, nextAt, timeZone: "Europe/London" });
    const said = await changed({ tool: "set_timer", params: { duration: "5" }, prefix: "Hello.", suffix: "" });
    const toolParams = { duration: 5, message: "Time is up." };
    assert.deepEqual(said, { ...moved, message: null, tool: "SET_TIMER", toolParams, prefix: "Hello." });
    const back = await changed({
      message: "Tea.",
      extension: "10-02",
      ring_timeout: 5,
      callback_url: "http://x.test/",
    });
    assert.deepEqual(back, {
      ...said,
      ...{ message: "Tea.", tool: null, toolParams: {}, prefix: "" },
      ...{ extension: "1002", ringTimeoutMs: 5_000, callbackUrl: "http://x.test/" },
    });
    const soon = await changed({ delay_seconds: 60 });
    assert.deepEqual([soon?.rule, soon?.nextAt, soon?.timeZone], [null, NOON + 60_000, "Europe/Berlin"]);
  });

  it("is cleared of each optional field by null", async (t) => {
    const rest = await startRestServer(t);
    const manner = { callerId: "8001", assistant: "sales", language: "de", disclosureWaived: "They know." };
    const machine = { onMachine: "leave_message", machineMessage: "Call us." } as const;
    const before = scheduleOf();
    const path = withSchedule(rest, { ...manner, ...machine, whenIdle: true, prefix: "Hello.", suffix: "Bye." });
    const cleared = { caller_id: null, assistant: null, language: null, disclosure: null };
    const { status, body } = await rest.patch(path, {
      ...cleared,
      ...{ on_machine: null, machine_message: null, when_idle: null, prefix: null, suffix: null },
      ...{ ring_timeout: null, callback_url: null },
    });
    assert.equal(status, 200, JSON.stringify(body));
    const stored = JSON.parse(JSON.stringify(rest.schedules.schedules.get("schedule-1"))) as object;
    const usual = { ringTimeoutMs: 30_000, callbackUrl: null, prefix: "", suffix: "" };
    assert.deepEqual(stored, JSON.parse(JSON.stringify({ ...before, ...usual })));
  });

  it("has nothing to say after the beep once a machine is not to get a message", async (t) => {
    const rest = await startRestServer(t);
    const path = withSchedule(rest, { onMachine: "leave_message", machineMessage: "Call us." });
    const { body } = await rest.patch(path, { on_machine: "hang_up" });
    assert.deepEqual([body.on_machine, body.machine_message], ["hang_up", null]);
  });

  it("is not changed by contradictory values, and the error gives the reason", async (t) => {
    const rest = await startRestServer(t);
    const path = withSchedule(rest);
    for (const [body, paths] of [
      [{ message: "Tea.", tool: "CALC" }, ["/tool"]],
      [{ at_time: "09:00", delay_seconds: 5 }, ["/delay_seconds"]],
      [{ prefix: "Hello." }, ["/prefix"]],
      [{ timezone: "Europe/Rome" }, ["/timezone"]],
      [{ recurring: "daily" }, ["/recurring"]],
      [{ at_time: "09:00", date: "2020-01-01" }, ["/date"]],
      [{ tool_params: { a: 1 } }, ["/tool_params"]],
      [{ extension: "a@b", nonsense: 1 }, ["/extension", "/nonsense"]],
      [{ callback_url: "ftp://x" }, ["/callback_url"]],
    ] as const) {
      const answer = await rest.patch(path, body);
      assert.deepEqual([answer.status, Object.keys(faultsOf(answer)).sort()], [400, paths], JSON.stringify(body));
    }
    assert.deepEqual(rest.schedules.changed, []);
    assert.equal((await rest.patch("/schedule/nothing", { message: "Tea." })).status, 404);
  });

  it("cannot be moved to another number by a key that may not read its words, unless they change too", async (t) => {
    const keys = ["late:schedule:key-of-late-0123456789", "words:schedule+transcripts:key-of-words-0123456789"];
    const rest = await startRestServer(t, { keys });
    const path = withSchedule(rest);
    const asked = async (key: string, body: object) =>
      (await rest.patch(path, body, { "x-api-key": `key-of-${key}-0123456789` })).status;
    assert.equal(await asked("late", { extension: "1002" }), 403);
    assert.equal(await asked("late", { extension: "1002", message: "Something else." }), 200);
    assert.equal(await asked("late", { tool: "JOKE" }), 403, "that takes the scope tools");
    assert.equal(await asked("words", { extension: "1003" }), 200);
  });

  it("keeps what is left after the beep only for a key that may read it, when it is moved to another number", async (t) => {
    const keys = ["late:schedule:key-of-late-0123456789", "words:schedule+transcripts:key-of-words-0123456789"];
    const rest = await startRestServer(t, { keys });
    const path = withSchedule(rest, { onMachine: "leave_message", machineMessage: "Your result is positive." });
    const left = async (key: string, body: object) => {
      const answer = await rest.patch(path, body, { "x-api-key": `key-of-${key}-0123456789` });
      assert.equal(answer.status, 200, answer.text);
      return [...rest.schedules.schedules.values()][0]?.machineMessage;
    };
    assert.equal(await left("late", { message: "Tea." }), "Your result is positive.");
    assert.equal(await left("words", { extension: "1002" }), "Your result is positive.");
    assert.equal(await left("late", { extension: "1003", message: "Tea." }), undefined);
    const own = { on_machine: "leave_message", machine_message: "Tea is ready." };
    assert.equal(await left("late", { extension: "1004", message: "Tea.", ...own }), "Tea is ready.");
  });

  it("shows the result of each run, latest first", async (t) => {
    const rest = await startRestServer(t);
    const path = withSchedule(rest);
    const error = "The PBX does not answer.";
    rest.schedules.past.push(
      occurrence("schedule-1", NOON, { state: "dialling", callId: "call-3" }),
      occurrence("schedule-1", NOON - 1000, { state: "over", outcome: "missed", callId: "call-2", error }),
      occurrence("schedule-1", NOON - 2000, { state: "over", outcome: "completed", callId: "call-1" }),
    );
    assert.deepEqual(itemsOf(await rest.ask(`${path}/runs?limit=2`)), [
      { scheduled_for: "2026-03-02T14:00:00.000Z", status: "running", call_id: "call-3", error: null },
      { scheduled_for: "2026-03-02T13:59:59.000Z", status: "missed", call_id: "call-2", error },
    ]);
    assert.equal(itemsOf(await rest.ask(`${path}/runs`)).length, 3);
    assert.deepEqual(Object.keys(faultsOf(await rest.ask(`${path}/runs?limit=0`))), ["?limit"]);
  });

  it("of several numbers names the chain of a run, and the chain's first call", async (t) => {
    const rest = await startRestServer(t);
    const path = withSchedule(rest, { chain: { ...USUAL_PLAN, extensions: ["1001", "1002"] } });
    const run = await rest.post(`${path}/run`);
    const { chain_id: chainId } = run.body;
    assert.match(String(chainId), /^[\w-]{36}$/);
    assert.equal(run.body.call_id, `${String(chainId)}-1`);
    assert.equal(run.headers.get("location"), `/chain/${String(chainId)}`);
    rest.schedules.past.push(
      occurrence("schedule-1", NOON, { state: "over", outcome: "chained", callId: "chain-1" }),
      occurrence("schedule-1", NOON - 1000, { state: "over", outcome: "missed", callId: "chain-0" }),
    );
    const runs = itemsOf(await rest.ask(`${path}/runs`)) as { readonly call_id: string; readonly chain_id?: string }[];
    assert.deepEqual(
      runs.map(({ call_id, chain_id }) => [call_id, chain_id]),
      [
        ["chain-1-1", "chain-1"],
        ["chain-0", undefined],
      ],
    );
  });

  it("is not created beyond the maximum number, which is 409", async (t) => {
    const rest = await startRestServer(t);
    rest.schedules.refusal = new AttendantError("schedules_full", "There are 10000 schedules already.");
    const answer = await rest.post("/schedule", { extension: "1001", message: "Hello.", delay_seconds: 60 });
    assert.deepEqual([answer.status, answer.body.code], [409, "schedules_full"]);
  });

  it("is not run without capacity, and says so", async (t) => {
    const rest = await startRestServer(t);
    const path = withSchedule(rest);
    for (const [code, status] of [
      ["destination_not_allowed", 403],
      ["queue_full", 429],
      ["unavailable", 503],
    ] as const) {
      rest.schedules.refusal = new AttendantError(code, "So it is.");
      assert.equal((await rest.post(`${path}/run`)).status, status);
    }
  });

  it("cannot be skipped, paused or resumed when it is over, which is 409", async (t) => {
    const rest = await startRestServer(t);
    const path = withSchedule(rest, { rule: null, nextAt: null });
    rest.schedules.refusal = new AttendantError("schedule_over", "It is over.");
    assert.equal((await rest.patch(path, { message: "Tea." })).status, 409);
    for (const what of ["skip", "pause", "resume"]) {
      const answer = await rest.post(`${path}/${what}`);
      assert.deepEqual([answer.status, answer.body.code], [409, "schedule_over"], what);
    }
  });

  it("is 404 for an id without a schedule, whatever it is", async (t) => {
    const rest = await startRestServer(t);
    for (const id of ["nothing", "__proto__", "%00", "a%2Fb", "x".repeat(5000), "%F0%9F%91%8B"]) {
      for (const [path, method] of [
        ["", "GET"],
        ["", "DELETE"],
        ["", "PATCH"],
        ["/preview", "GET"],
        ["/runs", "GET"],
        ["/run", "POST"],
        ["/skip", "POST"],
        ["/pause", "POST"],
        ["/resume", "POST"],
      ] as const) {
        const answer = await rest.ask(`/schedule/${id}${path}`, { method });
        assert.deepEqual([answer.status, answer.body.code], [404, "not_found"], `${method} ${id.slice(0, 60)}${path}`);
        assert.match(String(answer.body.detail), /^There is no schedule /);
      }
    }
    assert.equal(rest.schedules.changed.length, 0);
  });
});

describe("GET /schedule/{id}/preview", () => {
  it("shows the runs with the offset of their day, and how a clock change affects them", async (t) => {
    const rest = await startRestServer(t);
    const rule = { recurring: "daily", time: "02:30", weekday: null } as const;
    const path = withSchedule(rest, { rule });
    const days = ["2026-03-28", "2026-03-29", "2026-03-30"];
    const at = (date: string) =>
      firstRun({ time: "02:30", date, zone: "Europe/Rome", recurring: null }, NOW)?.at ?? assert.fail(date);
    rest.schedules.runsToCome.push(...days.map(at));
    const { body } = await rest.ask(`${path}/preview?count=3`);
    const seconds = (date: string) => (at(date) - NOW) / 1000;
    assert.deepEqual(body, {
      schedule_id: "schedule-1",
      timezone: "Europe/Rome",
      recurring: "daily",
      at_time: "02:30",
      runs: [
        { scheduled_for: "2026-03-28T02:30:00+01:00", remaining_seconds: seconds("2026-03-28"), note: null },
        {
          scheduled_for: "2026-03-29T03:00:00+02:00",
          remaining_seconds: seconds("2026-03-29"),
          note:
            "A clock change skips 02:30 on that day, so the call is placed at the first moment after the gap. " +
            "The offset from UTC is +02:00 on that day; it was +01:00 on the previous run.",
        },
        { scheduled_for: "2026-03-30T02:30:00+02:00", remaining_seconds: seconds("2026-03-30"), note: null },
      ],
    });
  });

  it("compares the first with the latest run, and shows up to ten by default", async (t) => {
    const rest = await startRestServer(t);
    const lastRun = { dueAt: Date.UTC(2025, 6, 1), outcome: "completed", callId: "call-1", error: null } as const;
    const path = withSchedule(rest, { rule: null, lastRun });
    rest.schedules.runsToCome.push(...Array.from({ length: 200 }, (_, i) => NOON + 60_000 * (i + 1)));
    const runs = async (query: string) => (await rest.ask(`${path}/preview${query}`)).body.runs as { note: unknown }[];
    const lengths = await Promise.all(["", "?count=1", "?count=100"].map(async (query) => (await runs(query)).length));
    assert.deepEqual(lengths, [10, 1, 100]);
    assert.equal(
      (await runs(""))[0]?.note,
      "The offset from UTC is +01:00 on that day; it was +02:00 on the previous run.",
    );
    for (const count of ["0", "101", "1.5", "many"]) {
      const answer = await rest.ask(`${path}/preview?count=${count}`);
      assert.deepEqual([answer.status, Object.keys(faultsOf(answer))], [400, ["?count"]], count);
    }
    rest.schedules.runsToCome.splice(0);
    assert.deepEqual(await runs(""), []);
  });
});
