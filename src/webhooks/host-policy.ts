import { plainHost } from "../kernel/plain-host.js";
import type { AddressPolicy } from "./address-policy.js";

/** Where webhooks may be sent: which hosts, and which addresses these may have. */
export interface HostPolicy extends AddressPolicy {
  /** Names, addresses and `*.example.com`, in the form of {@link plainHost}; any host when undefined or empty. */
  readonly allowHosts?: readonly string[];
}

/**
 * The addresses that a host may have; undefined when the host is not allowed. A host that is listed by name is trusted, even with
 * a private address. A host that only matches `*.` is not, because the administrator may not control the names below it.
 */
export function addressPolicyFor(host: string, policy: HostPolicy): AddressPolicy | undefined {
  const { allowPrivate, allowHosts = [] } = policy;
  if (allowHosts.length === 0) return { allowPrivate };
  const plain = plainHost(host) ?? host;
  if (allowHosts.includes(plain)) return { allowPrivate: true };
  const isCovered = allowHosts.some((each) => each.startsWith("*.") && plain.endsWith(each.slice(1)));
  return isCovered ? { allowPrivate } : undefined;
}
