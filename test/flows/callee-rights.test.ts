import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_CALLEE_RULES } from "../../src/callees/callee-rules.js";
import { USUAL_PLAN } from "../../src/records/chain.js";
import { readHours } from "../../src/hours/written-hours.js";
import { AttendantError } from "../../src/kernel/errors.js";
import { newChain } from "../support/fakes/chains.js";
import { startPlacedCalls } from "../support/fakes/placed-calls.js";
import { Life } from "../support/fakes/mortal.js";
import { asked, DAY, HOUR, MINUTE, startWorld } from "../support/fakes/scheduling.js";

const OUTSIDE = "+4930123456";
const NEVER = readHours({ week: {} }, "UTC");
/** From 9:02 UTC on. */
const LATER = readHours({ week: { daily: "11:02-21:00" } }, "UTC");
const wanted = (more: object = {}) => asked({ extension: OUTSIDE, ...more });

test("a number outside is not dialled in its quiet hours, and the answer says which rule and until when", async (t) => {
  const calls = await startPlacedCalls(t);
  calls.calleeRules = { hours: NEVER };
  await assert.rejects(calls.callControl.place(calls.request({ extension: OUTSIDE })), {
    code: "quiet_hours",
    message: /^\+4930123456 is not called at that time of day, by callees\.hours .*callees\.zones/,
  });
  await calls.places({ extension: "100" });
  await calls.places({ extension: OUTSIDE, tellsAlerts: true });
  assert.equal(calls.dialler.callees.length, 2, "extensions and alerts are not held up");
});

test("a number is not called more often than its rule permits, however it is written and however often at once", async (t) => {
  const calls = await startPlacedCalls(t, { most: 20 });
  calls.calleeRules = { attemptsADay: 2 };
  const forms = [OUTSIDE, "004930123456", "+49-30-12.34-56", OUTSIDE, OUTSIDE];
  const placed = await Promise.allSettled(
    forms.map((extension) => calls.callControl.place(calls.request({ extension: extension.replace(/[.-]/g, "") }))),
  );
  await calls.settles();
  assert.equal(calls.dialler.callees.length, 2);
  assert.ok(
    placed.every(({ status }) => status === "fulfilled"),
    "none was known to be one too many",
  );
  const refused = calls.sent.map(({ error }) => error ?? "");
  assert.equal(refused.length, 3);
  for (const each of refused)
    assert.match(each, /was called as often within 24 hours as callees\.attempts_a_day permits \(2\)/);
  await assert.rejects(calls.callControl.place(calls.request({ extension: OUTSIDE })), { code: "too_many_attempts" });
  await calls.places({ extension: "+4930999999" });
  assert.equal(calls.dialler.callees.length, 3);
});

test("calls that rang nobody are no attempts", async (t) => {
  const calls = await startPlacedCalls(t, { most: 1, queue: 3 });
  calls.calleeRules = { attemptsADay: 1 };
  await calls.answered({ extension: "100" });
  const { callId } = await calls.places({ extension: OUTSIDE });
  await calls.callControl.hangUp(callId);
  await calls.hearsAll();
  await calls.places({ extension: OUTSIDE });
  assert.equal(calls.dialler.callees.length, 2);
});

test("calls that were recorded by a wrong clock, in the future, do not count", async (t) => {
  const calls = await startPlacedCalls(t);
  calls.calleeRules = { attemptsADay: 1 };
  calls.perHour.set("crm", 1);
  const { callId } = await calls.places({ extension: OUTSIDE, client: "crm" });
  const record = await calls.store.findCall(callId);
  assert.ok(record);
  const again = { extension: OUTSIDE, client: "crm" };
  await calls.store.saveCall({ ...record, createdAt: record.createdAt + MINUTE / 2 });
  await assert.rejects(calls.callControl.place(calls.request(again)), { code: "too_many_attempts" });
  await calls.store.saveCall({ ...record, createdAt: record.createdAt + 365 * DAY });
  await calls.places(again);
  assert.equal(calls.dialler.callees.length, 2);
});

test("calls are placed while earlier ones cannot be counted, and the log says so", async (t) => {
  const calls = await startPlacedCalls(t);
  calls.calleeRules = { attemptsADay: 1 };
  await calls.answered({ extension: OUTSIDE });
  await calls.hearsAll();
  calls.store.before = (operation, callId) => {
    const isList = operation === "read" && callId === "";
    if (isList) throw new AttendantError("store_unavailable", "The store is away.");
  };
  await calls.places({ extension: OUTSIDE });
  assert.equal(calls.dialler.callees.length, 2);
  assert.ok(calls.events("calls_uncounted").length > 0);
});

test("a key's calls are counted when they are placed, whatever they were requested by", async (t) => {
  const calls = await startPlacedCalls(t);
  calls.perHour.set("crm", 2);
  for (const extension of ["100", "101"]) await calls.places({ extension, client: "crm" });
  await assert.rejects(calls.callControl.place(calls.request({ client: "crm" })), {
    code: "rate_limited",
    message: /^The key crm has placed as many calls within an hour as its calls_per_hour permits \(2\)/,
  });
  await calls.places({ client: "other" });
  assert.equal(calls.dialler.callees.length, 3);
});

