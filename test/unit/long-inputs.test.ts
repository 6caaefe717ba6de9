import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readMatcher } from "../../src/alerts/matcher.js";
import { quoted, wordsOf } from "../../src/backends/words.js";
import { isEmergencyNumber } from "../../src/calls/rights/special-numbers.js";
import { parseDialPattern, parseDialPatterns } from "../../src/config/dial-pattern.js";
import { isBackchannel, isFarewell, isPickUpGreeting } from "../../src/turn-taking/backchannels.js";
import { completenessOf } from "../../src/turn-taking/endpoint/completeness.js";
import { isEchoOf } from "../../src/turn-taking/overlap/words.js";
import { spokenWords } from "../../src/turn-taking/spoken-words.js";
import type { Turn } from "../../src/turn-taking/turn.js";
import { dialableNumber, numberAsWritten, ungrouped } from "../../src/kernel/dialable-number.js";
import { withNumbers } from "../../src/kernel/number-words.js";
import { asksForSum } from "../../src/language/asked-sum.js";
import { toolsForLiveFacts } from "../../src/language/live-questions.js";
import { withoutTold } from "../../src/language/written/told-calls.js";
import { WrittenReader } from "../../src/language/written/reader.js";
import { createToolCallAssembly } from "../../src/language/tool-call-assembly.js";
import { plainText } from "../../src/mcp/plain-text.js";
import { createNumberMask } from "../../src/observability/number-mask.js";
import { withoutAnnotationsSoFar } from "../../src/speech/annotations.js";
import { endOfClause } from "../../src/speech/clauses.js";
import { withoutLoops } from "../../src/speech/repetitions.js";
import { withoutCredits } from "../../src/speech/credits.js";
import { createSentenceCutter } from "../../src/speech/sentences.js";
import { speakable } from "../../src/speech/speakable.js";
import { wordsIn, wordsSoFarIn } from "../../src/speech/transcript.js";
import { readTranscription } from "../../src/speech/transcription-answer.js";
import { takesNumber } from "../../src/telephony/asterisk/dialling/extension-pattern.js";
import { createArgumentCheck } from "../../src/toolbox/argument-check.js";
import { FULL } from "../support/form.js";
import { processorMs } from "../support/processor-time.js";

/**
 * What a caller, a model, a server or a client can make long goes through these, on the thread that carries the sound of calls.
 * Four times the text may take about four times as long, not sixteen times.
 */
const CALC = { name: "CALC", description: "", parameters: { type: "object", properties: {} } };

const SHORT = (FULL ? 8 : 4) * 1024;
const LONG = 4 * SHORT;
/** How much more than in proportion a longer text may take: memory and the compiler have their moods. */
const SLACK = 2.5;
/** What takes less than this is not measured closely, ms. */
const UNNOTICED_MS = FULL ? 50 : 25;
const PIECE = 16;

const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl"];
const heardLong = (text: string) => ({ spoken: { heard: [text, text], unheard: [text] } }) as unknown as Turn;
const mask = createNumberMask("last4");
const check = createArgumentCheck({ parameters: { message: { type: "string", description: "", maxLength: 100 } } });

