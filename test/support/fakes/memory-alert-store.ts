import type { AlertBoard } from "../../../src/records/alert-board.js";
import type { AlertStore } from "../../../src/records/stores.js";

export interface MemoryAlertStore extends AlertStore {
  /** Runs before each operation; may throw. */
  before: () => Promise<void>;
  /** Number of writes. */
  writes: number;
}

/** Alerts in memory, as text: nothing is shared with what was given. */
export function memoryAlertStore(): MemoryAlertStore {
  let text: string | undefined;
  const read = () => (text === undefined ? undefined : (JSON.parse(text) as AlertBoard));
  const store: MemoryAlertStore = {
    before: async () => {},
    writes: 0,
    async readAlerts() {
      await store.before();
      return read();
    },
    async replaceAlerts(board) {
      await store.before();
      if ((read()?.revision ?? 0) !== board.revision - 1) return false;
      store.writes++;
      text = JSON.stringify(board);
      return true;
    },
  };
  return store;
}
