import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseAssistant } from "../../../src/assistants/choose.js";
import { definitionsIn } from "../../../src/assistants/definitions-in.js";
import type { WrittenAssistant } from "../../../src/assistants/file-schema.js";
import { readNamedFile } from "../../../src/config/own-environment.js";

const DAY = Date.parse("2026-11-26T10:00:00Z");
const NIGHT = Date.parse("2026-11-26T22:00:00Z");
const WEEK = { week: { daily: "8:00-18:00" } };

function choosing(assistants: Readonly<Record<string, WrittenAssistant>>, fallback?: string) {
  const file = { assistants, ...(fallback && { default: fallback }) };
  const definitions = definitionsIn(file, { environment: {}, readFile: readNamedFile, timeZone: "UTC" });
  return (called: string, at = DAY, named?: string) => {
    const { assistant, closed } = chooseAssistant(definitions, { called, at, named });
    return [assistant?.id, closed];
  };
}

test("a number precedes a pattern, a precise pattern a loose one, and the default answers the rest", () => {
  const choose = choosing(
    {
      loose: { answers: ["_8XXX"] },
      exact: { answers: ["8-000", "+49 30 1234567"] },
      close: { answers: ["_80XX"] },
      rest: {},
    },
    "rest",
  );
  assert.deepEqual(choose("8000"), ["exact", undefined]);
  assert.deepEqual(choose("+49301234567"), ["exact", undefined]);
  assert.deepEqual(choose("8001"), ["close", undefined]);
  assert.deepEqual(choose("8101"), ["loose", undefined]);
  for (const other of ["9000", "", "s"]) assert.deepEqual(choose(other), ["rest", undefined], other);
});

test("without a default, a number that no assistant answers has the settings alone", () => {
  assert.deepEqual(choosing({ one: { answers: ["8000"] } })("8001"), [undefined, undefined]);
});

test("the assistant that the dialplan names precedes numbers; an unknown name counts as none", () => {
  const choose = choosing({ one: { answers: ["8000"] }, two: {} });
  assert.deepEqual(choose("8000", DAY, "two"), ["two", undefined]);
  assert.deepEqual(choose("8000", DAY, "three"), ["one", undefined]);
  assert.deepEqual(choose("8000", DAY, ""), ["one", undefined]);
});

test("outside its hours an assistant says so, or transfers, or another one answers", () => {
  const choose = choosing({
    day: { answers: ["1"], hours: WEEK, closed: { assistant: "night" } },
    night: { answers: ["2"] },
    office: { answers: ["3"], hours: WEEK, closed: { say: "We are closed." } },
    shop: { answers: ["4"], hours: WEEK, closed: { transfer: "2001" } },
    silent: { answers: ["5"], hours: WEEK },
  });
  assert.deepEqual(choose("1"), ["day", undefined]);
  assert.deepEqual(choose("1", NIGHT), ["night", undefined]);
  assert.deepEqual(choose("3"), ["office", undefined]);
  assert.deepEqual(choose("3", NIGHT), ["office", { kind: "say", text: "We are closed." }]);
  assert.deepEqual(choose("4", NIGHT), ["shop", { kind: "transfer", number: "2001", text: undefined }]);
  assert.deepEqual(choose("5", NIGHT), ["silent", { kind: "say", text: undefined }]);
});

test("assistants that are closed for each other do not ask in a circle", () => {
  const choose = choosing({
    one: { answers: ["1"], hours: WEEK, closed: { assistant: "two" } },
    two: { answers: ["2"], hours: WEEK, closed: { assistant: "one" } },
    three: { answers: ["3"], hours: WEEK, closed: { assistant: "two" } },
  });
  assert.deepEqual(choose("1", NIGHT), ["one", { kind: "say", text: undefined }]);
  assert.deepEqual(choose("3", NIGHT), ["three", { kind: "say", text: undefined }]);
});
