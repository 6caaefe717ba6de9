import type { CallStore } from "../../records/stores.js";
import { recordWithoutWords } from "../../storage/words.js";
import type { ResultOutbox } from "./conclude-call.js";

/*
 * For services that may not store what was said, neither in the store nor in queued webhooks. Live calls still have it.
 */

/** Returns the same store, without words. */
export function withoutWords<S extends CallStore>(store: S): S {
  return {
    ...store,
    addCall: (record) => store.addCall(recordWithoutWords(record)),
    saveCall: (record) => store.saveCall(recordWithoutWords(record)),
    saveTranscript: async () => {},
  };
}

/** Returns the same outbox, without words. */
export function resultsWithoutWords(outbox: ResultOutbox): ResultOutbox {
  return { enqueue: (result) => outbox.enqueue({ ...result, payload: { ...result.payload, choice_raw_text: null } }) };
}
