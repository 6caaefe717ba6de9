import { plain } from "./words.js";

/** The fields of a chain that say how it stands. */
interface Standing {
  readonly status: string;
  readonly steps: readonly StepEnd[];
}

interface StepEnd {
  readonly extension: string;
  readonly outcome: string | null;
  readonly choice_response: string | null;
}

/** The state of a step: how it ended or, before that, how its call stands as far as that is known here. */
export function stepState({ outcome }: Pick<StepEnd, "outcome">, chain: string, call: string | undefined): string {
  if (outcome) return outcome;
  if (chain !== "in_progress") return "cancelled";
  return call && call !== "queued" ? call : "to_be_called";
}

/** The number that was reached, with the answer that was given there; undefined when none was. */
export function reachedIn({ steps }: Pick<Standing, "steps">): string | undefined {
  const reached = steps.find(({ outcome }) => outcome === "reached");
  if (!reached) return undefined;
  const { extension, choice_response: answer } = reached;
  return answer ? `${extension} (${answer})` : extension;
}

/** Who is called at the moment, or is next; undefined when the chain is over. */
export function calledNow({ steps, status }: Standing): string | undefined {
  const open = status === "in_progress" ? steps.filter(({ outcome }) => outcome === null) : [];
  return open.length > 0 ? open.map(({ extension }) => extension).join(", ") : undefined;
}

/** How a chain stands, in one sentence. */
export function chainVerdict(chain: Standing & { readonly error: string | null }): string {
  const reached = reachedIn(chain);
  if (reached !== undefined) return `Reached: ${reached}`;
  const calls = calledNow(chain);
  if (calls !== undefined) return `Calling ${calls}…`;
  return chain.error ?? plain(chain.status);
}
