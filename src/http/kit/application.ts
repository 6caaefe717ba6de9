import express from "express";
import type { Express, Request, RequestHandler, Router } from "express";
import { randomUUID } from "node:crypto";
import type { ApiKey } from "../../config/api-keys.js";
import type { Log } from "../../observability/log.js";
import { readKey, requireKey } from "./api-keys.js";
import type { Endpoint } from "./endpoint.js";
import type { Perform } from "./given-request.js";
import { answerErrors, unknownPath } from "./http-errors.js";
import { type BodyFormat, parseBody, readBody } from "./json-body.js";
import { pace } from "./pace.js";
import { problem, sendProblem } from "./problem.js";
import { rateLimit, type RateLimitNeeds } from "./rate-limit.js";
import { type Refusals, watchRefusals } from "./refusals.js";
import { createRouter } from "./router.js";
import { ANSWER_HEADERS } from "./security-headers.js";
import { type SocketEndpoint, upgrades } from "./upgrades.js";

export interface ApplicationNeeds {
  readonly endpoints: readonly Endpoint[];
  /** Additional pages, which need no key. */
  readonly pages?: readonly Router[];
  /** WebSocket endpoints; none by default. */
  readonly sockets?: readonly SocketEndpoint[];
  readonly performerOf: (endpoint: Endpoint) => Perform;
  /** API keys; an empty list means that all requests are allowed. */
  readonly keys: readonly ApiKey[];
  /**
   * Whether other machines may use the interface without a key. If not, only this machine's own names are answered while no keys
   * are configured.
   */
  readonly allowUnauthenticated: boolean;
  readonly rates: RateLimitNeeds;
  readonly refusals: Refusals;
  readonly log: Log;
}

/**
 * The order in which a request is processed: pacing → host names (while no keys are configured) → cross-site requests → key →
 * open endpoints → own pages → key required → rate limit → WebSockets → the other endpoints, each: scopes → body → its rate limit
 * → pacing again → JSON → work → 404.
 */
export function createApplication(needs: ApplicationNeeds): Express {
  const { endpoints, pages, sockets = [], performerOf, keys, allowUnauthenticated, rates, refusals, log } = needs;
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
  app.use(createRouter(open, performerOf));
  if (pages) app.use(...pages);
  app.use(requireKey());
  const limit = rateLimit(rates);
  app.use(...limit.request);
  app.use(upgrades(sockets));
  const reading = (format: BodyFormat) => [readBody(format), limit.body, turn, parseBody(format)];
  app.use(createRouter(closed, performerOf, reading));
  app.use(unknownPath);
  app.use(answerErrors(log));
  return app;
}

/**
 * Keeps the id that a request came with, if it is harmless, so that the request can be followed through the logs of other
 * programs.
 */
const everyAnswer: RequestHandler = (req, res, next) => {
  const given = req.get("X-Request-Id") ?? "";
  res.set({
    "X-Request-Id": /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID(),
    ...ANSWER_HEADERS,
  });
  next();
};

const LOCAL_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Rejects requests that another site makes through a browser on this machine, while the loopback address is the interface's only
 * protection. With DNS rebinding, a site resolves its own name to 127.0.0.1, and `Host` contains that name; a cross-origin
 * request contains an `Origin`. Programs send no `Origin`, and the `Host` they were configured with.
 */
function localOnly(): RequestHandler {
  return (req, res, next) => {
    const { host = "", origin } = req.headers;
    if (!LOCAL_NAME.test(host)) {
      const detail = "Without API_KEYS the service answers only at localhost, 127.0.0.1 and [::1].";
      sendProblem(res, problem("origin_not_allowed", detail));
    } else if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
      sendProblem(res, problem("origin_not_allowed", "Without API_KEYS, pages of other sites may not make requests."));
    } else {
      next();
    }
  };
}

/**
 * Rejects cross-site requests, as browsers mark them (Fetch Metadata): every request that may change something, and all requests
 * while no keys are configured. Following a link to one of our pages is allowed. Programs do not send these headers.
 */
function refuseForeignPages(hasKeys: boolean): RequestHandler {
  return (req, res, next) => {
    const site = req.get("Sec-Fetch-Site") ?? "none";
    if (site === "same-origin" || site === "none" || isLink(req) || (hasKeys && isReading(req))) return next();
    sendProblem(res, problem("origin_not_allowed", "Pages of other sites may not make this request."));
  };
}

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

function isLink(req: Request): boolean {
  return req.method === "GET" && req.get("Sec-Fetch-Mode") === "navigate" && req.get("Sec-Fetch-Dest") === "document";
}
