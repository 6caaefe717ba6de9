import { REALTIME, type Scenario, USUAL } from "../support/scenarios/scenario.js";

const ORDERS = ["stop", "wait", "no", "excuse me", "operator", "actually", "representative"];
const SENTENCES = ["Wait, what about next Sunday", "I would rather talk to a person please"];

const FROM_LISTENING = ["yeah", 120, "but please wait I have another question"];

/** Who cannot wait speaks for two seconds from the first second of the greeting on. */
const EARLY = ["I would like to know what it costs to have it sent", "Can you tell me when you are open on Sunday"];
const FIRST_SECOND_MS = [100, 1_000] as const;

/** Callers who take the floor from the reply. */
const OVER_THE_REPLY: readonly Scenario[] = [...ORDERS, ...SENTENCES, FROM_LISTENING].flatMap((said) => {
  const says = typeof said === "string" ? [said] : said;
  const words = says.filter((piece) => typeof piece === "string").join(" ");
  return [USUAL, REALTIME].map((backends): Scenario => ({
    cell: `"${words}" over the reply${backends === REALTIME ? ", realtime" : ""}`,
    during: "reply",
    cue: { says },
    backends,
    expected: "yields",
  }));
});

const INTO_THE_GREETING = EARLY.flatMap((said) =>
  [USUAL, REALTIME].map((backends): Scenario => ({
    cell: `"${said}" into the first second of the greeting${backends === REALTIME ? ", realtime" : ""}`,
    during: "greeting",
    startsWithinMs: FIRST_SECOND_MS,
    cue: { says: [said] },
    backends,
    expected: "yields",
  })),
);

export const INTERRUPTIONS: readonly Scenario[] = [...OVER_THE_REPLY, ...INTO_THE_GREETING];
