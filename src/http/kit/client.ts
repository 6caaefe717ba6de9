import type { Request, Response } from "express";
import type { Scope } from "../../config/api-keys.js";
import { AttendantError } from "../../kernel/errors.js";
import { neighbourhood } from "./neighbourhood.js";

/** Who asks, as far as their key tells. */
export interface Client {
  /** Of the key; undefined where it has none, and while no keys are set. */
  readonly name: string | undefined;
  readonly scopes: readonly Scope[];
  /** Tells holders of different keys apart without being a key; undefined while no keys are set. */
  readonly keyDigest: string | undefined;
}

const CLIENT = "client";

export function setClient(res: Response, client: Client): void {
  res.locals[CLIENT] = client;
}

/** Undefined when a key is needed and none that is valid was given. */
export function clientOf(res: Response): Client | undefined {
  return res.locals[CLIENT] as Client | undefined;
}

/** Whose requests count together: those with one key or, where none is needed, from one address. */
export function senderOf(req: Request, res: Response): string {
  return clientOf(res)?.keyDigest ?? neighbourhood(req.socket.remoteAddress);
}

/** @throws {AttendantError} `scope_missing`, naming all that the client's key lacks of `needed` */
export function requireScopes(client: Client | undefined, needed: readonly Scope[]): void {
  const missing = needed.filter((scope) => !client?.scopes.includes(scope));
  if (missing.length === 0) return;
  const scopes = missing.length === 1 ? "scope" : "scopes";
  throw new AttendantError("scope_missing", `This needs a key with the ${scopes} ${missing.join(" and ")}.`);
}
