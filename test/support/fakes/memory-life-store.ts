import type { ControllerLife, SeenLife } from "../../../src/records/controller-life.js";
import type { CallStore, LifeStore, ScheduleStore } from "../../../src/records/stores.js";

export interface MemoryLifeStore extends LifeStore {
  /** While true, every operation fails as one of a store that is away does. */
  before: () => unknown;
}

/** Lives in memory that outlive whoever uses them; it has calls and runs in the other two. */
export function memoryLifeStore(
  calls: { owners(): readonly string[] },
  schedules: { readonly occurrences: readonly { readonly state: string; readonly owner: string }[] },
): MemoryLifeStore {
  const lives = new Map<string, { life: ControllerLife; beat: number; claimed: boolean }>();
  const store: MemoryLifeStore = {
    before: () => {},
    async addLife(life) {
      await store.before();
      if (lives.has(life.owner)) return false;
      lives.set(life.owner, { life, beat: 0, claimed: false });
      return true;
    },
    async beat(owner) {
      await store.before();
      const found = lives.get(owner);
      if (!found || found.claimed) return false;
      found.beat++;
      return true;
    },
    async lives(): Promise<readonly SeenLife[]> {
      await store.before();
      return [...lives.values()].map(({ life, beat }) => ({ ...life, beat }));
    },
    async claimLife(owner, beat) {
      await store.before();
      const found = lives.get(owner);
      if (found?.beat !== beat) return false;
      lives.set(owner, { ...found, beat: beat + 1, claimed: true });
      return true;
    },
    async removeLife(owner) {
      await store.before();
      lives.delete(owner);
    },
    async openOwners() {
      await store.before();
      const ofRuns = schedules.occurrences.filter(({ state }) => state !== "over").map(({ owner }) => owner);
      return [...new Set([...calls.owners(), ...ofRuns])];
    },
  };
  return store;
}

/** What takes a call or a run needs of a store, of the two. */
export function takingFrom(calls: CallStore, schedules: ScheduleStore) {
  return {
    unfinishedCalls: (owner: string) => calls.unfinishedCalls(owner),
    takeCall: (callId: string, from: string, to: string) => calls.takeCall(callId, from, to),
    openOccurrences: (of: Parameters<ScheduleStore["openOccurrences"]>[0]) => schedules.openOccurrences(of),
    moveOccurrence: (...given: Parameters<ScheduleStore["moveOccurrence"]>) => schedules.moveOccurrence(...given),
  };
}
