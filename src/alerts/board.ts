import type { AlertBoard, CallOut, EndedAlert, OpenAlert } from "../records/alert-board.js";
import { NO_DATA } from "./alert-text.js";
import type { ReportedAlert } from "./reported-alert.js";
import type { AlertRoutes } from "./route.js";

/* What becomes of the board, step by step. Everything is pure, and a step that is repeated changes nothing more. */

/** Alerts held at a time: more are refused until some are resolved. */
export const MAX_ALERTS = 1000;
/** An alert that was not reported again for so long is forgotten: its end was never reported. */
const FORGET_MS = 3 * 86_400_000;
/**
 * A report that an alert fires may arrive for so long after that of its end, because it was overtaken. No longer: an Alertmanager
 * that lost its Prometheus for a while reports the end and then the same alert again, and may not repeat it for hours.
 */
const LATE_MS = 60_000;
/** An alert that a client has resolved stays over for so long, although its sender goes on reporting it. */
const RESOLVED_MS = 15 * 60_000;
const SILENCE_ATTEMPTS = 5;
/** More characters of labels are not kept: such an alert is not silenced. */
const MAX_LABELS = 1_000;

/** What became of reported alerts. */
export interface Reception {
  readonly firing: number;
  readonly resolved: number;
  /** Firing alerts that match no route. */
  readonly unrouted: number;
  /** Firing alerts for which there was no room. */
  readonly refused: number;
  /** Reports of firing alerts whose end was reported before them. */
  readonly late: number;
}

/** A reported alert, and the id of the route that it matches; undefined when none does. */
export interface RoutedAlert extends ReportedAlert {
  readonly route: string | undefined;
}

/** Takes a report of alerts. The latest report of an alert counts; one that is known already is not called about again. */
export function receive(
  board: AlertBoard,
  reported: readonly RoutedAlert[],
  routes: AlertRoutes,
  now: number,
): { readonly board: AlertBoard; readonly reception: Reception } {
  const alerts = new Map(board.alerts.map((alert) => [alert.fingerprint, alert]));
  const ended = new Map((board.ended ?? []).map((each) => [each.fingerprint, each]));
  const count = { firing: 0, resolved: 0, unrouted: 0, refused: 0, late: 0 };
  /** What call-outs under way were begun for, and what is no longer so. An alert that begins again was told in none of them. */
  const over = { firing: new Set<string>(), resolved: new Set<string>() };
  for (const each of reported) {
    const known = alerts.get(each.fingerprint);
    if (!each.isFiring) {
      count.resolved++;
      noteEnd(ended, each, now);
      over.firing.add(each.fingerprint);
      const rest = known && resolved(known, routes, now);
      if (rest) alerts.set(each.fingerprint, rest);
      else alerts.delete(each.fingerprint);
      continue;
    }
    count.firing++;
    if (known && lacksData(known, each)) {
      alerts.set(each.fingerprint, { ...known, seenAt: now });
      continue;
    }
    if (isLate(each, ended.get(each.fingerprint), now)) {
      count.late++;
      continue;
    }
    const { route } = each;
    if (route === undefined) {
      count.unrouted++;
      alerts.delete(each.fingerprint);
    } else if (!known && alerts.size >= MAX_ALERTS) count.refused++;
    else {
      if (!known || isAnother(known, each)) for (const set of [over.firing, over.resolved]) set.add(each.fingerprint);
      alerts.set(each.fingerprint, fired(known, { ...each, labels: labelsKept(each), route }, now));
    }
  }
  const callOuts = board.callOuts.map((callOut): CallOut => {
    const fingerprints = callOut.fingerprints.filter((each) => !over[callOut.tells].has(each));
    return fingerprints.length === callOut.fingerprints.length ? callOut : { ...callOut, fingerprints };
  });
  const next = { ...board, callOuts, alerts: [...alerts.values()], ended: [...ended.values()].slice(-MAX_ALERTS) };
  return { board: withdrawn(next), reception: count };
}

function labelsKept({ labels }: Pick<ReportedAlert, "labels">): OpenAlert["labels"] {
  return JSON.stringify(labels).length <= MAX_LABELS ? labels : null;
}

/** Notes that an alert is over; without a time of its own there is nothing to compare a later report with. */
function noteEnd(ended: Map<string, EndedAlert>, { fingerprint, startsAt, endsAt }: ReportedAlert, now: number): void {
  const until = Math.max(startsAt ?? 0, endsAt ?? 0);
  if (until === 0) return;
  ended.delete(fingerprint); // So that it becomes the latest.
  ended.set(fingerprint, { fingerprint, until, at: now });
}

