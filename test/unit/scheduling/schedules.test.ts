import assert from "node:assert/strict";
import { test } from "node:test";
import { AttendantError } from "../../../src/kernel/errors.js";
import { USUAL_PLAN } from "../../../src/records/chain.js";
import type { NewSchedule } from "../../../src/scheduling/new-schedule.js";
import { newChain } from "../../support/fakes/chains.js";
import { asked, DAILY, DAY, HOUR, MINUTE, START, startWorld } from "../../support/fakes/scheduling.js";

const NINE = START + HOUR;
const coded = (code: string) => (error: unknown) => error instanceof AttendantError && error.code === code;

const FIRST: readonly [string, Partial<NewSchedule>, number][] = [
  ["after a delay", { when: { kind: "delay", seconds: 90 } }, START + 90_000],
  ["at a time of today", { when: { kind: "time", time: "08:01", date: null } }, START + MINUTE],
  ["at a time that is past today: tomorrow", { when: { kind: "time", time: "08:00", date: null } }, START + DAY],
  ["in another place", { timeZone: "Europe/Rome", when: { kind: "time", time: "11:00", date: null } }, NINE],
  ["on a date", { when: { kind: "time", time: "09:00", date: "2026-06-05" } }, NINE + 4 * DAY],
  ["on the next weekend", { recurring: "weekends" }, NINE + 5 * DAY],
];
for (const [name, more, at] of FIRST) {
  test(`a call is due ${name}`, async (t) => {
    const world = startWorld(t);
    const { nextAt, revision, kind, setBy } = await world.starts().schedules.create(asked(more));
    assert.deepEqual([nextAt, revision, kind, setBy], [at, 1, "call", null]);
    assert.deepEqual(world.alarm.set_, [{ scheduleId: "s", dueAt: at }]);
  });
}

const REFUSED: readonly [string, Partial<NewSchedule>, string][] = [
  ["on a date that is past", { when: { kind: "time", time: "09:00", date: "2026-05-31" } }, "invalid_request"],
  ["at a time of today that is past", { when: { kind: "time", time: "07:59", date: "2026-06-01" } }, "invalid_request"],
  ["on a day that no calendar has", { when: { kind: "time", time: "09:00", date: "2026-02-30" } }, "invalid_request"],
  ["every day after a delay", { recurring: "daily", when: { kind: "delay", seconds: 1 } }, "invalid_request"],
  ["at a number that may not be dialled", { extension: "0900" }, "destination_not_allowed"],
];
for (const [name, more, code] of REFUSED) {
  test(`no call is scheduled ${name}`, async (t) => {
    const world = startWorld(t);
    await assert.rejects(world.starts({ deny: [/^0900$/] }).schedules.create(asked(more)), coded(code));
    assert.deepEqual(world.store.schedules, []);
  });
}

test("a schedule that is stored is not reported as refused when the store fails afterwards", async (t) => {
  const world = startWorld(t);
  const stored = new Set<string>();
  const { addSchedule } = world.store;
  world.store.addSchedule = async (schedule) => {
    await addSchedule(schedule);
    stored.add(schedule.scheduleId);
  };
  world.store.before = (operation) => {
    if (operation === "findSchedule" && stored.size > 0) throw new AttendantError("store_unavailable", "Away.");
  };
  const { schedules, chains } = world.starts();
  assert.equal((await schedules.create(asked())).scheduleId, "s");
  assert.deepEqual([...stored], ["s"]);
  stored.clear();
  assert.equal((await chains.start(newChain({ chainId: "c" }))).scheduleId, "c");
});

for (const [name, failures] of [
  ["", 0],
  [", even if that fails at first", 1],
] as const) {
  test(`a run whose claim the store did not confirm is cancelled once it is withdrawn${name}`, async (t) => {
    const world = startWorld(t);
    const { schedules } = world.starts();
    await schedules.create(asked());
    const { addOccurrence } = world.store;
    world.store.addOccurrence = async (occurrence) => {
      await addOccurrence(occurrence);
      world.store.addOccurrence = addOccurrence;
      throw new AttendantError("store_unavailable", "The write was not confirmed.");
    };
    await assert.rejects(schedules.runNow("s", "call-1"), coded("store_unavailable"));
    schedules.withdrawRun("call-1");
    let left: number = failures;
    world.records.before = (operation) => {
      if (operation === "save" && left-- > 0) throw new Error("The answer was garbled.");
    };
    assert.equal(await world.lives(2 * MINUTE), 0);
    const [run] = world.store.occurrences;
    assert.deepEqual([run?.callId, run?.state, run?.outcome], ["call-1", "over", "cancelled"]);
  });
}

