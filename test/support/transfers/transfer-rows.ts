import assert from "node:assert/strict";
import { after, afterEach, before, describe, test, type TestContext } from "node:test";
import { tone } from "../../../src/audio/tone.js";
import { says } from "../backends/says.js";
import { TEST_LINES } from "../bed/pbx.js";
import type { TelephoneCall } from "../bed/telephone-call.js";
import type { World } from "../world.js";
import {
  type Asking,
  heardBy,
  MAILBOX,
  SILENCE_MS,
  silenceOf,
  talkTogether,
  TransferHouse,
  type Words,
} from "./transfer-house.js";

const PERSON = TEST_LINES.person;
const WEATHER = "what is the weather";
/** From the end of what they said until the assistant answers nobody hears anything, in samples: the model thinks. */
const ANSWER = 16_000;

/**
 * Defines the tests of a caller, and of a callee, who is put through: to whom, what becomes of it, and who hangs up or dies when.
 *
 * @param number the assistant's, as the telephone dials it
 * @param isWhole whether all rows run; one of each kind otherwise
 */
export function transferRows(attached: string, number: string, start: () => Promise<World>, isWhole: boolean): void {
  const skip = isWhole ? false : "like others, here or in test/flows: TEST_FORM=full";
  describe(`with the controller attached to ${attached}`, { timeout: isWhole ? 1_200_000 : 500_000 }, () => {
    let house: TransferHouse;

    before(async () => {
      house = await TransferHouse.open(await start(), number);
    });
    afterEach(() => house.hangsUp());
    after(() => house?.[Symbol.asyncDispose]());

    const people = (of: string = PERSON) => house.world.telephone.answerCallsTo(of);

    async function assertNoSilence(t: TestContext, call: TelephoneCall, from: number, who = "caller"): Promise<void> {
      const silence = silenceOf(call, from);
      t.diagnostic(`longest silence of the ${who}: ${silence.toFixed(0)} ms`);
      assert.ok(silence <= SILENCE_MS, `${silence} ms`);
    }

    async function assertNotTransferred(t: TestContext, { caller, from, saidAt }: Asking, outcome: string, id: string) {
      await caller.hearsSilence({ forMs: 2_500, after: caller.length });
      t.diagnostic(await heardBy(caller, saidAt));
      assert.ok(house.controller.lines.slice(from).every(({ event }) => event !== "transferred"));
      await caller.hangUp();
      await house.controller.logged("call_end", () => true, { from });
      assert.equal((await house.recordOf(id)).transfer_outcome, outcome);
    }

    test("a caller hears music while the colleague is told why, and talks to them once they press 1", async (t) => {
      const colleagues = people();
      const { caller, from, saidAt } = await house.isPutThrough(WEATHER, "2300");
      const colleague = await house.isBriefed(colleagues);
      t.diagnostic(`the colleague hears: ${await heardBy(colleague)}`);
      assert.equal(colleague.number, "2300", "the caller's number");
      await assertNoSilence(t, caller, saidAt + ANSWER);
      await colleague.press("1");
      await house.controller.logged("transferred", () => true, { from });
      await talkTogether(caller, colleague);
      await colleague.hangUp();
      await caller.ended;
      await house.controller.logged("call_end", () => true, { from });
      const { transferred_to, transfer_outcome, status } = await house.recordOf("2300");
      assert.deepEqual([transferred_to, transfer_outcome, status], ["Anna Meyer", "transferred", "completed"]);
    });

    for (const [who, act] of [
      ["declines with 2", (colleague: TelephoneCall) => colleague.press("2")],
      ["hangs up in the briefing", (colleague: TelephoneCall) => colleague.hangUp()],
    ] as const) {
      test(`a caller whose colleague ${who} is told so, and goes on talking to the assistant`, { skip }, async (t) => {
        const colleagues = people();
        const asking = await house.isPutThrough(WEATHER, "2301");
        const colleague = await house.isBriefed(colleagues);
        const at = asking.caller.length;
        await act(colleague);
        await asking.caller.hears({ after: asking.caller.length });
        await assertNotTransferred(t, asking, "declined", "2301");
        assert.match(await heardBy(asking.caller, at), /help you|call/);
      });
    }

    test("a mailbox that answers in the colleague's place does not get the caller", { skip }, async (t) => {
      const mailboxes = people(MAILBOX);
      const asking = await house.isPutThrough("i do not know", "2302");
      const mailbox = await house.taken(mailboxes);
      await mailbox.say(await says("hello this is the mailbox please leave a message after the tone"));
      await mailbox.say(tone(1_000, 400));
      await mailbox.ended;
      await assertNotTransferred(t, asking, "declined", "2302");
    });

    for (const [words, callerId, why, outcome] of [
      ["tell me a joke", "2310", "is busy", "busy"],
      ["what time is it", "2311", "does not answer", "no_answer"],
      ["set a timer for ten minutes", "2312", "is a machine that says everything back", "declined"],
      ["yes please", "2313", "is a place that the dialplan does not have", "failed"],
    ] as const) {
      const isOther = outcome !== "failed" && skip;
      test(`a caller whose colleague ${why} is told so, without a silence before`, { skip: isOther }, async (t) => {
        const asking = await house.isPutThrough(words, callerId);
        await asking.caller.hearsSilence({ forMs: 2_000, after: asking.caller.length });
        const { caller, saidAt } = asking;
        // The last 2 s are those in which the assistant waits for the caller.
        const { assistant } = caller.recording();
        const told = silenceOf(caller, saidAt + ANSWER);
        t.diagnostic(`longest silence: ${told.toFixed(0)} ms of ${assistant.length / 16} ms`);
        assert.ok(told <= SILENCE_MS + 500, `${told} ms`);
        await assertNotTransferred(t, asking, outcome, callerId);
      });
    }

    test("a caller goes on in a queue of the dialplan, and the call is no longer the assistant's", async () => {
      const { caller, from } = await house.isPutThrough("no thank you", "2303");
      await house.controller.logged("transferred", () => true, { from });
      const at = caller.length;
      await house.controller.logged("call_end", () => true, { from });
      await caller.hears({ after: at, minMs: 300 });
      const { transferred_to, transfer_outcome } = await house.recordOf("2303");
      assert.deepEqual([transferred_to, transfer_outcome], ["Queue", "transferred"]);
    });

    const MOMENTS = [
      "while they are told",
      "while it rings",
      "during the briefing",
      "once connected",
      "in the queue",
    ] as const;
    type Moment = (typeof MOMENTS)[number];
    const WORDS: Partial<Record<Moment, Words>> = {
      "while it rings": "what time is it",
      "in the queue": "no thank you",
    };

    /** Brings a caller to that moment. */
    async function bringTo(moment: Moment, callerId: string) {
      const colleagues = people();
      const words = WORDS[moment] ?? WEATHER;
      if (moment === "while they are told") return { ...(await house.asks(words, callerId)), colleague: undefined };
      const asking = await house.isPutThrough(words, callerId);
      const isWithColleague = moment === "during the briefing" || moment === "once connected";
      const colleague = isWithColleague ? await house.isBriefed(colleagues) : undefined;
      if (moment === "once connected") await colleague?.press("1");
      if (moment === "once connected" || moment === "in the queue")
        await house.controller.logged("transferred", () => true, { from: asking.from });
      return { ...asking, colleague };
    }

    for (const moment of MOMENTS) {
      const isOther = moment !== "during the briefing" && skip;
      test(`a caller who hangs up ${moment} leaves no telephone ringing or busy`, { skip: isOther }, async () => {
        const { caller, colleague, from } = await bringTo(moment, "2304");
        await caller.hangUp();
        await colleague?.ended;
        await house.controller.logged("call_end", () => true, { from });
      });
    }

    for (const moment of MOMENTS) {
      const isOther = moment !== "during the briefing" && skip;
      test(`nobody is left in silence when the controller dies ${moment}`, { skip: isOther }, async (t) => {
        const { caller, colleague } = await bringTo(moment, "2305");
        const killedAt = caller.length;
        if (moment === "once connected" || moment === "in the queue") {
          await house.controller.stop("SIGKILL");
          if (colleague) await talkTogether(caller, colleague);
          await house.restarts();
          if (colleague) await talkTogether(caller, colleague);
          else await caller.hears({ after: caller.length });
          return;
        }
        await house.restarts();
        await house.controller.logged("call_resumed");
        await caller.hearsSilence({ forMs: 1_000, after: await caller.hears({ after: caller.length }) });
        await assertNoSilence(t, caller, killedAt);
        await colleague?.ended;
      });
    }

    calleeRows(() => house, skip, assertNoSilence);
  });
}

