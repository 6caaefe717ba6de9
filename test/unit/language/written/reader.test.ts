import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { WrittenReader } from "../../../../src/language/written/reader.js";
import { speakable } from "../../../../src/speech/speakable.js";
import { readWrittenJson } from "../../../../src/validation/written-json.js";
import { FULL } from "../../../support/form.js";
import { ANSWER_FORMS } from "./answer-forms.js";
import { CALL_FORMS } from "./call-forms.js";
import { CHANNEL_FORMS } from "./channel-forms.js";
import { CALLED_WITH, MODEL_FORMS } from "./model-forms.js";
import { TALK } from "./talk-of-tools.js";
import { THOUGHT_FORMS } from "./thought-forms.js";
import { EXAMPLES } from "./written-examples.js";

const offer = (name: string, ...parameters: readonly string[]) => ({
  name,
  description: name,
  parameters: { type: "object", properties: Object.fromEntries(parameters.map((each) => [each, { type: "string" }])) },
});
const OFFERS = [
  ...[
    offer("DATETIME", "format", "timezone"),
    offer("CALC", "expression"),
    offer("HANGUP"),
    offer("WEATHER", "location"),
  ],
  ...[offer("SET_TIMER", "duration", "message"), offer("CANCEL", "task_type", "task_id"), offer("TRANSFER", "name")],
];

function read(pieces: readonly string[], habits = { thinksUnopened: false }) {
  const reader = new WrittenReader(OFFERS, habits);
  let spoken = "";
  for (const piece of pieces) if (!reader.done) spoken += reader.push(piece);
  spoken += reader.end();
  return { spoken, calls: reader.calls.map((call) => `${call.name} ${call.arguments}`) };
}

for (const { what, written, spoken, calls = [] } of [
  ...EXAMPLES,
  ...CALL_FORMS,
  ...CHANNEL_FORMS,
  ...ANSWER_FORMS,
  ...THOUGHT_FORMS,
]) {
  test(`${what} is read the same in one piece, letter by letter and cut anywhere`, () => {
    for (const pieces of [[written], [...written]]) assert.deepEqual(read(pieces), { spoken, calls });
    for (let at = 0; at <= written.length; at++)
      assert.deepEqual(read([written.slice(0, at), written.slice(at)]), { spoken, calls }, `cut at ${at}`);
  });
}

for (const { what, written, spoken, tools } of MODEL_FORMS) {
  test(`the form "${what}" is read the same wherever it is cut`, () => {
    const cuts = Array.from({ length: written.length }, (_, at) => [written.slice(0, at), written.slice(at)]);
    const inPieces = [4, 20].map((length) => written.match(new RegExp(`.{1,${length}}`, "gsu")) ?? []);
    for (const pieces of [[...written], ...inPieces, ...cuts]) {
      const { spoken: said, calls } = read(pieces);
      assert.equal(said, spoken, JSON.stringify(pieces));
      assert.deepEqual(
        calls.map((call) => [call.split(" ")[0], readWrittenJson(call.slice(call.indexOf(" ") + 1))]),
        tools.map((tool) => [tool, CALLED_WITH[tool]]),
        JSON.stringify(pieces),
      );
    }
  });
}

test("talk of tools, functions, users, notes, plans and thoughts is spoken as it is, in whatever pieces", () => {
  for (const sentence of TALK) {
    for (const length of [1, 2, 3, 7, 17, sentence.length]) {
      const pieces = sentence.match(new RegExp(`.{1,${length}}`, "gsu")) ?? [];
      assert.deepEqual(read(pieces), { spoken: sentence, calls: [] }, JSON.stringify(pieces));
    }
  }
});

test("speech is returned at once, except text that may become something else", () => {
  const reader = new WrittenReader(OFFERS);
  assert.equal(reader.push("It is "), "It is ");
  assert.equal(reader.push("T"), "");
  assert.equal(reader.push("uesday. T"), "Tuesday. ");
  assert.equal(reader.push("OOL"), "");
  assert.equal(reader.push(" CALC {}"), "");
  reader.end();
  assert.equal(reader.calls.length, 1);
});

