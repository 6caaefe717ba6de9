import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { PERIODS } from "../../src/wiring/periods.js";
import {
  ASSISTANT_EXTENSION,
  ChannelLog,
  Controller,
  fakeClock,
  findMongo,
  FULL,
  recognise,
  RestClient,
  says,
  SHORT_PERIODS,
  shortPeriods,
  shortTone,
  startWorld,
  temporaryFolder,
  TEST_LINES,
  type World,
} from "../support/index.js";

const HOUR_MS = 3_600_000;
/** Due at a pace of 500 a minute, for two controllers to share. */
const DUE = FULL ? 500 : 30;
const DUE_WITHIN_S = Math.ceil((DUE * 60) / 500);
const MESSAGE = "This is a test.";
/** Several sweeps of the short periods, ms. */
const SWEEPS_MS = 2_500;
/** Telephones of the tester that answer and say nothing: each is rung by one test only. */
const OF_THE_LEAP = "1017";
const OF_THE_STEPS = "1018";

let world: World;
let channels: ChannelLog;

before(async () => {
  world = await startWorld();
  channels = await ChannelLog.watch(world.bed.assistantAsterisk.ari);
});
after(async () => {
  await channels?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));
const rung = (number: string) => channels.placed(number).length;

async function schedule(rest: RestClient, body: Readonly<Record<string, unknown>>) {
  const { status, body: answer } = await rest.ask("POST", "/schedule", { message: MESSAGE, ...body });
  assert.equal(status, 200, JSON.stringify(answer));
  return { scheduleId: String(answer.schedule_id), dueAt: Date.parse(String(answer.scheduled_for)) };
}

function timers(): void {
  let controller: Controller;

  before(async () => {
    controller = await world.startController();
  });
  after(async () => {
    await controller?.[Symbol.asyncDispose]();
  });

  async function askForTimer(callerId: string) {
    const call = await world.telephone.dial(ASSISTANT_EXTENSION, { callerId });
    const greeted = await call.hearsSilence({ forMs: 800 });
    const { to } = await call.say(await says("set a timer for ten seconds"));
    const confirmedAt = await call.hears({ after: Math.max(to, greeted) });
    const silentAt = await call.hearsSilence({ forMs: 800, after: confirmedAt });
    const assertConfirmed = async () => {
      const confirmed = await recognise(call.recording().assistant.subarray(confirmedAt, silentAt));
      assert.match(confirmed, /timer|ten|seconds/);
    };
    return { call, to, silentAt, assertConfirmed };
  }

  test("is heard in the same call", async (t) => {
    const { call, to, silentAt, assertConfirmed } = await askForTimer(TEST_LINES.person);
    const alertAt = await call.hears({ after: silentAt });
    const heardTo = await call.hearsSilence({ forMs: 1_000, after: alertAt });
    const alert = await recognise(call.recording().assistant.subarray(alertAt, heardTo));
    const seconds = (alertAt - to) / 16_000;
    t.diagnostic(`${seconds.toFixed(1)} s after the caller's last word: "${alert}"`);
    assert.match(alert, /timer|time/);
    // Ten seconds from the moment at which the tool ran, about a second after the caller's last word.
    assert.ok(seconds > 9.5 && seconds < 13, `after ${seconds} s`);
    assert.equal(rung(TEST_LINES.person), 0);
    await call.hangUp();
    await assertConfirmed();
  });

  test("rings back when the caller has hung up", async (t) => {
    const callee = world.telephone.answerCallsTo(TEST_LINES.anotherPerson);
    const { call, assertConfirmed } = await askForTimer(TEST_LINES.anotherPerson);
    await call.hangUp();
    const hungUp = performance.now();
    await assertConfirmed();
    for await (const back of callee) {
      const seconds = (performance.now() - hungUp) / 1000;
      const alertAt = await back.hears();
      await back.ended;
      const alert = await recognise(back.recording().assistant.subarray(alertAt));
      t.diagnostic(`rang ${seconds.toFixed(1)} s after the hang-up: "${alert}"`);
      assert.match(alert, /timer|time/);
      break;
    }
    assert.equal(rung(TEST_LINES.anotherPerson), 1);
  });
}

const mongo = await findMongo();
const mortal =
  typeof mongo === "string" ? mongo : mongo.mortal ? false : "TEST_MONGODB_URI is not ours to stop and start";

