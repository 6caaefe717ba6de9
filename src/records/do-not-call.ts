/** A number that is not to be called again. */
export interface DoNotCallEntry {
  /** As Asterisk compares it: each number has one form. */
  readonly number: string;
  /** When it was added, in ms since the epoch. */
  readonly addedAt: number;
  /** Name of the client's key that added it; null when the key has none. */
  readonly client: string | null;
  /** Why, in the words of the client; null when it gave none. */
  readonly reason: string | null;
}
