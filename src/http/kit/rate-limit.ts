import type { Request, RequestHandler, Response } from "express";
import { createAllowance } from "./allowance.js";
import { clientOf, senderOf } from "./client.js";
import { problem, sendProblem } from "./problem.js";

/** A request counts once more for each so many bytes of its body beyond the first: to read it and to refuse it takes time. */
const BODY_UNIT = 4 * 1024;
/** One that is no POST counts once more for each so many bytes of its answer. */
const ANSWER_UNIT = 16 * 1024;

export interface RateLimitNeeds {
  /** POST requests a minute for each key, or for each address where no key is needed; 0 for as many as may come. */
  readonly perMinute: number;
  /** All other requests, likewise. */
  readonly readsPerMinute: number;
  /** Instead of `perMinute`, by the name of a key. */
  readonly ofClients?: ReadonlyMap<string, number>;
  /** ms, on a clock that is never set back. */
  readonly now?: () => number;
}

export interface RateLimit {
  /** Counts a request, before its body is read. */
  readonly request: readonly RequestHandler[];
  /** Counts the rest of it, when its body was read and not looked at yet. */
  readonly body: RequestHandler;
}

/**
 * Lets each client make a minute's worth of requests at once, and from then on so many a minute, evenly. What costs more
 * counts for several.
 */
export function rateLimit(needs: RateLimitNeeds): RateLimit {
  const { perMinute, readsPerMinute, ofClients, now = () => performance.now() } = needs;
  const allowance = createAllowance(now);

  function limitOf(req: Request, res: Response) {
    const who = senderOf(req, res);
    if (req.method !== "POST") return { who: `read ${who}`, most: readsPerMinute };
    return { who, most: ofClients?.get(clientOf(res)?.name ?? "") ?? perMinute };
  }

  /** @param before what the same request has had to take until here, and would have to take again */
  const takes =
    (costOf: (req: Request) => number, before: number): RequestHandler =>
    (req, res, next) => {
      const { who, most } = limitOf(req, res);
      // No request costs more than there is in a minute: it could never be made.
      const cost = Math.min(costOf(req), most - before);
      if (cost <= 0 || allowance.take(who, cost, most) === 0) return next();
      sendTryLater(res, allowance.wait(who, before + cost, most), `More came than ${most} requests a minute`);
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

/** @param why the beginning of a sentence */
export function sendTryLater(res: Response, waitMs: number, why: string): void {
  const seconds = Math.ceil(waitMs / 1000);
  res.set("Retry-After", String(seconds));
  sendProblem(res, problem("rate_limited", `${why}; the next can be made in ${seconds} s.`));
}
