// needs: calm

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import {
  ASSISTANT_EXTENSION,
  Controller,
  FULL,
  longestSilence,
  nothingLeftIn,
  recognise,
  RestClient,
  says,
  startWorld,
  type TelephoneCall,
  temporaryFolder,
  TEST_LINES,
  whereSaid,
  type World,
} from "../support/index.js";

/** Whom the scripted model puts the caller through to, by what it is asked. */
const DIRECTORY = `
assistants: {}
directory:
  - {name: Anna Meyer, department: Sales, number: "${TEST_LINES.person}"}
  - {name: Barbara Busy, number: "1002"}
  - {name: Nora Night, number: "1003", ring_seconds: 5}
  - {name: Ed Echo, number: "1009"}
  - {name: Queue, continue: ext-queues/400}
  - {name: Nowhere, continue: ext-queues/999}
`;
const ASKS = {
  "what is the weather": "Anna Maier",
  "tell me a joke": "Barbara Busy",
  "what time is it": "Nora Night",
  "set a timer for ten minutes": "Ed Echo",
  "no thank you": "queue",
  "yes please": "nowhere",
} as const;
type Words = keyof typeof ASKS;
const LIKE_OTHERS = FULL ? false : "like others, here or in test/flows: TEST_FORM=full";
/** Maximum silence of a caller, in ms. */
const SILENCE_MS = 2_000;