test("a run that was withdrawn before the store was asked for it is carried out when it is asked for again", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(asked());
  schedules.withdrawRun("call-1");
  await schedules.runNow("s", "call-1");
  assert.equal(await world.lives(MINUTE), 1);
});

test("a run that is skipped is left out, and the next one is not", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  assert.equal((await schedules.skip("s"))?.nextAt, NINE + DAY);
  assert.equal(await world.lives(2 * HOUR), 0);
  assert.deepEqual(world.lastRun(), { outcome: "skipped", at: NINE, error: null });
  assert.equal(await world.lives(DAY), 1);
});

test("a skip that is repeated because the store did not confirm it skips one run", async (t) => {
  const world = startWorld(t);
  const { replaceSchedule } = world.store;
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  world.store.before = async (operation) => {
    if (operation !== "replaceSchedule") return;
    world.store.before = () => {};
    await replaceSchedule({ ...world.schedule("s"), ...after, revision: 2 });
    throw new AttendantError("store_unavailable", "The write was not confirmed.");
  };
  const lastRun = { dueAt: NINE, outcome: "skipped", callId: null, error: null } as const;
  const after = { nextAt: NINE + DAY, lastRun, skippedBy: "r" };
  await assert.rejects(schedules.skip("s", "r"), coded("store_unavailable"));
  assert.equal((await schedules.skip("s", "r"))?.nextAt, NINE + DAY);
  assert.equal((await schedules.skip("s", "another"))?.nextAt, NINE + 2 * DAY);
});

test("a schedule that runs once is over when that run is skipped", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(asked());
  assert.equal((await schedules.skip("s"))?.nextAt, null);
  assert.equal(await world.lives(2 * HOUR), 0);
  for (const act of [schedules.skip, schedules.pause, schedules.resume]) {
    await assert.rejects(act("s"), coded("schedule_over"));
  }
});

test("a schedule that is paused lets its runs pass by, and goes on with the next to come", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  assert.equal((await schedules.pause("s"))?.paused, true);
  assert.equal((await schedules.pause("s"))?.revision, 2, "pausing what is paused changes nothing");
  assert.equal(await world.lives(2 * DAY), 0);
  assert.deepEqual([world.lastRun(), world.schedule().nextAt], [null, NINE]);
  assert.deepEqual(await schedules.preview("s", 1), [NINE + 2 * DAY]);
  assert.equal((await schedules.resume("s"))?.nextAt, NINE + 2 * DAY);
  assert.equal(await world.lives(DAY), 1);
});

test("a schedule that was to run once while it was paused is missed when it is resumed, and reported", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(asked());
  await schedules.pause("s");
  assert.equal(await world.lives(HOUR + MINUTE), 0);
  assert.deepEqual(await schedules.preview("s", 1), []);
  assert.equal((await schedules.resume("s"))?.lastRun?.outcome, "missed");
  assert.equal(await world.lives(MINUTE), 0);
  assert.deepEqual(world.lastRun(), {
    outcome: "missed",
    at: NINE,
    error: "The schedule was paused when the call was due.",
  });
  assert.deepEqual(
    [...world.sent.values()].map(({ error }) => error),
    ["The schedule was paused when the call was due."],
  );
});

test("a schedule whose time is changed runs then, and not when it was to before", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  const plan = { when: { kind: "time", time: "10:00", date: null }, recurring: "daily", timeZone: "UTC" } as const;
  const changed = await schedules.update("s", { plan });
  assert.deepEqual([changed?.nextAt, changed?.rule?.time, changed?.message], [NINE + HOUR, "10:00", DAILY.message]);
  assert.equal(await world.lives(HOUR + MINUTE), 0);
  assert.equal(await world.lives(HOUR), 1);
  assert.equal(world.schedule().nextAt, NINE + HOUR + DAY);
});

