import type { ChoiceOption } from "../records/call-script.js";
import { type AnswerParts, type Part, partsOf } from "./answer-parts.js";
import { isAside } from "./asides.js";
import { AROUND, clausesOf, EMPTY, hasContrast, isNegated, names, OF_COMING, optionsIn, SAYS_YES } from "./clauses.js";
import { timeSaid } from "./clock-times.js";
import { foldText } from "./folded-words.js";
import { impliedBy, isEcho, isFormOfAsked, isOutright } from "./implied-answer.js";
import { isDoublyNegated, takesBack } from "./negation.js";
import { rootOf, stemOf } from "./partial-names.js";
import { correctedIn, hedgedIn, inflectedIn, pickedIn, requestedIn } from "./picked-answer.js";
import type { PreparedChoice } from "./prepared-choice.js";
import { COMES } from "./question-kind.js";
import { asksAbout, isRemark, isReport } from "./remarks.js";
import { deniesAnother, deniesAskedVerb, deniesOwnVerb, THING } from "./statements.js";
import { isAssent } from "./word-uses.js";

/** The meaning of an answer, judged by its words alone. */
export type Reading =
  /** An option, possibly with courtesy and hesitation around it. */
  | { readonly kind: "option"; readonly option: ChoiceOption }
  /** Noise, hesitation or courtesy: not an answer yet. */
  | { readonly kind: "nothing" }
  /**
   * Other words. `supported` is the only option for which they speak, if nothing speaks against it. A language model may
   * confirm it.
   */
  | { readonly kind: "unclear"; readonly supported: ChoiceOption | undefined };

/** Parts that agree with any option but "no". */
const AGREES: ReadonlySet<Part["kind"]> = new Set([...SAYS_YES, "idiom"]);
const OPEN: ReadonlySet<Part["kind"]> = new Set(["unsure", "asks", "asksLast", "inverts"] as const);
/** In a sentence with one of these, a question mark is only intonation: "no problem?", "can I have the red one?", "hello?". */
const EXCUSED: ReadonlySet<Part["kind"]> = new Set(["idiom", "requests"]);
/** Folded words for "please". */
const PLEASE = /^(bitte|please|s il vous plait|por favor|per favore|prego)$/;
/** Folded prepositions that goodbyes begin with and dates, too: "Bis morgen". */
const UNTIL = /^(a|bis|hasta)$/;
const LETTERS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}#\p{M}]+$/u;

/** Reads an answer to a question by rules alone, without guessing. */
export function readAnswer(answer: string, choice: PreparedChoice): Reading {
  const { parts, asked } = partsOf(answer, choice);
  if (parts.every(({ kind }) => EMPTY.has(kind)) && !isPardon(parts, asked)) {
    const until = untilOption(answer, choice);
    return until ? { kind: "unclear", supported: until } : { kind: "nothing" };
  }
  const time = asked.length === 0 ? timeSaid(answer, choice) : undefined;
  if (time && !time.option) return { kind: "unclear", supported: undefined };
  if (leavesOpen({ parts, asked }, choice))
    return { kind: "unclear", supported: requestedIn(parts, choice) ?? time?.option };
  if (endsWaiting(parts) || isPickUp(parts, choice)) return { kind: "nothing" };
  const reading = readSaid(parts, choice);
  return reading.kind === "unclear" ? { kind: "unclear", supported: reading.supported ?? time?.option } : reading;
}

function readSaid(parts: readonly Part[], choice: PreparedChoice): Reading {
  if (isAside(parts, choice)) return { kind: "unclear", supported: undefined };
  const option = isRemark(parts, choice) ? undefined : optionSaid(parts, choice);
  return option ? { kind: "option", option } : { kind: "unclear", supported: supportedBy(parts, choice) };
}

/** Returns the option that was said, or "yes" or "no" in other words, if they leave no doubt. */
function optionSaid(parts: readonly Part[], choice: PreparedChoice): ChoiceOption | undefined {
  const [only, another] = optionsIn(saidOf(parts, choice));
  if (only && !another && isAll(parts, only, choice)) return only;
  if (optionsIn(parts).size > 0) return undefined;
  return pickedIn(parts, choice) ?? (isOutright(parts, choice) ? impliedBy(parts, choice) : undefined);
}

