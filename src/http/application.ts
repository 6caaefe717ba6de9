import { randomUUID } from "node:crypto";
import express, { type Express, type RequestHandler, type Router } from "express";
import type { Log } from "../observability/log.js";
import { jsonBody } from "./body.js";
import { answerFailures, unknownPath } from "./failures.js";
import { requireKey } from "./keys.js";
import { localOnly } from "./local-only.js";
import { rateLimit } from "./rate-limit.js";

export interface ApplicationNeeds {
  readonly log: Log;
  /** API keys; none means that everybody may ask everything. */
  readonly keys: readonly string[];
  /** Whether only this machine may ask, by its own names: where the loopback address is all that protects. */
  readonly local: boolean;
  /** POST requests a minute for each client; 0 for no limit. */
  readonly ratePerMinute: number;
  /** Resources that need no key. */
  readonly open: readonly Router[];
  /** Resources that need a key where there are keys. */
  readonly closed: readonly Router[];
}

/** The way of a request: names → open resources → key → rate → body → closed resources → nothing there. */
export function createApplication({ log, keys, local, ratePerMinute, open, closed }: ApplicationNeeds): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  // One meaning per parameter: ?a[b]=c stays a name with brackets in it.
  app.set("query parser", "simple");
  app.use(everyAnswer);
  if (local) app.use(localOnly());
  for (const router of open) app.use(router);
  app.use(requireKey(keys));
  app.use(rateLimit({ perMinute: ratePerMinute }));
  app.use(...jsonBody());
  for (const router of closed) app.use(router);
  app.use(unknownPath);
  app.use(answerFailures(log));
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
