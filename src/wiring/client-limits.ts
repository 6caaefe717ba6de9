import type { CalleeRightsNeeds } from "../calls/rights/callee-rights.js";
import { CALLS_PER_HOUR_OF_A_MODEL } from "../config/api-clients.js";
import type { Settings } from "../config/settings.js";
import type { RateLimitNeeds } from "../http/kit/rate-limit.js";

/** Reads per write: reading is cheap, and consoles do it all the time. */
const READS_FOR_EACH_POST = 10;

/** Returns the requests per minute of each client. */
export function ratesOf({ ratePerMinute, apiClients }: Settings["http"]): RateLimitNeeds {
  const own = apiClients.flatMap(({ name, ratePerMinute: rate }): [string, number][] =>
    rate === undefined ? [] : [[name, rate]],
  );
  return { perMinute: ratePerMinute, readsPerMinute: READS_FOR_EACH_POST * ratePerMinute, ofClients: new Map(own) };
}

/** Returns how many calls may be placed in an hour for a client, by its name; undefined for any number. */
export function callsPlacedPerHour(http: Settings["http"]): CalleeRightsNeeds["callsPerHour"] {
  const own = callsPerHourOf(http);
  const models = new Set(
    http.apiKeys.filter(({ scopes }) => scopes.includes("mcp") && !scopes.includes("admin")).map(({ name }) => name),
  );
  // What a model requests at once was counted when it was requested.
  return (client, isScheduled) =>
    own.get(client) ?? (isScheduled && models.has(client) ? CALLS_PER_HOUR_OF_A_MODEL : undefined);
}

/** Returns the calls per hour of the clients with a limit of their own. */
export function callsPerHourOf({ apiClients }: Settings["http"]): ReadonlyMap<string, number> {
  return new Map(
    apiClients.flatMap(({ name, callsPerHour: most }): [string, number][] =>
      most === undefined ? [] : [[name, most]],
    ),
  );
}

/** Returns the numbers that clients may dial, for the clients with their own lists. */
export function numbersOf({ apiClients }: Settings["http"]): ReadonlyMap<string, readonly RegExp[]> {
  return new Map(
    apiClients.flatMap(({ name, dialAllow }): [string, readonly RegExp[]][] => (dialAllow ? [[name, dialAllow]] : [])),
  );
}

/** Returns the names of the clients. */
export function clientsOf({ apiKeys }: Settings["http"]): ReadonlySet<string> {
  return new Set(apiKeys.flatMap(({ name }) => name ?? []));
}
