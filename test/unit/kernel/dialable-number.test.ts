import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asMatched,
  dialableNumber,
  isDialable,
  isSameNumber,
  numberAsWritten,
  readNumber,
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

test("a number is read as people write and paste it", () => {
  const written = {
    "(030) 123-45 67": "0301234567",
    "(030) 12/34-5": "03012345",
    "+49 30 1234567": "+49301234567",
    "+49\u00a030\u202f123\u20094567": "+49301234567",
    "\u202a+49 30 1234567\u202c": "+49301234567",
    "030\u20131234567": "0301234567",
    "tel:+49-30-1234567": "+49301234567",
    "TEL:1001": "1001",
    "030/1234567": "0301234567",
    "038731/1234": "0387311234",
    "+49 38731/1234": "+49387311234",
    "\uff0b\uff14\uff19 30": "+4930",
    "1 1 2": "112",
    "*72 1001": "*721001",
    " reception ": "reception",
    "front-desk": "front-desk",
  };
  for (const [text, number] of Object.entries(written)) {
    assert.deepEqual(readNumber(text), { number }, text);
    assert.equal(numberAsWritten(text), number, text);
  }
});

test("what may be two numbers, or is none, is refused with the way out", () => {
  const refused = {
    "+49 (0)30 1234567": /write \+49301234567, or the 0 without brackets/,
    "+39 ( 0 ) 6 12345": /write \+39612345/,
    "030 1234567/68": /may mean two numbers/,
    "030 1234567 / 030 7654321": /may mean two numbers/,
    "030/123/4567": /may mean two numbers/,
    "tel:7042;phone-context=example.com": /parameters/,
    "tel:": /not a number/,
    "030 1234567 ext. 12": /such as 1001/,
    "front desk": /such as 1001/,
    "()": /such as 1001/,
    "49+30": /such as 1001/,
    "1@pbx": /such as 1001/,
    "1,2": /such as 1001/,
    [`1${" ".repeat(300)}2`]: /such as 1001/,
  };
  for (const [text, problem] of Object.entries(refused)) {
    const read = readNumber(text);
    assert.ok("problem" in read, text);
    assert.match(read.problem, problem, text);
    assert.equal(numberAsWritten(text), undefined, text);
  }
});

test("numbers are the same where Asterisk finds the same extension", () => {
  assert.ok(isSameNumber("8-000", "8000"));
  assert.ok(isSameNumber("front-desk", "frontdesk"));
  assert.ok(!isSameNumber("anna.smith", "annasmith"));
  assert.ok(!isSameNumber("+112", "112"));
  assert.ok(!isSameNumber("", ""));
  assert.equal(asMatched(dialableNumber("f-d") as never), "fd");
});