test("what is said and who is called are changed alone; a schedule that is paused stays so", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  await schedules.pause("s");
  const said = { message: null, tool: "JOKE", toolParams: { kind: "dad" }, prefix: "Listen.", suffix: "" };
  const before = world.schedule();
  const changed = await schedules.update("s", {
    said,
    extension: "200",
    ringTimeoutMs: 5_000,
    callbackUrl: "http://x/",
  });
  const wanted = { ...said, extension: "200", ringTimeoutMs: 5_000, callbackUrl: "http://x/" };
  assert.deepEqual(changed, { ...before, ...wanted, revision: before.revision + 1 });
  assert.equal(await world.lives(2 * HOUR), 0);
});

test("a schedule with several numbers calls those that it has when it is due, none of which may be one that is denied", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts({ deny: [/^0900$/] });
  const chain = { ...USUAL_PLAN, extensions: ["101", "102"] };
  await schedules.create({ ...DAILY, extension: "101", chain });
  await assert.rejects(
    schedules.update("s", { chain: { extensions: ["103", "0900"] } }),
    coded("destination_not_allowed"),
  );
  assert.deepEqual(world.schedule().chain, chain);
  const changed = await schedules.update("s", { chain: { extensions: ["103", "101"] } });
  assert.deepEqual([changed?.extension, changed?.chain], ["103", { ...chain, extensions: ["103", "101"] }]);
  await world.passes(HOUR + 1_000);
  assert.deepEqual(
    world.callees.map(({ request }) => request.number),
    ["103"],
  );
});

test("a change is refused where the number may not be dialled by whoever asks or whoever has set it, or it would never run", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts({ deny: [/^0900$/] });
  await schedules.create(DAILY);
  await schedules.create(asked({ scheduleId: "narrow", client: "wide" }));
  const past = { when: { kind: "time", time: "09:00", date: "2026-05-31" }, recurring: null, timeZone: "UTC" } as const;
  await assert.rejects(schedules.update("s", { extension: "0900" }), coded("destination_not_allowed"));
  await assert.rejects(schedules.update("s", { ringTimeoutMs: 5_000 }, "narrow"), coded("destination_not_allowed"));
  await assert.rejects(schedules.update("s", { plan: past }), coded("invalid_request"));
  assert.equal(world.schedule().revision, 1);
  await schedules.skip("narrow");
  await assert.rejects(schedules.update("narrow", { extension: "200" }), coded("schedule_over"));
});

test("what a caller has set is not changed by a client", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  const timer = await schedules.create(DAILY);
  await schedules.add({ ...timer, scheduleId: "timer", kind: "timer", setBy: "100" });
  await assert.rejects(schedules.update("timer", { extension: "200" }), coded("invalid_request"));
});

test("a schedule that is resumed before its time runs at that time", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(asked());
  await schedules.pause("s");
  await world.passes(MINUTE);
  await schedules.resume("s");
  assert.equal(await world.lives(HOUR), 1);
});

test("a schedule whose number was denied while it was paused does not become active again", async (t) => {
  const world = startWorld(t);
  const before = world.starts().schedules;
  await before.create(asked());
  await before.pause("s");
  const after = world.starts({ deny: [/^100$/] }).schedules;
  await assert.rejects(after.resume("s"), coded("destination_not_allowed"));
  assert.equal(world.schedule().paused, true);
});

test("a schedule of another number is resumed by no key that may not have it dialled", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(asked());
  await schedules.pause("s");
  await assert.rejects(schedules.resume("s", "narrow"), coded("destination_not_allowed"));
  assert.equal((await schedules.resume("s", "wide"))?.paused, false);
});

