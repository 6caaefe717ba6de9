import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, type TestContext, test } from "node:test";

import {
  ASSISTANT_EXTENSION,
  findMongo,
  ledger,
  Lives,
  type MortalMongoServer,
  placeOn,
  Receiver,
  recognise,
  type RestClient,
  says,
  SHORT_PERIODS,
  storeKinds,
  TEST_LINES,
  FULL,
} from "../support/index.js";

/** How long what is needed is away; in full form with the periods that come with the service. */
const AWAY_MS = FULL ? 60_000 : 8_000;
const PERIODS = FULL ? {} : SHORT_PERIODS;
/** How soon it is noticed that the store is away, and that it is back. */
const NOTICED_MS = 20_000;
const BACK_MS = 10_000;
/** How long a call may take to be accepted when nobody knows yet that the store is away. */
const ACCEPTED_MS = 4_000;
/** A webhook that failed is tried after 5 s and after 30 s more, then after 2 min, all jittered; by the short ones each two seconds. */
const DELIVERED_MS = FULL ? 200_000 : 20_000;
/** So many services at a time, each in a world of its own: all of them. */
const AT_A_TIME = 4;
const SHORT = "Good morning.";
const LONG = "This is the first sentence of it. This is the second sentence of it. And here is the last one of them.";

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A service in a world of its own, and who takes its webhooks. */
class Service extends Lives {
  #receiver!: Receiver;

  get receiver(): Receiver {
    return this.#receiver;
  }

  /** How often the assistant has dialled so far; calls to it have a channel of that name, too. */
  get rung(): number {
    return this.rings(TEST_LINES.silent, TEST_LINES.busy);
  }

  protected override async fill(): Promise<void> {
    this.#receiver = this.keep(await Receiver.start());
    await super.fill();
  }
}

/** A program that places calls and wants to know of each what became of it. */
class Caller {
  readonly placed: string[] = [];
  readonly rest: RestClient;
  readonly #service: Service;
  readonly #url: string;
  /** What was dialled before it came. */
  readonly #rung: number;

  /** @param url where it takes webhooks */
  constructor(service: Service, url = service.receiver.url) {
    this.rest = service.rest;
    this.#service = service;
    this.#url = url;
    this.#rung = service.rung;
  }

