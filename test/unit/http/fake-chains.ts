import { createChains, type Chains, type NewChain } from "../../../src/scheduling/chains.js";
import { mayNotBeDialled } from "../../../src/kernel/errors.js";
import { type Chain, numbersOf, type Schedule } from "../../../src/records/schedule.js";
import { NOON } from "./fake-calls.js";

/** Chains that are kept, and call nobody. */
export class FakeChains implements Pick<Chains, "start" | "find" | "cancel"> {
  readonly started: NewChain[] = [];
  readonly kept = new Map<string, Schedule>();
  readonly #chains = createChains({
    store: {
      findSchedule: async (id) => this.kept.get(id),
      replaceSchedule: async (schedule) => this.kept.set(schedule.scheduleId, schedule).size > 0,
    },
    schedules: {
      add: async (schedule) => {
        this.kept.set(schedule.scheduleId, schedule);
        return schedule;
      },
    },
    scheduler: { arm: async () => {} },
    checkDialable: (schedule) => {
      if (numbersOf(schedule).includes("900")) throw mayNotBeDialled("900");
    },
    now: () => NOON,
  });

  start(request: NewChain): Promise<Chain> {
    this.started.push(request);
    return this.#chains.start(request);
  }

  find(chainId: string): Promise<Chain | undefined> {
    return this.#chains.find(chainId);
  }

  cancel(chainId: string): Promise<Chain | undefined> {
    return this.#chains.cancel(chainId);
  }
}
