import { lookup as systemLookup } from "node:dns/promises";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { withDeadline } from "../kernel/deadline.js";
import { refusalOf } from "./address-policy.js";
import { hostOf } from "./callback-url.js";
import { addressPolicyFor, type HostPolicy } from "./host-policy.js";

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a host name. Rejects when there are none. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

/** The names of the machine as its other programs see them: the hosts file included. */
export const resolveBySystem: Resolve = (hostname) => systemLookup(hostname, { all: true });

/** What came back. The body is nobody's business. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** An address that nothing is sent to. */
export class AddressRefused extends Error {
  /** The end of a sentence: "a link-local address". */
  readonly reason: string;

  constructor(reason: string) {
    super(`refused: ${reason}`);
    this.name = "AddressRefused";
    this.reason = reason;
  }
}

export interface SenderNeeds extends HostPolicy {
  readonly resolve: Resolve;
  /** How long until the answer begins: name, connection, TLS and all. */
  readonly timeoutMs: number;
}

export type Send = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
) => Promise<Answer>;

/** Of an answer's body as much is taken in as polite receivers send, so that they see their answer taken. */
const MAX_BODY_BYTES = 64 * 1024;
const BODY_MS = 1_000;

/**
 * Posts over a connection of its own and closes it. Redirects are not followed, proxies not used, certificates checked
 * whatever the environment says.
 *
 * The name is resolved once for each connection, here, and the connection is made to nothing but the addresses that the
 * policy let through: there is no second look-up that could say something else.
 */
export function createSender({ resolve, timeoutMs, ...policy }: SenderNeeds): Send {
  const lookup: LookupFunction = (hostname, options, callback) => {
    permitted(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) callback(null, [...addresses]);
        else callback(null, first?.address ?? "", first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ""),
    );
  };

  async function permitted(hostname: string): Promise<readonly Address[]> {
    const addresses = addressesOf(hostname);
    const found = await resolve(hostname);
    const fit = found.filter(({ address }) => refusalOf(address, addresses) === undefined);
    const [refused] = found;
    if (fit.length === 0) {
      throw new AddressRefused((refused && refusalOf(refused.address, addresses)) ?? "no address at all");
    }
    return fit;
  }

  function addressesOf(host: string) {
    const addresses = addressPolicyFor(host, policy);
    if (!addresses) throw new AddressRefused("a host that WEBHOOK_ALLOW_HOSTS does not name");
    return addresses;
  }

  return async (url, headers, body, signal) => {
    const host = hostOf(url);
    const addresses = addressesOf(host);
    // Nothing is looked up for an address in numbers, so it is judged here.
    const refusal = isIP(host) === 0 ? undefined : refusalOf(host, addresses);
    if (refusal) throw new AddressRefused(refusal);
    const response = await withDeadline(timeoutMs, signal, "the answer", (limit) =>
      exchange(url, headers, body, lookup, limit),
    );
    await discard(response, signal);
    return { status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] };
  };
}

function exchange(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  lookup: LookupFunction,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options = {
    method: "POST",
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    agent: false,
    lookup,
    signal,
    rejectUnauthorized: true,
  } as const;
  return new Promise((resolve, reject) => {
    const request = url.protocol === "https:" ? httpsRequest(url, options) : httpRequest(url, options);
    request.on("response", resolve);
    request.on("error", reject);
    request.end(body);
  });
}

/** Reads a little of the body, for a little while, and closes the connection. Never rejects: the status says it all. */
async function discard(response: IncomingMessage, signal: AbortSignal): Promise<void> {
  const enough = new Promise<void>((resolve) => {
    let bytes = 0;
    response.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) resolve();
    });
    for (const event of ["end", "error", "close"]) response.on(event, () => resolve());
  });
  await withDeadline(BODY_MS, signal, "the body", () => enough).catch(() => {});
  response.destroy();
}
