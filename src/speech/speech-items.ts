import type { RealtimeEvent } from "../backends/realtime.js";
import { dropOldest } from "../kernel/drop-oldest.js";
import { wordsIn, wordsSoFarIn } from "./transcript.js";

/** A stretch of audio whose words are pending. */
interface Item {
  /** The server's name for it, once it is known. */
  id: string | undefined;
  /** The id of the event that committed it, as errors refer to it. */
  committedBy: string | undefined;
  isAcknowledged: boolean;
  /** The words so far. */
  partial: string;
  resolve: (words: string) => void;
  reject: (failure: Error) => void;
}

/** Receives words so far, and whether they belong to the last committed item; otherwise they belong to what is being spoken. */
export type OnPartial = (text: string, isCommitted: boolean) => void;

/** Number of completed items that are remembered, so that late or repeated results are not assigned to another item. */
const MAX_DONE = 64;
/** Number of results that are kept until the commit of their items is acknowledged. */
const MAX_EARLY = 64;

/**
 * Assigns the results of a transcription session to items: the server names items in the order in which they were committed;
 * results arrive in any order, even before the commit is acknowledged, twice, or never.
 *
 * @param failure the error of an item that the server reports as failed
 */
export function createSpeechItems(failure: (said: unknown) => Error, onPartial: OnPartial) {
  let open = newItem();
  let pending: readonly Item[] = [];
  const done: string[] = [];
  /** Results of items that the server is still to acknowledge. */
  const early = new Map<string, string | Error>();
  /** Clear requests that the server has not acknowledged: until then, results may belong to what was cleared. */
  let clearings = 0;
  /** Whether the server acknowledges commits: then only an acknowledgement names an item for good. */
  let acknowledges = false;

  function named(id: string): Item | undefined {
    return [...pending, open].find((item) => item.id === id);
  }

  /** The item with this name; an unknown name is assigned to the first candidate without one. */
  function itemOf(id: string, candidates: readonly Item[]): Item | undefined {
    const item = named(id) ?? (done.includes(id) ? undefined : candidates.find((each) => each.id === undefined));
    if (item) item.id = id;
    return item;
  }

  function hearResult(id: string, outcome: string | Error): void {
    const item = acknowledges ? named(id) : itemOf(id, pending);
    if (item === open || done.includes(id)) return;
    if (item && (!acknowledges || item.isAcknowledged)) return settle(item, outcome);
    if (!acknowledges) return;
    early.set(id, outcome);
    dropOldest(early, MAX_EARLY);
  }

  function acknowledge(id: string): void {
    acknowledges = true;
    const item = done.includes(id) ? undefined : pending.find(({ isAcknowledged }) => !isAcknowledged);
    if (!item) return;
    Object.assign(item, { id, isAcknowledged: true });
    const outcome = early.get(id);
    early.delete(id);
    if (outcome !== undefined) settle(item, outcome);
  }

  function settle(item: Item, outcome: string | Error): void {
    pending = pending.filter((each) => each !== item);
    if (item.id !== undefined) done.push(item.id);
    if (done.length > MAX_DONE) done.shift();
    if (outcome instanceof Error) item.reject(outcome);
    else item.resolve(outcome);
  }

  function hearDelta(id: string, delta: string): void {
    const item = itemOf(id, clearings > 0 ? pending : [...pending, open]);
    if (!item) return;
    const partial = item.partial + delta;
    const said = wordsSoFarIn(partial);
    if (said === undefined) return;
    item.partial = partial;
    if (said && (item === open || item === pending.at(-1))) onPartial(said, item !== open);
  }

  /** Returns whether the error belongs to an item. */
  function hearError(event: RealtimeEvent): boolean {
    const { event_id } = (event.error ?? {}) as { readonly event_id?: unknown };
    const item = pending.find(({ committedBy }) => committedBy === event_id);
    if (item) settle(item, failure(event));
    return item !== undefined;
  }

  function hearOfItem(id: string, event: RealtimeEvent): void {
    if (event.type === "input_audio_buffer.committed") {
      acknowledge(id);
    } else if (event.type === "conversation.item.input_audio_transcription.delta") {
      if (typeof event.delta === "string") hearDelta(id, event.delta);
    } else if (event.type === "conversation.item.input_audio_transcription.completed") {
      hearResult(id, wordsIn(event.transcript) ?? failure(undefined));
    } else if (event.type === "conversation.item.input_audio_transcription.failed") {
      hearResult(id, failure(event));
    }
  }

  return {
    /** Commits the open item with the event of this id: resolves with its words. */
    commit(eventId: string): Promise<string> {
      const item = open;
      item.committedBy = eventId;
      pending = [...pending, item];
      open = newItem();
      return new Promise<string>((resolve, reject) => {
        item.resolve = resolve;
        item.reject = reject;
      });
    },

    clear(): void {
      if (open.id !== undefined) done.push(open.id);
      open = newItem();
      clearings++;
    },

    /** Handles an event of the server. Returns false for an error that belongs to no item. */
    hear(event: RealtimeEvent): boolean {
      if (event.type === "error") return hearError(event);
      if (event.type === "input_audio_buffer.cleared") clearings = Math.max(0, clearings - 1);
      else if (typeof event.item_id === "string") hearOfItem(event.item_id, event);
      return true;
    },

    /** No more events will arrive. */
    end(why: Error): void {
      for (const item of pending) settle(item, why);
    },
  };
}

function newItem(): Item {
  return {
    id: undefined,
    committedBy: undefined,
    isAcknowledged: false,
    partial: "",
    resolve: () => {},
    reject: () => {},
  };
}
