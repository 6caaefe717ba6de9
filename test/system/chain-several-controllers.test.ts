import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  ChannelLog,
  Controller,
  findMongo,
  Receiver,
  RestClient,
  SHORT_PERIODS,
  startWorld,
  temporaryFolder,
  TEST_LINES,
  type World,
} from "../support/index.js";

const mongo = await findMongo();
const [LISTENS, ACKNOWLEDGES] = ["1007", "1008"];
/** A telephone that rings unanswered would ring for this time, in s. */
const RING_S = 60;
/** From the moment at which one controller has noted an answer until the other has hung up, in ms. */
const STOPPED_MS = 3_000;

describe("a chain with two controllers that share a store", { skip: typeof mongo === "string" ? mongo : false }, () => {
  const parts: AsyncDisposable[] = [];
  const keep = <T extends AsyncDisposable>(part: T): T => {
    parts.unshift(part);
    return part;
  };
  let world: World;
  let channels: ChannelLog;
  let receiver: Receiver;
  let controllers: readonly [Controller, Controller];
  before(async () => {
    if (typeof mongo === "string") return;
    const server = keep(await mongo.open());
    world = keep(await startWorld({ settings: { ASTERISK_CONTROLLERS: "2" } }));
    channels = keep(await ChannelLog.watch(world.bed.assistantAsterisk.ari));
    receiver = keep(await Receiver.start());
    const MONGODB_URI = server.freshDatabase();
    const started = async (ARI_APP: string) => {
      const { path: DATA_DIR } = keep(await temporaryFolder());
      const controller = keep(
        await Controller.start({ ...world.settings, ...SHORT_PERIODS, MONGODB_URI, DATA_DIR, ARI_APP }),
      );
      await controller.healthy(60_000);
      return controller;
    };
    controllers = [await started("attendant"), await started("attendant-2")];
  });
  after(async () => {
    for (const part of parts.splice(0)) await part[Symbol.asyncDispose]();
  });

  const restOf = (controller: Controller) => new RestClient(() => controller.url);

  async function begin(request: Record<string, unknown>): Promise<string> {
    const { status, body } = await restOf(controllers[0]).placeCall({
      message: "The pump has stopped.",
      ring_timeout: RING_S,
      callback_url: receiver.url,
      ...request,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return String(body.chain_id);
  }

  const isOf =
    (callId: string) =>
    ({ data }: { readonly data?: Record<string, unknown> }) =>
      data?.call_id === callId;
  const rings = (number: string) => channels.placed(number).length;
  const isRinging = ({ status }: { readonly status: string }) => status === "ringing";

  /** What the next webhook says. */
  async function reported(): Promise<Record<string, unknown>> {
    const { length } = receiver.received;
    await receiver.has(length + 1, 30_000);
    return JSON.parse(receiver.received[length]?.body ?? "{}") as Record<string, unknown>;
  }

  test("stops ringing when it is ended at the other one", async () => {
    const [first, second] = controllers;
    const chainId = await begin({ extensions: [TEST_LINES.neverAnswers, ACKNOWLEDGES] });
    await first.logged("call_start", isOf(`${chainId}-1`));
    await restOf(second).callUntil(`${chainId}-1`, isRinging);
    const result = reported();
    const { status } = await restOf(second).ask("DELETE", `/chain/${chainId}`);
    assert.equal(status, 200);
    const { data } = await first.logged("call_end", isOf(`${chainId}-1`), { ms: STOPPED_MS });
    assert.equal(data?.outcome, "cancelled");
    const { chain_status, steps } = await result;
    assert.equal(chain_status, "cancelled", JSON.stringify(steps));
    assert.deepEqual([rings(TEST_LINES.neverAnswers), rings(ACKNOWLEDGES)], [1, 0]);
  });

  test("stops ringing at a controller that leaves when someone acknowledges at the other one", async () => {
    const [leaving, next] = controllers;
    const listener = world.telephone.answerCallsTo(LISTENS);
    const person = world.telephone.answerCallsTo(ACKNOWLEDGES);
    const before = rings(TEST_LINES.neverAnswers);
    const chainId = await begin({
      extensions: [LISTENS, TEST_LINES.neverAnswers, ACKNOWLEDGES],
      at_once: 2,
      until: "acknowledged",
    });
    const { value: listening } = await listener.next();
    assert.ok(listening);
    await leaving.logged("call_start", isOf(`${chainId}-2`));
    await restOf(next).callUntil(`${chainId}-2`, isRinging);
    const left = leaving.stop("SIGUSR2");
    await leaving.logged("handing_over");
    await listening.hangUp(); // The next number is called, and no longer by the one that leaves.
    const { value: call } = await person.next();
    assert.ok(call);
    await next.logged("call_start", isOf(`${chainId}-3`));
    await call.hearsSilence({ forMs: 1_000 });
    const result = reported();
    await call.press("1");
    const { data } = await leaving.logged("call_end", isOf(`${chainId}-2`), { ms: STOPPED_MS });
    assert.equal(data?.outcome, "cancelled");
    const { chain_status, extension, steps } = await result;
    assert.deepEqual([chain_status, extension], ["reached", ACKNOWLEDGES], JSON.stringify(steps));
    assert.equal(await left, 0);
    const { body: chain } = await restOf(next).ask("GET", `/chain/${chainId}`);
    assert.deepEqual(
      (chain.steps as readonly { readonly outcome: string }[]).map(({ outcome }) => outcome),
      ["declined", "cancelled", "reached"],
    );
    assert.deepEqual(
      [rings(LISTENS), rings(TEST_LINES.neverAnswers) - before, rings(ACKNOWLEDGES)],
      [1, 1, 1],
      "each is rung once",
    );
    assert.equal(receiver.received.length, 2, "each chain is reported once");
  });
});
