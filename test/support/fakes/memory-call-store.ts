import { AttendantError } from "../../../src/kernel/errors.js";
import type { CallRecord, TranscriptEntry } from "../../../src/records/call-record.js";
import { isAskedFor, callPosition } from "../../../src/storage/index-fields.js";
import { latestFirst } from "../../../src/storage/cursors.js";
import type { CallQuery, CallStore } from "../../../src/records/stores.js";

/** Keeps calls in memory, and can be slow, away or unwilling. Reading and writing each take a turn of the event loop. */
export class MemoryCallStore implements CallStore {
  /** Everything that was ever saved, in its order. */
  readonly saved: CallRecord[] = [];
  readonly transcripts = new Map<string, readonly TranscriptEntry[]>();
  readonly #records = new Map<string, CallRecord>();
  /** What every operation does first: waits, throws. */
  before: (operation: "read" | "save" | "transcript", callId: string) => unknown = () => {};

  /** While it is away, every operation rejects. */
  set away(away: boolean) {
    this.before = () => {
      if (away) throw new AttendantError("store_unavailable", "The store is away.");
    };
  }

  /** The statuses that a call was saved with. */
  statuses(callId: string): string[] {
    return this.saved.filter((record) => record.callId === callId).map(({ status }) => status);
  }

  addCall(record: CallRecord): Promise<boolean> {
    return this.saveCall(record);
  }

  async withdrawCall(callId: string): Promise<void> {
    await this.before("save", callId);
    if (this.#records.get(callId)?.status === "queued") this.#records.delete(callId);
  }

  async saveCall(record: CallRecord): Promise<boolean> {
    await this.before("save", record.callId);
    const found = this.#records.get(record.callId);
    if (found && (found.owner !== record.owner || (isOver(found) && !isOver(record)))) return false;
    this.saved.push(record);
    this.#records.set(record.callId, record);
    return true;
  }

  async takeCall(callId: string, from: string, to: string): Promise<boolean> {
    await this.before("save", callId);
    const found = this.#records.get(callId);
    if (!found || found.owner !== from || isOver(found)) return false;
    this.#records.set(callId, { ...found, owner: to });
    return true;
  }

  /** Whoever has calls that are not over. */
  owners(): readonly string[] {
    return [...this.#records.values()].filter((record) => !isOver(record)).map(({ owner }) => owner);
  }

  async findCall(callId: string): Promise<CallRecord | undefined> {
    await this.before("read", callId);
    return this.#records.get(callId);
  }

  /** Ignores `status`: call control filters by it itself, because it has the current status of live calls. */
  async listCalls({ status: _, ...query }: CallQuery) {
    await this.before("read", "");
    const found = [...this.#records.values()].filter((record) => isAskedFor(record, query));
    return { items: found.sort((a, b) => latestFirst(callPosition(a), callPosition(b))) };
  }

  async unfinishedCalls(owner: string): Promise<readonly CallRecord[]> {
    await this.before("read", "");
    return [...this.#records.values()].filter((record) => record.owner === owner && record.endedAt === null);
  }

  async saveTranscript(callId: string, entries: readonly TranscriptEntry[], owner?: string): Promise<void> {
    await this.before("transcript", callId);
    if (owner !== undefined && (this.#records.get(callId)?.owner ?? owner) !== owner) return;
    this.transcripts.set(callId, entries);
  }

  async findTranscript(callId: string): Promise<readonly TranscriptEntry[] | undefined> {
    await this.before("read", callId);
    return this.transcripts.get(callId);
  }

  purgeCalls(): Promise<number> {
    return Promise.resolve(0);
  }

  purgeWords(): Promise<number> {
    return Promise.resolve(0);
  }

  async eraseWords(callId: string): Promise<void> {
    await this.before("save", callId);
    this.transcripts.delete(callId);
    const record = this.#records.get(callId);
    if (record) this.#records.set(callId, { ...record, choiceRawText: null });
  }

  async removeCall(callId: string): Promise<boolean> {
    await this.before("save", callId);
    this.transcripts.delete(callId);
    return this.#records.delete(callId);
  }
}

const isOver = ({ endedAt }: CallRecord) => endedAt !== null;
