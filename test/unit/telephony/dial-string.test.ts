import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { callerIdText } from "../../../src/telephony/asterisk/caller-id.js";
import { checkedRoute, dialString } from "../../../src/telephony/asterisk/dial-route.js";
import { isDiallable } from "../../../src/telephony/dialled-number.js";

test("numbers, names and service codes can be dialled", () => {
  for (const number of ["2001", "+4930123456", "*97", "#31#", "reception", "a.b-c_d", "1", "1".repeat(64)]) {
    assert.equal(isDiallable(number), true, number);
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
    assert.equal(isDiallable(text), false, JSON.stringify(text));
  }
});

test("a dial string has one destination and the technology that it began with, whatever was asked for", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 70 }),
    fc.string({ unit: fc.constantFrom(..."0aZ+*#._-@/&,;|(){}$\\\"' \n\0"), maxLength: 70 }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      if (!isDiallable(text)) return;
      assert.match(dialString({ kind: "pbx" }, text), /^PJSIP\/[^@/&,;|\s(){}$"'\\]+@pbx$/);
      const local = dialString({ kind: "dialplan", context: "from-internal" }, text);
      assert.match(local, /^Local\/[^@/&,;|\s(){}$"'\\]+@from-internal\/n$/);
    }),
    { numRuns: 2_000 },
  );
});

test("a context that could be more than a name is refused", () => {
  for (const context of ["", "a b", "x@y", "x/n", "x,1", "x&y", "${X}"]) {
    assert.throws(() => checkedRoute({ kind: "dialplan", context }), RangeError, context);
  }
  assert.equal(checkedRoute({ kind: "dialplan", context: "from-internal" }).kind, "dialplan");
});

test("a caller's name stays inside its quotes", () => {
  assert.equal(callerIdText({ number: "8000", name: "Front desk" }), '"Front desk" <8000>');
  assert.equal(callerIdText({ number: "", name: 'a"<1>\\\r\nb' }), '"a  1    b" <>');
  assert.throws(() => callerIdText({ number: "1>\r\nX: y", name: "" }), RangeError);
});
