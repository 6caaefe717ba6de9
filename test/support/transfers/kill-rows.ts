import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_LINES } from "../bed/pbx.js";
import { resultOf } from "./callee-rows.js";
import { bringTo, isConnected, MOMENTS, PERSON } from "./moments.js";
import { assertNoSilence, talkTogether, type TransferHouse } from "./transfer-house.js";

/** Defines the tests of a caller or callee who is put through while the controller dies. */
export function killRows(houseNow: () => TransferHouse, skip: false | string): void {
  const ringsSoFar = () => houseNow().rings(PERSON) + houseNow().rings(TEST_LINES.neverAnswers);

  for (const moment of MOMENTS.filter((each) => !isConnected(each))) {
    const isOther = moment !== "during the briefing" && skip;
    test(`nobody is left in silence when the controller dies ${moment}`, { skip: isOther }, async (t) => {
      const house = houseNow();
      const before = ringsSoFar();
      const { caller, colleague } = await bringTo(house, moment, "2305");
      const killedAt = caller.length;
      const colleagueAt = colleague?.length ?? 0;
      await house.restarts();
      await house.controller.logged("call_resumed");
      await caller.hearsSilence({ forMs: 1_000, after: await caller.hears({ after: caller.length }) });
      assertNoSilence(t, caller, killedAt, "caller");
      await colleague?.ended;
      if (colleague) assertNoSilence(t, colleague, colleagueAt, "colleague");
      await caller.hangUp();
      await house.controller.logged("call_end");
      assert.ok(ringsSoFar() - before <= 1, "rung once");
      const { status, transferred_to, transfer_outcome } = await house.recordOf("2305");
      assert.deepEqual([status, transfer_outcome], ["completed", null]);
      // Whether a transfer that has just begun was stored before the kill is a matter of milliseconds.
      const to = { "while they are told": [null], "while it rings": ["Nora Night", null] };
      const expected: readonly unknown[] = to[moment as keyof typeof to] ?? ["Anna Meyer"];
      assert.ok(expected.includes(transferred_to), String(transferred_to));
    });
  }

  for (const moment of MOMENTS.filter(isConnected)) {
    test(`a caller goes on with whom they talk to when the controller dies ${moment}`, { skip }, async () => {
      const house = houseNow();
      const before = ringsSoFar();
      const { caller, colleague } = await bringTo(house, moment, "2306");
      if (colleague) await talkTogether(caller, colleague);
      else await caller.hears({ after: caller.length, minMs: 300 });
      await house.controller.stop("SIGKILL");
      if (colleague) await talkTogether(caller, colleague);
      await house.restarts();
      if (colleague) await talkTogether(caller, colleague);
      else await caller.hears({ after: caller.length });
      await caller.hangUp();
      await colleague?.ended;
      assert.equal(ringsSoFar() - before, colleague ? 1 : 0);
      const { call_id: callId } = await house.recordOf("2306");
      const { status, transfer_outcome } = (await house.rest.callOver(String(callId), 20_000)) as unknown as Record<
        string,
        unknown
      >;
      assert.deepEqual([status, transfer_outcome], ["completed", "transferred"]);
    });
  }

  for (const moment of ["while it rings", "during the briefing"] as const) {
    test(`a callee is told, and no one rung again, when the controller dies ${moment}`, { skip }, async (t) => {
      const house = houseNow();
      const before = ringsSoFar();
      const colleagues = house.world.telephone.answerCallsTo(PERSON);
      const name = moment === "while it rings" ? "Nora Night" : "Anna Meyer";
      const { caller: callee, callId } = await house.chooses(name);
      const colleague = moment === "while it rings" ? undefined : await house.isBriefed(colleagues);
      const killedAt = callee.length;
      const colleagueAt = colleague?.length ?? 0;
      await house.restarts();
      await colleague?.ended;
      if (colleague) assertNoSilence(t, colleague, colleagueAt, "colleague");
      await callee.ended;
      assertNoSilence(t, callee, killedAt, "callee");
      assert.deepEqual(await resultOf(house, callId), ["completed", "talk", name, "failed"]);
      assert.ok(ringsSoFar() - before <= 1, "rung once");
    });
  }

  test(
    "a callee talks on with the colleague when the controller dies, and both end by hanging up",
    { skip },
    async () => {
      const house = houseNow();
      const before = ringsSoFar();
      const colleagues = house.world.telephone.answerCallsTo(PERSON);
      const { caller: callee, callId } = await house.chooses("Anna Meyer");
      const colleague = await house.isBriefed(colleagues);
      await colleague.press("1");
      await house.logged({ callId }, "transferred");
      await talkTogether(callee, colleague);
      await house.restarts();
      await talkTogether(callee, colleague);
      await colleague.hangUp();
      await callee.ended;
      assert.deepEqual(await resultOf(house, callId), ["completed", "talk", "Anna Meyer", "transferred"]);
      assert.equal(ringsSoFar() - before, 1);
    },
  );
}
