import { plainHost } from "../kernel/plain-host.js";
import type { AddressPolicy } from "./address-policy.js";

/** Where webhooks may go: which hosts, and which addresses those may have. */
export interface HostPolicy extends AddressPolicy {
  /** Names, addresses and `*.example.com`, as {@link plainHost} has them; any host unless given, or where it is empty. */
  readonly allowHosts?: readonly string[];
}

/**
 * Which addresses a host may have; undefined when nothing is sent to it. One that is named is trusted to be where the
 * administrator says, a private address included. One that only `*.` covers is not: who may name hosts below it is not known.
 */
export function addressPolicyFor(host: string, policy: HostPolicy): AddressPolicy | undefined {
  const { allowPrivate, allowHosts = [] } = policy;
  if (allowHosts.length === 0) return { allowPrivate };
  const plain = plainHost(host) ?? host;
  if (allowHosts.includes(plain)) return { allowPrivate: true };
  const isCovered = allowHosts.some((each) => each.startsWith("*.") && plain.endsWith(each.slice(1)));
  return isCovered ? { allowPrivate } : undefined;
}
