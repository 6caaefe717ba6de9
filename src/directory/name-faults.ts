import type { ValidationFault } from "../validation/words.js";
import type { WrittenDirectory } from "./entry.js";
import { nameWords } from "./name-words.js";

/** Maximum number of names, those in `also` included: looking one up among them takes about 2 ms. */
export const MAX_NAMES = 4_000;
/** Number of entries that are compared without a pause. It takes less than 1 ms. */
const AT_ONCE = 50;

/**
 * Returns the faults of names that are each right by themselves: two entries that no question could tell apart, and too many
 * names. Paths are within the section: `/3`.
 *
 * @yields undefined for a pause, so that it does not delay the audio of calls
 */
export function* nameFaults(section: WrittenDirectory = []): Generator<ValidationFault | undefined, void, void> {
  const known = new Map<string, number>();
  let count = 0;
  for (const [at, { name, also = [], department = "" }] of section.entries()) {
    const before = count;
    count += 1 + also.length;
    if (before <= MAX_NAMES && count > MAX_NAMES)
      yield {
        path: `/${at}`,
        message: `makes more than ${MAX_NAMES} names in the directory, those in \`also\` included; remove some`,
      };
    const label = [name, department]
      .map((each) => nameWords(each).join(" "))
      .filter(Boolean)
      .join(", ");
    const first = known.get(label);
    known.set(label, first ?? at);
    if (first !== undefined) {
      const same = department === "" ? "name" : "name and department";
      yield {
        path: `/${at}`,
        message: `has the ${same} of entry ${first + 1}, "${label}"; callers could not tell them apart`,
      };
    }
    if (at % AT_ONCE === 0) yield undefined;
  }
}
