import { NOISE_NAMES } from "../support/listening/noises.js";
import { ODD_NOISES, type OddNoiseName } from "../support/listening/odd-noises.js";
import { REALTIME, type Scenario, SLOW, USUAL } from "../support/scenarios/scenario.js";

const SPEECH_DBFS = -26;
/** What goes on behind a caller who speaks, and how far below them, dB. */
const BEHIND = [
  ["babble", 10],
  ["babble", 5],
  ["television", 15],
  ["television", 10],
  ["music", 10],
] as const;
const SENTENCE = ["What does it cost", 400, "to have it sent"];

/** Callers who ask, and interrupt, while something sounds behind them all the time. */
export const HARD_ROOMS: readonly Scenario[] = [
  ...BEHIND.flatMap(([noise, snr]) =>
    (["silence", "reply"] as const).map((during): Scenario => ({
      cell: `${during === "silence" ? "a question" : '"stop" over the reply'}, ${noise} at ${snr} dB`,
      during,
      cue: { says: during === "silence" ? SENTENCE : ["stop"] },
      behind: { noise, dbfs: SPEECH_DBFS - snr },
      backends: USUAL,
      expected: during === "silence" ? "answers" : "yields",
    })),
  ),
  ...[10, 5].map((snr): Scenario => ({
    cell: `a question, babble at ${snr} dB, realtime`,
    during: "silence",
    cue: { says: SENTENCE },
    behind: { noise: "babble", dbfs: SPEECH_DBFS - snr },
    backends: REALTIME,
    expected: "answers",
  })),
  ...[-36, -46, -56].map((dbfs): Scenario => ({
    cell: `babble at ${dbfs} dBFS, and nobody speaks`,
    during: "silence",
    cue: { noise: "babble", dbfs, ms: 9_000 }, // The idle question is not due yet.
    backends: USUAL,
    expected: "keeps silent",
  })),
];

/** Sounds in which nobody says anything to us. */
export const NOISE: readonly Scenario[] = [
  ...NOISE_NAMES.map((noise): Scenario => ({
    cell: `${noise} over the reply`,
    during: "reply",
    cue: { noise },
    backends: USUAL,
    expected: "goes on",
  })),
  ...NOISE_NAMES.map((noise): Scenario => ({
    cell: `${noise} into silence`,
    during: "silence",
    cue: { noise },
    backends: USUAL,
    expected: "keeps silent",
  })),
  ...(["cough", "door", "breath", "typing", "music"] as const).map((noise): Scenario => ({
    cell: `${noise} while thinking`,
    during: "thinking",
    cue: { noise },
    backends: SLOW,
    expected: "answers",
  })),
];

/** What the ears had not been tried with while they were made: sounds, and callers who speak up or have turned away. */
export const ODD: readonly Scenario[] = [
  ...(Object.keys(ODD_NOISES) as OddNoiseName[]).flatMap((noise) =>
    (["reply", "silence"] as const).map((during): Scenario => ({
      cell: `${noise} ${during === "reply" ? "over the reply" : "into silence"}`,
      during,
      cue: { noise },
      backends: USUAL,
      expected: during === "reply" ? "goes on" : "keeps silent",
    })),
  ),
  ...[-12, -34, -40].flatMap((callerDbfs) =>
    (["stop", "wait a moment please"] as const).map((said): Scenario => ({
      cell: `"${said}" over the reply, at ${callerDbfs} dBFS`,
      during: "reply",
      cue: { says: [said] },
      callerDbfs,
      backends: USUAL,
      expected: "yields",
    })),
  ),
];
