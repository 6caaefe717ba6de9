import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, type TestContext, test } from "node:test";
import { Webhook } from "standardwebhooks";
import {
  ASSISTANT_EXTENSION,
  type Caught,
  ChannelLog,
  CRASH_STEPS,
  ledger,
  nothingLeftIn,
  Receiver,
  type RestClient,
  type ShownCall,
  SHORT_PERIODS,
  type Stage,
  startWorld,
  type Step,
  TEST_LINES,
  type World,
} from "../support/index.js";
import { Lives, storeKinds, type StorePlace } from "../support/index.js";

/** `CRASH_MATRIX=full`: every step on both stores with the periods that come with the service, and kills all along a short call. */
const FULL = process.env.CRASH_MATRIX === "full";
/** Why it is left out of a quick run. */
const SWEEP_NEEDS = "40 kills take minutes: run it with CRASH_MATRIX=full";
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
/**
 * From the HTTP interface's listening on, ms: the record is over, and Asterisk has nothing left of the call. A callee who was
 * being talked to hears an apology of six seconds first.
 */
const OVER_MS = 3_000;
const EMPTY_MS = 5_000 + 6_000;
/** What was being sent when the process died is sent again when its lease is over, 60 s later unless it is a short one, and then there is a retry. */
const REDELIVERED_MS = FULL ? 90_000 : 20_000;
/** From the request on: close together while it is taken in and dialled, then on to beyond the end of the call. */
const SWEEP_MS = [
  ...Array.from({ length: 20 }, (_, i) => i * 4),
  ...Array.from({ length: 8 }, (_, i) => 80 + i * 40),
  ...Array.from({ length: 12 }, (_, i) => 400 + i * 150),
];

let world: World;
let channels: ChannelLog;
let receiver: Receiver;

before(async () => {
  world = await startWorld();
  channels = await ChannelLog.watch(world.bed.pbx.ari);
  receiver = await Receiver.start();
});
after(async () => {
  await receiver?.[Symbol.asyncDispose]();
  await channels?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

interface Row {
  readonly step: string;
  readonly caught: Caught;
  readonly status: string;
  readonly error: string | null;
  readonly rings: number;
  readonly overMs: number;
  readonly emptyMs: number;
}

/** Lives with calls under way in them, and what became of each. */
class CallLives extends Lives {
  readonly rows: Row[] = [];

  constructor(settings: Readonly<Record<string, string>>) {
    super({
      ...world.settings,
      ...(FULL ? {} : SHORT_PERIODS),
      ...settings,
      MAX_CONCURRENT_CALLS: "1",
      WEBHOOK_SECRET: SECRET,
    });
  }

  /** Has a step's call get to its point, kills, starts again and looks what became of it. */
  async survive({ name, crash }: Step): Promise<void> {
    await this.controller.healthy();
    const before = channels.calls(ASSISTANT_EXTENSION).length;
    const dead = this.controller;
    const stage: Stage = {
      world,
      controller: dead,
      rest: this.rest,
      receiver,
      place: (call) => this.#place(call),
      kill: () => dead.stop("SIGKILL"),
    };
    const caught = await crash(stage);
    await this.start();
    const listening = performance.now();
    const looked = caught.map(async (call) => {
      const shown = await this.rest.callOver(call.callId, OVER_MS + (call.goesOnMs ?? 0));
      const overMs = performance.now() - listening;
      assert.ok(call.statuses.includes(shown.status), `${name}: ${JSON.stringify(shown)}`);
      const { error } = shown;
      assert.ok(
        call.errors.some((expected) => (expected === null ? error === null : expected.test(error ?? ""))),
        `${name}: ${error}`,
      );
      if (call.messagePlayed !== undefined) assert.equal(shown.message_played, call.messagePlayed);
      assert.ok(shown.ended_at);
      return { call, shown, overMs };
    });
    const goesOnMs = Math.max(...caught.map((call) => call.goesOnMs ?? 0));
    const emptyMs = nothingLeftIn(world.bed.assistantAsterisk.ari, EMPTY_MS + goesOnMs);
    const found = await Promise.all(looked);
    await emptyMs;
    await nothingLeftIn(world.bed.pbx.ari, EMPTY_MS, (what) => what.startsWith(`channel PJSIP/${ASSISTANT_EXTENSION}`));
    for (const { call } of found) await this.#askAgain(call);
    const expected = caught.reduce((sum, { rings }) => sum + rings, 0);
    const rings = channels.calls(ASSISTANT_EXTENSION).length - before;
    assert.equal(rings, expected, `${name}: dialled ${rings} times`);
    for (const { call, shown, overMs } of found) {
      const { status, error } = shown;
      this.rows.push({ step: name, caught: call, status, error, rings: call.rings, overMs, emptyMs: await emptyMs });
    }
  }

  /** The key is remembered: the same call is the answer. */
  async #askAgain({ callId, key, body }: Caught): Promise<void> {
    const { status, body: answer, headers } = await this.rest.placeCall(body, key);
    assert.equal(status, 200, JSON.stringify(answer));
    assert.equal(answer.call_id, callId);
    assert.equal(headers.get("idempotency-replayed"), "true");
  }

  async #place(call: Readonly<Record<string, unknown>>) {
    const key = randomUUID();
    const body = { callback_url: receiver.url, ...call };
    const { status, body: answer } = await this.rest.placeCall(body, key);
    assert.equal(status, 200, JSON.stringify(answer));
    return { callId: String(answer.call_id), key, body };
  }
}

