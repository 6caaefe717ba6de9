import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { prepareChoice } from "../../src/choice/prepared-choice.js";
import { readAnswer } from "../../src/choice/read-answer.js";
import { DEFAULT_PHRASES_BY_LANGUAGE } from "../../src/config/phrases.js";

/** Questions by language and name ("en help"), with the values of their options. Those named "ack" acknowledge a note. */
export type Questions = Readonly<Record<string, readonly [prompt: string, ...values: string[]]>>;

/** What is said, and what it comes to: an option, "nothing", or "unclear" with the option for which a model may be asked. */
export type Answers = readonly [question: string, comesTo: string, ...said: string[]];

/** Returns a function that tests what answers to questions come to. */
export function describeAnswers(questions: Questions): (what: string, rows: readonly Answers[]) => void {
  return (what, rows) =>
    describe(what, () => {
      for (const [question, comesTo, ...answers] of rows) {
        for (const said of answers) {
          it(`is ${comesTo}: "${said}" (${question})`, async () =>
            assert.equal(await read(said, question, questions[question] ?? [""]), comesTo));
        }
      }
    });
}

async function read(said: string, question: string, [prompt, ...values]: Questions[string]): Promise<string> {
  const [language = ""] = question.split(" ");
  const synonyms = question.endsWith(" ack") ? DEFAULT_PHRASES_BY_LANGUAGE.in(language).words_acknowledge : [];
  const options = values.map((value, at) => ({ value, synonyms, key: String(at + 1) }));
  const reading = readAnswer(said, await prepareChoice({ prompt, options }, language));
  if (reading.kind === "option") return reading.option.value;
  return reading.kind === "unclear" && reading.supported ? `unclear ${reading.supported.value}` : reading.kind;
}
