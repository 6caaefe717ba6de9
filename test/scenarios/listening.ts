import { REALTIME, type Scenario, USUAL } from "../support/scenarios/scenario.js";

const WORDS = ["mhm", "okay", "yes", "right", "go on", "uh huh", "thank you", "that's right", "of course", "exactly"];

/** Callers who show that they listen, and callers who greet whoever has picked up: nobody is to stop for them. */
export const LISTENING: readonly Scenario[] = [
  ...WORDS.flatMap((word) =>
    [USUAL, REALTIME].map((backends): Scenario => ({
      cell: `"${word}" over the reply${backends === REALTIME ? ", realtime" : ""}`,
      during: "reply",
      cue: { says: [word] },
      backends,
      expected: "goes on",
    })),
  ),
  {
    cell: '"hello?" into the greeting',
    during: "greeting",
    cue: { says: ["hello?"] },
    backends: USUAL,
    expected: "goes on",
  },
];
