import type { Request, RequestHandler } from "express";
import { problem, sendProblem } from "./problem.js";

/**
 * Refuses what a page of another site has a browser ask, by what browsers say of it (Fetch Metadata): whatever may change
 * something, and everything while there is no key that such a page could not know. A link to a page of ours is no harm.
 * Programs send none of this.
 */
export function refuseForeignPages(hasKeys: boolean): RequestHandler {
  return (req, res, next) => {
    const site = req.get("Sec-Fetch-Site") ?? "none";
    if (site === "same-origin" || site === "none" || isLink(req) || (hasKeys && isReading(req))) return next();
    sendProblem(res, problem("origin_not_allowed", "No page of another site may ask for this."));
  };
}

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

function isLink(req: Request): boolean {
  return req.method === "GET" && req.get("Sec-Fetch-Mode") === "navigate" && req.get("Sec-Fetch-Dest") === "document";
}
