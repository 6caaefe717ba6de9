import { AttendantError } from "../../../src/kernel/errors.js";
import type { DoNotCallEntry } from "../../../src/records/do-not-call.js";
import type { DoNotCallStore } from "../../../src/records/stores.js";

export interface MemoryDoNotCallStore extends DoNotCallStore {
  readonly entries: Map<string, DoNotCallEntry>;
  /** What every operation does first: waits, throws. */
  before: () => unknown;
}

/** Keeps numbers that are not to be called in memory. */
export function memoryDoNotCallStore(): MemoryDoNotCallStore {
  const entries = new Map<string, DoNotCallEntry>();
  const store: MemoryDoNotCallStore = {
    entries,
    before: () => {},
    async addDoNotCall(entry) {
      await store.before();
      if (!entries.has(entry.number)) entries.set(entry.number, entry);
    },
    async findDoNotCall(number) {
      await store.before();
      return entries.get(number);
    },
    async listDoNotCall({ cursor }) {
      await store.before();
      if (cursor === "nonsense") throw new AttendantError("invalid_request", "no such cursor");
      return { items: [...entries.values()] };
    },
    async removeDoNotCall(number) {
      await store.before();
      return entries.delete(number);
    },
  };
  return store;
}
