import { type Scenario, USUAL } from "../support/scenarios/scenario.js";

/** Our own voice comes back from the caller's telephone, and is not to interrupt us. */
export const ECHO: readonly Scenario[] = [-20, -30].flatMap((db) =>
  [60, 150, 300, 400].flatMap((delayMs) =>
    [false, true].map((isRecognised): Scenario => ({
      cell: `echo ${db} dB ${delayMs} ms${isRecognised ? ", recognised" : ""}`,
      during: "reply",
      cue: undefined,
      echo: { db, delayMs, isRecognised },
      backends: USUAL,
      expected: "goes on",
    })),
  ),
);
