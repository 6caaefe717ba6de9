import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_SET } from "../../../support/answerers/first-set.js";
import { LAST_SET } from "../../../support/answerers/last-set.js";
import { type Circumstances, type Played, playCall } from "../../../support/answerers/play-call.js";

const RECOGNISERS = ["clean", "errs", "late", "none"] as const;
type Recogniser = (typeof RECOGNISERS)[number];

/** Shares that may be wrong: people taken for machines at any time, and machines for people in the end. */
const MAX: Readonly<Record<Recogniser, { readonly lost: number; readonly fooled: number }>> = {
  clean: { lost: 0.05, fooled: 0.02 },
  errs: { lost: 0.05, fooled: 0.02 },
  late: { lost: 0.05, fooled: 0.02 },
  none: { lost: 0.02, fooled: 0.02 },
};

type Judged = Played & { readonly isPerson: boolean; readonly line: string };

/** Plays calls to all of them, without a language model; a person is called twice: one who lets us speak, and one who does not. */
function callAll(recogniser: Recogniser): readonly Judged[] {
  const calls = [...Object.entries(FIRST_SET), ...Object.entries(LAST_SET)].flatMap(
    ([language, { machine, human }]) => [
      ...machine.map((line, at) => ({ language, line, at, isPerson: false, isPolite: false })),
      ...human.map((line, at) => ({ language, line, at, isPerson: true, isPolite: true })),
      ...human.map((line, at) => ({ language, line, at, isPerson: true, isPolite: false })),
    ],
  );
  return calls.map(({ at, isPolite, ...answerer }) => {
    const circumstances: Circumstances = { recogniser, isPolite, model: () => undefined, seed: at * 7 + 1 };
    return { ...answerer, ...playCall(answerer, circumstances) };
  });
}

for (const recogniser of RECOGNISERS) {
  test(`people are told from machines in whole calls when the recogniser is ${recogniser}`, (t) => {
    const calls = callAll(recogniser);
    const people = calls.filter(({ isPerson }) => isPerson);
    const machines = calls.filter(({ isPerson }) => !isPerson);
    const lost = people.filter(({ machineAt }) => machineAt !== undefined);
    const fooled = machines.filter(({ finding }) => !finding || finding.who === "human");
    t.diagnostic(`lost ${lost.length} of ${people.length}, fooled ${fooled.length} of ${machines.length}`);
    const written = (wrong: readonly Judged[]) =>
      wrong.map(({ line, finding }) => `${finding?.evidence}: ${line}`).join("\n");
    assert.ok(lost.length <= MAX[recogniser].lost * people.length, written(lost));
    assert.ok(fooled.length <= MAX[recogniser].fooled * machines.length, written(fooled));
  });
}
