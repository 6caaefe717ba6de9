import type { ChoiceOption } from "../records/call-script.js";
import type { Part } from "./answer-parts.js";
import { clausesOf, EMPTY, hasContrast, isNegated, SAYS_YES } from "./clauses.js";
import type { PreparedChoice } from "./prepared-choice.js";
import { GIVES_UP } from "./question-kind.js";
import { deniesAnother } from "./statements.js";

/** Returns "yes" or "no" said in other words: "of course", "absolutely not", or with words of the question: "I'll come". */
export function impliedBy(parts: readonly Part[], choice: PreparedChoice): ChoiceOption | undefined {
  const { yes, no, question } = choice;
  const clauses = clausesOf(parts);
  const others = parts.filter(({ kind }) => kind === "other");
  const echoes = others.length > 0 && others.every((part) => isEcho(part, choice));
  if (hasContrast(parts) || (others.length > 0 && !echoes) || isContradicted(clauses, choice)) return undefined;
  const has = (...kinds: readonly Part["kind"][]) => parts.some(({ kind }) => kinds.includes(kind));
  if (has("identifies") || (has("invites") && !question.isOffer)) return undefined;
  if (has("attends", "misses", "promises")) return impliedByComing(parts, choice);
  if (has("affirms", "agrees", "invites")) return isNegated(parts) ? undefined : yes;
  if (isNegated(parts)) {
    const isDenial = has("declines") || echoes;
    return isDenial && !question.isNegated && !clauses.some((clause) => deniesAnother(clause, choice)) ? no : undefined;
  }
  return echoes && !(question.isOfGivingUp && others.every(({ words }) => !GIVES_UP.test(words))) ? yes : undefined;
}

/** Returns what it implies that someone comes, or cannot come. It implies nothing where the question is about something else. */
function impliedByComing(parts: readonly Part[], { yes, no, question }: PreparedChoice): ChoiceOption | undefined {
  if (!question.isOfComing || (question.isNegated && isNegated(parts))) return undefined;
  const isDenied = isNegated(parts);
  const says = (...kinds: readonly Part["kind"][]) => parts.some(({ kind }) => kinds.includes(kind));
  if (isDenied && says("affirms", "agrees", "attends")) return undefined;
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
 * "definitely".
 */
export function isOutright(parts: readonly Part[]): boolean {
  return isNegated(parts) || clausesOf(parts).some(endsAffirmed);
}

/** Returns whether a clause says "yes" in other words at its end: "I'm in", but not "I'm in a meeting". */
function endsAffirmed(clause: readonly Part[]): boolean {
  const end = clause.findLastIndex(({ kind }) => !EMPTY.has(kind) && !SAYS_YES.has(kind) && kind !== "attends") + 1;
  return clause.slice(end).some(({ kind }) => kind === "affirms" || kind === "attends");
}

/** Returns whether a part repeats a word of the question, which must neither offer alternatives nor be negated. */
export function isEcho({ words }: Part, { asked, question }: PreparedChoice): boolean {
  return asked.has(words) && !question.isAlternative;
}
