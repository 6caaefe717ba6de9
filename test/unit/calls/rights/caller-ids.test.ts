import assert from "node:assert/strict";
import { test } from "node:test";
import { ownCallerId } from "../../../../src/calls/rights/caller-ids.js";
import type { DialableNumber } from "../../../../src/kernel/dialable-number.js";
import { CALLER_IDS } from "../../../support/fakes/caller-ids.js";

const OWN = { name: "Attendant", number: "8000" };

test("a call shows the assistant unless a permitted number was asked for", () => {
  assert.deepEqual(CALLER_IDS.shownFor(undefined), OWN);
  assert.deepEqual(CALLER_IDS.shownFor("8-000"), OWN);
  assert.deepEqual(CALLER_IDS.shownFor("80-01"), { name: "Sales", number: "8001" });
  assert.deepEqual(CALLER_IDS.shownFor("+4930123-45"), { name: "Attendant", number: "+493012345" });
});

test("a number that is not permitted is neither accepted nor shown", () => {
  for (const number of ["112", "80010", "8002", "+49301234", "+4930123456", "004930123 45", "8001>", ""]) {
    assert.equal(CALLER_IDS.mayShow(number), false, number);
    assert.deepEqual(CALLER_IDS.shownFor(number), OWN, number);
  }
  for (const number of ["8000", "8001", "+493012345"]) assert.equal(CALLER_IDS.mayShow(number), true, number);
});

test("the assistant's own caller id is what was set, then its extension and its name", () => {
  const number = "8100" as DialableNumber;
  assert.deepEqual(ownCallerId(undefined, "8000"), OWN);
  assert.deepEqual(ownCallerId({ name: "Praxis", number: undefined }, "8000"), { name: "Praxis", number: "8000" });
  assert.deepEqual(ownCallerId({ name: undefined, number }, "8000"), { name: "Attendant", number: "8100" });
  assert.deepEqual(ownCallerId(undefined, undefined), { name: "Attendant", number: "" });
});
