import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import {
  ASSISTANT_EXTENSION,
  AWAY_APOLOGY,
  Controller,
  longestSilence,
  nothingLeftIn,
  RestClient,
  says,
  startWorld,
  TcpProxy,
  type TelephoneCall,
  TEST_LINES,
  temporaryFolder,
  whereSaid,
  type World,
  FULL,
} from "../support/index.js";

/** `TEST_FORM=full`: each way in which a controller may end. */
const SECOND = "The weather is nice today in the garden.";
const STORY = `One two three four five six seven eight nine ten. ${SECOND}`;
const ANSWER = "It is rather late in the evening.";
/** The assistant's. */
const VOICE = { voice: "rms" } as const;
const IN_FULL = FULL ? false : "three more process deaths: TEST_FORM=full";
/** Longer than a line is mended for while Asterisk can be reached. */
const AWAY_MS = 7_000;
/** The most that a caller may hear nothing, ms. */
const SILENCE_MS = 3_000;

describe("a call whose controller is away for a while", { timeout: 300_000 }, () => {
  let world: World;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let proxy: TcpProxy;
  /** The one that lives. */
  let controller: Controller;
  const calls: TelephoneCall[] = [];
  before(async () => {
    world = await startWorld();
    world.model.when(/story/).say(STORY);
    world.model.when(/time/).thenSay(ANSWER);
    folder = await temporaryFolder();
    proxy = await TcpProxy.to(world.settings.ARI_URL ?? "");
    controller = await starts();
  });
  afterEach(() => Promise.all(calls.splice(0).map((call) => call.hangUp())));
  after(async () => {
    await controller?.[Symbol.asyncDispose]();
    await proxy?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  async function starts(): Promise<Controller> {
    const own = { DATA_DIR: folder.path, OPERATOR_EXTENSION: TEST_LINES.person, ARI_URL: proxy.url };
    const started = await Controller.start({ ...world.settings, ...own });
    await started.healthy(30_000);
    await started.logged("phrases_ready");
    return started;
  }

  async function dials(callerId: string, signal: AbortSignal): Promise<TelephoneCall> {
    const call = await world.telephone.dial(ASSISTANT_EXTENSION, { callerId, signal });
    calls.push(call);
    await call.hears();
    await call.hearsSilence({ forMs: 1_000 });
    return call;
  }

  async function hearsStory(callerId: string, signal: AbortSignal): Promise<TelephoneCall> {
    const call = await dials(callerId, signal);
    const { to } = await call.say(await says("tell me a story"));
    await call.hears({ after: to, minMs: 300 });
    return call;
  }

  async function isAnswered(call: TelephoneCall): Promise<void> {
    const { to } = await call.say(await says("what time is it"));
    const from = await call.hears({ after: to });
    await call.hearsSilence({ forMs: 1_000, after: from });
    assert.ok(await whereSaid(call.recording().assistant.subarray(to), ANSWER, VOICE));
  }

  const rest = new RestClient(() => controller.url);
  const ended = () => controller.lines.filter(({ event }) => event === "call_end").length;
  const idOf = async (asked: Controller, caller: string) => {
    const { data } = await asked.logged("call_start", (line) => line.data?.caller === caller);
    return String(data?.call_id);
  };
  /** The caller of a call that goes on hangs up, and that is its end. */
  async function hangsUp(call: TelephoneCall, caller: string): Promise<void> {
    const from = controller.lines.length;
    await call.hangUp();
    await controller.logged("call_end", () => true, { from });
    assert.equal((await rest.call(await idOf(controller, caller))).status, "completed");
    await nothingLeftIn(world.bed.assistantAsterisk.ari, 8_000, (name) => !/loopback/.test(name));
  }

  test("that is cut off from Asterisk waits there, and goes on when it is back", async (t) => {
    const call = await hearsStory("2200", t.signal);
    const cutAt = call.length;
    proxy.refuse("");
    assert.ok(proxy.reset("") >= 2);
    await wait(AWAY_MS);
    assert.equal(ended(), 0);
    proxy.refuse();
    await controller.logged("media_restored");
    const backAt = call.length;
    // What is shorter may lie between two sentences.
    const done = await call.hearsSilence({ forMs: SILENCE_MS, after: backAt });
    const { assistant } = call.recording();
    const silence = longestSilence(assistant, cutAt - 8_000, done);
    t.diagnostic(`longest silence ${silence.toFixed(0)} ms in ${AWAY_MS} ms without a controller`);
    assert.ok(await whereSaid(assistant.subarray(cutAt), SECOND, VOICE));
    assert.ok(silence <= SILENCE_MS);
    await isAnswered(call);
    await hangsUp(call, "2200");
    assert.equal(ended(), 1);
  });

  test("that is suspended keeps its callers, and continues their calls", async (t) => {
    const endedBefore = ended();
    const call = await hearsStory("2201", t.signal);
    process.kill(controller.pid, "SIGSTOP");
    await wait(AWAY_MS);
    process.kill(controller.pid, "SIGCONT");
    await call.hearsSilence({ forMs: 1_500, after: call.length - 16_000 });
    await isAnswered(call);
    assert.equal(ended(), endedBefore);
    await hangsUp(call, "2201");
  });

  for (const signal of FULL ? (["SIGKILL", "SIGUSR2", "SIGTERM"] as const) : (["SIGKILL"] as const)) {
    test(`that ends by ${signal} does not part a caller from the operator`, async (t) => {
      const people = world.telephone.answerCallsTo(TEST_LINES.person);
      await using first = controller;
      const call = await dials("2202", t.signal);
      await call.press("0");
      const { value: operator } = await people.next();
      assert.ok(operator);
      calls.push(operator);
      assert.equal(operator.number, "2202");
      await first.logged("transferred");
      await operator.say(await says("what is the weather"));
      await first.stop(signal);
      controller = await starts();
      const from = call.length;
      await wait(6_000); // Whatever is no longer wanted would have been taken away by now.
      await operator.say(await says("what is the weather"));
      await call.hearsSilence({ forMs: 500, after: from });
      assert.ok(await whereSaid(call.recording().assistant.subarray(from), "what is the weather"));
      const callId = await idOf(first, "2202");
      assert.equal((await rest.call(callId)).status, "in_progress");
      await operator.hangUp();
      await call.ended;
      const { status, error } = await rest.callOver(callId, 10_000);
      assert.deepEqual([status, error], ["completed", null]);
      await nothingLeftIn(world.bed.assistantAsterisk.ari, 8_000, (name) => !/loopback/.test(name));
      people.close();
    });
  }

  test("is given up when it has been lost three times, with an apology", { skip: IN_FULL }, async (t) => {
    await using first = controller;
    const call = await hearsStory("2203", t.signal);
    await first.stop("SIGKILL");
    for (let died = 1; died < 3; died++) {
      await using next = await Controller.start({ ...world.settings, DATA_DIR: folder.path });
      await next.logged("call_resumed");
      await next.stop("SIGKILL");
    }
    const from = call.length;
    controller = await Controller.start({ ...world.settings, DATA_DIR: folder.path });
    await controller.logged("call_given_up");
    const { cause } = await call.ended;
    assert.equal(cause, 42);
    assert.ok(await whereSaid(call.recording().assistant.subarray(from), AWAY_APOLOGY));
    const { status, error } = await rest.call(await idOf(first, "2203"));
    assert.equal(status, "failed");
    assert.match(String(error), /3 times/);
  });
});
