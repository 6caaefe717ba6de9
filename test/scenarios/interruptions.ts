import { REALTIME, type Scenario, USUAL } from "../support/scenarios/scenario.js";

const ORDERS = ["stop", "wait", "no", "excuse me", "operator", "actually", "representative"];
const SENTENCES = ["Wait, what about next Sunday", "I would rather talk to a person please"];

const FROM_LISTENING = ["yeah", 120, "but please wait I have another question"];

/** Callers who take the floor from the reply. */
export const INTERRUPTIONS: readonly Scenario[] = [...ORDERS, ...SENTENCES, FROM_LISTENING].flatMap((said) => {
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