/** The tests of someone who was called, and chooses to be put through. */
function calleeRows(
  houseNow: () => TransferHouse,
  skip: false | string,
  assertNoSilence: (t: TestContext, call: TelephoneCall, from: number, who?: string) => Promise<void>,
): void {
  const resultOf = async (callId: string) => {
    const record: unknown = await houseNow().rest.callOver(callId, 20_000);
    const { status, choice_response, transferred_to, transfer_outcome } = record as Record<string, unknown>;
    return [status, choice_response, transferred_to, transfer_outcome];
  };

  test("a callee talks to the colleague whom they have chosen, until one of them hangs up", async (t) => {
    const house = houseNow();
    const colleagues = house.world.telephone.answerCallsTo(PERSON);
    const { caller: callee, callId, from, saidAt } = await house.chooses("Anna Meyer");
    const colleague = await house.isBriefed(colleagues);
    t.diagnostic(`the colleague hears: ${await heardBy(colleague)}`);
    await assertNoSilence(t, callee, saidAt, "callee");
    await colleague.press("1");
    await house.controller.logged("transferred", () => true, { from });
    await talkTogether(callee, colleague);
    await colleague.hangUp();
    await callee.ended;
    assert.deepEqual(await resultOf(callId), ["completed", "talk", "Anna Meyer", "transferred"]);
  });

  for (const [to, name, outcome] of [
    ["Barbara Busy", "is busy", "busy"],
    ["Nora Night", "does not answer", "no_answer"],
    ["Nowhere", "is nowhere", "failed"],
  ] as const) {
    test(`a callee whose colleague ${name} is told so, and hears a goodbye`, { skip }, async (t) => {
      const { caller: callee, callId, saidAt } = await houseNow().chooses(to);
      await callee.ended;
      t.diagnostic(await heardBy(callee, saidAt));
      await assertNoSilence(t, callee, saidAt, "callee");
      assert.deepEqual(await resultOf(callId), ["completed", "talk", to, outcome]);
      const said = await houseNow().saidIn(callId);
      assert.match(said.at(-1) ?? "", /cannot be reached.*goodbye/i);
    });
  }

  test("a callee who hangs up in the briefing leaves no colleague behind", { skip }, async () => {
    const house = houseNow();
    const colleagues = house.world.telephone.answerCallsTo(PERSON);
    const { caller: callee, callId } = await house.chooses("Anna Meyer");
    const colleague = await house.isBriefed(colleagues);
    await callee.hangUp();
    await colleague.ended;
    assert.deepEqual(await resultOf(callId), ["completed", "talk", "Anna Meyer", "cancelled"]);
  });

  for (const moment of ["while it rings", "during the briefing"] as const) {
    test(`a callee is told, and no one rung again, when the controller dies ${moment}`, { skip }, async (t) => {
      const house = houseNow();
      const colleagues = house.world.telephone.answerCallsTo(PERSON);
      const name = moment === "while it rings" ? "Nora Night" : "Anna Meyer";
      const { caller: callee, callId } = await house.chooses(name);
      const colleague = moment === "while it rings" ? undefined : await house.isBriefed(colleagues);
      const killedAt = callee.length;
      await house.restarts();
      await colleague?.ended;
      await callee.ended;
      t.diagnostic(await heardBy(callee, killedAt));
      await assertNoSilence(t, callee, killedAt, "callee");
      assert.deepEqual(await resultOf(callId), ["completed", "talk", name, "failed"]);
    });
  }

  test(
    "a callee talks on with the colleague when the controller dies, and both end by hanging up",
    { skip },
    async () => {
      const house = houseNow();
      const colleagues = house.world.telephone.answerCallsTo(PERSON);
      const { caller: callee, callId, from } = await house.chooses("Anna Meyer");
      const colleague = await house.isBriefed(colleagues);
      await colleague.press("1");
      await house.controller.logged("transferred", () => true, { from });
      await talkTogether(callee, colleague);
      await house.restarts();
      await talkTogether(callee, colleague);
      await colleague.hangUp();
      await callee.ended;
      assert.deepEqual(await resultOf(callId), ["completed", "talk", "Anna Meyer", "transferred"]);
    },
  );
}
