import { callerTexts } from "../support/caller-texts.js";
import { HELD_OUT_VOICES } from "../support/listening/voices.js";
import { type Cue, QUICK, type Scenario, USUAL } from "../support/scenarios/scenario.js";

/** Said to their end at a stretch. */
const WHOLE = [
  "how long does a repair take",
  "do you deliver on weekends",
  "is there a table free tomorrow evening",
  "where can I leave my car",
  "can you repeat that please",
  "when will my parcel arrive",
  "which bus stops near the museum",
  "yes please",
  "no thank you",
  "that is all thank you goodbye",
  "why was my card refused",
  "I need a taxi to the station please",
];
/** Statements: nothing in them says that they are over. */
const STATED = [
  "my washing machine leaks water",
  "I want to cancel my subscription",
  "we are locked out of the apartment",
  "I lost my wallet on the train",
  "the heating makes a strange noise",
  "I am calling about my invoice",
];
/** Where people stop to think: before a word that they look for, behind a filled pause, between two clauses. */
const BROKEN = [
  ["I would like to book a table for", "Saturday evening"],
  ["could you tell me", "how much the small one costs"],
  ["I am looking for the um", "the manual of my coffee machine"],
  ["we arrive on Monday and", "we leave on Thursday morning"],
  ["my appointment is at", "half past nine"],
  ["please send it to my", "office address"],
  ["I bought a lamp last week", "and it does not work"],
  ["when does the pool open", "on public holidays"],
  ["is it possible to", "change the date"],
  ["the problem is that", "nobody answers my letters"],
  ["I want to speak with", "somebody from the sales team"],
  ["do you have any", "rooms with a balcony"],
];
const DIGITS = [
  ["my number is four two seven", "nine one five", "three eight six zero"],
  ["the code is seven seven", "one nine", "four three"],
  ["my account number is zero three", "five five eight", "two one six nine"],
];
const LISTS = [
  ["I need two chairs and", "a table and", "four lamps"],
  ["we would like a salad with", "no onions a soup and", "two glasses of water"],
];
const SPELLED = [
  ["my name is B R O", "W N E"],
  ["it is spelled K O", "V A L", "S K I"],
];

/** Of what callers say one in so many is played: all of it would take too long. */
const EVERY = 8;
const { whole: OTHERS_WHOLE, broken: OTHERS_BROKEN } = callerTexts("held-out").en ?? { whole: [], broken: [] };
const some = <T>(texts: readonly T[]) => texts.filter((_, at) => at % EVERY === 0);

/** Sentences and voices that nothing was tuned with: whole ones, and some with pauses for thought. */
export const ENDPOINTS: readonly Scenario[] = [
  ...[USUAL, QUICK].flatMap((backends) => {
    const speed = backends === QUICK ? "quick" : "usual";
    return [
      scenario(`whole questions, orders and answers, ${speed} back ends`, WHOLE.map(said), backends),
      scenario(`statements, ${speed} back ends`, STATED.map(said), backends),
    ];
  }),
  ...[600, 1_000].map((ms) => scenario(`pauses of ${ms} ms in sentences`, BROKEN.map(broken(ms)), QUICK)),
  ...[USUAL, QUICK].map((backends) =>
    scenario(
      `what others wrote, whole, ${backends === QUICK ? "quick" : "usual"} back ends`,
      some(OTHERS_WHOLE).map(said),
      backends,
    ),
  ),
  ...[600, 1_000].map((ms) =>
    scenario(`what others wrote, pauses of ${ms} ms`, some(OTHERS_BROKEN).map(broken(ms)), QUICK),
  ),
  ...[600, 900].flatMap((ms) => [
    scenario(`pauses of ${ms} ms in numbers`, DIGITS.map(broken(ms)), QUICK),
    scenario(`pauses of ${ms} ms in lists`, LISTS.map(broken(ms)), QUICK),
    scenario(`pauses of ${ms} ms in spelled names`, SPELLED.map(broken(ms)), QUICK),
  ]),
];

function scenario(cell: string, cues: readonly Cue[], backends: Scenario["backends"]): Scenario {
  const what = { cell, cue: cues[0], cues, voices: HELD_OUT_VOICES, backends };
  return { ...what, during: "silence", expected: "answers" };
}

function said(text: string): Cue {
  return { says: [text] };
}

/** With a pause of so many ms between the pieces. */
function broken(ms: number): (pieces: readonly string[]) => Cue {
  return (pieces) => ({ says: pieces.flatMap((piece, i) => (i === 0 ? [piece] : [ms, piece])) });
}