// Each controller serves an application of its own, the first of them the one that callers come to.
describe("beside each other", { concurrency: true, timeout: 120_000 }, () => {
  describe("a timer that a caller asks for", { concurrency: true }, timers);

  test("a clock that leaps by two days for a moment moves no scheduled call", async () => {
    await using clock = await fakeClock();
    // A leap is followed only when it lasts: this one does not.
    const periods = shortPeriods({ clock: PERIODS.clock });
    const own = { ...clock.environment, ...periods, ARI_APP: "leaps" };
    await using controller = await Controller.start({ ...world.settings, ...own });
    world.telephone.answerCallsTo(OF_THE_LEAP);
    await controller.healthy();
    const rest = new RestClient(() => controller.url);
    const to = { extension: OF_THE_LEAP };
    const at_time = new Date(clock.now() + HOUR_MS).toISOString().slice(11, 16);
    const daily = await schedule(rest, { ...to, at_time, timezone: "UTC", recurring: "daily" });
    const once = await schedule(rest, { ...to, delay_seconds: 6 });
    const later = await schedule(rest, { ...to, delay_seconds: 3_600 });
    await clock.step(48 * HOUR_MS);
    await controller.logged("clock_leapt");
    const inLeap = await schedule(rest, { ...to, delay_seconds: 7_200 });
    await rest.scheduleUntil(once.scheduleId, ({ last_outcome }) => last_outcome !== null, 20_000);
    await wait(SWEEPS_MS);
    await clock.step(-48 * HOUR_MS);
    assert.equal(rung(OF_THE_LEAP), 1);
    for (const { scheduleId, dueAt } of [daily, later, inLeap]) {
      const { status, scheduled_for, last_outcome } = await rest.schedule(scheduleId);
      assert.deepEqual([status, Date.parse(String(scheduled_for)), last_outcome], ["pending", dueAt, null]);
    }
    assert.ok(Math.abs(inLeap.dueAt - clock.now() - 7_200_000) < 30_000);
  });

  test("a clock that is stepped an hour forwards and backwards makes nothing ring twice", async (t) => {
    await using clock = await fakeClock();
    const own = { ...clock.environment, ...SHORT_PERIODS, ARI_APP: "steps" };
    await using controller = await Controller.start({ ...world.settings, ...own });
    world.telephone.answerCallsTo(OF_THE_STEPS);
    await controller.healthy();
    const rest = new RestClient(() => controller.url);
    /** Steps the clock; resolves when it was followed, and several sweeps have been made by it. */
    const stepped = async (ms: number) => {
      const from = controller.lines.length;
      await clock.step(ms);
      await controller.logged("clock_followed", () => true, { from });
      await wait(SWEEPS_MS);
    };
    await clock.step(52_000 - (clock.now() % 60_000) + 60_000);
    await controller.logged("clock_followed");
    const at_time = new Date(clock.now() + 20_000).toISOString().slice(11, 16);
    const to = { extension: OF_THE_STEPS };
    const daily = await schedule(rest, { ...to, at_time, timezone: "UTC", recurring: "daily" });
    const once = await schedule(rest, { ...to, delay_seconds: 5 });
    const far = await schedule(rest, { ...to, delay_seconds: 1_800 });
    const ran = ({ last_outcome }: { last_outcome: string | null }) => last_outcome !== null;
    await rest.scheduleUntil(daily.scheduleId, ran, 20_000);
    await rest.scheduleUntil(once.scheduleId, ran, 20_000);
    assert.equal(rung(OF_THE_STEPS), 2);

    await stepped(-HOUR_MS);
    assert.equal(rung(OF_THE_STEPS), 2, "after the step backwards");
    await stepped(HOUR_MS);
    assert.equal(rung(OF_THE_STEPS), 2, "after the step forwards again");
    await clock.step(HOUR_MS);
    const missed = await rest.scheduleUntil(far.scheduleId, ran, 20_000);
    await stepped(-HOUR_MS);
    t.diagnostic(`due half an hour before the step's end: ${missed.last_outcome}, ${missed.last_error}`);
    assert.equal(missed.last_outcome, "missed");
    assert.equal(rung(OF_THE_STEPS), 2, "in the end");
    const { status, scheduled_for } = await rest.schedule(daily.scheduleId);
    assert.deepEqual([status, Date.parse(String(scheduled_for)) - daily.dueAt], ["pending", 24 * HOUR_MS]);
  });

  test("a store that is away when a call is due, and back in time, has it ring once", { skip: mortal }, async (t) => {
    if (typeof mongo === "string" || !mongo.mortal) return;
    await using server = await mongo.mortal();
    await using controller = await Controller.start({
      ...world.settings,
      MONGODB_URI: server.freshDatabase(),
      ...SHORT_PERIODS,
      ARI_APP: "away",
    });
    await controller.healthy();
    const rest = new RestClient(() => controller.url);
    const before = rung(TEST_LINES.silent);
    const { scheduleId, dueAt } = await schedule(rest, { extension: TEST_LINES.silent, delay_seconds: 4 });
    await server.stop();
    await wait(dueAt - Date.now() + SWEEPS_MS);
    assert.equal(rung(TEST_LINES.silent), before, "rang while nobody could know whether it might");
    await server.start();
    const back = performance.now();
    await channels.dialled(TEST_LINES.silent, before + 1, 30_000);
    t.diagnostic(`rang ${(performance.now() - back).toFixed(0)} ms after the store was back`);
    const { last_outcome } = await rest.scheduleUntil(scheduleId, (shown) => shown.last_outcome !== null, 20_000);
    assert.equal(last_outcome, "completed");
    await wait(SWEEPS_MS);
    assert.equal(rung(TEST_LINES.silent) - before, 1);
  });
});

