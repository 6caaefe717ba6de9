import type { CallStore } from "../records/stores.js";
import { recordWithoutWords } from "../storage/words.js";
import type { ResultOutbox } from "./conclude-call.js";

/*
 * For services that may not keep what was said, neither in the store nor in the webhooks that wait in it. Live calls have it.
 */

/** Returns the same store, which gets no words. */
export function withoutWords<S extends CallStore>(store: S): S {
  return {
    ...store,
    addCall: (record) => store.addCall(recordWithoutWords(record)),
    saveCall: (record) => store.saveCall(recordWithoutWords(record)),
    saveTranscript: async () => {},
  };
}

/** The same for results. */
export function resultsWithoutWords(outbox: ResultOutbox): ResultOutbox {
  return { enqueue: (result) => outbox.enqueue({ ...result, payload: { ...result.payload, choice_raw_text: null } }) };
}
