import { BlockList, isIP } from "node:net";
import type { BackendSettings } from "./openai.js";

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["100.64.0.0", 10], // VPNs such as Tailscale
] as const) {
  PRIVATE.addSubnet(network, bits, "ipv4");
}
PRIVATE.addAddress("::1", "ipv6");
PRIVATE.addSubnet("fc00::", 7, "ipv6");

/** Whether requests to a server are free: it needs no key, or is on a network of one's own. */
export function isOwnServer({ baseUrl, apiKey }: Pick<BackendSettings, "baseUrl" | "apiKey">): boolean {
  if (!apiKey) return true;
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname.replace(/^\[|\]$/g, "") : "";
  const version = isIP(host);
  if (version !== 0) return PRIVATE.check(host, version === 6 ? "ipv6" : "ipv4");
  return !host.includes(".") || /\.(?:localhost|local|lan|internal|home\.arpa)$/.test(host);
}