/** Whether a report that an alert fires is about the time before its end. */
function isLate({ startsAt }: ReportedAlert, ended: EndedAlert | undefined, now: number): boolean {
  if (!ended || !isRecent(ended, now)) return false;
  return startsAt === null ? ended.isByClient === true : startsAt <= ended.until;
}

const isRecent = ({ at, isByClient }: EndedAlert, now: number) => now - at < (isByClient ? RESOLVED_MS : LATE_MS);

/** Whether a rule that fired has no data now. It is kept as it fired: it may do so again each minute, and is the same alert. */
function lacksData(known: OpenAlert, { name }: Pick<ReportedAlert, "name">): boolean {
  return known.resolvedAt === null && known.name !== NO_DATA && name === NO_DATA;
}

/**
 * Its end may not have been reported: what began after the acknowledgement is another alert. The clock of its sender may be ahead of
 * ours: an alert that began when it was known to have begun is the same one. That a rule fires was not told while it had no data.
 */
function isAnother(known: OpenAlert, { name, startsAt }: Pick<ReportedAlert, "name" | "startsAt">): boolean {
  const { resolvedAt, acknowledgedAt } = known;
  if (resolvedAt !== null || (known.name === NO_DATA && name !== NO_DATA)) return true;
  const began = startsAt ?? 0;
  return began > (known.startsAt ?? 0) && began > (acknowledgedAt ?? Infinity);
}

type Firing = Omit<ReportedAlert, "labels" | "isFiring" | "endsAt"> & Pick<OpenAlert, "labels" | "route">;

function fired(known: OpenAlert | undefined, alert: Firing, now: number): OpenAlert {
  const { fingerprint, route, name, severity, text, labels, mayBeSilenced, startsAt } = alert;
  const about = { fingerprint, route, name, severity, text, labels, mayBeSilenced, startsAt, seenAt: now };
  if (known && !isAnother(known, alert)) return { ...known, ...about };
  return {
    ...about,
    reportedAt: now,
    ...{ callOuts: 0, calledAt: null, acknowledgedAt: null, acknowledgedBy: null, isTold: false },
    ...{ silenceAttempts: 0, resolvedAt: null },
  };
}

/** The alert while its end is still to be told; undefined when there is no one to tell. */
function resolved(alert: OpenAlert, routes: AlertRoutes, now: number): OpenAlert | undefined {
  if (!alert.isTold || !routes.get(alert.route)?.saysResolved) return undefined;
  return { ...alert, resolvedAt: alert.resolvedAt ?? now, silenceAttempts: 0 };
}

/** Withdraws call-outs that have nothing left to tell. */
function withdrawn(board: AlertBoard): AlertBoard {
  const open = new Set(board.alerts.filter(isWaiting).map(({ fingerprint }) => fingerprint));
  const callOuts = board.callOuts.map((each): CallOut => {
    const { tells, fingerprints } = each;
    const isIdle = tells === "firing" ? !fingerprints.some((one) => open.has(one)) : fingerprints.length === 0;
    return isIdle && !each.isWithdrawn ? { ...each, isWithdrawn: true } : each;
  });
  return { ...board, callOuts };
}

/** Gives waiting alerts whose route is no longer in the file another. @param found the ids of those routes, by fingerprint */
export function rerouted(board: AlertBoard, routes: AlertRoutes, found: ReadonlyMap<string, string>): AlertBoard {
  let isChanged = false;
  const alerts = board.alerts.map((alert) => {
    const route = isUnrouted(alert, routes) ? found.get(alert.fingerprint) : undefined;
    if (route === undefined) return alert;
    isChanged = true;
    return { ...alert, route };
  });
  return isChanged ? { ...board, alerts } : board;
}

/** Whether no one is called about a waiting alert, because its route is no longer in the file. */
export function isUnrouted(alert: OpenAlert, routes: AlertRoutes): boolean {
  return isWaiting(alert) && !routes.has(alert.route);
}

/** Whether an alert fires and no one has acknowledged it. */
export function isWaiting({ acknowledgedAt, resolvedAt }: OpenAlert): boolean {
  return acknowledgedAt === null && resolvedAt === null;
}

