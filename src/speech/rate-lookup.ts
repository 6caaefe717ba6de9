import { msOf } from "../audio/pcm.js";
import { unlessAborted, withDeadline } from "../kernel/deadline.js";
import type { RawRate } from "./raw-rate.js";
import type { SpeechRequest } from "./speech-request.js";

/** Said to learn a rate: short, and with a voice throughout. */
const WORD = "Okay.";
/** Maximum duration of a lookup, in ms: texts wait for it. */
const LOOKUP_MS = 10_000;
/** The server may be away at the first, before the first text, and works at the second, after the first speech. */
const MAX_LOOKUPS = 2;

/** Looks up the rate of a server's raw audio before the first text is spoken. */
export interface RateLookup {
  /** Resolves once the lookup that is due, if any, is over. It never fails for the server: the text then shows what is wrong. */
  before(signal: AbortSignal): Promise<void>;
  /** The server has spoken. */
  worked(): void;
}

export function createRateLookup(request: SpeechRequest, rawRate: Pick<RawRate, "find">): RateLookup {
  let left = MAX_LOOKUPS;
  let isDue = true;
  let running: Promise<void> | undefined;

  async function say(format: "pcm" | "wav", signal: AbortSignal) {
    let said = { ms: 0, rate: 0, isOfWav: false };
    const onRate = (rate: number, isOfWav: boolean) => (said = { ...said, rate, isOfWav });
    for await (const chunk of request(WORD, format, { signal, onRate })) said.ms += msOf(chunk);
    return said;
  }

  async function lookUp(signal: AbortSignal): Promise<void> {
    try {
      // Of the words, not of the lookup: what was said in time may decide.
      const until = performance.now() + LOOKUP_MS;
      const word = (format: "pcm" | "wav") =>
        withDeadline(until - performance.now(), signal, "the rate of a voice", (limited) => say(format, limited));
      await rawRate.find(word, signal);
      left = 0;
    } catch {
      if (signal.aborted) return; // Nothing was learned: the next text looks again.
      left--;
    }
    isDue = false;
  }

  return {
    async before(signal) {
      // A lookup that ends with the text that began it leaves the next one to the texts that wait.
      while (isDue) {
        signal.throwIfAborted();
        running ??= lookUp(signal).finally(() => (running = undefined));
        await unlessAborted(signal, running);
      }
    },
    worked() {
      isDue = left > 0;
    },
  };
}
