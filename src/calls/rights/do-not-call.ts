import { asMatched, dialableNumber, formsOf } from "../../kernel/dialable-number.js";
import { AttendantError, describe } from "../../kernel/errors.js";
import { withDeadline } from "../../kernel/deadline.js";
import type { Log } from "../../observability/log.js";
import type { CallRecord } from "../../records/call-record.js";
import type { DoNotCallEntry } from "../../records/do-not-call.js";
import type { DoNotCallStore, Page } from "../../records/stores.js";

/** The numbers whose owners do not want to be called. */
export interface DoNotCall {
  /**
   * Checks whether a number may be called. While the store is away the list cannot be read: calls are then placed, which is logged.
   *
   * @throws {AttendantError} `destination_not_allowed`
   */
  check(number: string): Promise<void>;
  /** Adds a number. @returns the entry that is kept: the earlier one if it is listed already */
  add(entry: DoNotCallEntry): Promise<DoNotCallEntry>;
  /** Adds the callee of a call, who asked for it. */
  listCallee(call: Pick<CallRecord, "callId" | "extension">): Promise<void>;
  /** @param query.number lists this one alone, in whichever form it is listed */
  list(query: {
    readonly limit: number;
    readonly cursor?: string;
    readonly number?: string;
  }): Promise<Page<DoNotCallEntry>>;
  /** @returns whether it was listed */
  remove(number: string): Promise<boolean>;
}

export interface DoNotCallNeeds {
  readonly store: DoNotCallStore;
  readonly log: Log;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** Maximum time for looking a number up, in ms. */
const LOOKUP_MS = 1_000;

export function createDoNotCall({ store, log, now }: DoNotCallNeeds): DoNotCall {
  /** Finds the entry of a number, in whichever form it is listed. */
  async function entryOf(number: string): Promise<DoNotCallEntry | undefined> {
    const found = await Promise.all(formsOf(listed(number)).map((form) => store.findDoNotCall(form)));
    return found.find((entry) => entry !== undefined);
  }

  async function add(entry: DoNotCallEntry): Promise<DoNotCallEntry> {
    const earlier = await entryOf(entry.number);
    if (earlier) return earlier;
    const added = { ...entry, number: listed(entry.number) };
    await store.addDoNotCall(added);
    return (await store.findDoNotCall(added.number)) ?? added;
  }

  async function find(number: string): Promise<DoNotCallEntry | undefined> {
    try {
      return await withDeadline(LOOKUP_MS, undefined, "the do-not-call list", () => entryOf(number));
    } catch (error) {
      log.warn("do_not_call_unread", "A call is placed without the do-not-call list", { error: describe(error) });
      return undefined;
    }
  }

  return {
    async check(number) {
      const entry = await find(number);
      if (!entry) return;
      const since = new Date(entry.addedAt).toISOString().slice(0, 10);
      throw new AttendantError(
        "destination_not_allowed",
        `The number ${entry.number} is on the do-not-call list since ${since}; see GET /do-not-call.`,
      );
    },
    add,
    async listCallee({ callId, extension }) {
      const reason = `asked for in the call ${callId}`;
      await add({ number: extension, addedAt: now(), client: null, reason });
      log.info("do_not_call_added", "A callee is not to be called again", { call_id: callId });
    },
    async list({ number, ...query }) {
      if (number === undefined) return store.listDoNotCall(query);
      const entry = await entryOf(number);
      return { items: entry ? [entry] : [] };
    },
    async remove(number) {
      const removed = await Promise.all(formsOf(listed(number)).map((form) => store.removeDoNotCall(form)));
      return removed.includes(true);
    },
  };
}

/** A number as it is listed. */
function listed(number: string): string {
  const dialled = dialableNumber(number);
  return dialled === undefined ? number : asMatched(dialled);
}