/** Acknowledges alerts. @param on the telephone: the end can then be told to that number */
function acknowledged(alert: OpenAlert, by: string, isTold: boolean, now: number): OpenAlert {
  if (!isWaiting(alert)) return alert;
  const silenceAttempts = alert.labels && alert.mayBeSilenced !== false ? SILENCE_ATTEMPTS : 0;
  return { ...alert, acknowledgedAt: now, acknowledgedBy: by, isTold, silenceAttempts };
}

/** Acknowledges one alert for a client. */
export function acknowledge(board: AlertBoard, fingerprint: string, by: string, now: number): AlertBoard {
  const alerts = board.alerts.map((alert) =>
    alert.fingerprint === fingerprint ? acknowledged(alert, by, false, now) : alert,
  );
  return withdrawn({ ...board, alerts });
}

/** Resolves one alert for a client, as its sender would. @param why for the record of the calls that tell it */
export function resolve(
  board: AlertBoard,
  alert: OpenAlert,
  why: string,
  routes: AlertRoutes,
  now: number,
): AlertBoard {
  const { fingerprint, name, severity, text, startsAt } = alert;
  const ended = {
    fingerprint,
    name,
    severity,
    text,
    startsAt,
    labels: alert.labels ?? {},
    mayBeSilenced: false,
    isFiring: false,
    route: undefined,
    endsAt: now,
  };
  const next = receive(board, [ended], routes, now).board;
  const open = new Set(board.callOuts.filter(({ isWithdrawn }) => !isWithdrawn).map(({ chainId }) => chainId));
  const callOuts = next.callOuts.map((each) =>
    each.isWithdrawn && open.has(each.chainId) ? { ...each, withdrawnWhy: why } : each,
  );
  const marked = next.ended?.map((each) => (each.fingerprint === fingerprint ? { ...each, isByClient: true } : each));
  return { ...next, callOuts, ...(marked && { ended: marked }) };
}

/** Ends a call-out. @param by the number that acknowledged it; null when no one did */
export function endCallOut(board: AlertBoard, chainId: string, by: string | null, now: number): AlertBoard {
  const ended = board.callOuts.find((each) => each.chainId === chainId);
  if (!ended) return board;
  const told = new Set(ended.fingerprints);
  const alerts = board.alerts.flatMap((alert): OpenAlert[] => {
    if (!told.has(alert.fingerprint)) return [alert];
    if (ended.tells === "resolved") return alert.resolvedAt === null ? [alert] : [];
    const called = { ...alert, calledAt: now, callOuts: alert.callOuts + 1 };
    return [by === null ? called : acknowledged(called, by, true, now)];
  });
  return withdrawn({ ...board, alerts, callOuts: board.callOuts.filter((each) => each !== ended) });
}

/** Records an attempt to silence an alert. */
export function noteSilence(board: AlertBoard, fingerprint: string, isDone: boolean): AlertBoard {
  const alerts = board.alerts.map((alert) => {
    if (alert.fingerprint !== fingerprint) return alert;
    return { ...alert, silenceAttempts: isDone ? 0 : Math.max(0, alert.silenceAttempts - 1) };
  });
  return { ...board, alerts };
}

/** Forgets which number acknowledged alerts: they stay acknowledged, and their end is not told to it. */
export function forgetNumberIn(board: AlertBoard, isWanted: (number: string | null) => boolean): AlertBoard {
  const isOfNumber = ({ isTold, acknowledgedBy }: OpenAlert) => isTold && isWanted(acknowledgedBy);
  const isToNumber = ({ tells, extensions }: CallOut) => tells === "resolved" && extensions.some(isWanted);
  if (!board.alerts.some(isOfNumber) && !board.callOuts.some(isToNumber)) return board;
  const alerts = board.alerts.flatMap((alert): OpenAlert[] => {
    if (!isOfNumber(alert)) return [alert];
    return alert.resolvedAt === null ? [{ ...alert, acknowledgedBy: null, isTold: false }] : [];
  });
  const callOuts = board.callOuts.map((each) => (isToNumber(each) ? { ...each, isWithdrawn: true } : each));
  return { ...board, alerts, callOuts };
}

/** Forgets alerts whose end was never reported, and those that ended long ago. */
export function forgetOld(board: AlertBoard, now: number): AlertBoard {
  const alerts = board.alerts.filter(({ seenAt, resolvedAt }) => now - (resolvedAt ?? seenAt) < FORGET_MS);
  const before = board.ended ?? [];
  const ended = before.filter((each) => isRecent(each, now));
  const isSame = alerts.length === board.alerts.length && ended.length === before.length;
  return isSame ? board : withdrawn({ ...board, alerts, ended });
}
