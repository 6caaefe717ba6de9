/** Characters that are not shown, which come along when a key is copied from a page. */
const INVISIBLE = /\p{Cf}/gu;

/**
 * A key as a user types or pastes it.
 *
 * @returns the key that is meant; undefined when it has characters that no key has, and no request could carry
 */
export function typedKey(given: string): string | undefined {
  const meant = given.replaceAll(INVISIBLE, "").trim();
  return /^[\x21-\x7e]+$/.test(meant) ? meant : undefined;
}
