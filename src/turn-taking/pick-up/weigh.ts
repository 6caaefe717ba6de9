import type { AnswerEvidence } from "../../records/call-record.js";
import type { GreetingSigns } from "./read-greeting.js";

/** What is known of someone who picks up, apart from what tells by itself: phrases of machines, a beep, an answer. */
export interface Conduct {
  /** What their words show besides phrases. */
  readonly signs: GreetingSigns;
  /** Whether they have said what people say who pick up. */
  readonly hasGreeted: boolean;
  /** How long they have spoken, in ms. */
  readonly spokenMs: number;
  /** How long they have spoken on while we did, in ms. */
  readonly overMs: number;
  /** How often they left our question without a reply. */
  readonly unanswered: number;
  /** Whether they have replied to it. */
  readonly hasReplied: boolean;
  /** What the language model takes them for; `null` if it does not know, undefined before it has answered. */
  readonly model: "human" | "machine" | null | undefined;
}

/** How much a piece of evidence speaks for a machine; against it when negative. */
export interface Weight {
  readonly evidence: AnswerEvidence;
  readonly weight: number;
}

/** From this sum on it is a machine. */
const MACHINE = 1.5;
/** A word that announcements are made of, a number, a name of a day or month; together at most the second. */
const ANNOUNCING = 0.75;
const MAX_ANNOUNCING = 2.5;
/** Machines say the same again. */
const REPEATED = 2;
/** People greet, say who they are, ask and speak of themselves. */
const GREETED = -2;
const OPENED = -0.5;
const ASKS = -1;
const PERSONAL = -0.75;
const MAX_PERSONAL = -1.5;
/** A person waits for us; someone who talks on over us does not listen: for each second over the first three. */
const GOES_ON_AFTER_MS = 3_000;
const GOES_ON_PER_MS = 1 / 3_000;
const MAX_GOES_ON = 2.5;
/** Speech of this length alone is a machine's, in ms. */
export const MACHINE_LENGTH_MS = GOES_ON_AFTER_MS + MACHINE / GOES_ON_PER_MS;
/** A person stops when we speak. Each second after the first half that they speak on over us; half a second is a backchannel. */
const OVER_AFTER_MS = 500;
const OVER_PER_MS = 1 / 2_500;
const MAX_OVER = 3;
/** A person who is asked something says something. */
const UNANSWERED = 0.6;
const MAX_UNANSWERED = 1.2;
/** Words from which a person would have spoken for themselves; from the second number on, surely. The model could not tell either. */
const MIN_IMPERSONAL = 10;
const ALL_IMPERSONAL = 12;
const IMPERSONAL = 1.5;
const IMPERSONAL_PER_WORD = 0.25;
const MODEL = 2;

/** Whether someone says more than people do who pick up, and nothing of it for themselves. */
export function isImpersonal({ words, personal, isAsking }: GreetingSigns): boolean {
  return words >= MIN_IMPERSONAL && personal === 0 && !isAsking;
}

/** Weighs what a person does and a machine does not, and the other way round. */
export function weigh({
  signs,
  hasGreeted,
  spokenMs,
  overMs,
  unanswered,
  hasReplied,
  model,
}: Conduct): readonly Weight[] {
  const { announcing, personal, isRepeated, isOpened, isAsking } = signs;
  const goesOn = Math.min(MAX_GOES_ON, Math.max(0, spokenMs - GOES_ON_AFTER_MS) * GOES_ON_PER_MS);
  const over = Math.min(MAX_OVER, Math.max(0, overMs - OVER_AFTER_MS) * OVER_PER_MS);
  const missing = Math.max(0, ALL_IMPERSONAL - signs.words);
  const impersonal = model === null && isImpersonal(signs) ? IMPERSONAL - missing * IMPERSONAL_PER_WORD : 0;
  const left = spokenMs > 0 && !hasReplied ? unanswered : 0; // Who has not spoken at all may not hear us.
  const ofWords = [
    Math.min(MAX_ANNOUNCING, announcing * ANNOUNCING),
    isRepeated ? REPEATED : 0,
    hasGreeted ? GREETED : isOpened ? OPENED : 0,
    Math.max(MAX_PERSONAL, personal * PERSONAL),
    isAsking ? ASKS : 0,
  ];
  return [
    { evidence: "words", weight: ofWords.reduce((sum, each) => sum + each) },
    { evidence: "length", weight: (over > goesOn ? 0 : goesOn) + impersonal },
    // Of what is said over us, the length tells already: only the more telling of both counts.
    { evidence: "overlap", weight: over > goesOn ? over : 0 },
    { evidence: "no_reply", weight: Math.min(MAX_UNANSWERED, left * UNANSWERED) },
    { evidence: "model", weight: model ? (model === "machine" ? MODEL : -MODEL) : 0 },
  ];
}

/** Returns what tells most that it is a machine; undefined when it does not weigh enough. */
export function machineBy(weights: readonly Weight[]): AnswerEvidence | undefined {
  const sum = weights.reduce((total, { weight }) => total + weight, 0);
  if (sum < MACHINE) return undefined;
  return weights.reduce((most, each) => (each.weight > most.weight ? each : most)).evidence;
}
