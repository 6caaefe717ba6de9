import type { Request, RequestHandler } from "express";
import { problem, sendProblem } from "./problem.js";

/**
 * Rejects cross-site requests, as browsers mark them (Fetch Metadata): every request that may change something, and all requests
 * while no keys are configured. Following a link to one of our pages is allowed. Programs do not send these headers.
 */
export function refuseForeignPages(hasKeys: boolean): RequestHandler {
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
