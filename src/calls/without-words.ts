import type { CallStore } from "../records/stores.js";
import { recordWithoutWords } from "../storage/words.js";
import type { ResultOutbox } from "./conclude-call.js";

/*
 * Where nothing that was said may be kept: neither in the store nor in the webhooks that wait in it. Running calls know it.
 */

/** The same store, to which no words get. */
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
