import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asMatched,
  dialableNumber,
  isDialable,
  isSameNumber,
  numberAsWritten,
} from "../../../src/kernel/dialable-number.js";

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

test("a number has one form, however its digits are grouped, and a name keeps what belongs to it", () => {
  const forms = {
    "1-1-2": "112",
    "0-900.12_3": "0900123",
    "+49-30": "+4930",
    "*7-2": "*72",
    "#.21#": "#21#",
    "2001": "2001",
  };
  for (const [written, dialled] of Object.entries(forms)) assert.equal(dialableNumber(written), dialled);
  for (const name of ["front-desk", "anna.smith", "room_7"]) assert.equal(dialableNumber(name), name);
  for (const text of ["", "-1", "1@pbx", "1 2"]) assert.equal(dialableNumber(text), undefined, text);
});

test("a sentence's number is dialled without blanks, brackets and strokes", () => {
  assert.equal(numberAsWritten("(030) 12/34-5"), "03012345");
  assert.equal(numberAsWritten("1 1 2"), "112");
  assert.equal(numberAsWritten(" reception "), "reception");
  for (const text of ["front desk", "()", "1@pbx"]) assert.equal(numberAsWritten(text), undefined, text);
});

test("numbers are the same where Asterisk finds the same extension", () => {
  assert.ok(isSameNumber("8-000", "8000"));
  assert.ok(isSameNumber("front-desk", "frontdesk"));
  assert.ok(!isSameNumber("anna.smith", "annasmith"));
  assert.ok(!isSameNumber("+112", "112"));
  assert.ok(!isSameNumber("", ""));
  assert.equal(asMatched(dialableNumber("f-d") as never), "fd");
});
