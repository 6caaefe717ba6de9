import assert from "node:assert/strict";
import { test } from "node:test";
import { callerNumber, callerParty } from "../../../../../src/telephony/asterisk/dialling/caller-id.js";

const NO_NUMBERS = ["", "anonymous", "Anonymous", "Restricted", "private", "UNKNOWN", "unavailable", "asterisk"];

test("the marker of a withheld number is not a number: callers who withhold theirs share no timers", () => {
  for (const told of [...NO_NUMBERS, "Number Withheld", "id_unavailable"]) assert.equal(callerNumber(told), "", told);
});

test("text in place of a number is one short line", () => {
  const told: [told: string, number: string][] = [
    [" 1001\r\nX: y ", "1001 X: y"],
    ["\u001b[31m1001\u202e", "[31m1001"],
    ["\ud8001001\u0000", "1001"],
    ["1".repeat(10_000), "1".repeat(64)],
    ["\u{1f600}".repeat(100), "\u{1f600}".repeat(64)],
    [" \n ", ""],
    ["anonymous\u0000", ""],
  ];
  for (const [text, number] of told) assert.equal(callerNumber(text), number);
});

test("a number is told as it is, whatever it consists of", () => {
  for (const told of ["200", "+390612345678", "alice", "anonymous2", "private-office", "*97"]) {
    assert.equal(callerNumber(told), told);
  }
});

test("a name is one short line, and who withholds their number has none", () => {
  const told: [number: string, name: string, shown: string][] = [
    ["1001", "Anna Meyer", "Anna Meyer"],
    ["1001", " A\u0007B\n".repeat(1_500), "A B ".repeat(20).trim()],
    ["1001", "\u{1f600}".repeat(100), "\u{1f600}".repeat(80)],
    ["anonymous", "Anonymous", ""],
    ["", "Anna Meyer", ""],
  ];
  for (const [number, name, shown] of told) {
    assert.deepEqual(callerParty({ number, name }), { number: callerNumber(number), name: shown });
  }
});
