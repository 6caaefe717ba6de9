import { BlockList, isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";
import { freePort, isFreeForUdp, type Pbx, SOFTPHONE_EXTENSIONS } from "../../../test/support/index.js";

/** Where telephones of other machines find the PBX of the demonstration. */
export interface Opening {
  /** An address of this machine. */
  readonly openAddress: string;
  readonly sipPort: number;
}

/** It cannot be opened so; says why, and what to do. */
export class CannotOpen extends Error {
  override readonly name = "CannotOpen";
}

/** What telephones take for granted. */
const USUAL_PORT = 5060;

/** Addresses that are nobody's outside of a house: RFC 1918, and this machine's own. */
const PRIVATE = new BlockList();
PRIVATE.addSubnet("10.0.0.0", 8);
PRIVATE.addSubnet("172.16.0.0", 12);
PRIVATE.addSubnet("192.168.0.0", 16);
PRIVATE.addSubnet("127.0.0.0", 8);

/**
 * Chooses the address and a port that is free there, SIP's usual one where it is.
 *
 * @param named an address of this machine; without it, the only one of a private net
 * @throws {CannotOpen} when there is no such address, or more than one, or when it can be reached from outside of a house
 */
export async function openingFor(named: string | undefined, addresses = ownAddresses()): Promise<Opening> {
  const inNets = addresses.filter((address) => PRIVATE.check(address) && !address.startsWith("127."));
  const [first, ...others] = inNets;
  const address = named ?? first;
  if (address === undefined) throw new CannotOpen("--open: this machine has no address in a private net");
  if (named === undefined && others.length > 0)
    throw new CannotOpen(`--open: this machine is in several nets; say which with --address: ${inNets.join(", ")}`);
  if (!isIPv4(address)) throw new CannotOpen(`--address: expected an IPv4 address of this machine, given '${address}'`);
  if (!PRIVATE.check(address))
    throw new CannotOpen(`--address: ${address} is in no private net; a demonstration is not for the internet`);
  if (!(await isFreeForUdp(0, address))) throw new CannotOpen(`--address: ${address} is no address of this machine`);
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

/** What it means that it is open, and how a telephone on a desk is set up. @param hasSmallRecogniser the one of the demonstration */
export function openingInWords(
  { passwords }: Pick<Pbx, "passwords">,
  { openAddress, sipPort }: Opening,
  hasSmallRecogniser: boolean,
): string {
  const [user] = SOFTPHONE_EXTENSIONS;
  const codec = hasSmallRecogniser
    ? "G.722 first; what G.711 (µ-law, A-law) leaves of a voice is beyond the small recogniser of this demonstration"
    : "G.722 first, else G.711 (µ-law, A-law)";
  return `
WARNING: until this ends, everybody in the net of ${openAddress} can reach its PBX, at UDP port ${sipPort} and the ports of the
sound, UDP 10000 to 19999. Calls and passwords' digests go unencrypted. Who has the password below can call the assistant, and
nobody else: there is no line to the outside. The HTTP interface stays on this machine.

Set up the telephone on your desk (its web page, Account or Line or Identity 1):
   SIP server, registrar   ${openAddress}
   port, transport         ${sipPort}, UDP; no outbound proxy, no STUN
   user, authentication    ${user}
   password                ${passwords.get(user)}
   codecs                  ${codec}
   keys (DTMF)             RFC 4733 (RFC 2833)
and dial 8000. If it does not register: this machine's firewall has to let UDP ${sipPort} and 10000 to 19999 in.
`;
}
