import assert from "node:assert/strict";
import { test } from "node:test";
import { callerId, permittedCallerIds } from "../../../src/config/caller-id.js";

const read = (text: string) => {
  const parsed = callerId.parse(text);
  return "value" in parsed ? parsed.value : undefined;
};
const permitted = (text: string) => {
  const parsed = permittedCallerIds.parse(text);
  return "value" in parsed ? parsed.value : undefined;
};

test("a caller id is a number, a name, or both", () => {
  const forms: Record<string, [name: string | undefined, number: string | undefined]> = {
    "8000": [undefined, "8000"],
    "+49 30 1234567": [undefined, "+49301234567"],
    "Front desk": ["Front desk", undefined],
    "Front desk <8000>": ["Front desk", "8000"],
    '"Praxis Dr. Müller, Köln" <(030) 123-45 67>': ["Praxis Dr. Müller, Köln", "0301234567"],
    "<front-desk>": [undefined, "front-desk"],
    "Desk 2 < 8000 >": ["Desk 2", "8000"],
  };
  for (const [text, [name, number]] of Object.entries(forms)) assert.deepEqual(read(text), { name, number }, text);
});

test("text that is not a caller id is refused", () => {
  const texts = [
    "",
    "<>",
    "Desk <",
    "Desk <8000> x",
    "a<b>c",
    'De"sk',
    "Desk <1@pbx>",
    "+49 (0)30 123",
    "x".repeat(65),
  ];
  for (const text of texts) assert.equal(read(text), undefined, text);
});

test("permitted caller ids are numbers and patterns, each with its name", () => {
  const entries = permitted('8001, Sales <8002>,_4930123XX , "Support" <_90[1-3]X>, +49 30 99') ?? [];
  const shown = (number: string) => entries.find(({ numbers }) => numbers.test(number));
  assert.deepEqual(shown("8001")?.name, undefined);
  assert.equal(shown("8002")?.name, "Sales");
  assert.equal(shown("9027")?.name, "Support");
  for (const number of ["8001", "493012312", "+493099"]) assert.ok(shown(number), number);
  for (const number of ["8003", "49301231", "4930123123", "9047", "800"])
    assert.equal(shown(number), undefined, number);
});

test("a permitted caller id needs a number", () => {
  for (const text of ["Sales", "8001,", "8001, Sales", "_", "Sales <_[>", "8001; 8002"]) {
    assert.equal(permitted(text), undefined, text);
  }
});

test("a refusal names the way out", () => {
  const problems = (parsed: object) => ("problems" in parsed ? (parsed.problems as string[]).join() : "");
  assert.match(problems(callerId.parse("Praxis <+49 (0)30 1234567>")), /write \+49301234567/);
  assert.match(
    problems(permittedCallerIds.parse("8001, Sales")),
    /"Sales" needs a number or a pattern, as in Sales <8001>/,
  );
  assert.match(problems(permittedCallerIds.parse("8001, Sales <80 01/02>")), /may mean two numbers/);
});