describe("with MongoDB", { skip: typeof mongo === "string" ? mongo : false }, () => {
  test(`two controllers share ${DUE} calls that are due within ${DUE_WITHIN_S} s, and place each once`, async (t) => {
    if (typeof mongo === "string") return;
    await using server = await mongo.open();
    await using folder = await temporaryFolder();
    await using another = await temporaryFolder();
    const settings = {
      ...world.settings,
      MONGODB_URI: server.freshDatabase(),
      RATE_LIMIT_PER_MINUTE: "0",
      MAX_CONCURRENT_CALLS: "20",
    };
    world.speech.speakAs(shortTone);
    try {
      await using one = await Controller.start({ ...settings, DATA_DIR: folder.path });
      await using other = await Controller.start({ ...settings, DATA_DIR: another.path, ARI_APP: "another" });
      await Promise.all([one.healthy(), other.healthy()]);
      const rest = [one, other].map(({ url }) => new RestClient(() => url));
      const before = rung(TEST_LINES.silent);
      const leadS = Math.ceil(DUE / 10);
      const began = performance.now();
      const made: { scheduleId: string }[] = [];
      for (let at = 0; at < DUE; at += 10) {
        const some = Array.from({ length: Math.min(10, DUE - at) }, (_, i) => {
          const elapsedS = (performance.now() - began) / 1000;
          const delay_seconds = Math.ceil(leadS - elapsedS + ((at + i) * DUE_WITHIN_S) / DUE);
          const client = rest[i % 2] as RestClient;
          return schedule(client, { extension: TEST_LINES.silent, delay_seconds: Math.max(1, delay_seconds) });
        });
        made.push(...(await Promise.all(some)));
      }
      const madeS = (performance.now() - began) / 1000;
      for (const { scheduleId } of made) {
        const { last_outcome } = await (rest[0] as RestClient).scheduleUntil(
          scheduleId,
          (shown) => shown.last_outcome !== null,
          (leadS + DUE_WITHIN_S + 60) * 1000,
        );
        assert.equal(last_outcome, "completed");
      }
      const by = [one, other].map(({ lines }) => lines.filter(({ event }) => event === "call_start").length);
      t.diagnostic(
        `${DUE} schedules made in ${madeS.toFixed(1)} s, all over ${((performance.now() - began) / 1000).toFixed(1)} s ` +
          `after the first was made; placed by the one ${by[0]}, by the other ${by[1]}`,
      );
      const placed = (by[0] ?? 0) + (by[1] ?? 0);
      assert.deepEqual({ placed, dialled: rung(TEST_LINES.silent) - before }, { placed: DUE, dialled: DUE });
      assert.ok(
        by.every((count) => count > DUE / 10),
        `shared ${by.join(" to ")}`,
      );
    } finally {
      world.speech.speakAs(undefined);
    }
  });
});
