import assert from "node:assert/strict";
import { test } from "node:test";
import { isDialable } from "../../../src/kernel/dialable-number.js";

test("numbers, names and service codes can be dialled", () => {
  for (const number of ["2001", "+4930123456", "*97", "#31#", "reception", "a.b-c_d", "1", "1".repeat(64)]) {
    assert.equal(isDialable(number), true, number);
  }
});

test("what could mean more than a number cannot be dialled", () => {
  const texts = [
    "",
    " 1",
    "1 ",
    "1\n",
    "1\r",
    "1\0",
    "-1",
    ".1",
    "1@pbx",
    "PJSIP/1",
    "1&2",
    "1,2",
    "1;x",
    "1|2",
    "${X}",
  ];
  for (const text of [...texts, "1".repeat(65), "１", "1\u202e", "Local/1@x"]) {
    assert.equal(isDialable(text), false, JSON.stringify(text));
  }
});
