import { MAX_RETRY_AFTER_MS } from "../records/delivery.js";
import { WEBHOOK_PERIODS } from "./periods.js";

const SECOND = 1_000;
/**
 * Each pause is randomly lengthened or shortened by up to this share, so that deliveries that failed together are not retried
 * together.
 */
const JITTER = 0.1;

/**
 * The pause before the next attempt, in ms; undefined when there is none left.
 *
 * A receiver can request a longer pause with `Retry-After`, at most a day, but not a shorter one.
 *
 * @param made attempts so far, 1 or more
 * @param retryAfterMs the pause that the receiver requested
 * @param random from 0 to 1
 * @param stepsMs the pauses of the schedule
 */
export function pauseAfter(
  made: number,
  retryAfterMs: number | undefined,
  random: number,
  stepsMs: readonly number[] = WEBHOOK_PERIODS.retriesMs,
): number | undefined {
  const step = stepsMs[made - 1];
  if (step === undefined) return undefined;
  const jittered = Math.round(step * (1 - JITTER + 2 * JITTER * random));
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** The three forms of an HTTP date (RFC 9110, 5.6.7). */
const HTTP_DATE =
  /^([A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/**
 * Parses a `Retry-After` header as ms from `now`, never negative; undefined when it is missing or neither seconds nor a date.
 *
 * @param now ms since the epoch
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * SECOND;
  if (!HTTP_DATE.test(text)) return undefined;
  // The oldest form names no zone and means UTC like the others.
  const at = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
