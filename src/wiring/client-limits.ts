import type { Settings } from "../config/settings.js";
import type { RateLimitNeeds } from "../http/kit/rate-limit.js";

/** What each client may ask in a minute. */
export function ratesOf({ ratePerMinute, readsPerMinute, apiClients }: Settings["http"]): RateLimitNeeds {
  const own = apiClients.flatMap(({ name, ratePerMinute: rate }): [string, number][] =>
    rate === undefined ? [] : [[name, rate]],
  );
  return { perMinute: ratePerMinute, readsPerMinute, ofClients: new Map(own) };
}

/** The numbers that clients may have dialled, of those that have numbers of their own. */
export function numbersOf({ apiClients }: Settings["http"]): ReadonlyMap<string, readonly RegExp[]> {
  return new Map(
    apiClients.flatMap(({ name, dialAllow }): [string, readonly RegExp[]][] => (dialAllow ? [[name, dialAllow]] : [])),
  );
}
