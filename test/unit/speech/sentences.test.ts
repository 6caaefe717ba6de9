import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createSentenceCutter, sentencesOf } from "../../../src/speech/sentences.js";
import { CORPUS } from "./sentence-corpus.js";

async function* streamed(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

const sentences = (...pieces: string[]) => collect(sentencesOf(streamed(pieces)));

/** Any text, cut at any places. */
const chopped = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.array(fc.nat(2_000), { maxLength: 30 })).map(([whole, cuts]) => {
    const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
    return { whole, pieces: at.slice(1).map((end, i) => whole.slice(at[i], end)) };
  });

/** Text made of what is hard: stops, abbreviations, quotes, lines, numbers, emoji, very long words. */
const difficult = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(..." .!?…,;:\n\"'“”()*_#->|`😊👋🏽é。1") },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          "Dr",
          "a.m",
          "U.S",
          "J",
          "I",
          "It",
          "the",
          "No",
          "etc",
          "e.g",
          "iPhone",
          "3.5",
          "\r\n",
        ),
      },
      { weight: 2, arbitrary: fc.constantFrom(". ", "? ", "! ", "... ", "\n\n", "\n- ", " ") },
      { weight: 1, arbitrary: fc.string({ maxLength: 120 }) },
    ),
    { maxLength: 150 },
  )
  .map((parts) => parts.join(""));

for (const [text, expected] of CORPUS) {
  test(`${JSON.stringify(text)} is ${expected.length} sentence(s)`, async () => {
    assert.deepEqual(await sentences(text), expected);
    assert.deepEqual(await sentences(...text), expected, "letter by letter");
  });
}

test("however a text is cut into pieces, the sentences are the same", async () => {
  await fc.assert(
    fc.asyncProperty(chopped(fc.oneof(difficult, fc.constantFrom(...CORPUS.map(([text]) => text)))), async (text) => {
      assert.deepEqual(await sentences(...text.pieces), await sentences(text.whole));
    }),
    { numRuns: 500 },
  );
});

test("no character is lost, and no sentence is longer than can be waited for", () => {
  fc.assert(
    fc.property(chopped(difficult), ({ whole, pieces }) => {
      const cutter = createSentenceCutter();
      const cut = [...pieces.flatMap((piece) => cutter.push(piece)), ...cutter.end()];
      assert.equal(cut.join(""), whole);
      for (const sentence of cut) assert.ok(sentence.trim().length <= 300, sentence);
    }),
    { numRuns: 500 },
  );
});

test("a text of plain words comes out with all its words", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("It", "is", "cold", "today.", "Dr.", "Who?", "yes,", "5", "p.m.", "Oh!"), {
        maxLength: 200,
      }),
      async (words) => {
        assert.equal((await sentences(words.join(" "))).join(" "), words.join(" "));
      },
    ),
  );
});

test("a sentence comes out as soon as the next one has begun", () => {
  const cutter = createSentenceCutter();
  assert.deepEqual(cutter.push("It is nine."), []);
  assert.deepEqual(cutter.push(" Th"), ["It is nine."]);
  assert.deepEqual(cutter.push("ank you!"), []);
  assert.deepEqual(cutter.end(), [" Thank you!"]);
});

test("a sentence without an end is cut at a comma", async () => {
  const clause = "and then we went on to the next village, ";
  const cut = await sentences(clause.repeat(12));
  assert.ok(cut.length >= 2, "it is cut");
  for (const part of cut) assert.match(part, /^and then .{40,249}village,$/);
});

test("a sentence without an end or a comma is cut at a space", async () => {
  const cut = await sentences("and on ".repeat(100));
  for (const part of cut) assert.match(part, /^(and|on) .* (and|on)$/);
  assert.equal(cut.join(" "), "and on ".repeat(100).trim());
});

test("a word without an end is cut all the same", async () => {
  assert.deepEqual(
    (await sentences("é".repeat(600))).map(({ length }) => length),
    [250, 250, 100],
  );
});

test("in English, abbreviations of other languages are words", async () => {
  for (const [text, expected] of [
    ["Keep that in mind. 5 people came.", ["Keep that in mind.", "5 people came."]],
    ["I like art. 3 of us do.", ["I like art.", "3 of us do."]],
    ["He wears a cap. 2 euros, please.", ["He wears a cap.", "2 euros, please."]],
    ["I have 3. Stock is low.", ["I have 3.", "Stock is low."]],
  ] as const)
    assert.deepEqual(await collect(sentencesOf(streamed([text]), "en-GB")), expected);
  const german = ["Es sind mind. 5 Gäste.", "Kommen Sie."];
  assert.deepEqual(await collect(sentencesOf(streamed([german.join(" ")]), "de")), german);
});
