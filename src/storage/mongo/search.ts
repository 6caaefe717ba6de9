import type { Filter } from "mongodb";
import type { CallRecord } from "../../records/call-record.js";
import type { CallQuery, Page } from "../../records/stores.js";
import { positionOf } from "../call-index.js";
import { toCursor, toPage } from "../cursors.js";
import { callFilter, literally, toRecord } from "./calls.js";
import type { MongoConnection, StoredCall, StoredTranscript } from "./connection.js";

/** In how many calls words are looked for with one command. */
const BATCH_SIZE = 200;
/** In how many calls words are looked for, until a page says how far it got. */
const SEARCHED_CALLS = 10_000;

export interface SearchNeeds extends Pick<MongoConnection, "run"> {
  /** The latest calls that fit. */
  latest(filter: Filter<StoredCall>, limit: number): Promise<StoredCall[]>;
  readonly searchedCalls?: number | undefined;
}

/**
 * Finds the latest calls in which words were all said, a page of them: looks in so many at a time, back to the first. What
 * takes long is answered with what was found, and with where to go on.
 */
export function mongoSearch({ run, latest, searchedCalls = SEARCHED_CALLS }: SearchNeeds) {
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
      said.push(...calls.filter(({ _id }) => fits.has(_id)).map(toRecord));
      const last = calls.at(-1);
      if (said.length > wanted || !last || calls.length < batchSize) return toPage(said, wanted, positionOf);
      const cursor = toCursor({ at: last.createdAt, id: last._id });
      if (searched >= searchedCalls) return { items: said, nextCursor: cursor };
      from = { ...query, cursor };
    }
  };
}

/**
 * What transcripts have in which all these words were said, by the texts that they are kept as. No index is asked: not every
 * server that speaks MongoDB's protocol has one for that, and nothing is kept twice of what may have to be erased.
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
