import { randomUUID } from "node:crypto";
import express, { type Express, type RequestHandler, type Router } from "express";
import type { Log } from "../../observability/log.js";
import { readKey, requireKey } from "./api-keys.js";
import type { Endpoint } from "./endpoint.js";
import { answerErrors, unknownPath } from "./http-errors.js";
import type { Idempotency } from "./idempotency.js";
import { jsonBody } from "./json-body.js";
import { localOnly } from "./local-only.js";
import { rateLimit } from "./rate-limit.js";
import { createRouter } from "./router.js";

export interface ApplicationNeeds {
  readonly endpoints: readonly Endpoint[];
  /** Pages besides, which need no key. */
  readonly pages?: Router;
  readonly idempotency: Idempotency;
  /** API keys; none means that everybody may ask everything. */
  readonly keys: readonly string[];
  /**
   * Whether the interface may be asked from other machines although there is no key. Unless it may, only this machine's
   * own names are answered to while there is none.
   */
  readonly allowUnauthenticated: boolean;
  /** POST requests a minute for each client; 0 for no limit. */
  readonly ratePerMinute: number;
  readonly log: Log;
}

/**
 * The way of a request: host names (while there is no key) → open endpoints → pages → key → rate → JSON body → the other
 * endpoints → 404.
 */
export function createApplication(needs: ApplicationNeeds): Express {
  const { endpoints, pages, idempotency, keys, allowUnauthenticated, ratePerMinute, log } = needs;
  const open = endpoints.filter((endpoint) => endpoint.open);
  const closed = endpoints.filter((endpoint) => !endpoint.open);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  // One meaning per parameter: ?a[b]=c stays a name with brackets in it.
  app.set("query parser", "simple");
  app.use(everyAnswer);
  if (keys.length === 0 && !allowUnauthenticated) app.use(localOnly());
  app.use(readKey(keys));
  app.use(createRouter(open, idempotency));
  if (pages) app.use(pages);
  app.use(requireKey());
  app.use(rateLimit({ perMinute: ratePerMinute }));
  app.use(...jsonBody());
  app.use(createRouter(closed, idempotency));
  app.use(unknownPath);
  app.use(answerErrors(log));
  return app;
}

/** A request keeps the id it came with, if that is harmless, so that it can be followed through other programs' logs. */
const everyAnswer: RequestHandler = (req, res, next) => {
  const given = req.get("X-Request-Id") ?? "";
  res.set({
    "X-Request-Id": /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID(),
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
  });
  next();
};
