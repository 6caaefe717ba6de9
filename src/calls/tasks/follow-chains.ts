import { retryForever } from "../../kernel/retry.js";
import type { Scope } from "../../kernel/scope.js";
import type { Chains } from "../../scheduling/chains.js";
import type { LiveCalls } from "../live/live-calls.js";
import { hangUpUnwanted } from "./hang-up-unwanted.js";

export interface FollowChainsNeeds {
  readonly liveCalls: Pick<LiveCalls, "all" | "find">;
  readonly findChain: Chains["find"];
  readonly scope: Scope;
}

/** Pause between two reads of a chain, in ms: this is how long a telephone may ring on after someone has answered elsewhere. */
const LOOK_MS = 1_000;

/**
 * Hangs up calls of chains that another controller has ended or that were answered there. The chain in the store is the only
 * thing that controllers share, and it does not report changes: it is read again and again while a call of the chain is live here.
 */
export function followChains({ liveCalls, findChain, scope }: FollowChainsNeeds): void {
  async function look(): Promise<void> {
    const chainIds = new Set([...liveCalls.all()].flatMap(({ call }) => call.record.chainId ?? []));
    for (const chainId of chainIds) {
      const chain = await findChain(chainId);
      if (chain) hangUpUnwanted(chain, liveCalls);
    }
  }

  // The store reports its own health.
  const looking = retryForever(scope.signal, { firstMs: LOOK_MS, maxMs: LOOK_MS }, look, () => {});
  void scope.run(looking).catch(() => {});
}
