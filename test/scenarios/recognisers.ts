import { NOISE_NAMES } from "../support/listening/noises.js";
import { ODD_NOISES, type OddNoiseName } from "../support/listening/odd-noises.js";
import { inventWords } from "../support/scenarios/recogniser.js";
import type { OnWithdrawal } from "../support/scenarios/single-file-server.js";
import { type BackendDelays, type Cue, type Scenario, USUAL } from "../support/scenarios/scenario.js";

const SLOW_MS = [500, 700, 900, 1_000, 1_500, 2_500] as const;
const MANNERS: readonly OnWithdrawal[] = ["computes", "drops"];
const NOISES: readonly Cue[] = [...NOISE_NAMES, ...(Object.keys(ODD_NOISES) as OddNoiseName[])].map((noise) => ({
  noise,
}));
const INTERRUPTIONS: readonly Cue[] = [
  { says: ["stop"] },
  { says: ["representative"] },
  { says: ["Wait, what about next Sunday"] },
  { says: ["I would rather talk to a person please"] },
];
const QUESTIONS: readonly Cue[] = [
  { says: ["What does it cost to have it sent"] },
  { says: ["I would like to know", 600, "what it costs to have it sent"] },
  { says: ["I would like to know", 1_000, "what it costs to have it sent"] },
];

/** One row for each kind of sound and moment. */
function rowsWith(backends: BackendDelays, which: string): readonly Scenario[] {
  const row = (
    what: string,
    during: Scenario["during"],
    cues: readonly Cue[],
    expected: Scenario["expected"],
  ): Scenario => ({ cell: `${what}, ${which}`, during, cue: cues[0], cues, backends, expected });
  return [
    row("noise over the reply", "reply", NOISES, "goes on"),
    row("noise into silence", "silence", NOISES, "keeps silent"),
    row("an interruption", "reply", INTERRUPTIONS, "yields"),
    row("a question", "silence", QUESTIONS, "answers"),
  ];
}

/** Recognisers that serve one request at a time, slowly. */
export const SLOW_RECOGNISERS: readonly Scenario[] = SLOW_MS.flatMap((stt) =>
  MANNERS.flatMap((singleFile) =>
    rowsWith(
      { ...USUAL, stt, recogniser: { singleFile } },
      `recogniser of ${stt / 1_000} s that ${singleFile} what is withdrawn`,
    ),
  ),
);

/** Recognisers that make mistakes. */
export const FALLIBLE_RECOGNISERS: readonly Scenario[] = [
  ...rowsWith({ ...USUAL, recogniser: { errs: 0.1 } }, "recogniser that errs in a word of ten"),
  ...rowsWith(
    { ...USUAL, recogniser: { invents: inventWords } },
    "recogniser that makes up words for every other noise",
  ),
];
