import type { Filter } from "mongodb";
import type { CallRecord } from "../../records/call-record.js";
import type { CallQuery, Page } from "../../records/stores.js";
import { callPosition } from "../index-fields.js";
import { toCursor, toPage } from "../cursors.js";
import { callFilter, literally, storedPosition } from "./calls.js";
import type { MongoConnection, StoredCall, StoredTranscript } from "./connection.js";

/** Calls searched with one command. */
const BATCH_SIZE = 200;
/** Calls searched before a page reports how far it got. */
const SEARCHED_CALLS = 10_000;

export interface SearchNeeds extends Pick<MongoConnection, "run"> {
  /** The latest matching calls. */
  latest(filter: Filter<StoredCall>, limit: number): Promise<StoredCall[]>;
  /** Decodes calls, without those that cannot be read. */
  recordsIn(found: readonly StoredCall[]): CallRecord[];
  readonly searchedCalls?: number | undefined;
}

/**
 * Finds a page of the latest calls in which all the words were said, in batches, back to the first call. A long search returns
 * what was found and where to continue.
 */
export function mongoSearch({ run, latest, recordsIn, searchedCalls = SEARCHED_CALLS }: SearchNeeds) {
  const batchSize = Math.min(BATCH_SIZE, searchedCalls);
  return async (words: readonly string[], query: CallQuery, wanted: number): Promise<Page<CallRecord>> => {
    const said: CallRecord[] = [];
    let from = query;
    for (let searched = batchSize; ; searched += batchSize) {
      const calls = await latest(callFilter(from), batchSize);
      const ids = calls.map(({ _id }) => _id);
      const found = await run(({ transcripts }) =>
        transcripts.find({ _id: { $in: ids }, ...saysAll(words) }, { projection: { _id: 1 } }).toArray(),
      );
      const fits = new Set(found.map(({ _id }) => _id));
      said.push(...recordsIn(calls.filter(({ _id }) => fits.has(_id))));
      const last = calls.at(-1);
      if (said.length > wanted || !last || calls.length < batchSize) return toPage(said, wanted, callPosition);
      const cursor = toCursor(storedPosition(last));
      if (searched >= searchedCalls) return { items: said, nextCursor: cursor };
      from = { ...query, cursor };
    }
  };
}

/**
 * Matches transcripts that contain all these words, in their stored form. No text index is used: not every server with MongoDB's
 * protocol has one, and text that may have to be erased should be stored only once.
 */
function saysAll(words: readonly string[]): Filter<StoredTranscript> {
  const inText = '"(text|message)":"(([^"\\\\]|\\\\.)*([^A-Za-z0-9]|\\\\[bfnrt]))?';
  return {
    $and: words.map((word, i) => {
      const end = i === words.length - 1 ? "" : "[^A-Za-z0-9]";
      return { entries: { $regex: `${inText}${literally(word)}${end}`, $options: "i" } };
    }),
  };
}