/** Returns the only option for which the words speak, if nothing speaks against it. */
function supportedBy(parts: readonly Part[], choice: PreparedChoice): ChoiceOption | undefined {
  if (parts.some(({ kind }) => kind === "hedges")) return hedgedIn(parts, choice);
  const corrected = correctedIn(parts, choice);
  if (corrected) return corrected;
  if (optionsIn(parts).size > 0) return spokenFor(parts, choice);
  return pickedIn(parts, choice) ?? inflectedIn(parts, choice) ?? impliedBy(parts, choice);
}

/** Returns the option that a goodbye names if the question asks for it with the same preposition: "À quand …?", "À lundi". */
function untilOption(answer: string, { asked, language, phrases }: PreparedChoice): ChoiceOption | undefined {
  const { words } = foldText(answer, language);
  const named = phrases.in(words).filter(({ from }) => {
    const before = words[from - 1]?.word ?? "";
    return UNTIL.test(before) && asked.has(before);
  });
  const [only, another] = new Set(named.map(({ means }) => means));
  return another ? undefined : only;
}

/** Returns the parts without clauses that only deny options: "Not red, just blue". */
function saidOf(parts: readonly Part[], choice: PreparedChoice): readonly Part[] {
  const clauses = clausesOf(parts);
  return clauses.filter((clause) => !isRejection(clause, choice) || isCorrected(clauses, clause, choice)).flat();
}

/** Returns whether a clause takes back the option of an earlier one, and names another: "red, no blue". */
function isCorrected(clauses: readonly (readonly Part[])[], clause: readonly Part[], choice: PreparedChoice): boolean {
  if (!takesBack(clause, choice) || optionsIn(clause).size === 0) return false;
  return clauses.slice(0, clauses.indexOf(clause)).some((before) => optionsIn(before).size > 0);
}

function isRejection(clause: readonly Part[], choice: PreparedChoice): boolean {
  const named = [...optionsIn(clause)];
  return (
    named.length > 0 &&
    named.every((option) => denies(clause, option, choice)) &&
    clause.every(({ kind }) => kind !== "other")
  );
}

/** Returns whether an answer asks to hear the question again: "sorry?" does, "hello?" does not. */
function isPardon(parts: readonly Part[], asked: AnswerParts["asked"]): boolean {
  return parts.some(({ clause, kind }) => asked.flat().includes(clause) && kind !== "greets" && kind !== "listens");
}

/** Returns whether an answer is put off again by its last words, courtesy aside: "Okay, wait", "Yes, hold on, please". */
function endsWaiting(parts: readonly Part[]): boolean {
  return parts.findLast(({ kind }) => kind !== "courtesy" && kind !== "hesitation")?.kind === "waits";
}

/** Returns whether someone only picks up: "Yes, hello", "Sí, dígame"; "Ja, bitte", too, unless something is offered that can be declined. */
function isPickUp(parts: readonly Part[], { yes, no }: PreparedChoice): boolean {
  const isYes = (part: Part) => part.kind === "option" && part.option === yes && isAssent(part.words);
  const isGreeting = ({ kind, words }: Part) =>
    kind === "greets" || kind === "listens" || (kind === "courtesy" && !no && PLEASE.test(words));
  return parts.some(isGreeting) && parts.every((part) => isGreeting(part) || isYes(part));
}

function leavesOpen({ parts, asked }: AnswerParts, choice: PreparedChoice): boolean {
  if (parts.some(({ kind }) => OPEN.has(kind))) return true;
  if (clausesOf(parts).some((clause) => isDoublyNegated(clause, choice) || asksAbout(clause, choice))) return true;
  return asked.some((sentence) => !parts.some(({ kind, clause }) => sentence.includes(clause) && EXCUSED.has(kind)));
}

