import { address } from "../config/setting.js";
import { hoursFaults } from "../hours/written-hours.js";
import { isSameTelephone, readNumber } from "../kernel/dialable-number.js";
import { below, type ValidationFault } from "../validation/words.js";
import { readMatcher } from "./matcher.js";
import type { WrittenChain, WrittenChains, WrittenRoute, WrittenRoutes } from "./written-routes.js";

/** Finds the faults of sections that fit their schemas, except names of chains and assistants. */
export function* routeFaults(chains: WrittenChains, routes: WrittenRoutes): Generator<ValidationFault, void, void> {
  for (const [name, chain] of Object.entries(chains)) yield* faultsOfChain(chain, below("/chains", name));
  for (const [id, route] of Object.entries(routes)) yield* faultsOfRoute(route, below("/alerts", id));
}

function* faultsOfChain({ extensions }: WrittenChain, path: string): Generator<ValidationFault, void, void> {
  const seen: string[] = [];
  for (const [at, written] of extensions.entries()) {
    const read = readNumber(written);
    const message = "problem" in read ? read.problem : isIn(seen, read.number) ? "is listed twice" : undefined;
    if (message !== undefined) yield { path: `${path}/extensions/${at}`, message };
    if ("number" in read) seen.push(read.number);
  }
}

function isIn(numbers: readonly string[], number: string): boolean {
  return numbers.some((each) => isSameTelephone(each, number));
}

function* faultsOfRoute(
  { match = [], hours, silence }: WrittenRoute,
  path: string,
): Generator<ValidationFault, void, void> {
  for (const [at, written] of match.entries()) {
    const message = matcherFault(written);
    if (message !== undefined) yield { path: `${path}/match/${at}`, message };
  }
  yield* hoursFaults(hours, `${path}/hours`);
  const read = silence && address().parse(silence.alertmanager);
  if (read && "expected" in read) {
    yield { path: `${path}/silence/alertmanager`, message: `must be ${read.expected}` };
  }
}

function matcherFault(written: string): string | undefined {
  try {
    readMatcher(written);
    return undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `must be a condition on a label: ${error.message}`;
  }
}
