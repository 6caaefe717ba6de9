import assert from "node:assert/strict";
import { test } from "node:test";
import { callerNumber } from "../../../../../src/telephony/asterisk/dialling/caller-id.js";

const NO_NUMBERS = ["", "anonymous", "Anonymous", "Restricted", "private", "UNKNOWN", "unavailable", "asterisk"];

test("the marker of a withheld number is not a number: callers who withhold theirs share no timers", () => {
  for (const told of [...NO_NUMBERS, "Number Withheld", "id_unavailable"]) assert.equal(callerNumber(told), "", told);
});

test("a number is told as it is, whatever it consists of", () => {
  for (const told of ["200", "+390612345678", "alice", "anonymous2", "private-office", "*97"]) {
    assert.equal(callerNumber(told), told);
  }
});
