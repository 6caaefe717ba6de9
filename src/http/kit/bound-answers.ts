import { describe } from "../../kernel/errors.js";
import type { Log } from "../../observability/log.js";
import type { IdempotencyStore, KeptAnswer } from "../../records/stores.js";

/** Answers kept at a time: more than twenty lines can place in a day with calls of 35 s. */
const MAX_KEPT = { keys: 50_000, bytes: 64 * 1024 * 1024 };
/** The limit is enforced each time this share of it was added, so that it costs a request almost nothing. */
const ENFORCED_EACH = 1 / 16;

export interface AnswerBoundNeeds {
  readonly store: Pick<IdempotencyStore, "dropOldestKeys">;
  readonly log: Log;
  readonly max?: typeof MAX_KEPT;
}

/**
 * Limits the answers kept for idempotency keys: the oldest are dropped first. A repeated request whose answer was dropped counts
 * as a new request.
 *
 * @returns a function to call after each answer that was kept. It never rejects
 */
export function boundAnswers({ store, log, max = MAX_KEPT }: AnswerBoundNeeds): (answer: KeptAnswer) => Promise<void> {
  // The previous process may have ended just before it would have enforced the limit.
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
      log.warn("idempotency_store_failed", "Could not drop the oldest idempotency keys", {
        error: describe(error),
      });
    }
  };
}
