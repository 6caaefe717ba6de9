import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** A login that works once: made by whoever has a key, so that the service knows it without being told. */

/** How long one is good for, ms. */
export const LOGIN_MS = 15 * 60_000;
const NONCE_BYTES = 16;
/** When it was made, ms since the epoch in base 36; what tells it from others; what proves the key. */
const FORM = /^([0-9a-z]{1,10})\.([\w-]{22})\.([\w-]{43})$/;

/** @param now ms since the epoch */
export function makeLogin(key: string, now: number): string {
  const made = now.toString(36);
  const nonce = randomBytes(NONCE_BYTES).toString("base64url");
  return `${made}.${nonce}.${proofOf(key, made, nonce)}`;
}

/** The address of the console, which logs in where there is a key. @param now ms since the epoch */
export function consoleAddress(url: string, key: string | undefined, now: number): string {
  return `${url}/console/${key ? `#login=${makeLogin(key, now)}` : ""}`;
}

/**
 * Takes each login that was made with one of these keys once, while it is good; none from before `now` says that this began, for
 * which of those were taken nobody knows any more.
 *
 * @param now ms since the epoch
 * @returns the key of a login; undefined of one that is not taken
 */
export function createLogins(keys: readonly string[], now: () => number): (login: string) => string | undefined {
  const began = now();
  /** Nonces, each until when it would be good. */
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
