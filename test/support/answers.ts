import { readFileSync } from "node:fs";
import type { ChoiceOption } from "../../src/records/call-script.js";

/** What was said to a question, and the value of the option that it means; null where nobody could tell. */
export interface AnswerCase {
  readonly prompt: string;
  readonly options: readonly ChoiceOption[];
  readonly said: string;
  readonly means: string | null;
}

interface AnswersFile {
  readonly questions: Readonly<
    Record<string, { prompt: string; options: readonly { value: string; synonyms: readonly string[] }[] }>
  >;
  readonly answers: readonly { question: string; said: string; means: string | null }[];
}

/** The answers of one of the files in `test/fixtures/choice`. */
export function answersIn(name: string): readonly AnswerCase[] {
  const path = new URL(`../fixtures/choice/${name}.json`, import.meta.url);
  const { questions, answers } = JSON.parse(readFileSync(path, "utf8")) as AnswersFile;
  return answers.map(({ question, said, means }) => {
    const asked = questions[question];
    if (!asked) throw new Error(`there is no question ${question}`);
    const options = asked.options.map((option, at) => ({ ...option, key: at < 9 ? String(at + 1) : "" }));
    return { prompt: asked.prompt, options, said, means };
  });
}