test("there are as many schedules as there may be, however many are asked for at once", async (t) => {
  const world = startWorld(t);
  const { schedules, tasks } = world.starts({ maxSchedules: 5 });
  const all = await Promise.allSettled(
    Array.from({ length: 12 }, (_, i) => schedules.create(asked({ scheduleId: `s${i}` }))),
  );
  const refused = all.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  assert.equal(world.store.schedules.length, 5);
  assert.ok(refused.length === 7 && refused.every(coded("schedules_full")));
  const [first] = world.store.schedules;
  assert.equal((await schedules.create(asked({ scheduleId: first?.scheduleId ?? "" }))).revision, 1, "it is there");
  const timer = { seconds: 60, message: "Pasta." };
  const told = await tasks.ofClient(undefined).setTimer(timer);
  assert.match(JSON.stringify(told), /"refusal":"I cannot take any more timers/);
  await schedules.pause(first?.scheduleId ?? "");
  assert.ok("refusal" in (await tasks.ofClient(undefined).setTimer(timer)), "one that is paused counts");
  await schedules.cancel(first?.scheduleId ?? "");
  assert.ok("taskId" in (await tasks.ofClient(undefined).setTimer(timer)));
});

test("a run that is asked for now is besides the plan, and once for each time that it is asked for", async (t) => {
  const world = startWorld(t);
  const { schedules, callControl } = world.starts();
  await schedules.create(DAILY);
  const run = await schedules.runNow("s", "now-1");
  assert.deepEqual([run?.callId, run?.schedule.nextAt], ["now-1", NINE]);
  assert.equal((await schedules.runNow("s", "now-1"))?.callId, "now-1");
  assert.equal(await world.lives(MINUTE), 1);
  assert.equal((await callControl.find("now-1"))?.status, "completed");
  assert.equal(world.lastRun()?.outcome, "completed");
  await schedules.runNow("s", "now-2");
  assert.equal(await world.lives(MINUTE), 1);
  assert.equal(await world.lives(HOUR), 1, "the plan");
});

test("a run that is asked for now calls nobody whom its client may not have called, whoever has scheduled it", async (t) => {
  const { schedules } = startWorld(t).starts();
  await schedules.create(DAILY);
  await assert.rejects(schedules.runNow("s", "now", "narrow"), coded("destination_not_allowed"));
  assert.equal((await schedules.runNow("s", "now", "wide"))?.callId, "now");
});

test("a client that may call one number of a schedule, but not another, neither runs nor changes nor resumes it", async (t) => {
  const { schedules } = startWorld(t).starts();
  const { plan } = newChain({ plan: { extensions: ["999", "200"] } });
  await schedules.create({ ...DAILY, extension: "999", chain: plan });
  await assert.rejects(schedules.runNow("s", "now", "narrow"), coded("destination_not_allowed"));
  await assert.rejects(schedules.update("s", { ringTimeoutMs: 5_000 }, "narrow"), coded("destination_not_allowed"));
  await schedules.pause("s");
  await assert.rejects(schedules.resume("s", "narrow"), coded("destination_not_allowed"));
  assert.equal((await schedules.resume("s", "wide"))?.paused, false);
});

test("a run that is asked for now is refused where it could not be placed", async (t) => {
  const world = startWorld(t);
  const service = world.starts();
  await service.schedules.create(DAILY);
  service.obstacle = "Asterisk is not connected.";
  await assert.rejects(service.schedules.runNow("s", "now"), coded("unavailable"));
  service.obstacle = undefined;
  assert.equal(await world.lives(MINUTE), 0);
});

test("a run that was asked for is carried out though the service dies right after", async (t) => {
  const world = startWorld(t);
  const first = world.starts();
  await first.schedules.create(DAILY);
  first.life.dieAt("intents.record", "before");
  await first.schedules.runNow("s", "now");
  await world.settles();
  assert.ok(first.life.dead);
  const next = world.starts();
  assert.equal(await world.lives(MINUTE), 1);
  assert.equal((await next.callControl.find("now"))?.status, "completed");
});

test("what is to come can be looked ahead at", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  await schedules.create(asked({ scheduleId: "once" }));
  assert.deepEqual(await schedules.preview("s", 3), [NINE, NINE + DAY, NINE + 2 * DAY]);
  assert.deepEqual(await schedules.preview("once", 3), [NINE]);
  await schedules.skip("once");
  assert.deepEqual(await schedules.preview("once", 3), []);
});

test("an unknown schedule cannot be changed, paused or run", async (t) => {
  const { schedules } = startWorld(t).starts();
  const { find, cancel, skip, pause, resume } = schedules;
  for (const act of [find, cancel, skip, pause, resume]) assert.equal(await act("x"), undefined);
  assert.deepEqual([await schedules.runNow("x", "c"), await schedules.preview("x", 1)], [undefined, undefined]);
  assert.equal(await schedules.update("x", { extension: "200" }), undefined);
});

test("a change that meets another is made all the same", async (t) => {
  const world = startWorld(t);
  const { schedules } = world.starts();
  await schedules.create(DAILY);
  await Promise.all([schedules.skip("s"), schedules.pause("s"), schedules.runNow("s", "now")]);
  const { paused, nextAt, revision } = world.schedule();
  assert.deepEqual([paused, nextAt, revision >= 3], [true, NINE + DAY, true]);
});
