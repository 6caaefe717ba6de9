import { createHash, timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { problem, sendProblem } from "./problem.js";

/**
 * Notes which of `keys` a request has, given as `Authorization: Bearer` or `X-API-Key`; while there are none, everybody is
 * trusted. How long the comparison takes tells nothing of a key: digests of equal length are compared, and always with all
 * keys.
 */
export function readKey(keys: readonly string[]): RequestHandler {
  const digests = keys.map(digest);
  const fits = (given: Buffer) => digests.map((known) => timingSafeEqual(known, given)).includes(true);
  return (req, res, next) => {
    const holder = candidatesOf(req).map(digest).find(fits);
    if (holder) res.locals[HOLDER] = holder.toString("hex");
    res.locals[TRUSTED] = keys.length === 0 || holder !== undefined;
    next();
  };
}

/** Lets nobody pass whom {@link readKey} found without a key. */
export function requireKey(): RequestHandler {
  return (req, res, next) => {
    if (isTrusted(res)) return next();
    const wrong = candidatesOf(req).length > 0;
    res.set("WWW-Authenticate", `Bearer realm="attendant"${wrong ? ', error="invalid_token"' : ""}`);
    const detail = wrong
      ? "The API key is not valid."
      : "An API key is needed, as Authorization: Bearer or as X-API-Key.";
    sendProblem(res, problem("unauthorized", detail));
  };
}

const HOLDER = "keyHolder";
const TRUSTED = "isTrusted";

/** Whether the request has a key, or none is needed. */
export function isTrusted(res: Response): boolean {
  return res.locals[TRUSTED] === true;
}

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
