import { randomUUID } from "node:crypto";
import express, { type Express, type RequestHandler, type Router } from "express";
import type { ApiKey } from "../../config/api-keys.js";
import type { Log } from "../../observability/log.js";
import { readKey, requireKey } from "./api-keys.js";
import type { Endpoint } from "./endpoint.js";
import { ANSWER_HEADERS } from "./answer-headers.js";
import { answerErrors, unknownPath } from "./http-errors.js";
import { refuseForeignPages } from "./foreign-pages.js";
import type { Idempotency } from "./idempotency.js";
import { parseBody, readBody } from "./json-body.js";
import { localOnly } from "./local-only.js";
import { pace } from "./pace.js";
import { rateLimit, type RateLimitNeeds } from "./rate-limit.js";
import { type Refusals, watchRefusals } from "./refusals.js";
import { createRouter } from "./router.js";
import { type SocketEndpoint, upgrades } from "./upgrades.js";

export interface ApplicationNeeds {
  readonly endpoints: readonly Endpoint[];
  /** Pages besides, which need no key. */
  readonly pages?: readonly Router[];
  /** WebSockets besides; none unless given. */
  readonly sockets?: readonly SocketEndpoint[];
  readonly idempotency: Idempotency;
  /** API keys; none means that everybody may ask everything. */
  readonly keys: readonly ApiKey[];
  /**
   * Whether the interface may be asked from other machines although there is no key. Unless it may, only this machine's
   * own names are answered to while there is none.
   */
  readonly allowUnauthenticated: boolean;
  readonly rates: RateLimitNeeds;
  readonly refusals: Refusals;
  readonly log: Log;
}

/**
 * The way of a request: its turn → host names (while there is no key) → pages of others → key → open endpoints → pages of ours
 * → only with a key → rate → WebSockets → the other endpoints, each: scopes → body → its rate → its turn again → JSON → its work → 404.
 */
export function createApplication(needs: ApplicationNeeds): Express {
  const { endpoints, pages, sockets = [], idempotency, keys, allowUnauthenticated, rates, refusals, log } = needs;
  const open = endpoints.filter((endpoint) => endpoint.open);
  const closed = endpoints.filter((endpoint) => !endpoint.open);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  // One meaning per parameter: ?a[b]=c stays a name with brackets in it.
  app.set("query parser", "simple");
  const turn = pace();
  app.use(turn);
  app.use(everyAnswer);
  app.use(watchRefusals(refusals));
  if (keys.length === 0 && !allowUnauthenticated) app.use(localOnly());
  app.use(refuseForeignPages(keys.length > 0));
  app.use(readKey(keys));
  app.use(createRouter(open, idempotency));
  if (pages) app.use(...pages);
  app.use(requireKey());
  const limit = rateLimit(rates);
  app.use(...limit.request);
  app.use(upgrades(sockets));
  app.use(createRouter(closed, idempotency, [readBody(), limit.body, turn, parseBody]));
  app.use(unknownPath);
  app.use(answerErrors(log));
  return app;
}

/** A request keeps the id it came with, if that is harmless, so that it can be followed through other programs' logs. */
const everyAnswer: RequestHandler = (req, res, next) => {
  const given = req.get("X-Request-Id") ?? "";
  res.set({
    "X-Request-Id": /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID(),
    ...ANSWER_HEADERS,
  });
  next();
};
