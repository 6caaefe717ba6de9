import assert from "node:assert/strict";
import { test } from "node:test";
import { howItEnded, numberBack, otherEnd, whoCalled } from "../../../src/console/call-words.js";

const inbound = (caller: string | null, caller_name: string | null) =>
  ({ direction: "inbound", extension: "8000", caller, caller_name }) as const;

test("a caller is named with the number; a name that is the number, or none, is not said twice", () => {
  assert.equal(otherEnd(inbound("2001", "Ann Berg")), "Ann Berg · 2001");
  assert.equal(otherEnd(inbound("2001", "2001")), "2001");
  assert.equal(otherEnd(inbound("2001", null)), "2001");
  assert.equal(otherEnd(inbound(null, null)), "Number withheld");
  assert.equal(otherEnd({ ...inbound(null, null), direction: "outbound", extension: "1001" }), "1001");
});

test("the other party is called back, unless their number is withheld", () => {
  assert.equal(numberBack(inbound("2001", null)), "2001");
  assert.equal(numberBack(inbound(null, null)), null);
  const placed = { ...inbound(null, null), direction: "outbound", extension: "1001" } as const;
  assert.deepEqual([numberBack(placed), whoCalled(placed)], ["1001", "You called:"]);
});

test("who hung up is said in words; without a hangup, nothing is", () => {
  const stayed = { transferred_to: null, transfer_outcome: null };
  assert.equal(howItEnded({ ended_by: "callee", ...stayed }), "The callee hung up");
  assert.equal(howItEnded({ ended_by: null, ...stayed }), null);
});

test("a call that was put through is said to be; one that was not is not", () => {
  const [ended_by, transferred_to] = ["caller", "Ann Berg"] as const;
  assert.equal(howItEnded({ ended_by, transferred_to, transfer_outcome: "transferred" }), "Put through to Ann Berg");
  assert.equal(howItEnded({ ended_by, transferred_to, transfer_outcome: "busy" }), "The caller hung up");
});