/** Waits for the webhooks of all of them, and holds each against its record. */
async function checkWebhooks(lives: CallLives, t: TestContext, store: string): Promise<void> {
  await receivedAll(lives.rows.map(({ caught }) => caught.callId));
  // A webhook that was never answered before the process died comes again.
  const hung = lives.rows.filter(({ step }) => step.endsWith("on its way")).map(({ caught }) => caught.callId);
  await receivedAll(hung, 2);
  const came = ledger(receiver.received);
  t.diagnostic(table(store, lives.rows, came));
  for (const { caught, status, error, step } of lives.rows) {
    const reported = came.get(caught.callId);
    assert.ok(reported, `${step}: no webhook came`);
    if (hung.includes(caught.callId)) assert.ok(reported.times >= 2, `${step}: it did not come again`);
    assert.deepEqual([...reported.ids], [`msg_${caught.callId}`], step);
    assert.equal(reported.bodies.size, 1, `${step}: ${[...reported.bodies].join(" ≠ ")}`);
    const shown = await lives.rest.call(caught.callId);
    const { result } = reported;
    assert.deepEqual(
      [result.status, result.error, result.message_played, result.duration_seconds],
      [status, error, shown.message_played, shown.duration_seconds],
      step,
    );
    const { body: deliveries } = await lives.rest.ask("GET", `/call/${caught.callId}/deliveries`);
    assert.equal((deliveries as unknown as unknown[]).length, 1, step);
  }
  const ids = new Set(lives.rows.map(({ caught }) => `msg_${caught.callId}`));
  for (const { body, headers } of receiver.received.filter((each) => ids.has(String(each.headers["webhook-id"])))) {
    assert.doesNotThrow(() => new Webhook(SECRET).verify(body, headers as Record<string, string>));
  }
}

/** Waits until each of them was reported `times` times, or that has taken too long: what is missing shows later. */
async function receivedAll(callIds: readonly string[], times = 1): Promise<void> {
  const deadline = performance.now() + REDELIVERED_MS;
  const isMissing = (callId: string) => (ledger(receiver.received).get(callId)?.times ?? 0) < times;
  while (callIds.some(isMissing) && performance.now() < deadline) {
    await receiver.has(receiver.received.length + 1, deadline - performance.now()).catch(() => {});
  }
}

