import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { tone } from "../../../src/audio/tone.js";
import { says } from "../backends/says.js";
import type { TelephoneCall } from "../bed/telephone-call.js";
import type { LogLine } from "../controller.js";
import type { StoreKind } from "../lives.js";
import type { World } from "../world.js";
import { calleeRows } from "./callee-rows.js";
import { killRows } from "./kill-rows.js";
import { bringTo, MOMENTS, PERSON, WEATHER } from "./moments.js";
import {
  type Asking,
  assertNoSilence,
  heardBy,
  MAILBOX,
  SILENCE_MS,
  silenceOf,
  talkTogether,
  TransferHouse,
} from "./transfer-house.js";

/** From the end of what they said until the assistant answers nobody hears anything, in samples: the model thinks. */
const ANSWER = 16_000;
/** Maximum duration of some of the rows, and of all, in ms: whole calls in real time. */
const LIMIT_MS = { some: 500_000, all: 1_800_000 };

export interface Attachment {
  /** As a phrase. */
  readonly to: string;
  /** The assistant's number, as the telephone dials it. */
  readonly number: string;
  readonly store: StoreKind;
  readonly start: () => Promise<World>;
}

/**
 * Defines the tests of a caller, and of a callee, who is put through: to whom, what becomes of it, and who hangs up or dies when.
 *
 * @param isWhole whether all rows run; one of each kind otherwise
 */
export function transferRows(attachment: Attachment, isWhole: boolean): void {
  const skip = isWhole ? false : "like others, here or in test/flows: TEST_FORM=full";
  inHouse(attachment, isWhole, (house) => {
    // In the full form some rows ring the same telephone for the same caller, so they go one after the other.
    const concurrency = !isWhole;
    describe(concurrency ? "beside each other" : "one after the other", { concurrency }, () => {
      if (concurrency) after(() => house().hangsUp());
      else afterEach(() => house().hangsUp());
      callerRows(house, skip);
      calleeRows(house, skip);
    });
    killed(house, skip);
  });
}

/** Defines those in which the controller dies only. */
export function transferKills(attachment: Attachment): void {
  inHouse(attachment, true, (house) => killed(house, false));
}

function killed(house: () => TransferHouse, skip: false | string): void {
  describe("when the controller dies", () => {
    afterEach(() => house().hangsUp());
    killRows(house, skip);
  });
}

/** Defines tests in a house of their own. */
function inHouse(
  { to, number, store, start }: Attachment,
  isWhole: boolean,
  tests: (house: () => TransferHouse) => void,
): void {
  const timeout = isWhole ? LIMIT_MS.all : LIMIT_MS.some;
  describe(`with the controller attached to ${to}, and the ${store.name}`, { timeout, skip: store.skip }, () => {
    let house: TransferHouse;
    before(async () => {
      house = await TransferHouse.open(await start(), number, store);
    });
    after(() => house?.[Symbol.asyncDispose]());
    tests(() => house);
  });
}