const conditions = ["(a|b|ab|ba)?.*[ab].*c", "(a+)+b", ".*x.*y.*z"].map((each) => readMatcher(`label=~"${each}"`));

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  "what is spoken": speakable,
  "sentences at once": (text) => {
    const cutter = createSentenceCutter();
    return [...cutter.push(text), ...cutter.end()];
  },
  "sentences piece by piece": (text) => {
    const cutter = createSentenceCutter();
    for (const piece of piecesOf(text)) cutter.push(piece);
    return cutter.end();
  },
  "clauses piece by piece": (text) => {
    const cutter = createSentenceCutter();
    for (const piece of piecesOf(text)) {
      cutter.push(piece);
      cutter.takeClause("en");
    }
  },
  "the first clause": (text) => endOfClause(text, "en"),
  completeness: (text) => LANGUAGES.map((language) => completenessOf(text, language)),
  "words of listening": (text) =>
    LANGUAGES.map((language) => [isBackchannel(text, language), isBackchannel(text, language, false)]),
  greetings: (text) => LANGUAGES.map((language) => isPickUpGreeting(text, language, false)),
  farewells: (text) => LANGUAGES.map((language) => isFarewell(text, language, false)),
  "an echo of a long sentence": (text) => isEchoOf(heardLong(text), text, false),
  "a long echo": (text) => isEchoOf(heardLong("Well, I would say so."), text),
  "labels of alerts": (text) =>
    (text.match(/.{1,512}/gs) ?? []).map((label) => conditions.map((each) => each.matches({ label }))),
  words: spokenWords,
  "live questions": toolsForLiveFacts,
  "sums asked for": (text) => asksForSum(text.slice(0, 300)),
  "number words": (text) => withNumbers(text.slice(0, 300)),
  "what a model writes at once": (text) => {
    const reader = new WrittenReader([CALC]);
    return [reader.push(text), reader.end()];
  },
  "what a model writes piece by piece": (text) => {
    const reader = new WrittenReader([CALC]);
    for (const piece of piecesOf(text)) reader.push(piece);
    return reader.end();
  },
  "calls that a model was told": (text) => {
    const reader = new WrittenReader([CALC], undefined, (calls, offered) =>
      withoutTold(
        calls,
        [text, `${text} CALC ${text}`].map((told) => ({ text: told, request: told })),
        offered,
      ),
    );
    return [reader.push("TOOL CALC {}"), reader.end()];
  },
  "fragments of a call": (text) => {
    const assembly = createToolCallAssembly();
    for (const piece of piecesOf(text))
      assembly.add({ index: 0, id: "a", function: { name: "CALC", arguments: piece } });
    return assembly.calls();
  },
  "arguments of a tool": (text) => [check(text), check({ message: text }), check({ [text]: 1 })],
  "recognised words": (text) => [wordsIn(text.slice(0, 10_000)), wordsSoFarIn(text.slice(0, 10_000)), wordsIn(text)],
  "a recogniser's plain text": (text) => refused(() => readTranscription(text, "text/plain")),
  credits: withoutCredits,
  "loops of a recogniser": (text) => withoutLoops(text),
  "annotations so far": withoutAnnotationsSoFar,
  numbers: (text) => [dialableNumber(text), numberAsWritten(text), ungrouped(text), isEmergencyNumber(text)],
  "dial patterns": (text) => [refused(() => parseDialPattern(`_${text}`)), refused(() => parseDialPatterns(text))],
  "extensions of a dialplan": (text) => [takesNumber("_X.", text), takesNumber("_0[1-9]X!", text)],
  "numbers in the log": (text) => mask?.(text),
  "words of a server": (text) => quoted(wordsOf(text), "key"),
  "words of a tool": (text) => [plainText(text, LONG), plainText(text, LONG, { lines: true })],
};

