import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createTextProtocolReader } from "../../../src/language/text-protocol-reader.js";

const TOOLS = new Set(["DATETIME", "CALC", "HANGUP"]);

function read(pieces: readonly string[]) {
  const reader = createTextProtocolReader((name) => TOOLS.has(name.toUpperCase()));
  let text = "";
  for (const piece of pieces) if (!reader.done) text += reader.push(piece);
  text += reader.end();
  return { text, calls: reader.calls.map((call) => `${call.name} ${call.arguments}`), done: reader.done };
}

const CASES: readonly (readonly [what: string, written: string, text: string, calls: readonly string[]])[] = [
  ["no call", "It is noon.", "It is noon.", []],
  ["a call", 'TOOL DATETIME {"format":"time"}', "", ['DATETIME {"format":"time"}']],
  ["a call without parameters", "TOOL HANGUP", "", ["HANGUP {}"]],
  ["a call without parameters and a line behind it", "TOOL HANGUP\nBye.", "", ["HANGUP {}"]],
  ["a name in lower case", "TOOL datetime {}", "", ["datetime {}"]],
  ["text in front", "Let me see.\nTOOL DATETIME {}", "Let me see.\n", ["DATETIME {}"]],
  ["text in front on the same line", "Let me see. TOOL DATETIME {}", "Let me see. ", ["DATETIME {}"]],
  ["text behind", 'TOOL CALC {"expression":"1+1"}\nThat makes three.', "", ['CALC {"expression":"1+1"}']],
  ["two calls", 'TOOL DATETIME {}\nTOOL CALC {"expression":"2"}', "", ["DATETIME {}", 'CALC {"expression":"2"}']],
  ["two calls with prose between", "TOOL DATETIME {} and TOOL CALC {}", "", ["DATETIME {}", "CALC {}"]],
  ["a fence", '```json\nTOOL CALC {"expression":"1"}\n```', "```json\n", ['CALC {"expression":"1"}']],
  ["JSON in a fence", 'TOOL CALC\n```json\n{"expression": "1"}\n```\n', "", ['CALC {"expression": "1"}']],
  ["marks of markdown", "- **TOOL DATETIME** `{}`", "- **", ["DATETIME {}"]],
  ["a colon", "TOOL: DATETIME: {}", "", ["DATETIME {}"]],
  ["a call written as a function", "TOOL DATETIME({})", "", ["DATETIME {}"]],
  ["JSON over several lines", 'TOOL CALC {\n  "expression": "1"\n}', "", ['CALC {\n  "expression": "1"\n}']],
  ["brackets in a string", 'TOOL CALC {"expression":"} \\" {"}', "", ['CALC {"expression":"} \\" {"}']],
  ["an unknown tool on a line of its own", "TOOL ROCKET {}", "", ["ROCKET {}"]],
  ["an unknown tool without parameters", "TOOL ROCKET\n", "", ["ROCKET {}"]],
  ["JSON that never ends", 'TOOL CALC {"expression": "1', "", ['CALC {"expression": "1']],
  ["the word in a sentence", "A TOOL is a thing. My TOOL BOX is red.", "A TOOL is a thing. My TOOL BOX is red.", []],
  ["a word that begins like it", "TOOLS are things, Tom. TO", "TOOLS are things, Tom. TO", []],
  ["the word at the end", "This is a TOOL", "This is a TOOL", []],
  [
    "a tag",
    '<tool_call>\n{"name": "DATETIME", "arguments": {"format": "time"}}\n</tool_call>',
    "",
    ['DATETIME {"format":"time"}'],
  ],
  ["a tag with parameters as text", '<tool_call>{"name":"CALC","arguments":"{}"}</tool_call>', "", ["CALC {}"]],
  ["a tag that breaks off", '<tool_call>{"name": "CALC", "argum', "", ['CALC {"name": "CALC", "argum']],
  ["a tag without anything", "<tool_call>hello", "", [" {}"]],
  ["less than", "1 < 2 and <b>x</b>", "1 < 2 and <b>x</b>", []],
];

for (const [what, written, text, calls] of CASES) {
  test(`${what} is read the same in one piece, letter by letter and cut anywhere`, () => {
    for (const pieces of [[written], [...written]]) {
      const read_ = read(pieces);
      assert.deepEqual({ text: read_.text, calls: read_.calls }, { text, calls });
    }
    for (let at = 0; at <= written.length; at++) {
      const { text: said, calls: made } = read([written.slice(0, at), written.slice(at)]);
      assert.deepEqual({ text: said, calls: made }, { text, calls }, `cut at ${at}`);
    }
  });
}

test("text comes out at once, but for what may become a call", () => {
  const reader = createTextProtocolReader(() => true);
  assert.equal(reader.push("It is "), "It is ");
  assert.equal(reader.push("T"), "");
  assert.equal(reader.push("uesday. T"), "Tuesday. ");
  assert.equal(reader.push("OOL"), "");
  assert.equal(reader.push(" X {}"), "");
  assert.equal(reader.calls.length, 1);
});

test("a model that goes on behind its call is not listened to any longer", () => {
  const reader = createTextProtocolReader(() => true);
  reader.push("TOOL DATETIME {}\nRESULT DATETIME");
  assert.equal(reader.done, false);
  reader.push(' {"message":"It is nine."}\nIt is nine.');
  assert.equal(reader.done, true);
});

test("arguments without an end are cut and never spoken", () => {
  const { text, calls, done } = read(
    ["TOOL CALC {", ..."1".repeat(40)].concat(new Array(1_000).fill("1".repeat(1_000))),
  );
  assert.equal(text, "");
  assert.equal(calls.length, 1);
  assert.ok((calls[0]?.length ?? 0) < 17_000);
  assert.ok(done);
});

test("whatever a model writes, in whatever pieces, nothing is lost or doubled without a call", () => {
  const written = fc.string({
    unit: fc.constantFrom("T", "O", "L", "TOOL", " ", "\n", "A", "a", "{", "}", '"', "<", "tool_call>", "`"),
  });
  fc.assert(
    fc.property(fc.array(written), (pieces) => {
      const apart = read(pieces);
      const whole = read([pieces.join("")]);
      assert.deepEqual(apart.calls.slice(0, 1), whole.calls.slice(0, 1));
      if (whole.calls.length === 0) assert.equal(apart.text, pieces.join(""));
      assert.equal(apart.text, whole.text);
    }),
    { numRuns: 2_000 },
  );
});