function callerRows(houseNow: () => TransferHouse, skip: false | string): void {
  const people = (callerId: string, of: string = PERSON) => houseNow().world.telephone.answerCallsTo(of, callerId);

  async function assertNotTransferred({ caller, callId, saidAt }: Asking, outcome: string, id: string) {
    const house = houseNow();
    await caller.hearsSilence({ forMs: 2_500, after: saidAt });
    const isTransfer = ({ event, data }: LogLine) => event === "transferred" && data?.call_id === callId;
    assert.ok(!house.controller.lines.some(isTransfer));
    await caller.hangUp();
    await house.logged({ callId }, "call_end");
    assert.equal((await house.recordOf(id)).transfer_outcome, outcome);
  }

  test("a caller hears music while the colleague is told why, and talks to them once they press 1", async (t) => {
    const house = houseNow();
    const colleagues = people("2300");
    const { caller, callId, saidAt } = await house.isPutThrough(WEATHER, "2300");
    const colleague = await house.isBriefed(colleagues);
    assertNoSilence(t, colleague, 0, "colleague");
    assert.equal(colleague.number, "2300", "the caller's number");
    assertNoSilence(t, caller, saidAt + ANSWER, "caller");
    await colleague.press("1");
    await house.logged({ callId }, "transferred");
    await talkTogether(caller, colleague);
    await colleague.hangUp();
    await caller.ended;
    await house.logged({ callId }, "call_end");
    const { transferred_to, transfer_outcome, status } = await house.recordOf("2300");
    assert.deepEqual([transferred_to, transfer_outcome, status], ["Anna Meyer", "transferred", "completed"]);
  });

  for (const [who, act] of [
    ["declines with 2", (colleague: TelephoneCall) => colleague.press("2")],
    ["hangs up in the briefing", (colleague: TelephoneCall) => colleague.hangUp()],
  ] as const) {
    test(`a caller whose colleague ${who} is told so, and goes on talking to the assistant`, { skip }, async (t) => {
      const colleagues = people("2301");
      const asking = await houseNow().isPutThrough(WEATHER, "2301");
      const colleague = await houseNow().isBriefed(colleagues);
      const at = asking.caller.length;
      await act(colleague);
      await asking.caller.hears({ after: asking.caller.length });
      assertNoSilence(t, asking.caller, asking.saidAt + ANSWER, "caller");
      await assertNotTransferred(asking, "declined", "2301");
      assert.match(await heardBy(asking.caller, at), /help you|call/);
    });
  }

  test("a mailbox that answers in the colleague's place does not get the caller", { skip }, async (t) => {
    const mailboxes = people("2302", MAILBOX);
    const asking = await houseNow().isPutThrough("i do not know", "2302");
    const mailbox = await houseNow().taken(mailboxes);
    await mailbox.say(await says("hello this is the mailbox please leave a message after the tone"));
    await mailbox.say(tone(1_000, 400));
    await mailbox.ended;
    assertNoSilence(t, asking.caller, asking.saidAt + ANSWER, "caller");
    await assertNotTransferred(asking, "declined", "2302");
  });

  for (const [words, callerId, why, outcome] of [
    ["tell me a joke", "2310", "is busy", "busy"],
    ["what time is it", "2311", "does not answer", "no_answer"],
    ["set a timer for ten minutes", "2312", "is a machine that says everything back", "declined"],
    ["yes please", "2313", "is a place that the dialplan does not have", "failed"],
  ] as const) {
    const isOther = outcome !== "failed" && skip;
    test(`a caller whose colleague ${why} is told so, without a silence before`, { skip: isOther }, async (t) => {
      const asking = await houseNow().isPutThrough(words, callerId);
      await asking.caller.hearsSilence({ forMs: 2_000, after: asking.caller.length });
      const { caller, saidAt } = asking;
      // The last 2 s are those in which the assistant waits for the caller.
      const told = silenceOf(caller, saidAt + ANSWER);
      t.diagnostic(`longest silence of the caller: ${told.toFixed(0)} ms of ${(caller.length / 16).toFixed(0)} ms`);
      assert.ok(told <= SILENCE_MS + 500, `${told} ms`);
      await assertNotTransferred(asking, outcome, callerId);
    });
  }

  test("a caller goes on in a queue of the dialplan, and the call is no longer the assistant's", async (t) => {
    const house = houseNow();
    const { caller, callId, saidAt } = await house.isPutThrough("no thank you", "2303");
    await house.logged({ callId }, "transferred");
    const at = caller.length;
    await house.logged({ callId }, "call_end");
    await caller.hears({ after: at, minMs: 300 });
    assertNoSilence(t, caller, saidAt + ANSWER, "caller");
    const { transferred_to, transfer_outcome } = await house.recordOf("2303");
    assert.deepEqual([transferred_to, transfer_outcome], ["Queue", "transferred"]);
  });

  for (const moment of MOMENTS) {
    const isOther = moment !== "during the briefing" && skip;
    test(`a caller who hangs up ${moment} leaves no telephone ringing or busy`, { skip: isOther }, async (t) => {
      const house = houseNow();
      const { caller, colleague, callId } = await bringTo(house, moment, "2304");
      await caller.hangUp();
      await colleague?.ended;
      await house.logged({ callId }, "call_end");
      const { status, transfer_outcome } = await house.recordOf("2304");
      t.diagnostic(`record: ${String(status)}, ${String(transfer_outcome)}`);
      const expected = {
        "while they are told": null,
        "while it rings": "cancelled",
        "during the briefing": "cancelled",
      };
      assert.equal(transfer_outcome, moment in expected ? expected[moment as keyof typeof expected] : "transferred");
    });
  }
}
