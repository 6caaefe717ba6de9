import { asksForSum } from "./asked-sum.js";

/**
 * Questions that a model must not answer from its own knowledge, by the tool that answers them. Only tools that look something
 * up: no action is ever taken because of matching words. Each pattern must match a whole clause, in lower case and without
 * punctuation, so that "what time is it" matches and "what time is it open" does not.
 */
const LIVE: readonly (readonly [tool: string, question: RegExp])[] = [
  [
    "DATETIME",
    /(what( is the)?( current| exact| local| right)? time( is it| it is)?|how late is it)( in [\p{L} -]+)?/u,
  ],
  ["DATETIME", /((do|have) you (have|got|know) )?(the|what)( current| exact)? (time|date)( it is)?/],
  [
    "DATETIME",
    /(what|which) (day|date|weekday|day of the week|month|year)( is it| is today| it is| do we have| have we)/,
  ],
  ["DATETIME", /what is (the date|today|the date today|today is date|the current date|the day|the day today)/],
  ["DATETIME", /(today is date|what today is date is)/],
  [
    "WEATHER",
    /(what|how) (is|was) the (current )?(weather|temperature|wind|humidity)( like| doing)?|what the weather is( like)?/,
  ],
  ["WEATHER", /(the|tell me about the) (current )?(weather|temperature)/],
  ["WEATHER", /how (cold|hot|warm|windy|humid) is it|how (cold|hot|warm|windy|humid) it is/],
  ["WEATHER", /is it (raining|snowing|cold|hot|warm|windy|sunny|freezing|foggy|wet)/],
  ["STATUS", /(what|which|how many) (timers?|callbacks?|alarms?)( do i have| are (there|running|set|active|pending))+/],
  ["STATUS", /do i have (any|a|some|my) (timers?|callbacks?)( running| set| pending| active| going)*/],
  ["STATUS", /(are there|is there) (any|a) (timers?|callbacks?)( running| set| pending| active| going)*/],
  ["STATUS", /how (much time|long|many minutes|many seconds)( is| are|do i have)* left( on (my|the) (timer|clock))?/],
  ["STATUS", /how much longer (on|for|does|is|has) (my|the) timer( have| got)?( to go)?/],
  ["STATUS", /(what are|list|what is the status of|check|how are) (my|the) (timers?|callbacks?)/],
  ["STATUS", /(is|are) (my|the) (timers?|callbacks?)( still)? (running|set|active|pending|going)/],
  ["STATUS", /when (is|does|will) (my|the) (timer|callback)( due| over| end| go off| come| ring| be over| be up| up)/],
];

/** Common beginnings and endings of such questions. */
const BEFORE =
  "(?:(?:hello|hi|hey|okay|ok|so|and|well|um|uh|please|excuse me|sorry|thanks|thank you|yes|no|now|then|also|tell me|let me know|do you know|(?:can|could|would|will) you|say|check|look up|i (?:want|need|would like) to know|i wonder) )*";
const AFTER =
  "(?: (?:now|right now|at the moment|currently|today|outside|out there|there|here|please|thanks|thank you|exactly|again|like|then))*";

const QUESTIONS = LIVE.map(([tool, question]) => ({
  tool,
  question: new RegExp(`^${BEFORE}(?:${question.source})${AFTER}$`, "u"),
}));

/**
 * Returns the tools needed to answer the caller's words, in the order of the questions; usually none. Only for English: in other
 * languages the model decides.
 */
export function toolsForLiveFacts(said: string): readonly string[] {
  if (said.length > MAX_QUESTION_LENGTH) return [];
  const words = plain(said);
  // Between clauses, and within one: "the weather, um, and the time", "what is, um, the time".
  const parted = askedIn(words.replace(HESITATION, (pause) => (pause.includes(",") ? " , " : " ")));
  return parted.length > 0 ? parted : askedIn(words.replace(HESITATION, " "));
}

function askedIn(text: string): readonly string[] {
  const words = text.replace(/\s+/g, " ").replace(/^[ ,]+|[ ,]+$/g, "");
  const found = new Set<string>();
  if (asksForSum(words)) found.add("CALC");
  for (const clause of words.split(/(?: ?,)+ | and (?=(?:what|how|which|is|are|do|tell|can)\b)/)) {
    const live = QUESTIONS.find(({ question }) => question.test(clause));
    if (live) found.add(live.tool);
    else if (asksForSum(clause)) found.add("CALC");
  }
  return [...found];
}

/** A longer text, in characters, is not a question. */
const MAX_QUESTION_LENGTH = 300;

/** Hesitation sounds. */
const HESITATION = /[ ,]*\b(?:u[hm]+|e[hr]+m?|hm+|ah+|mm+)\b[ ,]*/g;

/** In lower case; punctuation between clauses becomes commas, everything else that is not spoken is removed. */
function plain(said: string): string {
  return said
    .toLowerCase()
    .replace(/[’']/g, "'")
    .replace(/\b(what|how|it|today|that)'?s\b/g, "$1 is")
    .replace(/\bst\./g, "st")
    .replace(/[.,;:!?…]{2,}|…|(?<!\d)(?:[,;:!?]|\.(?!\d))|[.,;:!?](?!\d)/g, " , ")
    .replace(/[^\p{L}\p{N}.,:#=+*×÷/^%()−– -]/gu, "")
    .replace(/\s+/g, " ");
}