function table(store: string, rows: readonly Row[], came: ReturnType<typeof ledger>): string {
  const lines = rows.map(({ step, caught, status, error, rings, overMs, emptyMs }) => {
    const { ids, times } = came.get(caught.callId) ?? { ids: new Set(), times: 0 };
    const ms = [overMs, emptyMs].map((each) => each.toFixed(0));
    return [store, step, status, error ?? "—", rings, `${ids.size} id, ${times}×`, ...ms].join(" | ");
  });
  return ["store | killed | status | error | dialled | webhook | over, ms | Asterisk empty, ms", ...lines].join("\n");
}

const ALL = CRASH_STEPS.map(({ name }) => name);
const { embeddedStore, mongodb } = await storeKinds();
const STORES = [
  { ...embeddedStore, steps: ALL },
  { ...mongodb, steps: FULL ? ALL : ["ringing", "asking"] },
];

for (const store of STORES) {
  describe(`a controller that is killed, with the ${store.name},`, { skip: store.skip }, () => {
    let lives: CallLives;
    let place: StorePlace;

    before(async () => {
      place = await store.open();
      lives = new CallLives(place.settings);
      await lives.start();
    });
    after(async () => {
      await lives?.[Symbol.asyncDispose]();
      await place?.[Symbol.asyncDispose]();
    });

    for (const step of CRASH_STEPS.filter(({ name }) => store.steps.includes(name))) {
      test(`leaves a call honest that was ${step.name}, and rings nobody again`, () => lives.survive(step));
    }

    test("has every result delivered, under one id each, as the record has it", (t) =>
      checkWebhooks(lives, t, store.name));

    test("rings nobody twice, at whatever millisecond it dies", { skip: !FULL && SWEEP_NEEDS }, (t) => sweep(lives, t));
  });
}

/** A client that asks until it has an answer gets one call, one record and one webhook, and its callee one ring at most. */
async function sweep(lives: CallLives, t: TestContext): Promise<void> {
  const seen: string[] = [];
  const calls: ShownCall[] = [];
  for (const ms of SWEEP_MS) {
    await lives.controller.healthy();
    const before = channels.calls(ASSISTANT_EXTENSION).length;
    const key = randomUUID();
    const body = { extension: TEST_LINES.silent, message: "Good morning.", callback_url: receiver.url };
    const asked = lives.rest.placeCall(body, key).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, ms));
    await lives.kill();
    const first = await asked;
    await lives.start();
    await lives.controller.healthy();
    const again = await askedUntilAnswered(lives.rest, body, key);
    if (first) assert.equal(again, first.body.call_id);
    const call = await lives.rest.callOver(again, 15_000);
    await nothingLeftIn(world.bed.assistantAsterisk.ari, EMPTY_MS);
    const rings = channels.calls(ASSISTANT_EXTENSION).length - before;
    assert.ok(rings <= 1, `killed after ${ms} ms: dialled ${rings} times`);
    calls.push(call);
    seen.push(`${ms} ms: ${first ? "answered" : "no answer"}, ${call.status}, dialled ${rings}×, ${call.error ?? "—"}`);
  }
  t.diagnostic(seen.join("\n"));
  await receivedAll(calls.map(({ call_id }) => call_id));
  const came = ledger(receiver.received);
  for (const { call_id, status } of calls) {
    assert.deepEqual([...(came.get(call_id)?.ids ?? [])], [`msg_${call_id}`]);
    assert.equal(came.get(call_id)?.result.status, status);
  }
}

async function askedUntilAnswered(rest: RestClient, body: Readonly<Record<string, unknown>>, key: string) {
  for (;;) {
    const { status, body: answer, headers } = await rest.placeCall(body, key);
    if (status === 200) return String(answer.call_id);
    assert.equal(status, 409, JSON.stringify(answer));
    await new Promise((resolve) => setTimeout(resolve, Number(headers.get("retry-after")) * 1000));
  }
}