/** What texts are made long of: marks, openings without their other half, beginnings of what is looked for. */
const UNITS: readonly string[] = [
  ..." \n.,;:!?…*_`~|-=<>[]({})\"'“#@/\\+0aA→😀​",
  ...["\r", "\u2028", "\u00a0", "\ud83d", "\ud800\udc00", "\u0301", "\u200d", "ß", "漢", "。"],
  ...[
    "a ",
    "1 ",
    "A. ",
    "a.a",
    "Mr. ",
    "e.g. ",
    "a\n",
    "\n\n",
    "- ",
    "- -",
    "--- ",
    "| - ",
    "1. ",
    "a, ",
    "a — ",
    "a; b ",
    '." ',
  ],
  ...[
    "[a](",
    "[a](b",
    "![",
    "[](",
    "[a](b)",
    "[[a]",
    "](",
    "<a",
    "<a ",
    "</a>",
    "```\n",
    "~~~",
    "**",
    "a_",
    "_a",
    "1 * ",
    "1*",
  ],
  ...["# ", "> > ", "• ", "...", "?!", "a? ", "A! b", "I. ", "p.m. ", "x\u200d", "🏽"],
  ...[
    "TOOL",
    "TOOL ",
    "TOOL CALC ",
    "TOOL CALC {",
    'TOOL CALC {"a":"',
    "TOOL: ",
    'TOOL CALC {"a":"0',
    "<tool_call>",
    "<tool_call>{",
    "<t",
    "T",
  ],
  ...["<think>", "</think>", "<", "thinking "],
  ...["{", "}", "[", '{"a":', "[[", '"', "\\", "{}", "1,", "e9", "-0"],
  ...[
    "what is ",
    "what time is it ",
    "one plus ",
    "two hundred ",
    "and ",
    "um, ",
    "what is the time and ",
    "1-",
    "(1) ",
  ],
  ...[
    "yes ",
    "mm ",
    "mmmm",
    "okay okay ",
    "right ",
    "uh huh ",
    "no i don t ",
    "the ",
    "a b c ",
    "i would like to ",
    "hello ",
  ],
  ...["555-1234 ", "+49 ", "(030) ", "0", "1.", "Calling ", "number ", "sip:", "1a", "a1-", "2026-01-01 ", "1.2.3.4 "],
  ...[
    "[music] ",
    "(a",
    "♪ ",
    "*a",
    "[BLANK_AUDIO]",
    "X",
    "_X",
    "[0-9",
    "[1-9]X",
    "N!",
    "._-",
    "sk-",
    "Bearer ",
    "sk-a-",
  ],
];

/** Texts that only what stands before, or after, makes long to read. */
const SHAPES: readonly Shape[] = [
  { before: '{"a":[', unit: "[]", after: "" },
  { before: "", unit: "{", after: "}" },
  { before: "}", unit: "{", after: "" },
  { before: "{", unit: " ", after: "!" },
  { before: "", unit: '":', after: "{" },
  { before: "", unit: "(", after: "]" },
  { before: "", unit: [..."abcdef"].map((word) => `${word} `.repeat(12)).join(""), after: "" },
];

/** One of so many texts is read by each reader; by each another one. */
const SHARE = FULL ? 1 : 3;

for (const [place, [name, read]] of Object.entries(READERS).entries()) {
  test(`a long text takes time in proportion: ${name}`, () => {
    const part = fc.constantFrom("", ...UNITS);
    const made = fc.sample(
      fc.record({ before: part, unit: fc.tuple(part, part).map((parts) => parts.join("") || "a"), after: part }),
      { numRuns: 30, seed: 7 },
    );
    const plain = UNITS.map((unit, at) => ({ before: "", unit, after: at % 2 ? "x" : "" }));
    read("warm up");
    const texts = [...SHAPES, ...plain, ...made].filter((_, at) => at % SHARE === place % SHARE);
    for (const shape of texts) {
      const long = textOf(shape, LONG);
      const took = processorMs(() => read(long));
      if (took < UNNOTICED_MS) continue;
      const short = textOf(shape, SHORT);
      const inProportion =
        Math.max(
          1,
          processorMs(() => read(short)),
        ) *
        (LONG / SHORT);
      const again = Math.min(took, ...[1, 2].map(() => processorMs(() => read(long))));
      assert.ok(
        again < Math.max(UNNOTICED_MS, inProportion * SLACK),
        `${JSON.stringify(shape)}: ${again} ms, in proportion ${inProportion}`,
      );
    }
  });
}

interface Shape {
  readonly before: string;
  readonly unit: string;
  readonly after: string;
}

function textOf({ before, unit, after }: Shape, length: number): string {
  return before + unit.repeat(Math.ceil(length / unit.length)) + after;
}

function piecesOf(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / PIECE) }, (_, at) => text.slice(at * PIECE, (at + 1) * PIECE));
}

function refused(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
