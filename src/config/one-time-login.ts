import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * A login that works once. It is signed with a key of the HTTP interface, so the service can verify it without having stored it.
 */

/** Validity of a login, in ms. */
export const LOGIN_MS = 15 * 60_000;
const NONCE_BYTES = 16;
/** Time of creation (ms since the epoch, in base 36), nonce, and signature made with the key. */
const FORM = /^([0-9a-z]{1,10})\.([\w-]{22})\.([\w-]{43})$/;

/** @param now ms since the epoch */
export function makeLogin(key: string, now: number): string {
  const made = now.toString(36);
  const nonce = randomBytes(NONCE_BYTES).toString("base64url");
  return `${made}.${nonce}.${proofOf(key, made, nonce)}`;
}

/** Returns the address of the console, with a login if there is a key. @param now ms since the epoch */
export function consoleAddress(url: string, key: string | undefined, now: number): string {
  return `${url}/console/${key ? `#login=${makeLogin(key, now)}` : ""}`;
}

/**
 * Returns a function that accepts each valid login made with one of these keys once. Logins made before this call are rejected,
 * because it is unknown which of them have been used.
 *
 * @param now returns the time, in ms since the epoch
 * @returns a function from a login to its key; undefined if the login is rejected
 */
export function createLogins(keys: readonly string[], now: () => number): (login: string) => string | undefined {
  const began = now();
  /** Used nonces, each with the time at which its login expires. */
  const taken = new Map<string, number>();
  return (login) => {
    const [, made = "", nonce = "", proof = ""] = FORM.exec(login) ?? [];
    const [at, time] = [Number.parseInt(made, 36), now()];
    if (!(at >= began && at <= time && time - at < LOGIN_MS)) return undefined;
    const key = keys.filter((each) => isSame(proofOf(each, made, nonce), proof))[0];
    if (key === undefined || taken.has(nonce)) return undefined;
    for (const [each, until] of taken) if (until <= time) taken.delete(each);
    taken.set(nonce, at + LOGIN_MS);
    return key;
  };
}

function proofOf(key: string, made: string, nonce: string): string {
  return createHmac("sha256", key).update(`console login ${made} ${nonce}`).digest("base64url");
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
