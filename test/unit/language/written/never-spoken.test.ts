import assert from "node:assert/strict";
import { test } from "node:test";
import { WrittenReader } from "../../../../src/language/written/reader.js";
import { createSentenceCutter } from "../../../../src/speech/sentences.js";
import { speakable } from "../../../../src/speech/speakable.js";
import { FULL } from "../../../support/form.js";
import { seeded } from "../../../support/rest-fuzzer.js";
import { PLAIN } from "../../speech/plain-sentences.js";
import { ANSWER_FORMS } from "./answer-forms.js";
import { CALL_FORMS } from "./call-forms.js";
import { CHANNEL_FORMS } from "./channel-forms.js";
import { MODEL_FORMS } from "./model-forms.js";
import { inPieces, LEAKED, writtenReply } from "./model-grammar.js";
import { THOUGHT_FORMS } from "./thought-forms.js";
import { EXAMPLES } from "./written-examples.js";

const OFFERS = ["DATETIME", "CALC", "HANGUP", "WEATHER", "SET_TIMER", "CANCEL", "TRANSFER"].map((name) => ({
  name,
  description: name,
  parameters: { type: "object", properties: { expression: { type: "string" } } },
}));

/** What must never reach a voice: tokens, tags, JSON. */
const NEVER = /[<>{}|｜\\]|im_(?:start|end)|\[\/?[A-Z_]{3,}\]|"\s?:\s?["{[\d]/i;
/** The same of a side's name at the beginning, except in a record, and where it may be a word like others or a part of one. */
const LABEL = /^["*\s]*(?:user|assistant|system|human)\s?:/i;
const MAY_BE_WORDS =
  /^[\s*_-]*(?!user|assistant|system|human)\p{L}[\p{L} ]*\*{0,2}\s?:|:["”*]*\s*$|System:|\)(?=\p{L})|\b(?:User|Human): \s*\p{Ll}/mu;

const FRAGMENTS: readonly string[] = [
  ...["<think>", "</think>", "<tool_call>", "</tool_call>", "[TOOL_CALLS]", "[ARGS]", "[/INST]", "[THINK]", "[/THINK]"],
  ...["<|im_end|>", "<|im_start|>", "<|channel|>", "<|message|>", "<|end|>", "<|eot_id|>", "<|", "|>", "< |im_end| >"],
  ...[
    "<｜tool▁calls▁begin｜>",
    "<｜tool▁sep｜>",
    "◁think▷",
    "✿FUNCTION✿",
    "&lt;|im_end|&gt;",
    "im_end",
    "<end_of_turn>",
  ],
  ...['{"name": "CALC", "arguments": {"expression": "1"}}', '{"name":', '"arguments": {', '{"a": [1, {"b": 2}]}'],
  ...["{", "}", "[", "]", '"', "`", "```json\n", "```", "(", ")", "*", "**", "#", "_", "<", ">", "|", "\\", "$", "^"],
  ...[
    "\nUser: ",
    "\nAssistant: ",
    "**System:** ",
    "\nuser\n",
    "### Instruction:\n",
    "assistantfinal",
    "analysis",
    "final",
  ],
  ...["TOOL CALC ", "RESULT CALC ", "CALC(", "functions.", "to=", "print(", "Action: ", "Action Input: ", "Thought: "],
  ...["<b>", "</b>", "<a href='x'>", "<!--", "-->", "&amp;", "&#65;", "\\frac{1}{2}", "$x^2$", "[1]", "【4†source】"],
  ...["https://example.com/a?b=1", "a.b@example.com", "[laughs]", "*smiles*", "(pauses)", "snake_case", "→", "😊"],
  ...["It is noon. ", "Okay, ", "the user asks ", "Press * or #. ", " ", "\n", "\n\n", "a", "1", ". ", ": ", ", "],
  ...[...EXAMPLES, ...MODEL_FORMS, ...CALL_FORMS, ...CHANNEL_FORMS, ...ANSWER_FORMS, ...THOUGHT_FORMS].map(
    ({ written }) => written,
  ),
  ...Object.values(PLAIN).flat(),
];

/** What is spoken of a model's output that comes in these pieces. */
function spokenOf(pieces: readonly string[]): readonly string[] {
  const reader = new WrittenReader(OFFERS);
  const cutter = createSentenceCutter();
  const sentences: string[] = [];
  for (const piece of pieces) if (!reader.done) sentences.push(...cutter.push(reader.push(piece)));
  sentences.push(...cutter.push(reader.end()), ...cutter.end());
  return sentences.map((sentence) => speakable(sentence)).filter(Boolean);
}

test("neither JSON, tags, tokens nor a side's name reach the voice, whatever a model writes in whatever pieces", () => {
  const number = seeded(31);
  const random = (limit: number) => Math.floor(number() * limit);
  for (let run = 0; run < (FULL ? 1_000_000 : 20_000); run++) {
    const parts = Array.from({ length: 1 + random(7) }, () => FRAGMENTS[random(FRAGMENTS.length)] ?? "");
    const written = parts.join("");
    const pieces: string[] = [];
    for (let at = 0; at < written.length;) {
      const length = 1 + random(random(3) === 0 ? 60 : 6);
      pieces.push(written.slice(at, at + length));
      at += length;
    }
    for (const sentence of spokenOf(pieces)) {
      assert.doesNotMatch(sentence, NEVER, JSON.stringify({ run, sentence, written, pieces }));
      if (!MAY_BE_WORDS.test(written)) assert.doesNotMatch(sentence, LABEL, JSON.stringify({ run, sentence, written }));
    }
  }
});

test("of what families of models write around their words, only the words reach the voice", () => {
  const random = seeded(57);
  for (let run = 0; run < (FULL ? 1_000_000 : 6_000); run++) {
    const { written, said } = writtenReply(random);
    const pieces = inPieces(written, random);
    const spoken = spokenOf(pieces).join(" ");
    assert.doesNotMatch(spoken, LEAKED, JSON.stringify({ run, spoken, written, pieces }));
    for (const sentence of said)
      assert.ok(spoken.includes(sentence), JSON.stringify({ run, spoken, sentence, pieces }));
  }
});

test("plain sentences in eight languages reach the voice unchanged, in whatever pieces", () => {
  for (const sentence of Object.values(PLAIN).flat()) {
    for (const pieces of [[sentence], [...sentence]])
      assert.equal(spokenOf(pieces).join(" "), sentence, JSON.stringify(pieces));
  }
});