/** Returns whether the answer is this option and nothing else. */
function isAll(parts: readonly Part[], option: ChoiceOption, choice: PreparedChoice): boolean {
  const { no } = choice;
  const clauses = clausesOf(parts);
  if (clauses.some((clause) => names(clause, option) && denies(clause, option, choice))) return false;
  if (clauses.some((clause) => hasContrast(clause) && optionsIn(clause).size === 0)) return false; // "Yes, but …"
  if (option === no && clauses.some((clause) => deniesElse(clause, choice))) return false;
  return saidOf(parts, choice).every((part) => goesWith(part, option, parts, choice));
}

/**
 * Returns whether a clause behind a "no" denies something else than was asked: to "Shall I cancel it?", "No, I don't want it" does, but
 * not "No, I don't think so".
 */
function deniesElse(clause: readonly Part[], choice: PreparedChoice): boolean {
  if (deniesOwnVerb(clause, choice)) return true;
  return (
    choice.question.isOfGivingUp && deniesAnother(clause, choice) && clause.some((part) => isOfAsked(part, choice))
  );
}

/** Returns whether a part names what is to be given up, or says who comes to it. */
function isOfAsked(part: Part, choice: PreparedChoice): boolean {
  if (OF_COMING.has(part.kind) || THING.test(part.words) || COMES.test(part.words)) return true;
  return part.kind === "other" && isEcho(part, choice);
}

/** Returns whether a part may accompany this option and leave it sure. */
function goesWith(part: Part, option: ChoiceOption, parts: readonly Part[], choice: PreparedChoice): boolean {
  const { no, question } = choice;
  if (OF_COMING.has(part.kind)) return comesWith(part, option, parts, choice);
  if (AGREES.has(part.kind)) return option !== no;
  if (part.kind === "invites") return option !== no && question.isOffer;
  if (part.kind === "declines") return option === no && !question.isNegated;
  if (isNounOf(part, choice)) return option !== choice.yes && option !== no && !isNegated(parts);
  if (part.kind === "other") return isEcho(part, choice) && repeats(option, part.clause, parts, choice);
  return part.kind === "option" || part.kind === "contrast" || AROUND.has(part.kind);
}

/** Returns whether it goes with an option that someone comes, or cannot: "yes, I'll be there", "no, I can't". */
function comesWith(part: Part, option: ChoiceOption, parts: readonly Part[], choice: PreparedChoice): boolean {
  const { yes, no, question } = choice;
  if (question.isOfGivingUp && (option === yes || option === no)) return false;
  if (part.kind === "misses") return option === no && !question.isNegated;
  return option !== no || !contradictsNo(part, parts, choice);
}

/**
 * Returns whether words of the question in a clause agree with the option: "Yes, I'll keep it", "No, I won't keep it", "I'd pay
 * by card".
 */
function repeats(option: ChoiceOption, clause: number, parts: readonly Part[], choice: PreparedChoice): boolean {
  const { yes, no, question } = choice;
  if (option !== yes && option !== no) return true;
  const said = parts.filter((part) => part.clause === clause);
  if (question.isOfGivingUp && deniesAnother(said, choice)) return false; // "No, I don't want the appointment."
  return isNegated(said) || deniesAskedVerb(said, choice) ? option === no : option === yes;
}

/** Returns whether a part says something else than a "no" before it: "No, no problem", "No, vengo", "No soy yo". */
function contradictsNo(part: Part, parts: readonly Part[], choice: PreparedChoice): boolean {
  if (part.kind === "idiom") return true;
  if (part.kind === "identifies") return !isNegated(parts.filter(({ clause }) => clause === part.clause));
  const isPromise = part.kind === "attends" || part.kind === "promises";
  return isPromise && !choice.question.isOfGivingUp && !isDeniedPromise(part, parts, choice);
}

/** Returns whether a promise is denied in its clause: "non vengo"; in Spanish, "no iré". */
function isDeniedPromise(promise: Part, parts: readonly Part[], choice: PreparedChoice): boolean {
  const clause = parts.filter((part) => part.clause === promise.clause);
  const before = clause[clause.indexOf(promise) - 1];
  const isNo = before?.kind === "option" && before.option === choice.no;
  return isNegated(clause) || (isNo && choice.language === "es");
}

