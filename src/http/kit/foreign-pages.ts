import type { Request, RequestHandler } from "express";
import { problem, sendProblem } from "./problem.js";

const LOCAL_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Rejects requests that another site makes through a browser on this machine, while the loopback address is the interface's only
 * protection. With DNS rebinding, a site resolves its own name to 127.0.0.1, and `Host` contains that name; a cross-origin
 * request contains an `Origin`. Programs send no `Origin`, and the `Host` they were configured with.
 */
export function localOnly(): RequestHandler {
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
