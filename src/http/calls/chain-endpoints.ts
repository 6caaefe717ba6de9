import type { Chains } from "../../scheduling/chains.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import { chain, chainBody } from "./chain.js";
import { CALLS } from "./place-call.js";

export interface ChainEndpointsNeeds {
  readonly chains: Pick<Chains, "find" | "cancel">;
}

/** `/chain`: calls to several numbers, one after the other. */
export function chainEndpoints({ chains }: ChainEndpointsNeeds): Endpoint[] {
  const getChain: Endpoint = {
    id: "getChain",
    method: "get",
    path: "/chain/{id}",
    scopes: ["read"],
    tag: CALLS,
    summary: "Get a chain of calls",
    answer: { description: "The chain.", schema: chain },
    problems: ["not_found", "store_unavailable"],
    handle: async ({ params }) => jsonAnswer(chainBody(await findOr404("chain", params, (id) => chains.find(id)))),
  };

  const cancelChain: Endpoint = {
    id: "cancelChain",
    method: "delete",
    path: "/chain/{id}",
    scopes: ["call"],
    tag: CALLS,
    summary: "End a chain of calls",
    description: "Hangs up its calls and places no further ones. A chain that is over does not change.",
    answer: { description: "The chain as it is now.", schema: chain },
    problems: ["not_found", "store_unavailable"],
    handle: async ({ params }) => jsonAnswer(chainBody(await findOr404("chain", params, (id) => chains.cancel(id)))),
  };

  return [getChain, cancelChain];
}