test("a sound that is asked for at the beginning does not hold back the reply", () => {
  for (const sound of ["laugh", "chuckle", "sigh", "cough", "sniffle", "groan", "yawn", "gasp", "laughs", "emotion"]) {
    const reader = new WrittenReader(OFFERS);
    const said = speakable(reader.push(`<${sound}> Sure, we open at nine. `));
    assert.equal(said, "Sure, we open at nine.", sound);
  }
});

test("without tools, a call is neither made nor spoken", () => {
  const reader = new WrittenReader([]);
  const spoken = reader.push('Well. {"name": "CALC", "arguments": {}} More.') + reader.end();
  assert.deepEqual([spoken, reader.calls], ["Well. ", []]);
});

test("reading stops with the second line of a dialogue that is made up", () => {
  const reader = new WrittenReader(OFFERS);
  reader.push("It is noon.\nUser: Thank you.\nAssistant:");
  assert.equal(reader.done, false);
  reader.push(" You");
  assert.equal(reader.done, true);
});

test("reading stops when the model continues after its call", () => {
  const reader = new WrittenReader(OFFERS);
  reader.push("TOOL DATETIME {}\nRESULT DATETIME");
  assert.equal(reader.done, false);
  reader.push(' {"message":"It is nine."}\nIt is nine.');
  assert.equal(reader.done, true);
});

test("arguments that never end are cut off and never spoken", () => {
  const pieces = ["TOOL CALC {", ..."1".repeat(40)].concat(new Array<string>(1_000).fill("1".repeat(1_000)));
  const { spoken, calls } = read(pieces);
  assert.equal(spoken, "");
  assert.equal(calls.length, 1);
  assert.ok((calls[0]?.length ?? 0) < 17_000);
});

test("a second thought without an opening tag is not spoken", () => {
  const habits = { thinksUnopened: false };
  assert.equal(read(["Noon it must be.", "</think>", "It is noon."], habits).spoken, "Noon it must be.It is noon.");
  assert.equal(read(["Noon it must be.", "</think>", "It is noon."], habits).spoken, "It is noon.");
  // A text without a thought is an answer as a whole.
  assert.equal(read(["It is noon."], habits).spoken, "It is noon.");
  assert.equal(habits.thinksUnopened, false);
});

const MARKUP =
  /<[|｜]|[|｜]>|<\/?(?:think|tool_call|function|invoke)|\[TOOL_CALLS\]|\[\/?THINK|"(?:name|arguments)"\s*:/i;
/** Names of sides; before lower case, also quoted, they may be words like others. */
const LABEL = /^(?:User|Assistant|System):(?! *["`]*\p{Ll})/mu;
const UNITS = [
  ...["<think>", "</think>", "<tool_call>", "</tool_call>", "[TOOL_CALLS]", "<|im_end|>", "<|channel|>", "<|message|>"],
  ...['{"name": "CALC", "arguments": {"expression": "1"}}', '{"name":', '"arguments": {', "}", "{", "[", "]", '"', "`"],
  ...[
    "\nUser: ",
    "\nAssistant: ",
    "analysis",
    "final",
    "TOOL CALC ",
    "CALC(",
    "```json\n",
    "```",
    "[THINK]",
    "[/THINK]",
  ],
  ...[
    "It is noon. ",
    "Okay, ",
    "the user asks ",
    " ",
    "\n",
    "a",
    "<",
    ">",
    "|",
    "</",
    "<function=CALC>",
    "</function>",
  ],
];

test("markup, JSON and side names are never spoken, whatever a model writes in whatever pieces", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...UNITS), { maxLength: 24 }),
      fc.array(fc.nat(200), { maxLength: 4 }),
      (units, cuts) => {
        const written = units.join("");
        const at = [0, ...cuts.map((cut) => Math.min(cut, written.length)).sort((a, b) => a - b), written.length];
        const apart = read(at.slice(1).map((end, i) => written.slice(at[i], end)));
        const said = speakable(apart.spoken);
        for (const never of [MARKUP, LABEL]) assert.doesNotMatch(said, never, JSON.stringify({ written, said }));
        assert.equal(apart.spoken.trim(), read([written]).spoken.trim(), JSON.stringify({ written, at }));
      },
    ),
    // The usual form tries the same texts each time; the full form, and WRITTEN_RUNS, look for new ones.
    { numRuns: Number(process.env.WRITTEN_RUNS ?? 3_000), ...(!FULL && !process.env.WRITTEN_RUNS && { seed: 7 }) },
  );
});
