import assert from "node:assert/strict";
import { test } from "node:test";
import { DateTime } from "luxon";
import { createReplyTools } from "../../src/conversation/reply-tools.js";
import { generateReply } from "../../src/language/generate-reply.js";
import { createToolbox } from "../../src/toolbox/toolbox.js";
import type { Tasks } from "../../src/toolbox/tool-context.js";
import { createCallback } from "../../tools/callback.js";
import { createSetTimer } from "../../tools/set-timer.js";
import { calls, FakeModel } from "../support/fakes/fake-model.js";
import { HOUR, MINUTE, type Service, startWorld, type World } from "../support/fakes/scheduling.js";
import { Life } from "../support/fakes/mortal.js";
import { toolEnvironment } from "../support/fakes/tool-context.js";

/*
 * However often callers ask, and whatever a model makes of it, only so many calls are placed for them within an hour.
 */

const LIMITS = { inAll: 6, perNumber: 3 };
const toolbox = createToolbox([createCallback({ timeStyle: "digital" }), createSetTimer()], { timeoutMs: 1_000 });

const calling = (service: Service, caller: string, callId?: string) =>
  service.tasks.of(service.talks(caller, callId).live);
const callIn = (world: World, tasks: Tasks, ms: number, destination?: string) =>
  tasks.callBack({
    at: DateTime.fromMillis(world.now + ms),
    message: "Hello.",
    ...(destination !== undefined && { destination }),
  });
const isSet = (answer: object) => "taskId" in answer;

/** How many of so many wishes, all at once, came to something. */
async function asksFor(count: number, ask: (i: number) => Promise<object>): Promise<number> {
  return (await Promise.all(Array.from({ length: count }, (_, i) => ask(i)))).filter(isSet).length;
}

test("calls for the same minute count towards the hourly limit of callers", async (t) => {
  const world = startWorld(t);
  const service = world.starts({ limits: LIMITS, most: 200 });
  const set = await asksFor(100, (i) => callIn(world, calling(service, `2${i}`, `c${i}`), 5 * MINUTE, `40${i}`));
  assert.equal(set, 6);
  assert.equal(await world.lives(10 * MINUTE), 6);
  assert.equal(world.events("caller_dial_refused").length, 94);
  assert.match((await service.metrics.render()).body, /test_calls_rejected_total\{reason="caller_limit"\} 94/);
});

test("calls to one number are limited per hour for all callers, and calls by one caller for all numbers", async (t) => {
  const world = startWorld(t);
  const service = world.starts({ limits: LIMITS });
  assert.equal(await asksFor(9, (i) => callIn(world, calling(service, `2${i}`), MINUTE, "300")), 3);
  const other = world.starts({ limits: { inAll: 100, perNumber: 3 } });
  const tasks = calling(other, "29");
  assert.equal(await asksFor(9, (i) => callIn(world, tasks, 3 * HOUR, `40${i}`)), 3);
  assert.match(JSON.stringify(await callIn(world, tasks, 3 * HOUR, "409")), /refusal.*too many timers and calls/);
});

test("timers that would place a call count towards the limit; others do not", async (t) => {
  const world = startWorld(t);
  const service = world.starts({ limits: LIMITS });
  const known = calling(service, "200");
  assert.equal(await asksFor(9, () => known.setTimer({ seconds: 600, message: "Pasta." })), 3);
  const withheld = calling(service, "");
  assert.equal(await asksFor(9, () => withheld.setTimer({ seconds: 600, message: "Pasta." })), 9);
});

test("the hour slides: calls planned far enough apart are accepted, and none fits in between", async (t) => {
  const world = startWorld(t);
  const service = world.starts({ limits: { inAll: 2, perNumber: 2 } });
  const tasks = calling(service, "200");
  const at = (minutes: number) => callIn(world, tasks, minutes * MINUTE);
  for (const minutes of [10, 50, 80, 130]) assert.ok(isSet(await at(minutes)), String(minutes));
  for (const minutes of [30, 60, 79, 100]) assert.ok(!isSet(await at(minutes)), String(minutes));
  assert.ok(isSet(await at(150)));
});

