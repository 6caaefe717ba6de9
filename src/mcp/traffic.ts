import { Away } from "./away.js";

/** Longest message, bytes. One of that length takes 3 ms to read, beside the audio. */
export const MAX_MESSAGE = 512 * 1024;
/** So much may come from one server within the window, bytes: far more than tools have to say, and no load worth mentioning. */
const MAX_WITHIN = 4 * 1024 * 1024;
const WINDOW_MS = 10_000;

/**
 * Counts what comes from a server.
 *
 * @returns takes the number of bytes that came
 * @throws {Away} from that, once it is more than anybody has to say
 */
export function createTrafficLimit(): (bytes: number) => void {
  let since = performance.now();
  let taken = 0;
  return (bytes) => {
    if (performance.now() - since > WINDOW_MS) {
      since = performance.now();
      taken = 0;
    }
    taken += bytes;
    if (taken > MAX_WITHIN) throw new Away("it sends more than can be read");
  };
}

/** The error for a message longer than {@link MAX_MESSAGE}. */
export function tooLong(): Away {
  return new Away(`it sent a message of more than ${MAX_MESSAGE / 1024} KB`);
}
