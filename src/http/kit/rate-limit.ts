import type { Request, RequestHandler, Response } from "express";
import { createAllowance } from "./allowance.js";
import { clientOf, senderOf } from "./client.js";
import { problem, sendProblem } from "./problem.js";

/** A request costs one more for each further unit of this many body bytes, because reading and rejecting it takes time. */
const BODY_UNIT = 4 * 1024;
/** A request other than POST costs one more for each unit of this many answer bytes. */
const ANSWER_UNIT = 16 * 1024;

export interface RateLimitNeeds {
  /** POST requests per minute for each key, or for each address where no key is required; 0 means unlimited. */
  readonly perMinute: number;
  /** All other requests per minute, counted the same way. */
  readonly readsPerMinute: number;
  /** Overrides `perMinute`, by the name of a key. */
  readonly ofClients?: ReadonlyMap<string, number>;
  /** ms, on a monotonic clock. */
  readonly now?: () => number;
}

export interface RateLimit {
  /** Counts a request, before its body is read. */
  readonly request: readonly RequestHandler[];
  /** Counts the rest of its cost once the body was read, before it is parsed. */
  readonly body: RequestHandler;
}

/**
 * Lets each client make one minute's worth of requests at once, and from then on evenly. An expensive request counts as several.
 */
export function rateLimit(needs: RateLimitNeeds): RateLimit {
  const { perMinute, readsPerMinute, ofClients, now = () => performance.now() } = needs;
  const allowance = createAllowance(now);

  function limitOf(req: Request, res: Response) {
    const who = senderOf(req, res);
    if (req.method !== "POST") return { who: `read ${who}`, most: readsPerMinute };
    return { who, most: ofClients?.get(clientOf(res)?.name ?? "") ?? perMinute };
  }

  /** @param before what the request has already cost, and would cost again when repeated */
  const takes =
    (costOf: (req: Request) => number, before: number): RequestHandler =>
    (req, res, next) => {
      const { who, most } = limitOf(req, res);
      // No request costs more than a whole minute's allowance: it could never be made.
      const cost = Math.min(costOf(req), most - before);
      if (cost <= 0 || allowance.take(who, cost, most) === 0) return next();
      sendTryLater(
        res,
        allowance.wait(who, before + cost, most),
        `More than ${most} requests were made within a minute`,
      );
    };

  const answered: RequestHandler = (req, res, next) => {
    if (req.method === "POST" || readsPerMinute === 0) return next();
    const { who, most } = limitOf(req, res);
    res.once("finish", () => {
      const more = Math.floor(Number(res.get("Content-Length") ?? 0) / ANSWER_UNIT);
      if (more > 0) allowance.charge(who, more, most);
    });
    next();
  };

  return { request: [takes(() => 1, 0), answered], body: takes(bodyUnits, 1) };
}

function bodyUnits({ body }: Request): number {
  if (!Buffer.isBuffer(body)) return 0;
  return Math.max(0, Math.ceil(body.length / BODY_UNIT) - 1);
}

/** @param why the beginning of the sentence */
export function sendTryLater(res: Response, waitMs: number, why: string): void {
  const seconds = Math.ceil(waitMs / 1000);
  res.set("Retry-After", String(seconds));
  sendProblem(res, problem("rate_limited", `${why}; try again in ${seconds} s.`));
}
