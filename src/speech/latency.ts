/** Number of recent requests that are counted. */
const WINDOW = 20;
/**
 * A recogniser that answers within this time is quick, in ms: the words of a beginning are known before the whole would
 * be, so several parts of a sound are transcribed at the same time.
 */
export const QUICK_MS = 450;

/**
 * Longest work of a recogniser for early replies to one utterance, in ms: it may transcribe what was withdrawn to its
 * end, while the whole utterance waits. An early reply wins half a second.
 */
export const EARLY_REPLIES_MS = 2_400;
/** After this time the reply has resumed before the words over it are known, in ms. */
const BARGE_IN_MS = 2_000;
/** From this time on callers notice that a recogniser is slow, in ms. */
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
  /** The 50th and 95th percentile, in ms; 0 before the first answer. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Whether nearly every answer comes within {@link QUICK_MS}. */
  readonly isQuick: boolean;
  /** Counts a request that took this long, in ms. */
  count(ms: number): void;
  /** Measures and counts a request. Its outcome is passed on. */
  time<T>(request: () => Promise<T>): Promise<T>;
}

/**
 * Creates a measurement without requests. The first request is forgotten at the second, because servers load their model
 * for it. A request that was withdrawn or failed took longer than it was waited for, so it counts once that was long.
 *
 * @param onMeasured called after each request that counts
 */
export function createLatency(onMeasured: (latency: Latency) => void = () => {}): Latency {
  let counted = 0;
  let recent: readonly number[] = [];
  let sorted: readonly number[] = [];

  const latency: Latency = {
    get p50Ms() {
      return percentile(0.5);
    },
    get p95Ms() {
      return percentile(0.95);
    },
    get isQuick() {
      return percentile(0.95) < QUICK_MS;
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

  function percentile(share: number): number {
    return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  }
}
