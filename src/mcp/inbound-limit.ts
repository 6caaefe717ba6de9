import { MAX_VALUES } from "../kernel/json-values.js";
import { createReadLimit } from "../kernel/read-limit.js";
import { ServerUnavailable } from "./server-unavailable.js";

/**
 * Maximum length of a message, in bytes. Reading one takes 3 ms of the event loop that carries the audio, and one of {@link
 * MAX_VALUES} 4 ms.
 */
export const MAX_MESSAGE = 512 * 1024;
/**
 * Per server: far more than tools need. Each message takes about 0.1 ms, so a burst in a stream blocks the event loop for at most
 * 30 ms.
 */
const LIMITS = { bytes: 4 * 1024 * 1024, messages: 300, windowMs: 10_000 };

/**
 * A rate limit for data from a server.
 *
 * @returns a function that takes the number of received bytes and messages
 * @throws {ServerUnavailable} from that function, when the limit is exceeded
 */
export function createInboundLimit(): (bytes: number, messages: number) => void {
  const mayBeRead = createReadLimit(LIMITS);
  return (bytes, messages) => {
    if (!mayBeRead(bytes, messages)) throw new ServerUnavailable("it sends more than can be processed");
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
