import { isIP } from "node:net";
import { addressPolicyFor, type HostPolicy, refusalOf } from "./address-policy.js";

/** Maximum length of an address, in characters. */
export const MAX_URL = 2048;

/**
 * Ports of other protocols, some of which can be made to interpret an HTTP request as their own: the ports that browsers block
 * according to the Fetch standard ("port blocking").
 */
export const BLOCKED_PORTS: readonly number[] = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/**
 * Why a webhook address is rejected, as the end of a sentence that begins with its name ("must be …"); undefined when it is
 * accepted. Does not query a name server: addresses are checked when connecting.
 */
export function checkCallbackUrl(text: string, policy: HostPolicy = { allowPrivate: true }): string | undefined {
  if (text.length > MAX_URL) return `must have at most ${MAX_URL} characters`;
  // An address that the URL parser would silently repair is certainly a mistake.
  const clean = /^https?:\/\/[^/\\]/i.test(text) && !/[\s\p{Cc}\p{Cs}\\]/u.test(text);
  const url = clean && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return "must be an http:// or https:// address";
  if (url.username || url.password) return "must not contain a user name or password";
  if (url.port !== "" && BLOCKED_PORTS.includes(Number(url.port))) return `must not use port ${url.port}`;
  if (hostOf(url).length > 253) return "must have a host name of at most 253 characters";
  const host = hostOf(url);
  const addresses = addressPolicyFor(host, policy);
  if (!addresses) return "must name a host that webhooks may be sent to; WEBHOOK_ALLOW_HOSTS lists them";
  const refusal = isIP(host) === 0 ? undefined : refusalOf(host, addresses);
  return refusal && `must not name ${refusal}`;
}

/**
 * The host without its port and, for IPv6, without brackets. The URL parser has already normalised all spellings of an IP
 * address.
 */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}
