import { describe } from "../../kernel/errors.js";
import type { Log } from "../../observability/log.js";
import type { IdempotencyStore, KeptAnswer } from "../../records/stores.js";

/** Answers kept at a time: more than twenty lines can place in a day with calls of 35 s. */
const MAX_KEPT = { keys: 50_000, bytes: 64 * 1024 * 1024 };
/** The bound is enforced each time that this share of it was added, so that it costs a request next to nothing. */
const ENFORCED_EACH = 1 / 16;

export interface AnswerBoundNeeds {
  readonly store: Pick<IdempotencyStore, "dropOldestKeys">;
  readonly log: Log;
  readonly max?: typeof MAX_KEPT;
}

/**
 * Bounds the answers that are kept for idempotency keys: the oldest are dropped first. A repeated request whose answer was dropped
 * is a new request.
 *
 * @returns call it after each answer that was kept. Never rejects
 */
export function boundAnswers({ store, log, max = MAX_KEPT }: AnswerBoundNeeds): (answer: KeptAnswer) => Promise<void> {
  // The process before may have ended just before it would have enforced the bound.
  let keys = max.keys;
  let bytes = 0;

  return async ({ body }) => {
    keys++;
    bytes += body.length;
    if (keys < max.keys * ENFORCED_EACH && bytes < max.bytes * ENFORCED_EACH) return;
    const before = { keys, bytes };
    [keys, bytes] = [0, 0];
    try {
      await store.dropOldestKeys(max);
    } catch (error) {
      keys += before.keys;
      bytes += before.bytes;
      log.warn("idempotency_store_failed", "The oldest idempotency keys could not be dropped", {
        error: describe(error),
      });
    }
  };
}
