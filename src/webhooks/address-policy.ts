import { BlockList, isIP } from "node:net";
import { plainHost } from "../kernel/host.js";

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

/** Whether private and loopback addresses are allowed; the dangerous ones never are. */
export interface AddressPolicy {
  readonly allowPrivate: boolean;
}

type Network = readonly [network: string, prefixBits: number];

/** Addresses that would give a client access to the machine's own surroundings, from IANA's special-purpose registries. */
const NEVER: readonly (readonly [reason: string, networks: readonly Network[]])[] = [
  [
    "a cloud metadata address",
    [
      ["169.254.169.254", 32],
      ["169.254.170.2", 32], // Amazon's container credentials
      ["100.100.100.200", 32], // Alibaba
      ["168.63.129.16", 32], // Azure
      ["192.0.0.192", 32], // Oracle
      ["fd00:ec2::", 32], // Amazon: instance metadata, EKS Pod Identity and others
      ["fd20:ce::254", 128], // Google
      ["fd00:c1::a9fe:a9fe", 128], // Oracle
      ["fd00:a9fe:a9fe::1", 128], // Linode
      ["fd00:100::100:200", 128], // Alibaba
      ["fd00:42::42", 128], // Scaleway
    ],
  ],
  [
    "a link-local address",
    [
      ["169.254.0.0", 16],
      ["fe80::", 10],
    ],
  ],
  [
    "an unspecified address",
    [
      ["0.0.0.0", 8],
      ["::", 128],
    ],
  ],
  [
    "a multicast address",
    [
      ["224.0.0.0", 4],
      ["ff00::", 8],
    ],
  ],
  [
    "a broadcast or reserved address",
    [
      ["240.0.0.0", 4],
      ["100::", 64],
    ],
  ],
];

const PRIVATE: typeof NEVER = [
  [
    "a loopback address",
    [
      ["127.0.0.0", 8],
      ["::1", 128],
    ],
  ],
  [
    "a private address",
    [
      ["10.0.0.0", 8],
      ["172.16.0.0", 12],
      ["192.168.0.0", 16],
      ["100.64.0.0", 10],
      ["192.0.0.0", 24],
      ["198.18.0.0", 15],
      ["fc00::", 7],
      ["fec0::", 10],
    ],
  ],
];

/** With the networks in the form used for lookups. */
const compiled = (kinds: typeof NEVER) => kinds.map(([reason, networks]) => [reason, blockList(networks)] as const);
const never = compiled(NEVER);
const privately = compiled(PRIVATE);

/**
 * Why an IP address is refused, as the end of a sentence ("a link-local address"); undefined when it is allowed. An IPv6 address
 * that leads to an IPv4 address (mapped, NAT64, 6to4, Teredo, ISATAP) must be allowed as both.
 *
 * @param address as a resolver returns it, including a zone such as `%eth0`
 */
export function refusalOf(address: string, { allowPrivate }: AddressPolicy): string | undefined {
  const plain = address.replace(/%.*$/, "");
  if (isIP(plain) === 0) return "not an IP address";
  const forms = isIP(plain) === 6 ? [plain, ...embeddedIn(bytesOf(plain))] : [plain];
  for (const [reason, list] of allowPrivate ? never : [...never, ...privately]) {
    if (forms.some((form) => list.check(form, isIP(form) === 6 ? "ipv6" : "ipv4"))) return reason;
  }
  return undefined;
}

/** The IPv4 addresses to which packets for an IPv6 address may be delivered. */
// oxlint-disable-next-line complexity -- one line for each form of embedding
function embeddedIn(bytes: readonly number[]): string[] {
  const begins = (...start: number[]) => start.every((byte, i) => bytes[i] === byte);
  const ipv4 = (from: readonly number[]) => from.slice(0, 4).join(".");
  const last = bytes.slice(12);
  const zeros = (count: number) => bytes.slice(0, count).every((byte) => byte === 0);

  if (zeros(15) && last[3] === 1) return []; // ::1 is loopback, not the IPv4 address 0.0.0.1.
  if (zeros(12)) return [ipv4(last)];
  if (zeros(10) && bytes[10] === 0xff && bytes[11] === 0xff) return [ipv4(last)];
  if (zeros(8) && bytes[8] === 0xff && bytes[9] === 0xff && !bytes[10] && !bytes[11]) return [ipv4(last)];
  if (begins(0x00, 0x64, 0xff, 0x9b, 0x00, 0x01)) {
    // A local NAT64 prefix may have any of these lengths (RFC 8215), and an embedded address that is not at the end skips byte 8
    // (RFC 6052). Where one length yields an address, the others may yield only zeros.
    const readings = [6, 7, 8, 12].map((prefix) =>
      ipv4(bytes.filter((_, i) => i >= prefix && (i !== 8 || prefix === 12))),
    );
    return readings.filter((reading) => !reading.startsWith("0."));
  }
  if (begins(0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0)) return [ipv4(last)];
  if (begins(0x20, 0x02)) return [ipv4(bytes.slice(2))];
  // Teredo: the relay's server, and the client with all bits inverted.
  if (begins(0x20, 0x01, 0, 0)) return [ipv4(bytes.slice(4)), ipv4(last.map((byte) => byte ^ 0xff))];
  const isatap = (bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
  return isatap ? [ipv4(last)] : [];
}

/** The 16 bytes of an IPv6 address in any notation. */
function bytesOf(address: string): number[] {
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
  const [first, last] = [groups(head), groups(tail)];
  const middle = new Array<number>(8 - first.length - last.length).fill(0);
  return [...first, ...middle, ...last].flatMap((group) => [group >> 8, group & 0xff]);
}

function blockList(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [network, bits] of networks) list.addSubnet(network, bits, isIP(network) === 6 ? "ipv6" : "ipv4");
  return list;
}