  async place(message: string, extension: string = TEST_LINES.silent): Promise<string> {
    const { status, body } = await this.rest.placeCall({ extension, message, callback_url: this.#url });
    assert.equal(status, 200, JSON.stringify(body));
    const callId = String(body.call_id);
    this.placed.push(callId);
    return callId;
  }

  inProgress(callId: string) {
    return this.rest.callUntil(callId, ({ status }) => status === "in_progress");
  }

  /** Waits for every result, then finds each call in the list and each result under one id, the same as the record. */
  async checkAll(received: () => Receiver["received"], statusOf: ReadonlyMap<string, string>): Promise<void> {
    const deadline = performance.now() + DELIVERED_MS;
    const missing = () => this.placed.filter((callId) => !ledger(received()).has(callId));
    while (missing().length > 0 && performance.now() < deadline) await wait(100);
    assert.deepEqual(missing(), [], "webhooks that did not come");
    const listed = new Map((await this.rest.calls()).map((call) => [call.call_id, call]));
    for (const callId of this.placed) {
      const record = listed.get(callId);
      const reported = ledger(received()).get(callId);
      const status = statusOf.get(callId) ?? "completed";
      assert.equal(record?.status, status, JSON.stringify(record));
      assert.deepEqual([...(reported?.ids ?? [])], [`msg_${callId}`]);
      assert.deepEqual(
        [reported?.result.status, reported?.result.message_played, reported?.result.error],
        [record.status, record.message_played, record.error],
      );
    }
    assert.equal(this.#service.rung - this.#rung, this.placed.length);
  }
}

const { embeddedStore, mongodb } = await storeKinds();
const mongo = await findMongo();
const IN_FULL = FULL ? false : "like test/contract/store-away: TEST_FORM=full";
const skip =
  typeof mongo === "string" ? mongo : mongo.mortal ? false : "TEST_MONGODB_URI is not ours to stop and start";

/** A service whose MongoDB can go away. */
class ServiceOnMongo extends Service {
  readonly server: MortalMongoServer;

  constructor(server: MortalMongoServer) {
    super({ ...mongodb, open: () => placeOn(server) }, PERIODS);
    this.server = server;
  }

  static async start(): Promise<ServiceOnMongo> {
    if (typeof mongo === "string" || !mongo.mortal) throw new Error(String(skip));
    return new ServiceOnMongo(await mongo.mortal());
  }

  storeIs(ok: boolean, ms: number) {
    return this.controller.healthUntil(({ checks }) => checks.store?.ok === ok, ms);
  }
}

/** Calls before, during and after the absence. Then all is accounted for. */
async function play(service: ServiceOnMongo, t: TestContext, leave: () => unknown, comeBack: () => unknown) {
  const caller = new Caller(service);
  const conversation = await service.world.telephone.dial(ASSISTANT_EXTENSION);
  const greeted = await conversation.hearsSilence({ forMs: 800 });
  const going = await Promise.all([caller.place(LONG), caller.place(LONG)]);
  await Promise.all(going.map((callId) => caller.inProgress(callId)));

  await leave();
  const left = performance.now();
  const { to } = await conversation.say(await says("what time is it"));
  const answered = await conversation.hearsSilence({ forMs: 800, after: to });
  assert.ok(answered > greeted);
  assert.match(await recognise(conversation.recording().assistant.subarray(to)), /\w/);
  await conversation.hangUp();

  const began = performance.now();
  await caller.place(SHORT);
  const acceptedMs = performance.now() - began;
  assert.ok(acceptedMs < ACCEPTED_MS, `a call was accepted after ${acceptedMs} ms`);
  const away = await service.storeIs(false, NOTICED_MS);
  assert.equal(away.status, "degraded");
  const during = await caller.place(SHORT);
  assert.equal((await caller.rest.callOver(during, 20_000)).status, "completed");
  for (const callId of going) assert.equal((await caller.rest.callOver(callId, 20_000)).status, "completed");
  // A key can only be promised by the store, so a request with one is put off.
  const keyed = { extension: TEST_LINES.silent, message: SHORT };
  const { status, headers } = await caller.rest.placeCall(keyed, randomUUID());
  assert.deepEqual([status, Number(headers.get("retry-after")) > 0], [503, true]);

  await wait(Math.max(0, AWAY_MS - (performance.now() - left)));
  const last = await caller.place(LONG);
  await caller.inProgress(last);
  const back = performance.now();
  await comeBack();
  await service.storeIs(true, BACK_MS);
  t.diagnostic(
    `away for ${((back - left) / 1000).toFixed(1)} s; a call was accepted within ${acceptedMs.toFixed(0)} ms; ` +
      `${(performance.now() - back).toFixed(0)} ms after its return it was in use; "${away.checks.store?.detail}"`,
  );
  assert.equal((await caller.rest.callOver(last, 20_000)).status, "completed");
  await caller.place(SHORT);
  await caller.checkAll(() => service.receiver.received, new Map());
  await service.controller.healthy();
}

describe("what is needed goes away in the middle of calls", { concurrency: AT_A_TIME }, () => {
  describe("MongoDB, which loses neither record nor webhook,", { skip, concurrency: 1 }, () => {
    let service: ServiceOnMongo;
    before(async () => {
      service = await ServiceOnMongo.start();
      await service.begin();
    });
    after(() => service?.[Symbol.asyncDispose]());

    for (const [end, again, skipped] of [
      ["stop", "start", false],
      ["freeze", "thaw", IN_FULL],
    ] as const) {
      const when = end === "stop" ? "it stops" : "it hangs";
      test(`stops no call and refuses none when ${when}`, { skip: skipped }, async (t) => {
        const { server } = service;
        await play(
          service,
          t,
          () => server[end](),
          () => server[again](),
        );
      });
    }

    test("when the controller is killed meanwhile, and starts before it is back", async (t) => {
      const { server } = service;
      const caller = new Caller(service);
      const [before] = await Promise.all([caller.place(LONG)]);
      await caller.inProgress(before);
      await server.stop();
      const over = await caller.place(SHORT);
      assert.equal((await caller.rest.callOver(over, 20_000)).status, "completed");
      await caller.rest.callOver(before, 20_000);
      const cut = await caller.place(LONG);
      await caller.inProgress(cut);
      await service.storeIs(false, NOTICED_MS);
      await service.kill();

      await service.start();
      await service.controller.healthUntil(
        ({ checks }) => checks.asterisk?.ok === true && checks.store?.ok === false,
        NOTICED_MS,
      );
      const anew = await caller.place(SHORT);
      assert.equal((await caller.rest.callOver(anew, 20_000)).status, "completed");
      // Were MongoDB back before that, the call would be gone on with.
      await service.controller.logged("call_not_found", () => true, { ms: NOTICED_MS });
      await server.start();
      await service.storeIs(true, BACK_MS);
      await caller.checkAll(() => service.receiver.received, new Map([[cut, "failed"]]));
      const { error } = await caller.rest.call(cut);
      t.diagnostic(`the call that was cut off: ${error}`);
      assert.match(String(error), /stopped unexpectedly during the call/);
    });
  });

  const alone = { skip: FULL ? false : "like test/flows/webhooks: TEST_FORM=full" };
  test("a receiver of webhooks that is away loses none, and has each come under one id", alone, async (t) => {
    await using service = new Service(embeddedStore, PERIODS);
    await service.begin();
    const first = await Receiver.start();
    const { port, url } = first;
    const caller = new Caller(service, url);
    const going = await Promise.all([caller.place(LONG), caller.place(LONG), caller.place(SHORT)]);
    await Promise.all(going.slice(0, 2).map((callId) => caller.inProgress(callId)));
    await first[Symbol.asyncDispose]();
    const left = performance.now();
    const busy = await caller.place(SHORT, TEST_LINES.busy);
    for (const callId of going) assert.equal((await caller.rest.callOver(callId, 20_000)).status, "completed");
    await caller.place(SHORT);
    assert.equal((await service.controller.health()).checks.store?.ok, true);
    await wait(Math.max(0, AWAY_MS - (performance.now() - left)));

    await using again = await Receiver.start({ port });
    const back = performance.now();
    await caller.checkAll(() => [...first.received, ...again.received], new Map([[busy, "busy"]]));
    const late = again.received.map(({ at }) => at).sort((a, b) => a - b);
    t.diagnostic(
      `away for ${((back - left) / 1000).toFixed(1)} s; ${again.received.length} webhooks came afterwards, ` +
        `the last ${((late.at(-1) ?? 0) - (late[0] ?? 0)) / 1000} s after the first`,
    );
    for (const { times } of ledger(again.received).values()) assert.equal(times, 1);
  });
});
