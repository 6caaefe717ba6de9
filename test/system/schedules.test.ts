import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
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
  shortTone,
  startWorld,
  type TelephoneCall,
  temporaryFolder,
  TEST_LINES,
  type World,
} from "../support/index.js";

const HOUR_MS = 3_600_000;
/** Due at a pace of 500 a minute, for two controllers to share. */
const DUE = FULL ? 500 : 60;
const DUE_WITHIN_S = Math.ceil((DUE * 60) / 500);
const MESSAGE = "This is a test.";

let world: World;
let channels: ChannelLog;
/** Of the assistant's Asterisk. */
let ours: ChannelLog;

before(async () => {
  world = await startWorld();
  channels = await ChannelLog.watch(world.bed.pbx.ari);
  ours = await ChannelLog.watch(world.bed.assistantAsterisk.ari);
});
after(async () => {
  await ours?.[Symbol.asyncDispose]();
  await channels?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));
const dialled = () => ours.channels.filter(({ id }) => id.includes(".own.dial.")).length;
const rung = (number: string) => channels.calls(ASSISTANT_EXTENSION, number).length;

async function schedule(rest: RestClient, body: Readonly<Record<string, unknown>>) {
  const { status, body: answer } = await rest.ask("POST", "/schedule", { message: MESSAGE, ...body });
  assert.equal(status, 200, JSON.stringify(answer));
  return { scheduleId: String(answer.schedule_id), dueAt: Date.parse(String(answer.scheduled_for)) };
}

describe("a timer that a caller asks for", { timeout: 120_000 }, () => {
  let controller: Controller;
  let call: TelephoneCall;

  before(async () => {
    controller = await world.startController();
  });
  afterEach(async () => {
    await call.hangUp().catch(() => {});
  });
  after(async () => {
    await controller?.[Symbol.asyncDispose]();
  });

  async function askForTimer(callerId: string) {
    call = await world.telephone.dial(ASSISTANT_EXTENSION, { callerId });
    const greeted = await call.hearsSilence({ forMs: 800 });
    const { to } = await call.say(await says("set a timer for ten seconds"));
    const confirmedAt = await call.hears({ after: Math.max(to, greeted) });
    const silentAt = await call.hearsSilence({ forMs: 800, after: confirmedAt });
    const confirmed = await recognise(call.recording().assistant.subarray(confirmedAt, silentAt));
    assert.match(confirmed, /timer|ten|seconds/);
    return { to, silentAt, confirmed };
  }

  test("is heard in the same call", async (t) => {
    const { to, silentAt, confirmed } = await askForTimer("1011");
    const alertAt = await call.hears({ after: silentAt });
    const heardTo = await call.hearsSilence({ forMs: 1_000, after: alertAt });
    const alert = await recognise(call.recording().assistant.subarray(alertAt, heardTo));
    const seconds = (alertAt - to) / 16_000;
    t.diagnostic(`"${confirmed}"; ${seconds.toFixed(1)} s after the caller's last word: "${alert}"`);
    assert.match(alert, /timer|time/);
    // Ten seconds from the moment at which the tool ran, about a second after the caller's last word.
    assert.ok(seconds > 9.5 && seconds < 13, `after ${seconds} s`);
    assert.equal(rung("1011"), 0);
  });

  test("rings back when the caller has hung up", async (t) => {
    const callee = world.telephone.answerCallsTo("1011");
    await askForTimer("1011");
    await call.hangUp();
    const hungUp = performance.now();
    for await (const back of callee) {
      const seconds = (performance.now() - hungUp) / 1000;
      const alertAt = await back.hears();
      await back.ended;
      const alert = await recognise(back.recording().assistant.subarray(alertAt));
      t.diagnostic(`rang ${seconds.toFixed(1)} s after the hang-up: "${alert}"`);
      assert.match(alert, /timer|time/);
      break;
    }
    assert.equal(rung("1011"), 1);
  });
});

test("a clock that leaps by two days for a moment moves no scheduled call", async () => {
  await using clock = await fakeClock();
  await using controller = await Controller.start({ ...world.settings, ...clock.environment });
  await controller.healthy();
  const rest = new RestClient(() => controller.url);
  const before = rung(TEST_LINES.silent);
  const to = { extension: TEST_LINES.silent };
  const at_time = new Date(clock.now() + HOUR_MS).toISOString().slice(11, 16);
  const daily = await schedule(rest, { ...to, at_time, timezone: "UTC", recurring: "daily" });
  const once = await schedule(rest, { ...to, delay_seconds: 6 });
  const later = await schedule(rest, { ...to, delay_seconds: 3_600 });
  await clock.step(48 * HOUR_MS);
  await controller.logged("clock_leapt");
  const inLeap = await schedule(rest, { ...to, delay_seconds: 7_200 });
  await rest.scheduleUntil(once.scheduleId, ({ last_outcome }) => last_outcome !== null, 20_000);
  await wait(5_000); // A sweep.
  await clock.step(-48 * HOUR_MS);
  assert.equal(rung(TEST_LINES.silent) - before, 1);
  for (const { scheduleId, dueAt } of [daily, later, inLeap]) {
    const { status, scheduled_for, last_outcome } = await rest.schedule(scheduleId);
    assert.deepEqual([status, Date.parse(String(scheduled_for)), last_outcome], ["pending", dueAt, null]);
  }
  assert.ok(Math.abs(inLeap.dueAt - clock.now() - 7_200_000) < 30_000);
});

