import { createHash, timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { problem, sendProblem } from "./problem.js";

/**
 * Lets nobody pass without one of `keys`, given as `Authorization: Bearer` or `X-API-Key`; everybody while there are none.
 * How long the comparison takes tells nothing of a key: digests of equal length are compared, and always with all keys.
 */
export function requireKey(keys: readonly string[]): RequestHandler {
  const digests = keys.map(digest);
  const fits = (candidate: string) => {
    const given = digest(candidate);
    return digests.map((known) => timingSafeEqual(known, given)).includes(true);
  };
  return (req, res, next) => {
    if (keys.length === 0) return next();
    const candidates = candidatesOf(req);
    const valid = candidates.map((candidate) => ({ candidate, fits: fits(candidate) })).find((each) => each.fits);
    if (valid) {
      res.locals[HOLDER] = digest(valid.candidate).toString("hex");
      return next();
    }
    const wrong = candidates.length > 0;
    res.set("WWW-Authenticate", `Bearer realm="attendant"${wrong ? ', error="invalid_token"' : ""}`);
    const detail = wrong
      ? "The API key is not valid."
      : "An API key is needed, as Authorization: Bearer or as X-API-Key.";
    sendProblem(res, problem("unauthorized", detail));
  };
}

const HOLDER = "keyHolder";

/** Tells holders of different keys apart without holding the key; undefined where none was needed. */
export function keyHolder(res: Response): string | undefined {
  return res.locals[HOLDER] as string | undefined;
}

function candidatesOf(req: Request): string[] {
  const bearer = /^Bearer +(\S+) *$/i.exec(req.get("Authorization") ?? "")?.[1];
  return [bearer, req.get("X-API-Key")].filter((key) => key !== undefined && key !== "") as string[];
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
