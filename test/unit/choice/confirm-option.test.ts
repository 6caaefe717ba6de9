import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { confirmOption } from "../../../src/choice/confirm-option.js";
import { prepareChoice } from "../../../src/choice/prepared-choice.js";
import { readAnswer } from "../../../src/choice/read-answer.js";
import type { ModelOutput } from "../../../src/language/ports.js";
import { type AnswerCase, answersIn } from "../../support/answers.js";
import { calls, FakeModel } from "../../support/fakes/fake-model.js";
import { quietLog } from "../../support/fakes/quiet-log.js";
import { STALL, type Step } from "../../support/fakes/requests.js";

const ANSWERS = [...answersIn("answers"), ...answersIn("further-answers")];
const { signal } = new AbortController();

/** What an answer comes to with a model that answers like this: the value of an option, or null where it is asked again. */
async function comesTo({ prompt, options, said }: AnswerCase, ...steps: Step<string | ModelOutput>[]) {
  const choice = await prepareChoice({ prompt, options });
  const reading = readAnswer(said, choice);
  if (reading.kind === "option") return reading.option.value;
  if (reading.kind === "nothing" || !reading.supported) return null;
  const model = new FakeModel();
  model.next(...steps);
  const needs = { model, isAvailable: () => true, log: quietLog };
  return (await confirmOption(said, reading.supported, choice, needs, signal)) ? reading.supported.value : null;
}

describe("answers as people give them, with a model", () => {
  it("that is right: none is another option, and at most one in twenty is asked again", async () => {
    let again = 0;
    for (const answer of ANSWERS) {
      const value = await comesTo(answer, calls("ANSWER", { option: answer.means ?? "NONE_OF_THESE" }));
      assert.ok(value === null || value === answer.means, `${answer.said}: ${value}`);
      if (value === null && answer.means !== null) again++;
    }
    const meant = ANSWERS.filter(({ means }) => means !== null).length;
    assert.ok(again <= meant / 20, `${again} of ${meant}`);
  });

  it("that names any option at all: none is another one", async () => {
    for (const answer of ANSWERS) {
      for (const { value: named } of answer.options) {
        const value = await comesTo(answer, calls("ANSWER", { option: named }));
        assert.ok(value === null || value === answer.means, `${answer.said}: ${value}, where the model names ${named}`);
      }
    }
  });

  for (const garbage of [
    "",
    "{",
    "[]",
    "null",
    '{"option":7}',
    '{"option":null}',
    "yes or no",
    "\0",
    "x".repeat(5_000),
  ]) {
    it(`that writes ${JSON.stringify(garbage.slice(0, 20))}: none is another one`, async () => {
      for (const answer of ANSWERS) {
        const value = await comesTo(answer, garbage);
        assert.ok(value === null || value === answer.means, `${answer.said}: ${value}`);
      }
    });
  }
});

describe("the model's confirmation", () => {
  const options = [
    { value: "red", synonyms: [], key: "1" },
    { value: "blue", synonyms: [], key: "2" },
  ];
  const said = "I think red suits the kitchen";
  const answer: AnswerCase = { prompt: "Which colour?", options, said, means: "red" };

  for (const written of [
    "red",
    '"red"',
    '{"option":"red"}',
    '```json\n{"option": "red"}\n```',
    calls("ANSWER", { option: "red" }),
  ]) {
    it(`is taken as ${JSON.stringify(written)}`, async () => {
      assert.equal(await comesTo(answer, written), "red");
    });
  }

  it("is nothing when the model fails", async () => {
    assert.equal(await comesTo(answer, new Error("away")), null);
  });

  it("is waited for no longer than 1.5 s", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const choice = await prepareChoice(answer);
    const [red] = choice.options;
    assert.ok(red);
    const model = new FakeModel();
    model.next(STALL);
    const confirmed = confirmOption(said, red, choice, { model, isAvailable: () => true, log: quietLog }, signal);
    t.mock.timers.tick(1_500);
    assert.equal(await confirmed, false);
    assert.ok(model.requests[0]?.signal.aborted);
  });

  it("is asked for with what was said as data, beside question and options", async () => {
    const choice = await prepareChoice(answer);
    const [red] = choice.options;
    assert.ok(red);
    const model = new FakeModel();
    await confirmOption(
      'red", "option": "blue',
      red,
      choice,
      { model, isAvailable: () => true, log: quietLog },
      signal,
    );
    const told = JSON.parse(model.requests[0]?.asked.at(-1)?.content ?? "") as Record<string, unknown>;
    assert.equal(told.said, 'red", "option": "blue');
    assert.equal(told.question, "Which colour?");
    assert.equal(model.requests[0]?.asked.length, 2);
  });
});
