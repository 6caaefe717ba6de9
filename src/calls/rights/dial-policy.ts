import {
  asMatched,
  type DialableNumber,
  dialableNumber,
  isPlainNumber,
  isSameNumber,
  isShortNumber,
} from "../../kernel/dialable-number.js";
import { AttendantError, mayNotBeDialled } from "../../kernel/errors.js";
import { isEmergencyNumber, isPremiumNumber } from "./special-numbers.js";

/** The configured rules for dialling. Each pattern matches a whole number. */
export interface DialRules {
  /** Numbers that clients of the REST interface may dial; if empty, any number but feature codes. */
  readonly allow: readonly RegExp[];
  /** Names of the clients' keys: a client with any other name may dial nothing. Undefined: any name. */
  readonly clients?: ReadonlySet<string>;
  /** Numbers among them that a single client may dial, by the name of its key. */
  readonly clientAllow?: ReadonlyMap<string, readonly RegExp[]>;
  /** Numbers that callers may dial; if empty, numbers of 2 to 6 digits except premium ones. */
  readonly callerAllow: readonly RegExp[];
  /** Numbers that are never dialled. */
  readonly deny: readonly RegExp[];
  /** Whether callers may dial emergency numbers that the lists permit. */
  readonly callerEmergency: "refuse" | "allow";
  /** The assistant's own extension, which is not dialled: the assistant would talk to itself. */
  readonly ownExtension: string | undefined;
}

/** On whose behalf a number is dialled. */
export interface Requester {
  /** Number of the caller who requests the call, empty when it is withheld; undefined for a client. */
  readonly onBehalfOf?: string | undefined;
  /** Name of the client's key, if it has one. */
  readonly client?: string | undefined;
}

/**
 * Decides which numbers may be dialled. Clients and callers have separate rules, because a client holds a key, whereas the
 * number that a call comes from is only a claim. Both rules judge the number that would be dialled, however it is written.
 */
export interface DialPolicy {
  /** Whether a client may dial `number`. @param client the name of its key, if it has one */
  clientMayDial(number: string, client?: string): boolean;
  /** Whether `number` is never dialled, for anyone. */
  isDenied(number: string): boolean;
  /** Whether callers may dial `number`; this also applies to the number that they seem to call from. */
  callerMayDial(number: string): boolean;
  /** Checks whether a caller or, if there is none, a client may dial `number`. @throws {AttendantError} `destination_not_allowed` */
  check(number: string, by?: Requester): void;
}

export function createDialPolicy(rules: DialRules): DialPolicy {
  const { allow, clients, clientAllow, callerAllow, deny, callerEmergency, ownExtension } = rules;
  const isAllowed = (number: DialableNumber, list: readonly RegExp[], otherwise: (number: string) => boolean) =>
    !matches(deny, number) && (list.length > 0 ? matches(list, number) : otherwise(number));
  /** A key that was removed has left no list of its own: what it has scheduled must not dial more than before. */
  const isGone = (client: string | undefined): client is string =>
    client !== undefined && clients !== undefined && !clients.has(client);
  const mayDial: Pick<DialPolicy, "clientMayDial" | "callerMayDial"> = {
    clientMayDial: (text, client) => {
      const number = dialableNumber(text);
      if (number === undefined || isGone(client)) return false;
      const own = client === undefined ? undefined : clientAllow?.get(client);
      const isOwn = own === undefined || matches(own, number);
      return isOwn && isAllowed(number, allow, isPlainNumber);
    },
    callerMayDial: (text) => {
      const number = dialableNumber(text);
      if (number === undefined) return false;
      if (ownExtension !== undefined && isSameNumber(number, ownExtension)) return false;
      if (callerEmergency === "refuse" && isEmergencyNumber(number)) return false;
      return isAllowed(number, callerAllow, (plain) => isShortNumber(plain) && !isPremiumNumber(plain));
    },
  };
  return {
    ...mayDial,
    isDenied: (text) => {
      const number = dialableNumber(text);
      return number === undefined || matches(deny, number);
    },
    check(number, { onBehalfOf, client } = {}) {
      if (onBehalfOf === undefined && isGone(client)) {
        const detail = `The key ${client}, for which ${number} was to be called, no longer exists.`;
        throw new AttendantError("destination_not_allowed", detail);
      }
      const isPermitted =
        onBehalfOf === undefined ? mayDial.clientMayDial(number, client) : mayDial.callerMayDial(number);
      if (!isPermitted) throw mayNotBeDialled(number);
    },
  };
}

function matches(patterns: readonly RegExp[], number: DialableNumber): boolean {
  const matched = asMatched(number);
  return patterns.some((pattern) => pattern.test(matched));
}
