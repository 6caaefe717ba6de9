import type { Chains } from "../../scheduling/chains.js";
import type { JsonSchema } from "../../validation/validator.js";
import { type Endpoint, jsonAnswer } from "../kit/endpoint.js";
import { findOr404 } from "../kit/find-or-404.js";
import { cursor, limit, refuseCursor } from "../kit/paging.js";
import { request } from "../kit/schema.js";
import { chain, chainBody, chainList } from "./chain.js";
import { CALLS } from "./place-call.js";

export interface ChainEndpointsNeeds {
  readonly chains: Pick<Chains, "find" | "list" | "cancel">;
}

interface ListQuery {
  readonly limit: number;
  readonly cursor?: string;
}

const listQuery: JsonSchema = request({ limit: limit(50), cursor: cursor("next_cursor") }, []);

/** `/chain`: calls to several numbers, one after the other. */
export function chainEndpoints({ chains }: ChainEndpointsNeeds): Endpoint[] {
  const listChains: Endpoint<undefined, ListQuery> = {
    id: "listChains",
    method: "get",
    path: "/chain",
    isLong: "list",
    scopes: ["read"],
    tag: CALLS,
    summary: "List chains of calls, latest first",
    description: "Those of which a call is yet to be placed come first.",
    query: listQuery,
    answer: { description: "One page of chains in progress and over.", schema: chainList },
    problems: ["invalid_request", "store_unavailable"],
    async handle({ query }) {
      const { items, nextCursor = null } = await chains.list(query).catch(refuseCursor);
      return jsonAnswer({ chains: items.map(chainBody), next_cursor: nextCursor });
    },
  };

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

  return [listChains, getChain, cancelChain];
}
