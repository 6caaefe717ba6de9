import { randomUUID } from "node:crypto";
import { AttendantError, describe } from "../kernel/errors.js";
import { retryForever } from "../kernel/retry.js";
import type { Scope } from "../kernel/scope.js";
import { WakeSignal } from "../kernel/wake-signal.js";
import type { KindOf } from "../observability/counted-kinds.js";
import type { Log } from "../observability/log.js";
import type { Metrics } from "../observability/metrics.js";
import type { AlertBoard, CallOut, OpenAlert } from "../records/alert-board.js";
import type { AlertStore } from "../records/stores.js";
import {
  acknowledge,
  endCallOut,
  forgetOld,
  isUnrouted,
  isWaiting,
  type Reception,
  rerouted,
  resolve,
} from "./board.js";
import { createBoardChanges } from "./board-changes.js";
import { addDueCallOuts } from "./call-outs-due.js";
import { newRoutes } from "./find-routes.js";
import type { ReportedAlert } from "./reported-alert.js";
import type { AlertRoutes, ChainDefinition } from "./route.js";
import { silenceAcknowledged, type SendSilence } from "./silence.js";
import { takeReports } from "./take-reports.js";

/** The state of a chain of calls. */
export interface ChainState {
  readonly isOver: boolean;
  /** The number that acknowledged it; null when no one has. */
  readonly acknowledgedBy: string | null;
}

/** Places chains of calls. */
export interface ChainCalls {
  /** Starts a chain; one that is known is not started again. @throws {AttendantError} why it cannot begin now */
  start(callOut: CallOut, chain: ChainDefinition): Promise<void>;
  /** Undefined when no such chain was started. */
  find(chainId: string): Promise<ChainState | undefined>;
  /** Ends a chain and its calls. @param why for its record */
  cancel(chainId: string, why?: string): Promise<void>;
}

export interface TakenReport extends Reception {
  /** Alerts that the sender left out. */
  readonly truncated: number;
}

export interface ListedAlert extends OpenAlert {
  /** The chain that is being called about it; null for none. */
  readonly chainId: string | null;
}

/** Tells alerts on the telephone. All methods reject with `store_unavailable` while the store is away. */
export interface AlertDesk {
  /** Takes a report of a monitoring system, which may have left out alerts of its group. */
  receive(reported: readonly ReportedAlert[], truncated?: number): Promise<TakenReport>;
  /** The open alerts, latest first, by when they were first reported. */
  list(): Promise<readonly ListedAlert[]>;
  /** Acknowledges an alert for a client. @returns undefined when it is not open */
  acknowledge(fingerprint: string, by: string): Promise<ListedAlert | undefined>;
  /** Resolves an alert for a client: what rings for it stops. @returns it as it was; undefined when it is not open */
  resolve(fingerprint: string, by: string): Promise<ListedAlert | undefined>;
  /** Checks soon what is to be done. */
  wake(): void;
}

