import { BlockList, isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";
import { freePort, isFreeForUdp, type Pbx, SOFTPHONE_EXTENSIONS } from "../../../test/support/index.js";

/** Where telephones of other machines reach the PBX of the demonstration. */
export interface Opening {
  /** An address of this machine. */
  readonly openAddress: string;
  readonly sipPort: number;
}

/** The PBX cannot be opened; the message says why, and what to do. */
export class CannotOpen extends Error {
  override readonly name = "CannotOpen";
}

/** The default port of telephones. */
const USUAL_PORT = 5060;

/** Private addresses: RFC 1918, and this machine's own. */
const PRIVATE = new BlockList();
PRIVATE.addSubnet("10.0.0.0", 8);
PRIVATE.addSubnet("172.16.0.0", 12);
PRIVATE.addSubnet("192.168.0.0", 16);
PRIVATE.addSubnet("127.0.0.0", 8);

/**
 * Chooses the address and a free port on it, SIP's default if possible.
 *
 * @param named an address of this machine; default: the only private one
 * @throws {CannotOpen} when there is no such address, or more than one, or it can be reached from the internet
 */
export async function openingFor(named: string | undefined, addresses = ownAddresses()): Promise<Opening> {
  const inNets = addresses.filter((address) => PRIVATE.check(address) && !address.startsWith("127."));
  const [first, ...others] = inNets;
  const address = named ?? first;
  if (address === undefined) throw new CannotOpen("--open: this machine has no address in a private network");
  if (named === undefined && others.length > 0)
    throw new CannotOpen(
      `--open: this machine is in several networks; choose one with --address: ${inNets.join(", ")}`,
    );
  if (!isIPv4(address)) throw new CannotOpen(`--address: expected an IPv4 address of this machine, given '${address}'`);
  if (!PRIVATE.check(address))
    throw new CannotOpen(
      `--address: ${address} is not in a private network; the demonstration must not be reachable from the internet`,
    );
  if (!(await isFreeForUdp(0, address)))
    throw new CannotOpen(`--address: ${address} is not an address of this machine`);
  for (;;) {
    const isUsualFree = (await isFreeForUdp(USUAL_PORT)) && (await isFreeForUdp(USUAL_PORT, address));
    const sipPort = isUsualFree ? USUAL_PORT : await freePort();
    if (await isFreeForUdp(sipPort, address)) return { openAddress: address, sipPort };
  }
}

function ownAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.filter(({ family }) => family === "IPv4").map(({ address }) => address);
}

/**
 * Explains what opening the PBX means, and how to set up a desk telephone. @param hasSmallRecogniser whether the demonstration's
 * own is used
 */
export function openingInWords(
  { passwords }: Pick<Pbx, "passwords">,
  { openAddress, sipPort }: Opening,
  hasSmallRecogniser: boolean,
): string {
  const [user] = SOFTPHONE_EXTENSIONS;
  const codec = hasSmallRecogniser
    ? "G.722 first; with G.711 (µ-law, A-law) the small recogniser of this demonstration does not " + "understand you"
    : "G.722 first, else G.711 (µ-law, A-law)";
  return `
WARNING: until this ends, everyone in the network of ${openAddress} can reach its PBX, at UDP port ${sipPort} and the audio
ports, UDP 10000 to 19999. Calls and password digests are not encrypted. Anyone with the password below can call the
assistant, but no one else: there is no outside line. The HTTP interface is reachable only from this machine.

Set up the telephone on your desk (its web page, Account or Line or Identity 1):
   SIP server, registrar   ${openAddress}
   port, transport         ${sipPort}, UDP; no outbound proxy, no STUN
   user, authentication    ${user}
   password                ${passwords.get(user)}
   codecs                  ${codec}
   keys (DTMF)             RFC 4733 (RFC 2833)
and dial 8000. If it does not register, allow UDP ${sipPort} and 10000 to 19999 through this machine's firewall.
`;
}
