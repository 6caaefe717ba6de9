export interface ReadLimits {
  /** Within the window. */
  readonly bytes: number;
  readonly messages: number;
  readonly windowMs: number;
}

/**
 * A rate limit for a sender that cannot be slowed down.
 *
 * @returns a function that takes the number of bytes and messages received, and returns whether they may be read
 */
export function createReadLimit({
  bytes,
  messages,
  windowMs,
}: ReadLimits): (bytes: number, messages: number) => boolean {
  let since = performance.now();
  let taken = { bytes: 0, messages: 0 };
  return (moreBytes, moreMessages) => {
    if (performance.now() - since > windowMs) {
      since = performance.now();
      taken = { bytes: 0, messages: 0 };
    }
    taken = { bytes: taken.bytes + moreBytes, messages: taken.messages + moreMessages };
    return taken.bytes <= bytes && taken.messages <= messages;
  };
}
