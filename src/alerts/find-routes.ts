import { setImmediate } from "node:timers/promises";
import type { AlertBoard } from "../records/alert-board.js";
import { isUnrouted, type RoutedAlert } from "./board.js";
import type { ReportedAlert } from "./reported-alert.js";
import { type AlertRoute, type AlertRoutes, type Labels, matchesRoute } from "./route.js";

/** Longest time that matching holds the thread, in ms; a single route may exceed it. The thread carries the audio of calls. */
const AT_ONCE_MS = 1;

/**
 * Finds the first route that each alert matches by its labels; undefined when none does. Other work goes on meanwhile: a report
 * may have two thousand alerts, and the file fifty routes.
 */
async function findRoutes(all: readonly Labels[], routes: AlertRoutes): Promise<readonly (AlertRoute | undefined)[]> {
  let since = performance.now();

  async function find(labels: Labels): Promise<AlertRoute | undefined> {
    for (const route of routes.values()) {
      if (performance.now() - since >= AT_ONCE_MS) {
        await setImmediate();
        since = performance.now();
      }
      if (matchesRoute(route, labels)) return route;
    }
    return undefined;
  }

  const found: (AlertRoute | undefined)[] = [];
  for (const labels of all) found.push(await find(labels));
  return found;
}

/** Returns the reported alerts, each firing one with the route it matches. */
export async function withRoutes(
  reported: readonly ReportedAlert[],
  routes: AlertRoutes,
): Promise<readonly RoutedAlert[]> {
  const firing = reported.filter(({ isFiring }) => isFiring);
  const found = await findRoutes(
    firing.map(({ labels }) => labels),
    routes,
  );
  const routeOf = new Map(firing.map((alert, index) => [alert, found[index]?.id]));
  return reported.map((alert) => ({ ...alert, route: routeOf.get(alert) }));
}

/**
 * New routes for waiting alerts whose route is no longer in the file, by fingerprint. An alert whose labels were not kept is compared
 * by its name and severity.
 */
export async function newRoutes({ alerts }: AlertBoard, routes: AlertRoutes): Promise<ReadonlyMap<string, string>> {
  const unrouted = alerts.filter((alert) => isUnrouted(alert, routes));
  const found = await findRoutes(
    unrouted.map(({ name: alertname, severity, labels }) => labels ?? { alertname, severity }),
    routes,
  );
  return new Map(
    unrouted.flatMap(({ fingerprint }, index) => {
      const route = found[index];
      return route ? [[fingerprint, route.id] as const] : [];
    }),
  );
}