describe("a caller who asks for someone", { timeout: 500_000 }, () => {
  let world: World;
  let controller: Controller;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const calls: TelephoneCall[] = [];

  before(async () => {
    world = await startWorld();
    folder = await temporaryFolder();
    await writeFile(join(folder.path, "assistants.yaml"), DIRECTORY);
    for (const [words, name] of Object.entries(ASKS)) {
      // The recogniser of the bed understands the beginning of each best.
      world.model
        .when(new RegExp(words.split(" ").slice(0, 3).join(" ")))
        .callTool("TRANSFER", { name, reason: "an open invoice" });
    }
    for (const step of ["1,Answer", "2,Playtones,440/3000", "3,Wait,30"]) {
      await world.bed.assistantAsterisk.cli(`dialplan add extension 400,${step} into ext-queues`);
    }
    controller = await starts();
  });
  afterEach(async () => {
    await Promise.all(calls.splice(0).map((call) => call.hangUp().catch(() => {})));
    await nothingLeftIn(world.bed.assistantAsterisk.ari, 8_000, (name) => !/loopback/.test(name));
  });
  after(async () => {
    await controller?.[Symbol.asyncDispose](); // The world knows only those that it has started.
    await world?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  async function starts(): Promise<Controller> {
    const started = await Controller.start({ ...world.settings, DATA_DIR: folder.path });
    await started.healthy(30_000);
    await started.logged("phrases_ready");
    return started;
  }

  /** A caller says that; resolves when they have heard to whom they are put through. */
  async function asks(words: Words, callerId: string) {
    const caller = await world.telephone.dial(ASSISTANT_EXTENSION, { callerId });
    calls.push(caller);
    await caller.hearsSilence({ forMs: 1_000, after: await caller.hears() });
    const from = controller.lines.length;
    const { to } = await caller.say(await says(words));
    const { data } = await controller.logged("tool_call", () => true, { from });
    assert.equal(data?.status, "SUCCESS", JSON.stringify(data));
    await controller.logged("transfer", () => true, { from });
    return { caller, from, saidAt: to };
  }

  /** The colleague takes the telephone and hears the briefing to its end. */
  async function isBriefed(people: ReturnType<World["telephone"]["answerCallsTo"]>): Promise<TelephoneCall> {
    const { value: colleague } = await people.next();
    assert.ok(colleague);
    calls.push(colleague);
    await colleague.hearsSilence({ forMs: 1_000, after: await colleague.hears() });
    return colleague;
  }

  async function talkTogether(one: TelephoneCall, other: TelephoneCall): Promise<void> {
    for (const [who, hears] of [
      [one, other],
      [other, one],
    ] as const) {
      const begin = hears.length;
      await who.say(await says("what is the weather"));
      await hears.hearsSilence({ forMs: 500, after: begin });
      assert.ok(await whereSaid(hears.recording().assistant.subarray(begin), "what is the weather"));
    }
  }

  async function recordOf(callerId: string, of = controller) {
    const { data } = await controller.logged("call_start", (line) => line.data?.caller === callerId);
    return (await new RestClient(() => of.url).call(String(data?.call_id))) as unknown as Record<string, unknown>;
  }

  const silenceOf = ({ recording }: { recording: () => { assistant: Int16Array } }, from: number) => {
    const { assistant } = recording();
    return longestSilence(assistant, from, assistant.length);
  };

  test("hears music while the colleague is told who calls and why, and talks to them once they press 1", async (t) => {
    const people = world.telephone.answerCallsTo(TEST_LINES.person);
    const { caller, from, saidAt } = await asks("what is the weather", "2300");
    const colleague = await isBriefed(people);
    const briefing = await recognise(colleague.recording().assistant);
    t.diagnostic(`the colleague hears: ${briefing}`);
    assert.equal(colleague.number, "2300", "the caller's number");
    const silence = silenceOf({ recording: () => caller.recording() }, saidAt + 16_000);
    t.diagnostic(`longest silence of the caller: ${silence.toFixed(0)} ms`);
    await colleague.press("1");
    await controller.logged("transferred", () => true, { from });
    await talkTogether(caller, colleague);
    assert.ok(silence <= SILENCE_MS, `${silence} ms`);
    await colleague.hangUp();
    await caller.ended;
    await controller.logged("call_end", () => true, { from });
    const { transferred_to, transfer_outcome, status } = await recordOf("2300");
    assert.deepEqual([transferred_to, transfer_outcome, status], ["Anna Meyer", "transferred", "completed"]);
    people.close();
  });

  for (const [who, act] of [
    ["declines with 2", (colleague: TelephoneCall) => colleague.press("2")],
    ["hangs up in the briefing", (colleague: TelephoneCall) => colleague.hangUp()],
  ] as const) {
    test(
      `is told so when the colleague ${who}, and goes on talking to the assistant`,
      { skip: LIKE_OTHERS },
      async () => {
        const people = world.telephone.answerCallsTo(TEST_LINES.person);
        const { caller, from } = await asks("what is the weather", "2301");
        const colleague = await isBriefed(people);
        const at = caller.length;
        await act(colleague);
        await caller.hearsSilence({ forMs: 1_000, after: at + 8_000 });
        assert.match(await recognise(caller.recording().assistant.subarray(at)), /help you|call/);
        assert.ok(controller.lines.slice(from).every(({ event }) => event !== "transferred"));
        people.close();
      },
    );
  }

  for (const [words, callerId, why, outcome] of [
    ["tell me a joke", "2310", "is busy", "busy"],
    ["what time is it", "2311", "does not answer", "no_answer"],
    ["set a timer for ten minutes", "2312", "is a machine that says everything back", "declined"],
    ["yes please", "2313", "is a place that the dialplan does not have", "failed"],
  ] as const) {
    test(`is told so when the colleague ${why}`, { skip: outcome !== "failed" && LIKE_OTHERS }, async (t) => {
      const { caller, from, saidAt } = await asks(words, callerId);
      await caller.hearsSilence({ forMs: 2_500, after: caller.length });
      const silence = silenceOf({ recording: () => caller.recording() }, saidAt + 16_000);
      const heard = await recognise(caller.recording().assistant.subarray(saidAt));
      t.diagnostic(`${heard} · silence ${silence.toFixed(0)} ms`);
      await caller.hangUp();
      await controller.logged("call_end", () => true, { from });
      assert.ok(controller.lines.slice(from).every(({ event }) => event !== "transferred"));
      assert.equal((await recordOf(callerId)).transfer_outcome, outcome);
    });
  }

  test("goes on in the dialplan, in a queue say, and the call is no longer the assistant's", async () => {
    const { caller, from } = await asks("no thank you", "2303");
    await controller.logged("transferred", () => true, { from });
    const at = caller.length;
    await controller.logged("call_end", () => true, { from });
    await caller.hears({ after: at, minMs: 300 });
    const { transferred_to, transfer_outcome } = await recordOf("2303");
    assert.deepEqual([transferred_to, transfer_outcome], ["Queue", "transferred"]);
    assert.ok(
      caller
        .recording()
        .assistant.subarray(at)
        .some((sample) => Math.abs(sample) > 500),
      "the queue's tone",
    );
  });

  for (const moment of ["while it rings", "during the briefing"] as const) {
    const skip = moment === "while it rings" && LIKE_OTHERS;
    test(`hangs up ${moment}, and the colleague's telephone is free at once`, { skip }, async () => {
      const people = world.telephone.answerCallsTo(TEST_LINES.person);
      const { caller, from } = await asks(
        moment === "while it rings" ? "what time is it" : "what is the weather",
        "2304",
      );
      const colleague = moment === "while it rings" ? undefined : await isBriefed(people);
      await caller.hangUp();
      await colleague?.ended;
      await controller.logged("call_end", () => true, { from });
      people.close();
    });
  }

  test("is resumed when the controller dies during the briefing, and the colleague is not kept", async (t) => {
    const people = world.telephone.answerCallsTo(TEST_LINES.person);
    const { caller } = await asks("what is the weather", "2305");
    const colleague = await isBriefed(people);
    const killedAt = caller.length;
    await controller.stop("SIGKILL");
    controller = await starts();
    await controller.logged("call_resumed");
    await caller.hearsSilence({ forMs: 1_000, after: await caller.hears({ after: caller.length }) });
    const silence = silenceOf({ recording: () => caller.recording() }, killedAt);
    t.diagnostic(`longest silence of the caller: ${silence.toFixed(0)} ms`);
    await colleague.ended;
    people.close();
  });

  test("talks on with the colleague when the controller dies", { skip: LIKE_OTHERS }, async () => {
    const people = world.telephone.answerCallsTo(TEST_LINES.person);
    const { caller, from } = await asks("what is the weather", "2306");
    const colleague = await isBriefed(people);
    await colleague.press("1");
    await controller.logged("transferred", () => true, { from });
    await controller.stop("SIGKILL");
    await talkTogether(caller, colleague);
    controller = await starts();
    await talkTogether(caller, colleague);
    people.close();
  });
});
