import { type DialplanLine, leadsToApplication } from "./dialplan.js";
import { contextsOf, type Way, wayOfCall, within } from "./dialplan-way.js";

/** A number as it is dialled, not a pattern or special extension. */
const NUMBER = /^[0-9+*#]+$/;

/**
 * Returns the faults of the numbers that lead to the assistant. If two extensions have the same number, Asterisk always uses the
 * first one that it finds.
 *
 * @param dialContext context in which telephones dial
 * @param known a number that is meant for the assistant
 * @returns clauses for people; none when each number is unique
 */
export function numberFaults(
  lines: readonly DialplanLine[],
  {
    app,
    dialContext,
    known,
  }: { readonly app: string; readonly dialContext: string; readonly known?: string | undefined },
): string[] {
  const contexts = [...within(contextsOf(lines), dialContext)];
  const begins = contexts.flatMap(({ steps }) => steps.filter(({ priority }) => priority === "1"));
  const holders = new Map<string, DialplanLine[]>();
  for (const line of begins) {
    const { extension = "" } = line;
    if (NUMBER.test(extension)) holders.set(extension, [...(holders.get(extension) ?? []), line]);
  }
  const { reaches } = leadsToApplication(lines, app);
  const leads = (context: string, number: string) => wayOfCall(lines, app, { context, number });
  const isOurs = ({ context = "", extension = "" }: DialplanLine) =>
    reaches.has(context) && leads(context, extension).leads === "yes";
  const faults: string[] = [];
  const told = new Set<string>();
  for (const [number, [first, ...others]] of holders) {
    if (!first || others.length === 0) continue;
    const count = [first, ...others].filter(isOurs).length;
    if (count === 0 || count > others.length) continue; // Only others' extensions, or only ours.
    faults.push(
      `${number} is ${placeOf(first)}, which takes the call, and ${others.map(placeOf).join(" and ")}, which does not`,
    );
    told.add(number);
  }
  if (known === undefined || told.has(known)) return faults;
  const fault = faultOfWay(leads(dialContext, known), holders.get(known)?.[0]);
  return fault === undefined ? faults : [...faults, `${known}${fault}`];

  function faultOfWay(way: Way, taker: DialplanLine | undefined): string | undefined {
    if (way.leads === "no") return `, dialled in "${dialContext}", does not reach Stasis(${app}): ${way.ends}`;
    if (way.leads === "yes" || !taker) return undefined;
    return ` is ${placeOf(taker)}, from which no continuation was found: it does not reach Stasis(${app})`;
  }
}

function placeOf({ context = "", origin }: DialplanLine): string {
  return `in "${context}"${origin ? ` (${origin})` : ""}`;
}
