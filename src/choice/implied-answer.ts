import type { ChoiceOption } from "../records/call-script.js";
import type { Part } from "./answer-parts.js";
import { clausesOf, EMPTY, hasContrast, isNegated, SAYS_YES } from "./clauses.js";
import type { PreparedChoice } from "./prepared-choice.js";

/** Returns "yes" or "no" said in other words: "of course", "absolutely not", or with words of the question: "I'll come". */
export function impliedBy(parts: readonly Part[], choice: PreparedChoice): ChoiceOption | undefined {
  const { yes, no, question } = choice;
  const others = parts.filter(({ kind }) => kind === "other");
  const echoes = others.length > 0 && others.every((part) => isEcho(part, choice));
  if (isContradicted(clausesOf(parts), choice)) return undefined;
  if (hasContrast(parts) || (others.length > 0 && !echoes)) return undefined;
  if (parts.some(({ kind }) => kind === "identifies")) return undefined;
  if (parts.some(({ kind }) => kind === "invites") && !question.isOffer) return undefined;
  if (parts.some(({ kind }) => kind === "affirms" || kind === "agrees" || kind === "invites"))
    return isNegated(parts) ? undefined : yes;
  if (question.isNegated && isNegated(parts)) return undefined; // "Never!" to "not to be called again?"
  if (parts.some(({ kind }) => kind === "declines") || (echoes && isNegated(parts))) return no;
  return echoes ? yes : undefined;
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
 * "definitely".
 */
export function isOutright(parts: readonly Part[]): boolean {
  return isNegated(parts) || clausesOf(parts).some(endsAffirmed);
}

/** Returns whether a clause says "yes" in other words at its end: "I'm in", but not "I'm in a meeting". */
function endsAffirmed(clause: readonly Part[]): boolean {
  const end = clause.findLastIndex(({ kind }) => !EMPTY.has(kind) && !SAYS_YES.has(kind)) + 1;
  return clause.slice(end).some(({ kind }) => kind === "affirms");
}

/** Returns whether a part repeats a word of the question, which must neither offer alternatives nor be negated. */
export function isEcho({ words }: Part, { asked, question }: PreparedChoice): boolean {
  return asked.has(words) && !question.isAlternative;
}
