import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { withDeadline } from "../kernel/deadline.js";
import { addressPolicyFor, type HostPolicy, refusalOf } from "./address-policy.js";
import { hostOf } from "./callback-url.js";
import type { Address, Resolve } from "./resolve.js";

/** The answer, without its body, which is not used. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Thrown for an address that is not allowed. */
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
  /** Time-out until the answer begins, including name lookup, connection and TLS. */
  readonly timeoutMs: number;
}

export type Send = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
) => Promise<Answer>;

/** Bytes of the answer's body that are read, enough for an ordinary short answer. */
const MAX_BODY_BYTES = 64 * 1024;
const BODY_MS = 1_000;

/**
 * Posts over a new connection and closes it. Redirects are not followed, proxies are not used, and certificates are always
 * verified, whatever the environment says.
 *
 * The name is resolved here, once per connection, and only addresses that the policy allows are connected to: there is no second
 * lookup with a different result.
 */
export function createSender({ resolve, timeoutMs, ...policy }: SenderNeeds): Send {
  const lookupWithin =
    (signal: AbortSignal): LookupFunction =>
    (hostname, options, callback) => {
      permitted(hostname, signal).then(
        (addresses) => {
          const [first] = addresses;
          if (options.all) callback(null, [...addresses]);
          else callback(null, first?.address ?? "", first?.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, ""),
      );
    };

  async function permitted(hostname: string, signal: AbortSignal): Promise<readonly Address[]> {
    const addresses = addressesOf(hostname);
    const found = await resolve(hostname, signal);
    const fit = found.filter(({ address }) => refusalOf(address, addresses) === undefined);
    const [refused] = found;
    if (fit.length === 0) {
      throw new AddressRefused((refused && refusalOf(refused.address, addresses)) ?? "no address");
    }
    return fit;
  }

  function addressesOf(host: string) {
    const addresses = addressPolicyFor(host, policy);
    if (!addresses) throw new AddressRefused("a host that WEBHOOK_ALLOW_HOSTS does not list");
    return addresses;
  }

  return async (url, headers, body, signal) => {
    const host = hostOf(url);
    const addresses = addressesOf(host);
    // A numeric address needs no lookup, so it is checked here.
    const refusal = isIP(host) === 0 ? undefined : refusalOf(host, addresses);
    if (refusal) throw new AddressRefused(refusal);
    const response = await withDeadline(timeoutMs, signal, "the answer", (limit) =>
      exchange(url, headers, body, lookupWithin(limit), limit),
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

/** Reads a little of the body for a short time and closes the connection. Never rejects: only the status matters. */
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