/**
 * Returns the named option, if nothing speaks against it: it is not denied, not one of several, not a "yes" or "no" within a
 * sentence about something else, not a number among other words. Another option may be denied: "not red, blue".
 */
function spokenFor(parts: readonly Part[], choice: PreparedChoice): ChoiceOption | undefined {
  const clauses = clausesOf(parts);
  const denied = new Set<ChoiceOption>();
  const affirmed = new Set<ChoiceOption>();
  for (const clause of clauses) {
    for (const option of optionsIn(clause)) (denies(clause, option, choice) ? denied : affirmed).add(option);
  }
  const [only] = affirmed;
  if (only === choice.no && parts.some((part) => contradictsNo(part, parts, choice))) return undefined;
  if (only === choice.no && clauses.some((clause) => deniesElse(clause, choice))) return undefined;
  if (!only || affirmed.size > 1 || denied.has(only) || !isReadable(parts)) return undefined;
  if (denied.size > 0 && clauses.some((clause) => isCorrected(clauses, clause, choice))) return undefined;
  return clauses.every((clause) => {
    if (names(clause, only)) return isPlain(clause, choice);
    if (only === choice.no && keepsAsked(clause, choice)) return false;
    return optionsIn(clause).size > 0 || !(hasContrast(clause) || (isNegated(clause) && only !== choice.no));
  })
    ? only
    : undefined;
}

/** Returns whether a clause repeats words of the question without denying them: "No, keep it." */
function keepsAsked(clause: readonly Part[], choice: PreparedChoice): boolean {
  return !isNegated(clause) && clause.some((part) => part.kind === "other" && isEcho(part, choice));
}

/**
 * Returns whether a clause denies an option that it names. Only words before "no" deny it: "I can't say no", but not "No, I
 * can't".
 */
function denies(clause: readonly Part[], option: ChoiceOption, { no }: PreparedChoice): boolean {
  if (option !== no) return isNegated(clause);
  return isNegated(
    clause.slice(
      0,
      clause.findIndex((part) => part.kind === "option" && part.option === no),
    ),
  );
}

/**
 * Returns whether a clause names its option plainly. "Yes" and "no" must begin it, and "no" before a noun denies the noun; a
 * number among other words may be a time.
 */
function isPlain(clause: readonly Part[], choice: PreparedChoice): boolean {
  const { yes, no } = choice;
  const at = clause.findIndex(({ kind }) => kind === "option");
  const part = clause[at];
  if (part?.kind !== "option") return true;
  if (isReport(clause, choice)) return false;
  const hasOthers = clause.some(
    (each) => each.kind === "other" && !isNounOf(each, choice) && !choice.roots.has(rootOf(each.words)),
  );
  if (/^[\d #]+$/.test(part.words)) return !hasOthers;
  if (part.option !== yes && part.option !== no) return true;
  if (part.words.includes(" ")) return true;
  if (part.option === no && endsIn(clause, at, choice)) return true;
  const isFirst = clause.slice(0, at).every(({ kind }) => EMPTY.has(kind) || kind === "affirms" || kind === "agrees");
  const next = clause[at + 1];
  if (!isFirst || part.option === yes || next?.kind !== "other") return isFirst;
  return choice.language === "es" && isFormOfAsked(next, choice); // "No fumo" denies a verb.
}

/** Returns whether a clause is words of the question and a "no" behind them: "El martes no". */
function endsIn(clause: readonly Part[], at: number, choice: PreparedChoice): boolean {
  const said = clause.slice(0, at);
  const isAsked = (part: Part) => AROUND.has(part.kind) || (part.kind === "other" && isEcho(part, choice));
  return clause.length === at + 1 && said.some(({ kind }) => kind === "other") && said.every(isAsked);
}

/** Returns whether a part is a noun for which the question asks: "two tickets", "the left side". */
function isNounOf(part: Part, { nouns }: PreparedChoice): boolean {
  return part.kind === "other" && nouns.has(stemOf(part.words));
}

/** Returns whether the letters are those of languages whose negations are known. */
function isReadable(parts: readonly Part[]): boolean {
  return parts.every(({ words }) => words.split(" ").every((word) => LETTERS.test(word)));
}
