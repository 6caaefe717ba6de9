import type { ControllerInstance, SeenInstance } from "../../../src/records/controller-instance.js";
import type { CallStore, InstanceStore, ScheduleStore } from "../../../src/records/stores.js";

export interface MemoryInstanceStore extends InstanceStore {
  /** While true, every operation fails as one of a store that is away does. */
  before: () => unknown;
}

/** Process instances in memory that outlive their users; calls and occurrences are in the other two. */
export function memoryInstanceStore(
  calls: { owners(): readonly string[] },
  schedules: { readonly occurrences: readonly { readonly state: string; readonly owner: string }[] },
): MemoryInstanceStore {
  const instances = new Map<string, { instance: ControllerInstance; beat: number; claimed: boolean }>();
  const store: MemoryInstanceStore = {
    before: () => {},
    async addInstance(instance) {
      await store.before();
      if (instances.has(instance.owner)) return false;
      instances.set(instance.owner, { instance, beat: 0, claimed: false });
      return true;
    },
    async beat(owner) {
      await store.before();
      const found = instances.get(owner);
      if (!found || found.claimed) return false;
      found.beat++;
      return true;
    },
    async instances(): Promise<readonly SeenInstance[]> {
      await store.before();
      return [...instances.values()].map(({ instance, beat }) => ({ ...instance, beat }));
    },
    async claimInstance(owner, beat) {
      await store.before();
      const found = instances.get(owner);
      if (found?.beat !== beat) return false;
      instances.set(owner, { ...found, beat: beat + 1, claimed: true });
      return true;
    },
    async removeInstance(owner) {
      await store.before();
      instances.delete(owner);
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
