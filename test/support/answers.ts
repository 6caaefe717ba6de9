import { readFileSync } from "node:fs";
import type { ChoiceOption } from "../../src/records/call-script.js";

/** What was said to a question, and the value of the option that it means; null where nobody could tell. */
export interface AnswerCase {
  readonly prompt: string;
  readonly options: readonly ChoiceOption[];
  readonly said: string;
  readonly means: string | null;
  readonly language?: string;
  /** Whether a fair person might ask again. */
  readonly mayBeAsked?: boolean;
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

/** The answers in `test/fixtures/choice/as-recognised.txt`, which explains its form. */
export function answersAsRecognised(): readonly AnswerCase[] {
  const text = readFileSync(new URL("../fixtures/choice/as-recognised.txt", import.meta.url), "utf8");
  return text
    .split(/^# /m)
    .slice(1)
    .flatMap((question) => {
      const [head = "", ...answers] = question.trim().split("\n");
      const [language = "", prompt = "", ...names] = head.split(" | ");
      const options = names.map((each, at) => {
        const [value = "", ...synonyms] = each.split(";");
        return { value, synonyms, key: String(at + 1) };
      });
      return answers.map((answer) => {
        const [means = "", said = ""] = answer.split("\t");
        const value = means.replace(/^~/, "");
        return { language, prompt, options, said, means: means === "-" ? null : value, mayBeAsked: value !== means };
      });
    });
}
