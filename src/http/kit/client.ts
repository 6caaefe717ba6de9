import type { Request, Response } from "express";
import type { Scope } from "../../config/api-keys.js";
import { AttendantError } from "../../kernel/errors.js";

/** The client, as identified by its key. */
export interface Client {
  /** The key's name; undefined when it has none, and while no keys are configured. */
  readonly name: string | undefined;
  readonly scopes: readonly Scope[];
  /** Distinguishes the holders of different keys without revealing the key; undefined while no keys are configured. */
  readonly keyDigest: string | undefined;
}

const CLIENT = "client";

export function setClient(res: Response, client: Client): void {
  res.locals[CLIENT] = client;
}

/** Undefined when a key is required and no valid one was given. */
export function clientOf(res: Response): Client | undefined {
  return res.locals[CLIENT] as Client | undefined;
}

/** What a rate limit counts by: the key or, where none is required, the address. */
export function senderOf(req: Request, res: Response): string {
  return clientOf(res)?.keyDigest ?? neighbourhood(req.socket.remoteAddress);
}

/** @throws {AttendantError} `scope_missing`, naming every scope of `needed` that the client's key lacks */
export function requireScopes(client: Client | undefined, needed: readonly Scope[]): void {
  const missing = needed.filter((scope) => !client?.scopes.includes(scope));
  if (missing.length === 0) return;
  const scopes = missing.length === 1 ? "scope" : "scopes";
  throw new AttendantError("scope_missing", `This requires a key with the ${scopes} ${missing.join(" and ")}.`);
}

/**
 * The sender that a socket's address stands for (empty once it is closed): the network of an IPv6 address, because a client has
 * at least 2^64 of them, and an IPv4 address itself.
 */
export function neighbourhood(address = ""): string {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined || !address.includes(":")) return ipv4 ?? address;
  const [head = "", tail] = address.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail ? tail.split(":") : [];
  const groups =
    tail === undefined ? front : [...front, ...Array<string>(8 - front.length - back.length).fill("0"), ...back];
  return groups.slice(0, 4).join(":");
}
