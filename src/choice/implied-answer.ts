import type { ChoiceOption } from "../records/call-script.js";
import type { Part } from "./answer-parts.js";
import { clausesOf, EMPTY, hasContrast, isNegated, OF_COMING, SAYS_YES } from "./clauses.js";
import { rootOf } from "./partial-names.js";
import type { PreparedChoice } from "./prepared-choice.js";
import { deniesAnother, speaksOfItself } from "./statements.js";

/** Returns "yes" or "no" said in other words: "of course", "absolutely not", or with words of the question: "I'll come". */
export function impliedBy(parts: readonly Part[], choice: PreparedChoice): ChoiceOption | undefined {
  const { yes, no, question } = choice;
  const others = parts.filter(({ kind }) => kind === "other");
  if (hasContrast(parts) || others.some((part) => !isEcho(part, choice) && !isFormOfAsked(part, choice)))
    return undefined;
  if (has(parts, "identifies") || isContradicted(clausesOf(parts), choice)) return undefined;
  if (parts.some(({ kind }) => OF_COMING.has(kind))) return impliedByComing(parts, choice);
  if (isNegated(parts)) return isDenial(parts, choice) ? no : undefined;
  if (has(parts, "affirms", "agrees")) return yes;
  if (has(parts, "invites")) return question.isOffer ? yes : undefined;
  const isOwn = question.isOfGivingUp && clausesOf(parts).some((clause) => speaksOfItself(clause, choice));
  return others.length > 0 && !isOwn ? yes : undefined;
}

function has(parts: readonly Part[], ...kinds: readonly Part["kind"][]): boolean {
  return parts.some(({ kind }) => kinds.includes(kind));
}

/** Returns whether a negated answer denies what was asked. */
function isDenial(parts: readonly Part[], choice: PreparedChoice): boolean {
  if (choice.question.isNegated || has(parts, "affirms", "agrees", "invites")) return false;
  return has(parts, "declines", "other") && !clausesOf(parts).some((clause) => deniesAnother(clause, choice));
}

/** Returns what it implies that someone comes, or cannot come. It implies nothing where the question is about something else. */
function impliedByComing(parts: readonly Part[], { yes, no, question }: PreparedChoice): ChoiceOption | undefined {
  if (!question.isOfComing || (question.isNegated && isNegated(parts))) return undefined;
  const isDenied = isNegated(parts);
  if (isDenied && has(parts, "affirms", "agrees", "attends")) return undefined;
  return isDenied ? no : yes;
}

/** Returns whether words of the question are repeated after a denial, and not denied: "I don't need you, I need help". */
function isContradicted(clauses: readonly (readonly Part[])[], choice: PreparedChoice): boolean {
  const denial = clauses.findIndex(isNegated);
  if (denial < 0) return false;
  return clauses.slice(denial).some((clause) => !isNegated(clause) && clause.some((part) => isEcho(part, choice)));
}

/**
 * Returns whether words that imply "yes" or "no" leave no doubt, as "of course" and "I won't come" do. Others are left to the model:
 * "okay" may only mean that the question was heard, "will I come" only repeats it, and "I definitely have to go" continues after its
 * "definitely". "Sure, go ahead" only accepts what is offered.
 */
export function isOutright(parts: readonly Part[], choice: PreparedChoice): boolean {
  const { question } = choice;
  if (parts.some((part) => part.kind === "other" && !isEcho(part, choice))) return false;
  const said = parts.filter(({ kind }) => kind !== "invites");
  if (said.length < parts.length && !question.isOffer) return false;
  return isNegated(said) || clausesOf(said).some(endsAffirmed);
}

/** Returns whether a clause says "yes" in other words at its end: "I'm in", but not "I'm in a meeting". */
function endsAffirmed(clause: readonly Part[]): boolean {
  const end = clause.findLastIndex(({ kind }) => !EMPTY.has(kind) && !SAYS_YES.has(kind) && kind !== "attends") + 1;
  return clause.slice(end).some(({ kind }) => kind === "affirms" || kind === "attends");
}

/** Returns whether a part is a form of a word of the question: "ich rauche" of "Rauchen Sie?" */
export function isFormOfAsked({ kind, words }: Part, { roots, question }: PreparedChoice): boolean {
  return kind === "other" && !question.isAlternative && roots.has(rootOf(words));
}

/** Returns whether a part repeats a word of the question, which must neither offer alternatives nor be negated. */
export function isEcho({ words }: Part, { asked, question }: PreparedChoice): boolean {
  if (question.isOfGivingUp && /^\d+$/.test(words)) return false; // "Can we move it from two to three?" – "At two."
  return asked.has(words) && !question.isAlternative;
}
