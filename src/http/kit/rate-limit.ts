import type { RequestHandler } from "express";
import { keyHolder } from "./api-keys.js";
import { problem, sendProblem } from "./problem.js";

const MINUTE_MS = 60_000;
/** Clients remembered at a time; beyond it those are forgotten that asked longest ago. */
const MAX_CLIENTS = 10_000;

export interface RateLimitNeeds {
  /** POST requests a minute for each key, or for each address where no key is needed; 0 for as many as may come. */
  readonly perMinute: number;
  /** ms, on a clock that is never set back. */
  readonly now?: () => number;
}

/**
 * Lets each client make `perMinute` POST requests at once, and from then on so many a minute, evenly. Kept for a client is
 * when its allowance will be whole again (the generic cell rate algorithm): one number, and no timer.
 */
export function rateLimit({ perMinute, now = () => performance.now() }: RateLimitNeeds): RequestHandler {
  const costMs = MINUTE_MS / perMinute;
  const wholeAgainAt = new Map<string, number>();

  return (req, res, next) => {
    if (perMinute === 0 || req.method !== "POST") return next();
    const client = keyHolder(res) ?? neighbourhood(req.socket.remoteAddress ?? "");
    const at = now();
    const due = Math.max(wholeAgainAt.get(client) ?? at, at) + costMs;
    const waitMs = due - at - MINUTE_MS;
    // A rounding error of the sums must not cost the last request of a minute.
    if (waitMs <= 0.001) {
      wholeAgainAt.delete(client); // Anew, so that the map is in the order of the latest requests.
      wholeAgainAt.set(client, due);
      if (wholeAgainAt.size > MAX_CLIENTS) wholeAgainAt.delete(wholeAgainAt.keys().next().value ?? "");
      return next();
    }
    const seconds = Math.ceil(waitMs / 1000);
    res.set("Retry-After", String(seconds));
    const detail = `More than ${perMinute} requests a minute came; the next can be made in ${seconds} s.`;
    sendProblem(res, problem("rate_limited", detail));
  };
}

/** An IPv6 client has at least 2^64 addresses to ask from, so its network counts; an IPv4 address counts as itself. */
function neighbourhood(address: string): string {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined || !address.includes(":")) return ipv4 ?? address;
  const [head = "", tail] = address.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail ? tail.split(":") : [];
  const groups =
    tail === undefined ? front : [...front, ...Array<string>(8 - front.length - back.length).fill("0"), ...back];
  return groups.slice(0, 4).join(":");
}