export interface AlertDeskNeeds {
  readonly store: AlertStore;
  /** The routes as they are now. */
  readonly routes: () => AlertRoutes;
  readonly chains: ChainCalls;
  readonly wordsFor: (tells: CallOut["tells"], alerts: readonly OpenAlert[], chain: ChainDefinition) => string;
  readonly sendSilence: SendSilence;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "alertReported" | "alertsWaiting" | "alertAcknowledged" | "alertsCalledOut">;
  readonly scope: Scope;
  readonly checkMs: number;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** How a call-out in which no alert was newly acknowledged ended. */
const ENDED = {
  firing: {
    heard: "A call-out for alerts ended; they were acknowledged or resolved before",
    unheard: "A call-out for alerts ended without acknowledgement",
  },
  resolved: { heard: "The end of alerts was told", unheard: "The end of alerts reached no one" },
} as const satisfies Record<CallOut["tells"], object>;

const waitingIn = ({ alerts }: AlertBoard): number => alerts.filter(isWaiting).length;

const RETRY = { firstMs: 1_000, maxMs: 5_000 };

/**
 * Creates the desk and starts it. The stored board is the truth: after each change, and every few seconds, it is compared with
 * the chains that run, by whichever controller comes first.
 */
export function createAlertDesk(needs: AlertDeskNeeds): AlertDesk {
  const { store, routes, chains, log, metrics, scope, checkMs, now } = needs;
  const changes = createBoardChanges(store);
  const wakeSignal = new WakeSignal();
  const take = takeReports({ changes, routes, signal: scope.signal, now });
  let waiting = 0;
  let isAway = false;
  const noteUnrouted = createUnroutedNote(log);
  metrics.alertsWaiting(() => waiting);

  async function check(): Promise<void> {
    const at = now();
    // The usual case, without a write: nothing is open.
    const before = await changes.read();
    const needed = { ...needs, routes: routes(), now: at, newId: randomUUID };
    const found = await newRoutes(before, needed.routes);
    const due = (board: AlertBoard) => {
      const next = addDueCallOuts(rerouted(forgetOld(board, at), needed.routes, found), needed);
      return { board: next, result: next };
    };
    const board = due(before).board === before ? before : await changes.make(due);
    waiting = waitingIn(board);
    noteUnrouted(board.alerts.filter((alert) => isUnrouted(alert, routes())));
    for (const callOut of board.callOuts) {
      scope.signal.throwIfAborted();
      await carryOn(callOut);
    }
    await silenceAcknowledged(board, { ...needs, routes: routes(), changes, now });
  }

  /** Starts a call-out, withdraws it, or records how it ended. */
  async function carryOn(callOut: CallOut): Promise<void> {
    const { chainId, chain, tells, fingerprints } = callOut;
    const fields = { chain_id: chainId, chain, alerts: fingerprints.length, tells };
    const state = await chains.find(chainId);
    if (state?.isOver) return end(callOut, state.acknowledgedBy);
    if (callOut.isWithdrawn) return state ? chains.cancel(chainId, callOut.withdrawnWhy) : end(callOut, null);
    if (state) return;
    const definition = [...routes().values()].find((route) => route.chain.name === chain)?.chain;
    try {
      if (!definition) throw new AttendantError("not_found", `there is no chain "${chain}" any more`);
      await chains.start(callOut, definition);
      // Another controller may have ended the call-out meanwhile: nothing would record how this chain ends.
      if (!(await changes.read()).callOuts.some((each) => each.chainId === chainId)) return chains.cancel(chainId);
      log.info("alert_call_out", "Calling people about alerts", fields);
    } catch (error) {
      if (!(error instanceof AttendantError) || error.code === "store_unavailable") throw error;
      log.error("alert_call_out_failed", `No one can be called about alerts: ${error.message}`, fields);
      await end(callOut, null, "failed"); // The alerts are repeated later like unacknowledged ones; other chains must not wait.
    }
  }

  async function end(callOut: CallOut, by: string | null, failed?: "failed"): Promise<void> {
    const change = await changes.make((before) => {
      const board = endCallOut(before, callOut.chainId, by, now());
      return { board, result: board !== before && { acknowledged: acknowledgedBetween(before, board) } };
    });
    if (!change) return; // Another controller has ended it.
    noteEnd(callOut, by, change.acknowledged, failed, needs);
    wakeSignal.wake();
  }

  const run = async (settled: () => void) => {
    for (;;) {
      scope.signal.throwIfAborted();
      await check();
      if (isAway) log.info("alerts_back", "Alerts are being handled again");
      isAway = false;
      settled();
      await wakeSignal.wait(checkMs, scope.signal);
    }
  };
  void scope
    .run(
      retryForever(scope.signal, RETRY, run, (error) => {
        if (!isAway) log.warn("alerts_wait", `Alerts cannot be handled at present: ${describe(error)}`);
        isAway = true;
      }),
    )
    .catch(() => {});

  return {
    async receive(reported, truncated = 0) {
      const taken = { ...(await take(reported)), truncated };
      note(taken, needs);
      wakeSignal.wake();
      return taken;
    },
    list: async () => listed(await changes.read()),
    async acknowledge(fingerprint, by) {
      const { alert, acknowledged } = await changes.make((board) => acknowledgeOne(board, fingerprint, by, now()));
      for (const seconds of acknowledged) metrics.alertAcknowledged(seconds);
      if (acknowledged.length > 0)
        log.info("alert_acknowledged", "An alert was acknowledged over REST", { fingerprint, by });
      wakeSignal.wake();
      return alert;
    },
    async resolve(fingerprint, by) {
      const alert = await changes.make((board) => resolveOne(board, fingerprint, by, routes(), now()));
      if (alert) log.info("alert_resolved", "An alert was resolved over REST", { fingerprint, by });
      wakeSignal.wake();
      return alert;
    },
    wake: () => wakeSignal.wake(),
  };
}

function resolveOne(board: AlertBoard, fingerprint: string, by: string, routes: AlertRoutes, now: number) {
  const alert = listed(board).find((each) => each.fingerprint === fingerprint);
  if (!alert || alert.resolvedAt !== null) return { board, result: undefined };
  return { board: resolve(board, alert, `The alert was resolved over REST by ${by}.`, routes, now), result: alert };
}

function acknowledgeOne(before: AlertBoard, fingerprint: string, by: string, now: number) {
  const board = acknowledge(before, fingerprint, by, now);
  const alert = listed(board).find((each) => each.fingerprint === fingerprint);
  return { board, result: { alert, acknowledged: acknowledgedBetween(before, board) } };
}

function listed({ alerts, callOuts }: AlertBoard): ListedAlert[] {
  const called = callOuts.flatMap(({ chainId, fingerprints, isWithdrawn }) =>
    isWithdrawn ? [] : fingerprints.map((fingerprint) => [fingerprint, chainId] as const),
  );
  const chainOf = new Map(called);
  return alerts
    .map((alert) => ({ ...alert, chainId: chainOf.get(alert.fingerprint) ?? null }))
    .sort((one, other) => other.reportedAt - one.reportedAt);
}

/** Counts and logs the end of a call-out. @param by the number that was reached */
function noteEnd(
  callOut: CallOut,
  by: string | null,
  acknowledged: readonly number[],
  failed: "failed" | undefined,
  { metrics, log }: Pick<AlertDeskNeeds, "metrics" | "log">,
): void {
  const { chainId, chain, tells } = callOut;
  metrics.alertsCalledOut(failed ?? countedAs(callOut, by));
  for (const seconds of acknowledged) metrics.alertAcknowledged(seconds);
  const fields = { chain_id: chainId, chain, ...(by !== null && { number: by }) };
  if (acknowledged.length > 0) log.info("alert_acknowledged", "Alerts were acknowledged on the telephone", fields);
  else log.info("alert_call_out_over", ENDED[tells][by === null ? "unheard" : "heard"], fields);
}

/** How a call-out that has ended is counted. @param by the number that was reached */
function countedAs({ tells, isWithdrawn }: CallOut, by: string | null): KindOf<"callOut"> {
  if (by === null && isWithdrawn) return "withdrawn";
  if (tells === "resolved") return by === null ? "untold" : "told";
  return by === null ? "unacknowledged" : "acknowledged";
}

/** For each alert that a change acknowledged, the time since its first report, in seconds. */
function acknowledgedBetween(before: AlertBoard, { alerts }: AlertBoard): readonly number[] {
  const waiting = new Set(before.alerts.filter(isWaiting).map(({ fingerprint }) => fingerprint));
  return alerts.flatMap(({ fingerprint, acknowledgedAt, reportedAt }) =>
    acknowledgedAt !== null && waiting.has(fingerprint) ? [(acknowledgedAt - reportedAt) / 1_000] : [],
  );
}

/** Logs each alert once that a change of the file has left without a route. */
function createUnroutedNote(log: Log): (alerts: readonly OpenAlert[]) => void {
  let known: ReadonlySet<string> = new Set();
  return (alerts) => {
    const names = alerts.filter(({ fingerprint }) => !known.has(fingerprint)).map(({ name }) => name);
    known = new Set(alerts.map(({ fingerprint }) => fingerprint));
    if (names.length === 0) return;
    const detail = "Alerts match no route of `alerts` any more: no one is called about them";
    log.error("alerts_unrouted", detail, { unrouted: names.length, names: names.slice(0, 10) });
  };
}

function note(reception: TakenReport, { metrics, log }: Pick<AlertDeskNeeds, "metrics" | "log">): void {
  const { firing, resolved, unrouted, refused, late, truncated } = reception;
  metrics.alertReported("firing", firing - unrouted - refused - late);
  metrics.alertReported("resolved", resolved);
  metrics.alertReported("unrouted", unrouted);
  metrics.alertReported("refused", refused);
  metrics.alertReported("late", late);
  metrics.alertReported("truncated", truncated);
  log.info("alerts_reported", "A monitoring system reported alerts", { ...reception });
  if (unrouted > 0) log.warn("alerts_unrouted", "Alerts match no route of `alerts`: no one is called", { unrouted });
  if (truncated > 0)
    log.error("alerts_truncated", "A report leaves out alerts: no one is called about them; raise `max_alerts`", {
      truncated,
    });
  if (refused > 0) log.error("alerts_full", "Too many alerts are open: further ones are not told", { refused });
}
