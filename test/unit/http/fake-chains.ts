import { AttendantError } from "../../../src/kernel/errors.js";
import { createChains, type Chains, type NewChain } from "../../../src/scheduling/chains.js";
import { mayNotBeDialled } from "../../../src/kernel/errors.js";
import { type Chain, numbersOf, type Schedule } from "../../../src/records/schedule.js";
import { NOON } from "./fake-calls.js";

/** Chains that are kept, and call nobody. */
export class FakeChains implements Pick<Chains, "start" | "find" | "list" | "cancel" | "withdraw"> {
  readonly started: NewChain[] = [];
  readonly withdrawn: string[] = [];
  /** What `start` rejects with. */
  refusal: Error | undefined;
  readonly kept = new Map<string, Schedule>();
  readonly #chains = createChains({
    store: {
      findSchedule: async (id) => this.kept.get(id),
      listSchedules: async ({ limit, cursor = "0" }) => {
        if (!/^\d+$/.test(cursor)) throw new AttendantError("invalid_request", "The cursor is invalid.");
        const all = [...this.kept.values()].reverse().slice(Number(cursor));
        return {
          items: all.slice(0, limit),
          ...(all.length > limit && { nextCursor: String(Number(cursor) + limit) }),
        };
      },
      replaceSchedule: async (schedule) => this.kept.set(schedule.scheduleId, schedule).size > 0,
    },
    schedules: {
      add: async (schedule) => {
        this.kept.set(schedule.scheduleId, schedule);
        return schedule;
      },
      withdraw: (scheduleId) => void this.withdrawn.push(scheduleId),
    },
    scheduler: { arm: async () => {} },
    checkDialable: (schedule) => {
      if (numbersOf(schedule).includes("900")) throw mayNotBeDialled("900");
    },
    now: () => NOON,
  });

  start(request: NewChain): Promise<Chain> {
    this.started.push(request);
    return this.refusal ? Promise.reject(this.refusal) : this.#chains.start(request);
  }

  withdraw(chainId: string): void {
    this.#chains.withdraw(chainId);
  }

  find(chainId: string): Promise<Chain | undefined> {
    return this.#chains.find(chainId);
  }

  list(query: Parameters<Chains["list"]>[0]): ReturnType<Chains["list"]> {
    return this.#chains.list(query);
  }

  cancel(chainId: string): Promise<Chain | undefined> {
    return this.#chains.cancel(chainId);
  }
}