test("a scheduled call waits for the end of quiet hours if it may be that late, and else is missed with its reason", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  world.calleeRules = { ...NO_CALLEE_RULES, hours: LATER };
  await schedules.create(wanted());
  assert.equal(await world.lives(HOUR + MINUTE), 0);
  assert.equal(await world.lives(3 * MINUTE), 1);
  await schedules.create(wanted({ scheduleId: "late" }));
  world.calleeRules = { ...NO_CALLEE_RULES, hours: readHours({ week: { daily: "12:00-21:00" } }, "UTC") };
  assert.equal(await world.lives(DAY), 0);
  const { outcome, error } = world.lastRun("late") ?? {};
  assert.equal(outcome, "missed");
  assert.match(error ?? "", /callees\.hours/);
});

test("a scheduled call to several waits for the one who may be called soonest", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await world.unwanted.addDoNotCall({ number: "100", addedAt: 0, client: null, reason: null });
  const chain = { ...USUAL_PLAN, extensions: ["100", OUTSIDE] };
  await schedules.create(wanted({ extension: "100", chain }));
  world.calleeRules = { ...NO_CALLEE_RULES, hours: LATER };
  assert.equal(await world.lives(HOUR + MINUTE), 0);
  assert.equal(await world.lives(3 * MINUTE), 1);
});

test("the tool of a scheduled call does not run in vain", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(wanted({ message: null, tool: "WEATHER" }));
  world.calleeRules = { ...NO_CALLEE_RULES, hours: NEVER };
  await world.lives(2 * HOUR);
  assert.deepEqual([world.lastRun()?.outcome, world.tools.runs], ["missed", 0]);
});

test("a schedule whose next run falls into quiet hours is refused when it is made, changed or run", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  world.calleeRules = { ...NO_CALLEE_RULES, hours: LATER };
  const refused = { code: "quiet_hours", message: /from 2026-06-01T09:02:00\.000Z on/ };
  const early = { kind: "time", time: "08:56", date: null } as const;
  await assert.rejects(schedules.create(wanted({ when: early })), refused);
  await schedules.create(wanted());
  await assert.rejects(schedules.update("s", { plan: { when: early, recurring: null, timeZone: "UTC" } }), refused);
  await assert.rejects(schedules.runNow("s", "now"), refused);
  await schedules.create(wanted({ scheduleId: "inside", extension: "100", when: early }));
  assert.equal(await world.lives(HOUR + 3 * MINUTE), 2);
});

test("a schedule whose key is gone calls no one, and says why", async (t) => {
  const world = startWorld(t);
  const life = new Life();
  const { schedules } = world.starts({ life, clients: new Set(["crm"]) });
  await schedules.create(asked({ client: "crm", recurring: "daily" }));
  assert.equal(await world.lives(HOUR + MINUTE), 1);
  life.kill();
  world.starts({ owner: "next", clients: new Set(["other"]) });
  assert.equal(await world.lives(DAY), 0);
  const { outcome, error } = world.lastRun() ?? {};
  assert.equal(outcome, "failed");
  assert.match(error ?? "", /^The key crm, for which \d+ was to be called, no longer exists\.$/);
});

test("the runs of a schedule count as calls of its key, and one too many is missed", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  world.callsPerHour.set("bot", 3);
  const every = { minutes: 10, lastTime: "20:00" };
  await schedules.create(asked({ client: "bot", recurring: "daily", details: { every } }));
  assert.equal(await world.lives(2 * HOUR - MINUTE), 3, "at 9:00, 9:10 and 9:20");
  assert.equal(await world.lives(HOUR), 3);
  const missed = world.store.occurrences.filter(({ outcome }) => outcome === "missed");
  assert.match(missed[0]?.error ?? "", /calls_per_hour permits \(3\)/);
});

test("a chain goes past those who may not be called now, and says why", async (t) => {
  const world = startWorld(t);
  const { chains } = world.starts();
  world.calleeRules = { ...NO_CALLEE_RULES, hours: NEVER };
  const plan = { extensions: [OUTSIDE, "101"], until: "answered", pauseMs: 0 } as const;
  const chain = newChain({ chainId: "c", plan, callbackUrl: null });
  await chains.start(chain);
  assert.equal(await world.lives(MINUTE), 1);
  const { steps, status } = (await chains.find("c"))?.progress ?? {};
  assert.deepEqual([status, steps?.map(({ outcome }) => outcome)], ["reached", ["failed", "reached"]]);
  assert.match((await world.records.findCall("c-1"))?.error ?? "", /callees\.hours/);

  await chains.start({ ...chain, chainId: "alerts", tellsAlerts: true });
  assert.equal(await world.lives(MINUTE), 1);
  assert.deepEqual(
    (await chains.find("alerts"))?.progress.steps.map(({ extension }) => extension),
    [OUTSIDE],
  );
});

test("two controllers do not call a number more often than one may, and neither does one that was killed", async (t) => {
  const world = startWorld(t);
  const [one, other] = [world.starts({ owner: "one", most: 20 }), world.starts({ owner: "other", most: 20 })];
  world.calleeRules = { ...NO_CALLEE_RULES, attemptsADay: 2 };
  const ids = ["a", "b", "c", "d"];
  await Promise.all(ids.map((scheduleId) => one.schedules.create(wanted({ scheduleId }))));
  await Promise.all(ids.map((id) => other.schedules.create(wanted({ scheduleId: `${id}2` }))));
  assert.equal(await world.lives(2 * HOUR), 2);
  one.life.kill();
  other.life.kill();
  const next = world.starts({ owner: "next" });
  await next.schedules.create(wanted({ scheduleId: "e", when: { kind: "delay", seconds: 60 } }));
  assert.equal(await world.lives(HOUR), 0);
  assert.match(world.lastRun("e")?.error ?? "", /attempts_a_day/);
});
