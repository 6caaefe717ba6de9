import { isOpen } from "../hours/hours.js";
import { isSameTelephone } from "../kernel/dialable-number.js";
import type { AlertBoard, CallOut, OpenAlert } from "../records/alert-board.js";
import { isWaiting } from "./board.js";
import type { AlertRoute, AlertRoutes, ChainDefinition } from "./route.js";

export interface CallOutsDueNeeds {
  readonly routes: AlertRoutes;
  /** ms since the epoch. */
  readonly now: number;
  readonly newId: () => string;
  /** Says what a call-out is about, the most urgent alert first. */
  readonly wordsFor: (tells: CallOut["tells"], alerts: readonly OpenAlert[], chain: ChainDefinition) => string;
}

/**
 * Adds the call-outs that are to begin now. A chain's alerts are told together, and no number takes part in two call-outs at a
 * time: chains that share a person wait for each other, in the order of the routes.
 */
export function addDueCallOuts(board: AlertBoard, needs: CallOutsDueNeeds): AlertBoard {
  const { routes, now } = needs;
  const callOuts = [...board.callOuts];
  const inCall = new Set(callOuts.flatMap(({ tells, fingerprints }) => fingerprints.map((one) => `${tells} ${one}`)));
  const begin = (tells: CallOut["tells"], alerts: readonly OpenAlert[], chain: ChainDefinition, numbers: Numbers) => {
    if (alerts.length === 0 || numbers.length === 0 || isRung(numbers, callOuts)) return;
    callOuts.push({
      ...{ chainId: needs.newId(), chain: chain.name, extensions: numbers, tells, begunAt: now, isWithdrawn: false },
      fingerprints: alerts.map(({ fingerprint }) => fingerprint),
      message: needs.wordsFor(tells, alerts, chain),
    });
  };

  for (const [chain, own] of byChain(routes)) {
    const callable = inOrder(board.alerts, own, now);
    const waiting = callable.filter((alert) => isWaiting(alert) && !inCall.has(`firing ${alert.fingerprint}`));
    const isDue = waiting.some(
      ({ route, calledAt }) => (calledAt ?? -Infinity) + (own.get(route)?.repeatMs ?? 0) <= now,
    );
    if (isDue) begin("firing", waiting, chain, chain.extensions);
    const over = callable.filter((alert) => alert.resolvedAt !== null && !inCall.has(`resolved ${alert.fingerprint}`));
    for (const number of new Set(over.flatMap(({ acknowledgedBy }) => acknowledgedBy ?? []))) {
      const told = over.filter(({ acknowledgedBy }) => acknowledgedBy === number);
      begin("resolved", told, chain, [number]);
    }
  }
  return callOuts.length === board.callOuts.length ? board : { ...board, callOuts };
}

type Numbers = CallOut["extensions"];

function isRung(numbers: Numbers, callOuts: readonly CallOut[]): boolean {
  return callOuts.some(({ extensions }) =>
    extensions.some((one) => numbers.some((other) => isSameTelephone(one, other))),
  );
}

/** The routes of each chain, in the order of the routes. */
function byChain(routes: AlertRoutes): ReadonlyMap<ChainDefinition, ReadonlyMap<string, AlertRoute>> {
  const chains = new Map<ChainDefinition, Map<string, AlertRoute>>();
  for (const [id, route] of routes) {
    chains.set(route.chain, (chains.get(route.chain) ?? new Map<string, AlertRoute>()).set(id, route));
  }
  return chains;
}

/** The alerts of routes that may call now, those of earlier routes first. */
function inOrder(alerts: readonly OpenAlert[], routes: ReadonlyMap<string, AlertRoute>, now: number): OpenAlert[] {
  return [...routes.values()].flatMap(({ id, hours }) => {
    const own = alerts.filter(({ route }) => route === id);
    return own.length > 0 && (!hours || isOpen(hours, now)) ? own : [];
  });
}
