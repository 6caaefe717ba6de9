import { createHash, timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { type ApiKey, SCOPES } from "../../config/api-keys.js";
import { type Client, clientOf, neighbourhood, setClient } from "./client.js";
import { createAllowance } from "./allowance.js";
import { problem, sendProblem } from "./problem.js";
import { sendTryLater } from "./rate-limit.js";

/** Without keys there is no MCP server: a language model gets a telephone only by a key. */
const EVERYBODY: Client = {
  name: undefined,
  scopes: SCOPES.filter((scope) => scope !== "mcp"),
  keyDigest: undefined,
};

/**
 * Wrong keys an address may try in a minute. Valid keys are not counted, so that another client's attempts do not lock out
 * holders of a valid key.
 */
const WRONG_PER_MINUTE = 30;

/**
 * Determines which of `keys` a request presents, as `Authorization: Bearer`, as the password of `Authorization: Basic`, as
 * `X-API-Key`, or as a WebSocket subprotocol. While no keys are configured, every client is trusted. The comparison takes
 * constant time: digests of equal length are compared, and always with all keys. An address that sends many wrong keys has to
 * wait.
 *
 * @param now ms, on a monotonic clock
 */
export function readKey(keys: readonly ApiKey[], now = () => performance.now()): RequestHandler {
  const tries = createAllowance(now);
  const known = keys.map(({ name, scopes, digest }) => {
    return { digest: Buffer.from(digest, "hex"), client: { name, scopes, keyDigest: digest } };
  });
  const holderOf = (given: Buffer) => known.filter(({ digest }) => timingSafeEqual(digest, given))[0]?.client;
  return (req, res, next) => {
    const candidates = candidatesOf(req);
    const holders = candidates.map((key) => holderOf(createHash("sha256").update(key).digest()));
    const client = keys.length === 0 ? EVERYBODY : holders.find((holder) => holder !== undefined);
    if (client) setClient(res, client);
    if (client || candidates.length === 0) return next();
    const waitMs = tries.take(neighbourhood(req.socket.remoteAddress), candidates.length, WRONG_PER_MINUTE);
    if (waitMs === 0) return next();
    sendTryLater(res, waitMs, `More than ${WRONG_PER_MINUTE} wrong API keys came from this address within a minute`);
  };
}

/** Rejects requests for which {@link readKey} found no key. */
export function requireKey(): RequestHandler {
  return (req, res, next) => {
    if (clientOf(res)) return next();
    const wrong = candidatesOf(req).length > 0;
    res.set("WWW-Authenticate", `Bearer realm="attendant"${wrong ? ', error="invalid_token"' : ""}`);
    const detail = wrong
      ? "The API key is not valid."
      : "An API key is required, sent as Authorization: Bearer or as X-API-Key.";
    sendProblem(res, problem("unauthorized", detail));
  };
}

function candidatesOf(req: Request): string[] {
  const authorization = req.get("Authorization") ?? "";
  const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  const given = [bearer, basicPassword(authorization), req.get("X-API-Key"), keyBesideSubprotocol(req)].filter(
    (key) => key !== undefined && key !== "",
  ) as string[];
  return [...new Set(given)];
}

/** Some senders know only a user and a password: the key is the password, the user may be anything. */
function basicPassword(authorization: string): string | undefined {
  const given = /^Basic +([\w+/=-]+) *$/i.exec(authorization)?.[1];
  return given && /^[^:]*:(.*)$/s.exec(Buffer.from(given, "base64").toString("latin1"))?.[1];
}

/** A page cannot set headers on a WebSocket, but it can offer subprotocols: its own, and its key in base64url. */
function keyBesideSubprotocol(req: Request): string | undefined {
  const given = /(?:^|,)\s*attendant\.key\.([\w-]+)\s*(?:,|$)/.exec(req.get("Sec-WebSocket-Protocol") ?? "")?.[1];
  return given && Buffer.from(given, "base64url").toString("latin1");
}
