import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  ASSISTANT_EXTENSION,
  Controller,
  findMongo,
  longestSilence,
  nothingLeftIn,
  RestClient,
  says,
  startWorld,
  type TelephoneCall,
  temporaryFolder,
  whereSaid,
  type World,
} from "../support/index.js";

/** The most that a caller may hear nothing, ms: the waiting sound comes once a second. */
const SILENCE_MS = 1_500;
const FIRST = "One two three four five six seven eight nine ten.";
const SECOND = "The weather is nice today in the garden.";
const ANSWER = "It is rather late in the evening.";
/** The assistant's. */
const VOICE = { voice: "rms" } as const;
const mongo = await findMongo();

describe("a planned restart", { timeout: 240_000 }, () => {
  let world: World;
  before(async () => {
    world = await startWorld();
    world.model.when(/story/).say(`${FIRST} ${SECOND}`);
    world.model.when(/time/).thenSay(ANSWER);
  });
  after(() => world?.[Symbol.asyncDispose]());

  const starts = async (settings: Readonly<Record<string, string>>) => {
    const controller = await Controller.start({
      ...world.settings,
      ...settings,
    });
    await controller.healthy(30_000);
    await controller.logged("phrases_ready");
    return controller;
  };
  /** What a controller did last, and when. */
  const latest = ({ lines }: Controller) =>
    lines
      .slice(-12)
      .map(({ ts, event }) => `${ts} ${event}`)
      .join(", ");
  const isSettled = (name: string) => !name.startsWith("bridge");

  /** A conversation that has begun. */
  async function dials(callerId: string, signal: AbortSignal): Promise<TelephoneCall> {
    const call = await world.telephone.dial(ASSISTANT_EXTENSION, { callerId, signal });
    await call.hears();
    await call.hearsSilence({ forMs: 1_000 });
    return call;
  }

  async function hearsStory(call: TelephoneCall): Promise<void> {
    const { to } = await call.say(await says("tell me a story"));
    await call.hears({ after: to, minMs: 300 });
  }

  /** Where the next process has the call, and how long the caller heard nothing up to then, ms. */
  async function comesTo(second: Controller, call: TelephoneCall, caller: string, askedAt: number) {
    const { data } = await second.logged("call_resumed", (line) => line.data?.caller === caller);
    assert.equal(data?.handed_over, true);
    const from = call.length;
    return { from, silence: longestSilence(call.recording().assistant, askedAt - 8_000, from) };
  }

  async function hearsTheRest(call: TelephoneCall, askedAt: number, resumedAt: number): Promise<string> {
    const finished = await call.hearsSilence({ forMs: 1_500, after: resumedAt });
    const { assistant } = call.recording();
    assert.ok(await whereSaid(assistant.subarray(askedAt - 3 * 16_000, resumedAt), FIRST, VOICE));
    // It may have begun before the line of the log that tells of it was read here.
    const goesOn = await whereSaid(assistant.subarray(askedAt), SECOND, VOICE);
    const afterMs = goesOn && (askedAt + goesOn.from - resumedAt) / 16;
    assert.ok(afterMs !== undefined && afterMs < 2_000, `${afterMs} ms before it goes on`);
    assert.equal(await whereSaid(assistant.subarray(resumedAt), FIRST, VOICE), undefined, "nothing is said again");
    const silence = longestSilence(assistant, askedAt, finished);
    assert.ok(silence <= SILENCE_MS, `${silence} ms of silence`);
    return `${silence.toFixed(0)} ms`;
  }

  async function isAnswered(call: TelephoneCall): Promise<void> {
    const { to } = await call.say(await says("what time is it"));
    const from = await call.hears({ after: to });
    await call.hearsSilence({ forMs: 1_000, after: from });
    assert.ok(await whereSaid(call.recording().assistant.subarray(to), ANSWER, VOICE));
  }

  test("finishes the sentence, and the next process continues with the next one, without an apology", async (t) => {
    await using folder = await temporaryFolder();
    const settings = { DATA_DIR: folder.path };
    await using first = await starts(settings);
    const [idle, talking] = await Promise.all([dials("2101", t.signal), dials("2102", t.signal)]);
    await hearsStory(talking);
    const [askedAt, idleAskedAt] = [talking.length, idle.length];
    const began = performance.now();
    assert.equal(await first.stop("SIGUSR2"), 0);
    const stoppedMs = performance.now() - began;

    await using second = await Controller.start({ ...world.settings, ...settings });
    const [{ from }] = await Promise.all([
      comesTo(second, talking, "2102", askedAt),
      comesTo(second, idle, "2101", idleAskedAt),
    ]);
    const silence = await hearsTheRest(talking, askedAt, from);
    t.diagnostic(`stopped after ${stoppedMs.toFixed(0)} ms; longest silence ${silence}`);
    await Promise.all([talking, idle].map(isAnswered));
    for (const each of [talking, idle]) await each.hangUp();
    await nothingLeftIn(world.bed.assistantAsterisk.ari, 5_000, isSettled);
    const { data } = await first.logged("call_start", (line) => line.data?.caller === "2102");
    const { status } = await new RestClient(() => second.url).callOver(String(data?.call_id), 5_000);
    assert.equal(status, "completed");
  });

  test(
    "hands over to a process that runs beside it already",
    { skip: typeof mongo === "string" ? mongo : false },
    async (t) => {
      if (typeof mongo === "string") return;
      await using server = await mongo.open();
      const settings = { MONGODB_URI: server.freshDatabase() };
      await using first = await starts(settings);
      const call = await dials("2100", t.signal);
      await using second = await Controller.start({ ...world.settings, ...settings });
      await second.healthy(30_000);
      await hearsStory(call);
      const askedAt = call.length;
      assert.equal(await first.stop("SIGUSR2"), 0);
      const { from, silence } = await comesTo(second, call, "2100", askedAt);
      assert.ok(silence <= 1_000, `${silence} ms of silence: ${latest(first)}; ${latest(second)}`);
      t.diagnostic(`longest silence ${await hearsTheRest(call, askedAt, from)}`);
      await isAnswered(call);
      await call.hangUp();
      await nothingLeftIn(world.bed.assistantAsterisk.ari, 5_000, isSettled);
    },
  );
});
