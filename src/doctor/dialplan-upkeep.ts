import { type DialplanLine, entersApplication } from "./dialplan.js";

const LOST = "attendant-lost";
const WAITING = "attendant-wait";
/** Hang-up cause of the service's media channels, as in Asterisk's `HANGUPCAUSE`. */
const OURS = /HANGUPCAUSE.*=\s*"?31\b/;
/** The presentation of the caller's number: whether they withhold it. */
const PRESENTATION = /CALLERID\((num-?)?pres/i;
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
  const lacks = rejoinLacks(lines, app);
  const steps = lines
    .filter(({ context = "" }) => reaches.has(context) && context !== WAITING)
    .map(({ appdata = "" }) => appdata);
  if (!steps.some((appdata) => PRESENTATION.test(appdata))) {
    lacks.push("nothing asks for CALLERID(num-pres): numbers that callers withhold are shown and kept");
  }
  const limits = steps.flatMap((appdata) => LIMIT.exec(appdata)?.[1] ?? []);
  const least = Math.min(...limits.map(Number).filter(Number.isFinite));
  if (limits.length === 0) lacks.push("nothing sets TIMEOUT(absolute), which ends a call whose controller has died");
  else if (least < maxCallSeconds) {
    lacks.push(`TIMEOUT(absolute) ends calls after ${least} s, before MAX_CALL_SECONDS (${maxCallSeconds})`);
  }
  return lacks;
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
