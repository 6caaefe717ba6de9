import { type DialplanLine, entersApplication } from "./dialplan.js";
import { waysBack, type WaysBack } from "./dialplan-back.js";

const LOST = "attendant-lost";
const WAITING = "attendant-wait";
/** Hang-up cause of the service's media channels, as in Asterisk's `HANGUPCAUSE`. */
const OURS = /HANGUPCAUSE.*=\s*"?31\b/;
/** Asks whether the caller withholds their number. */
const PRESENTATION = /(CALLERID\((num-?)?pres|CALLERPRES|CALLINGNUMPRES_SV)[^]*prohib/i;
/** The same, of what the presentation was before FreePBX's inbound route set it to allowed. */
const FORMER_PRESENTATION = /\$\{CALLINGNUMPRES_SV[^]*prohib/i;
const SETS_PRESENTATION = /^(CALLERID\((num-?)?pres\)|CALLERPRES\(\w*\))\s*=\s*"?allowed/i;
const LIMIT = /TIMEOUT\(absolute\)\s*=\s*"?([^",)]*)/i;

/**
 * Returns outdated and missing parts of a dialplan that otherwise works.
 *
 * @param reaches contexts that lead to the application
 * @returns clauses for people; none when nothing is missing
 */
export function dialplanLacks(
  lines: readonly DialplanLine[],
  reaches: ReadonlySet<string>,
  { app, maxCallSeconds }: { readonly app: string; readonly maxCallSeconds: number },
): string[] {
  // Asterisk makes a context for each application, in which only the controller itself places calls.
  const follow = waysBack(lines, app, [WAITING, `stasis-${app}`]);
  const waysTo: WaysTo = (text) => {
    const has = ({ appdata = "" }: DialplanLine) => text.test(appdata);
    return follow((step, subroutine) => has(step) || subroutine.some(has));
  };
  const lacks = [...rejoinLacks(lines, app), ...presentationLacks(lines, reaches, waysTo)];
  const { met, without } = waysTo(LIMIT);
  if (without.length > 0) {
    lacks.push(`nothing sets TIMEOUT(absolute)${whose(met, without)}: if their controller dies, they may not end`);
  }
  const limits = met.flatMap(({ appdata = "" }) => LIMIT.exec(appdata)?.[1] ?? []);
  const least = Math.min(...limits.map(Number).filter(Number.isFinite));
  if (limits.length > 0 && least < maxCallSeconds) {
    lacks.push(`TIMEOUT(absolute) ends calls after ${least} s, before MAX_CALL_SECONDS (${maxCallSeconds})`);
  }
  return lacks;
}

/** Returns why numbers that callers withhold are shown and kept. */
function presentationLacks(lines: readonly DialplanLine[], reaches: ReadonlySet<string>, waysTo: WaysTo): string[] {
  const { met, without } = waysTo(PRESENTATION);
  if (without.length > 0) {
    const callers = whose(met, without);
    return [`nothing checks CALLERID(num-pres)${callers}: withheld numbers are shown and stored`];
  }
  const sets = lines.find(({ context = "", appdata = "" }) => reaches.has(context) && SETS_PRESENTATION.test(appdata));
  if (!sets || waysTo(FORMER_PRESENTATION).without.length === 0) return [];
  return [
    `"${sets.context}" sets CALLERID(num-pres) to allowed, and nothing checks CALLINGNUMPRES_SV, where FreePBX keeps ` +
      "the original: withheld outside numbers are shown and stored",
  ];
}

/** Follows the ways of calls that are new to the application back to a step with a text in its arguments. */
type WaysTo = (text: RegExp) => WaysBack;

/** Names the calls that lack something where others have it. */
function whose(met: readonly DialplanLine[], without: readonly DialplanLine[]): string {
  const [first] = without;
  return met.length > 0 && first
    ? ` for calls to ${first.extension} in "${first.context}"`
    : " for calls to the assistant";
}

/** Returns why calls that lose their controller could not be resumed. */
function rejoinLacks(lines: readonly DialplanLine[], app: string): string[] {
  const of = (name: string) => lines.filter(({ context, application }) => context === name && application);
  const [lost, waiting] = [of(LOST), of(WAITING)];
  const missing = [lost.length === 0 ? LOST : "", waiting.length === 0 ? WAITING : ""].filter(Boolean);
  const lacks: string[] = [];
  if (missing.length > 0) lacks.push(`without ${missing.join(" and ")} calls that lose their controller end`);
  if (lost.length > 0 && !lost.some(({ appdata = "" }) => OURS.test(appdata))) {
    lacks.push(`the handler in ${LOST} does not ask for cause 31: calls that lose their controller may stay silent`);
  }
  if (waiting.length > 0 && !waiting.some((line) => entersApplication(line, app))) {
    lacks.push(`${WAITING} does not lead to Stasis(${app}): calls that lose their controller cannot be resumed`);
  }
  return lacks;
}
