import assert from "node:assert/strict";
import { test } from "node:test";
import { PERSON } from "./moments.js";
import { assertNoSilence, talkTogether, type TransferHouse } from "./transfer-house.js";

/** Returns how a placed call ended: its status, what was chosen, to whom they were put through and with what outcome. */
export async function resultOf(house: TransferHouse, callId: string): Promise<readonly unknown[]> {
  const record: unknown = await house.rest.callOver(callId, 20_000);
  const { status, choice_response, transferred_to, transfer_outcome } = record as Record<string, unknown>;
  return [status, choice_response, transferred_to, transfer_outcome];
}

/** Defines the tests of someone who was called, and chooses to be put through. */
export function calleeRows(houseNow: () => TransferHouse, skip: false | string): void {
  test("a callee talks to the colleague whom they have chosen, until one of them hangs up", async (t) => {
    const house = houseNow();
    const colleagues = house.world.telephone.answerCallsTo(PERSON);
    const { caller: callee, callId, saidAt } = await house.chooses("Anna Meyer");
    const colleague = await house.isBriefed(colleagues);
    assertNoSilence(t, colleague, 0, "colleague");
    assertNoSilence(t, callee, saidAt, "callee");
    await colleague.press("1");
    await house.logged({ callId }, "transferred");
    await talkTogether(callee, colleague);
    await colleague.hangUp();
    await callee.ended;
    assert.deepEqual(await resultOf(house, callId), ["completed", "talk", "Anna Meyer", "transferred"]);
  });

  for (const [to, name, outcome] of [
    ["Barbara Busy", "is busy", "busy"],
    ["Nora Night", "does not answer", "no_answer"],
    ["Nowhere", "is nowhere", "failed"],
  ] as const) {
    test(`a callee whose colleague ${name} is told so, and hears a goodbye`, { skip }, async (t) => {
      const house = houseNow();
      const { caller: callee, callId, saidAt } = await house.chooses(to);
      await callee.ended;
      assertNoSilence(t, callee, saidAt, "callee");
      assert.deepEqual(await resultOf(house, callId), ["completed", "talk", to, outcome]);
      const said = await house.saidIn(callId);
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
    assert.deepEqual(await resultOf(house, callId), ["completed", "talk", "Anna Meyer", "cancelled"]);
  });
}