test("placed calls count for an hour, also after the service was restarted", async (t) => {
  const world = startWorld(t);
  const first = new Life();
  const before = world.starts({ limits: LIMITS, life: first });
  const soon = (service: Service, callId: string) => callIn(world, calling(service, "200", callId), 10_000);
  for (let i = 0; i < 3; i++) assert.ok(isSet(await soon(before, `a${i}`)));
  assert.equal(await world.lives(MINUTE), 3);
  assert.ok(!isSet(await soon(before, "b")));
  first.kill();
  const after = world.starts({ limits: LIMITS });
  assert.ok(!isSet(await soon(after, "c")));
  await world.passes(HOUR);
  assert.ok(isSet(await soon(after, "d")));
});

test("calls planned before the limit was set are not dialled beyond it", async (t) => {
  const world = startWorld(t);
  const first = new Life();
  const before = world.starts({ life: first });
  const tasks = calling(before, "200");
  assert.equal(await asksFor(8, () => callIn(world, tasks, 10 * MINUTE)), 8);
  first.kill();
  world.starts({ limits: LIMITS, most: 50 });
  assert.equal(await world.lives(15 * MINUTE), 3);
  const failed = world.store.schedules.filter(({ lastRun }) => lastRun?.outcome === "failed");
  assert.equal(failed.length, 5);
  assert.match(failed[0]?.lastRun?.error ?? "", /per_number in DIAL_RULES/);
});

test("a rejected call does not count towards the limit", async (t) => {
  const world = startWorld(t);
  const [first, second] = [new Life(), new Life()];
  const tasks = calling(world.starts({ life: first }), "200");
  assert.equal(await asksFor(8, () => callIn(world, tasks, 10 * MINUTE)), 8);
  first.kill();
  world.starts({ limits: { inAll: 3, perNumber: 3 }, life: second, most: 50 });
  assert.equal(await world.lives(15 * MINUTE), 3);
  second.kill();
  const third = world.starts({ limits: { inAll: 4, perNumber: 4 } });
  assert.ok(isSet(await callIn(world, calling(third, "200", "c"), MINUTE)));
  assert.ok(!isSet(await callIn(world, calling(third, "200", "d"), MINUTE)));
  assert.equal(await world.lives(5 * MINUTE), 1);
});

test("a run counts once, even while its schedule still reports it as due", async (t) => {
  const world = startWorld(t);
  const service = world.starts({ limits: { inAll: 2, perNumber: 2 } });
  let answer = () => {};
  const answers = new Promise<void>((resolve) => (answer = resolve));
  for (let i = 0; i < 2; i++) assert.ok(isSet(await callIn(world, calling(service, "200", `c${i}`), MINUTE + i)));
  let isSlow = true;
  world.store.before = (operation) => (isSlow && operation === "replaceSchedule" ? answers : undefined);
  assert.equal(await world.lives(2 * MINUTE), 0, "a run begins when its schedule has gone past it");
  assert.equal(world.store.schedules.filter(({ nextAt }) => nextAt !== null).length, 2, "claimed, and reported as due");
  isSlow = false;
  answer();
  assert.equal(await world.lives(MINUTE), 2);
  assert.equal(world.events("caller_dial_refused").length, 0);
});

test("clients are not limited", async (t) => {
  const world = startWorld(t);
  const service = world.starts({ limits: { inAll: 0, perNumber: 0 } });
  assert.ok(!isSet(await callIn(world, calling(service, "200"), MINUTE)));
  assert.equal(await asksFor(9, () => callIn(world, service.tasks.ofClient(undefined), MINUTE, "300")), 9);
});

test("a manipulated model cannot exceed the limit, and gets the reason in words", async (t) => {
  const world = startWorld(t);
  const service = world.starts({ limits: LIMITS });
  const model = new FakeModel();
  const tasks = calling(service, "200");
  const told: { readonly status: string; readonly message: string }[] = [];
  for (let i = 0; i < 8; i++) {
    model.next(calls("CALLBACK", { delay: 60 + i, destination: `30${i}` }));
    const environment = toolEnvironment({ caller: "200", now: DateTime.fromMillis(world.now), tasks });
    const tools = createReplyTools({ toolbox, environment });
    const messages = [{ role: "user" as const, content: "Call them all." }];
    for await (const part of generateReply({
      model,
      tools,
      messages,
      notDone: "",
      signal: new AbortController().signal,
    })) {
      if (part.kind === "tool") told.push(part.result);
    }
  }
  assert.deepEqual(
    told.map(({ status }) => status),
    ["PENDING", "PENDING", "PENDING", "FAILED", "FAILED", "FAILED", "FAILED", "FAILED"],
  );
  assert.match(told.at(-1)?.message ?? "", /too many timers and calls/);
  assert.equal(await world.lives(10 * MINUTE), 3);
});