test("a clock that is stepped an hour forwards and backwards makes nothing ring twice", async (t) => {
  await using clock = await fakeClock();
  const ATTENDANT_PERIODS = '{"clock":{"holdMs":500}}';
  await using controller = await Controller.start({ ...world.settings, ...clock.environment, ATTENDANT_PERIODS });
  await controller.healthy();
  const rest = new RestClient(() => controller.url);
  const before = rung(TEST_LINES.silent);
  await clock.step(52_000 - (clock.now() % 60_000) + 60_000);
  await controller.logged("clock_followed");
  const at_time = new Date(clock.now() + 20_000).toISOString().slice(11, 16);
  const to = { extension: TEST_LINES.silent };
  const daily = await schedule(rest, { ...to, at_time, timezone: "UTC", recurring: "daily" });
  const once = await schedule(rest, { ...to, delay_seconds: 5 });
  const far = await schedule(rest, { ...to, delay_seconds: 1_800 });
  const ran = ({ last_outcome }: { last_outcome: string | null }) => last_outcome !== null;
  await rest.scheduleUntil(daily.scheduleId, ran, 20_000);
  await rest.scheduleUntil(once.scheduleId, ran, 20_000);
  assert.equal(rung(TEST_LINES.silent) - before, 2);

  await clock.step(-HOUR_MS);
  await wait(12_000);
  assert.equal(rung(TEST_LINES.silent) - before, 2, "after the step backwards");
  await clock.step(HOUR_MS);
  await wait(6_000);
  assert.equal(rung(TEST_LINES.silent) - before, 2, "after the step forwards again");
  await clock.step(HOUR_MS);
  const missed = await rest.scheduleUntil(far.scheduleId, ran, 20_000);
  await clock.step(-HOUR_MS);
  await wait(6_000);
  t.diagnostic(`due half an hour before the step's end: ${missed.last_outcome}, ${missed.last_error}`);
  assert.equal(missed.last_outcome, "missed");
  assert.equal(rung(TEST_LINES.silent) - before, 2, "in the end");
  const { status, scheduled_for } = await rest.schedule(daily.scheduleId);
  assert.deepEqual([status, Date.parse(String(scheduled_for)) - daily.dueAt], ["pending", 24 * HOUR_MS]);
});

const mongo = await findMongo();

describe("with MongoDB", { skip: typeof mongo === "string" ? mongo : false }, () => {
  const missing =
    typeof mongo === "string" ? mongo : mongo.mortal ? false : "TEST_MONGODB_URI is not ours to stop and start";

  test("a store that is away when a call is due, and back in time, has it ring once", { skip: missing }, async (t) => {
    if (typeof mongo === "string" || !mongo.mortal) return;
    await using server = await mongo.mortal();
    await using controller = await Controller.start({ ...world.settings, MONGODB_URI: server.freshDatabase() });
    await controller.healthy();
    const rest = new RestClient(() => controller.url);
    const before = rung(TEST_LINES.silent);
    const { scheduleId, dueAt } = await schedule(rest, { extension: TEST_LINES.silent, delay_seconds: 4 });
    await server.stop();
    await wait(dueAt - Date.now() + 6_000);
    assert.equal(rung(TEST_LINES.silent), before, "rang while nobody could know whether it might");
    await server.start();
    const back = performance.now();
    await channels.dialled(ASSISTANT_EXTENSION, TEST_LINES.silent, before + 1, 30_000);
    t.diagnostic(`rang ${(performance.now() - back).toFixed(0)} ms after the store was back`);
    const { last_outcome } = await rest.scheduleUntil(scheduleId, (shown) => shown.last_outcome !== null, 20_000);
    assert.equal(last_outcome, "completed");
    await wait(3_000);
    assert.equal(rung(TEST_LINES.silent) - before, 1);
  });

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
      const [before, dialledBefore] = [rung(TEST_LINES.silent), dialled()];
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
      assert.deepEqual({ placed, dialled: dialled() - dialledBefore }, { placed: DUE, dialled: DUE });
      // On a machine that is very busy the PBX answers late over UDP, is asked again, and takes that for another call: PJSIP
      // forgets a request once it was acknowledged (before pjproject's pull request 4765).
      const atPbx = rung(TEST_LINES.silent) - before;
      if (atPbx > DUE) t.diagnostic(`the PBX took ${atPbx - DUE} repeated requests for new ones`);
      assert.ok(atPbx >= DUE, `${atPbx} rang`);
      assert.ok(
        by.every((count) => count > DUE / 10),
        `shared ${by.join(" to ")}`,
      );
    } finally {
      world.speech.speakAs(undefined);
    }
  });
});
