import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { callerIdText } from "../../../../../src/telephony/asterisk/dialling/caller-id.js";
import { checkedRoute, dialString } from "../../../../../src/telephony/asterisk/dialling/dial-route.js";
import { dialableNumber } from "../../../../../src/kernel/dialable-number.js";

test("a dial string has one destination and the technology that it began with, whatever was asked for", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 70 }),
    fc.string({ unit: fc.constantFrom(..."0aZ+*#._-@/&,;|(){}$\\\"' \n\0"), maxLength: 70 }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const number = dialableNumber(text);
      if (number === undefined) return;
      assert.match(dialString({ kind: "pbx" }, number), /^PJSIP\/[^@/&,;|\s(){}$"'\\]+@pbx$/);
      const local = dialString({ kind: "dialplan", context: "from-internal" }, number);
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
