/** Number of recent requests that are counted. */
const WINDOW = 20;
/**
 * A recogniser that answers within this time is quick, in ms. The first words of a sound are then known before the
 * whole sound could be transcribed, so several parts of it are transcribed at the same time.
 */
export const QUICK_MS = 450;

/**
 * Maximum work of a recogniser for early replies to one utterance, in ms. It may transcribe withdrawn requests to their
 * end, while the whole utterance waits. An early reply saves half a second.
 */
export const EARLY_REPLIES_MS = 2_400;
/** From this latency on, a reply resumes before the words spoken over it are known, in ms. */
const BARGE_IN_MS = 2_000;
/** From this latency on, callers notice that a recogniser is slow, in ms. */
export const SLOW_MS = 1_000;

/** Returns what callers lose with a recogniser that takes this long, as a clause. */
export function lossesAt(ms: number): string {
  const overReply =
    ms >= BARGE_IN_MS
      ? "a reply resumes before the words over it are known"
      : "a reply pauses for longer until the words over it are known";
  const early = ms > EARLY_REPLIES_MS ? "no reply is prepared early" : "fewer replies are prepared early";
  return `${overReply}, and ${early}`;
}

/** How long a recogniser takes to answer, over its recent requests of all calls. It decides how the recogniser is used. */
export interface Latency {
  /** The 95th percentile, in ms; 0 before the first answer. */
  readonly p95Ms: number;
  /** Whether nearly every answer comes within {@link QUICK_MS}. */
  readonly isQuick: boolean;
  /** Counts a request that took this long, in ms. */
  count(ms: number): void;
  /** Measures and counts a request. Its outcome is passed on. */
  time<T>(request: () => Promise<T>): Promise<T>;
}

/**
 * Creates a measurement without requests. The first request is dropped when the second is counted, because servers load
 * their model for the first. A withdrawn or failed request would have taken longer than was waited for it, so it counts
 * if that wait was long.
 *
 * @param onMeasured called after each request that counts
 */
export function createLatency(onMeasured: (latency: Latency) => void = () => {}): Latency {
  let counted = 0;
  let recent: readonly number[] = [];
  let sorted: readonly number[] = [];

  const latency: Latency = {
    get p95Ms() {
      return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0;
    },
    get isQuick() {
      return latency.p95Ms < QUICK_MS;
    },
    count(ms) {
      recent = [...(counted === 1 ? [] : recent), ms].slice(-WINDOW);
      counted++;
      sorted = [...recent].sort((a, b) => a - b);
      onMeasured(latency);
    },
    async time(request) {
      const begun = performance.now();
      let isAnswered = false;
      try {
        const answer = await request();
        isAnswered = true;
        return answer;
      } finally {
        const ms = performance.now() - begun;
        if (isAnswered || ms > latency.p95Ms) latency.count(ms);
      }
    },
  };
  return latency;
}
