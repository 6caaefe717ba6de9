import { ServerUnavailable } from "./server-unavailable.js";

/** Longest message, bytes. One of that length takes 3 ms to read, beside the audio. */
export const MAX_MESSAGE = 512 * 1024;
/** From one server within the window, bytes and messages: far more than tools need. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Each takes about 0.1 ms: those that a stream brings at once hold nothing up for longer than 30 ms. */
const MAX_MESSAGES = 300;
const WINDOW_MS = 10_000;

/**
 * A rate limit for what comes from a server.
 *
 * @returns takes the number of bytes and messages that came
 * @throws {ServerUnavailable} from that, once it is over the limit
 */
export function createInboundLimit(): (bytes: number, messages: number) => void {
  let since = performance.now();
  let taken = { bytes: 0, messages: 0 };
  return (bytes, messages) => {
    if (performance.now() - since > WINDOW_MS) {
      since = performance.now();
      taken = { bytes: 0, messages: 0 };
    }
    taken = { bytes: taken.bytes + bytes, messages: taken.messages + messages };
    if (taken.bytes > MAX_BYTES || taken.messages > MAX_MESSAGES)
      throw new ServerUnavailable("it sends more than can be read");
  };
}

/** The error for a message longer than {@link MAX_MESSAGE}. */
export function tooLong(): ServerUnavailable {
  return new ServerUnavailable(`it sent a message of more than ${MAX_MESSAGE / 1024} KB`);
}
