import { QUICK, REALTIME, type Scenario, USUAL } from "../support/scenarios/scenario.js";

const BACKENDS = { usual: USUAL, quick: QUICK, realtime: REALTIME };
const STORY = [
  "Well it is like this",
  400,
  "last week I bought a lamp from you",
  500,
  "and when I came home and took it out of its box",
  400,
  "there was a crack in the glass",
  500,
  "so I would like to bring it back",
];

/** Questions as people ask them: at a stretch, with a pause for thought, at length. */
export const QUESTIONS: readonly Scenario[] = (["usual", "quick", "realtime"] as const).flatMap((speed) => [
  ...[0, 400, 600, 1_000].map((ms): Scenario => ({
    cell: `${ms === 0 ? "a question" : `a pause of ${ms} ms in a question`}, ${speed} back ends`,
    during: "silence",
    cue: {
      says:
        ms === 0
          ? ["What does it cost to have it sent"]
          : ["I would like to know", ms, "what it costs to have it sent"],
    },
    backends: BACKENDS[speed],
    expected: "answers",
  })),
  {
    cell: `a monologue, ${speed} back ends`,
    during: "silence",
    cue: { says: STORY },
    backends: BACKENDS[speed],
    expected: "answers",
  },
]);
