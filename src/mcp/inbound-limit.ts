import { MAX_VALUES } from "../kernel/json-values.js";
import { createReadLimit } from "../kernel/read-limit.js";
import { ServerUnavailable } from "./server-unavailable.js";

/** Longest message, bytes. One of that length takes 3 ms to read, beside the audio, and one of {@link MAX_VALUES} 4 ms. */
export const MAX_MESSAGE = 512 * 1024;
/**
 * From one server: far more than tools need. Each message takes about 0.1 ms: those that a stream brings at once hold nothing
 * up for longer than 30 ms.
 */
const LIMITS = { bytes: 4 * 1024 * 1024, messages: 300, windowMs: 10_000 };

/**
 * A rate limit for what comes from a server.
 *
 * @returns takes the number of bytes and messages that came
 * @throws {ServerUnavailable} from that, once it is over the limit
 */
export function createInboundLimit(): (bytes: number, messages: number) => void {
  const mayBeRead = createReadLimit(LIMITS);
  return (bytes, messages) => {
    if (!mayBeRead(bytes, messages)) throw new ServerUnavailable("it sends more than can be read");
  };
}

/** The error for a message longer than {@link MAX_MESSAGE}. */
export function tooLong(): ServerUnavailable {
  return new ServerUnavailable(`it sent a message of more than ${MAX_MESSAGE / 1024} KB`);
}

/** The error for a message of more than {@link MAX_VALUES}. */
export function tooMany(): ServerUnavailable {
  return new ServerUnavailable(`it sent a message of more than ${MAX_VALUES} values`);
}
